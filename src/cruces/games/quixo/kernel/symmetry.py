"""The eight symmetries of the square, as look-up tables by row.

Symmetry ``s`` first transposes the board (bit 4 of ``s``), then mirrors it left to right (bit 1)
and top to bottom (bit 2).
"""

from functools import cache

import numpy as np

from cruces.games.quixo.kernel.board import Mask, Masks, Shape, mask_of
from cruces.games.quixo.rules.geometry import Square, index, squares
from cruces.kernels.jit import compiled

SYMMETRIES = 8


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
    """``[symmetry, row, marks in that row]``: the mask that they become."""
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


@compiled
def canonical(shape: Shape, table: Masks, mover: Mask, other: Mask) -> tuple[Mask, Mask]:
    """The least of the eight images of a board, which represents them all."""
    best_mover, best_other = mover, other
    for symmetry in range(1, SYMMETRIES):
        image_mask = transform(shape, table, symmetry, mover)
        if image_mask > best_mover:
            continue
        image_other = transform(shape, table, symmetry, other)
        if image_mask < best_mover or image_other < best_other:
            best_mover, best_other = image_mask, image_other
    return best_mover, best_other
