"""Backends by the name of their device."""

from cruces.core import Reason
from cruces.games.quixo.solver.backend import DISTANCES_UP_TO, Backend
from cruces.games.quixo.solver.cpu import CpuDistances, CpuValues
from cruces.solvers.errors import DeviceError


def backend(device: str, size: int) -> Backend:
    """The backend of a device for a board size; raises DeviceError if the device is missing."""
    if device != "cpu":
        return _cuda(size)
    return CpuDistances(size) if size <= DISTANCES_UP_TO else CpuValues(size)


def _cuda(size: int) -> Backend:
    """The GPU backend, which computes values only."""
    try:
        from cruces.games.quixo.solver.cuda import CudaValues, available
    except ImportError as error:
        raise DeviceError(Reason("no-cuda")) from error
    if not available():
        raise DeviceError(Reason("no-cuda"))
    return CudaValues(size)
