"""Single instructions that Python has no word for."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from cruces.kernels.jit import inlined


@intrinsic
def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def _ones(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@inlined
def lowest(bits: int) -> int:
    """The number of the lowest bit of a set; 64 for the empty set."""
    return int(_trailing_zeros(bits))  # type: ignore[call-arg]


@inlined
def how_many(bits: int) -> int:
    """How many bits a set has."""
    return int(_ones(bits))  # type: ignore[call-arg]
