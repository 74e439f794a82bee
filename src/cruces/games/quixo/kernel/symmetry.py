"""The eight symmetries of the square, as look-up tables.

Symmetry ``s`` first transposes the board (bit 4 of ``s``), then mirrors it left to right (bit 1)
and top to bottom (bit 2).
"""

from functools import cache

import numpy as np

from cruces.games.quixo.kernel.board import Mask, Masks, Shape, mask_of
from cruces.games.quixo.kernel.look_up import look_up, table_of
from cruces.games.quixo.rules.geometry import Square, index, squares
from cruces.kernels.jit import compiled, inlined

SYMMETRIES = 8
MOVER_SHIFT, KEY_BIT = 25, 50
"""Where ``canonical_key`` has the mover's mask, and the bit that every key has."""


@cache
def permutation(size: int, symmetry: int) -> tuple[int, ...]:
    """Where each square goes.

    >>> permutation(2, 1)
    (1, 0, 3, 2)
    """
    last = size - 1

    def image(place: Square) -> Square:
        column, row = (place.row, place.column) if symmetry & 4 else place
        return Square(
            last - column if symmetry & 1 else column, last - row if symmetry & 2 else row
        )

    return tuple(index(size, image(place)) for place in squares(size))


@cache
def inverses(size: int) -> tuple[int, ...]:
    """For each symmetry, its inverse."""
    numbers = {permutation(size, s): s for s in range(SYMMETRIES)}
    permutations = [permutation(size, s) for s in range(SYMMETRIES)]
    return tuple(
        numbers[tuple(squares_after.index(i) for i in range(size**2))]
        for squares_after in permutations
    )


@cache
def symmetry_table(size: int) -> Masks:
    """``[symmetry, row, marks in that row]``: the mask that they become, for `transform`."""
    table = np.zeros((SYMMETRIES, size, 2**size), np.uint32)
    for s in range(SYMMETRIES):
        target = permutation(size, s)
        for row in range(size):
            for marks in range(2**size):
                table[s, row, marks] = mask_of(
                    target[row * size + i] for i in range(size) if marks >> i & 1
                )
    return table


@compiled
def transform(shape: Shape, table: Masks, symmetry: int, mask: Mask) -> Mask:
    """The image of a mask under a symmetry."""
    size = shape.size
    row_mask = np.uint32(shape.first_row)
    image_mask = np.uint32(0)
    for row in range(size):
        marks = (mask >> np.uint32(row * size)) & row_mask
        image_mask = np.uint32(image_mask | table[symmetry, row, marks])
    return image_mask


@cache
def image_table(size: int) -> Masks:
    """``[symmetry]``: a table for ``look_up``, whose results are the same as those of `transform`.

    Processors have room for it in their fast memory; CUDA kernels use the other one, a tenth of it.
    """
    targets = [permutation(size, s) for s in range(SYMMETRIES)]
    return np.array([table_of([1 << to for to in target]) for target in targets], np.uint32)


@inlined
def canonical(images: Masks, mover: Mask, other: Mask) -> np.uint64:
    """The least of the eight images of a board, which represents them all, as one number.

    All images are computed: a processor does that sooner than it guesses which ones it can skip.
    """
    least = np.uint64(2**64 - 1)
    for symmetry in range(SYMMETRIES):
        image_mask = np.uint64(look_up(images[symmetry], mover))
        image_other = np.uint64(look_up(images[symmetry], other))
        least = min(least, image_mask << np.uint64(MOVER_SHIFT) | image_other)
    return np.uint64(1 << KEY_BIT) | least
