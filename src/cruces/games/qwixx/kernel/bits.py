"""CPU instructions that Python has no function for."""

from typing import Any

from cruces.kernels.jit import INTERPRETED, inlined

if INTERPRETED:

    def _trailing_zeros(bits: int) -> int:
        return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64

    def _ones(bits: int) -> int:
        return (int(bits) & (1 << 64) - 1).bit_count()

else:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.extending import intrinsic

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
    """The index of the lowest bit of a set; 64 for the empty set."""
    return int(_trailing_zeros(bits))


@inlined
def count_bits(bits: int) -> int:
    """The number of bits in a set."""
    return int(_ones(bits))
