"""What can be wrong with a table, or with what is to compute it."""

from cruces.core import CrucesError


class TableError(CrucesError):
    """The file is no table, not the one that was wanted, or damaged."""

    code = "table"


class DeviceError(CrucesError):
    """There is no such device here."""

    code = "device"
