"""What can be wrong with a value table, or with the device that computes it."""

from cruces.core import CrucesError


class TableError(CrucesError):
    """The file is not a table, not the expected one, or damaged."""

    code = "table"


class DeviceError(CrucesError):
    """The device is not available."""

    code = "device"
