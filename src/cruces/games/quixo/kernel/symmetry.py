"""The eight symmetries of the square, as tables of rows.

Symmetry ``s`` first exchanges rows and columns (if s has the bit 4), then mirrors the rows from
left to right (1) and the columns from top to bottom (2).
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

    def seen(place: Square) -> Square:
        column, row = (place.row, place.column) if symmetry & 4 else place
        return Square(
            last - column if symmetry & 1 else column, last - row if symmetry & 2 else row
        )

    return tuple(index(size, seen(place)) for place in squares(size))


@cache
def inverses(size: int) -> tuple[int, ...]:
    """For each symmetry the one that undoes it."""
    known = {permutation(size, s): s for s in range(SYMMETRIES)}
    ways = [permutation(size, s) for s in range(SYMMETRIES)]
    return tuple(known[tuple(way.index(i) for i in range(size**2))] for way in ways)


@cache
def symmetry_table(size: int) -> Masks:
    """``[symmetry, row, marks in that row]``: the mask they become."""
    table = np.zeros((SYMMETRIES, size, 2**size), np.uint32)
    for s in range(SYMMETRIES):
        goes = permutation(size, s)
        for row in range(size):
            for marks in range(2**size):
                table[s, row, marks] = mask_of(
                    goes[row * size + i] for i in range(size) if marks >> i & 1
                )
    return table


@compiled
def transform(shape: Shape, table: Masks, symmetry: int, mask: Mask) -> Mask:
    """A mask seen through a symmetry."""
    size = shape.size
    row_mask = np.uint32(shape.first_row)
    turned = np.uint32(0)
    for row in range(size):
        marks = (mask >> np.uint32(row * size)) & row_mask
        turned = np.uint32(turned | table[symmetry, row, marks])
    return turned


@compiled
def canonical(shape: Shape, table: Masks, mover: Mask, other: Mask) -> tuple[Mask, Mask]:
    """The least of the boards that a symmetry makes of this one: equal boards have one name."""
    best_mover, best_other = mover, other
    for symmetry in range(1, SYMMETRIES):
        turned = transform(shape, table, symmetry, mover)
        if turned > best_mover:
            continue
        turned_other = transform(shape, table, symmetry, other)
        if turned < best_mover or turned_other < best_other:
            best_mover, best_other = turned, turned_other
    return best_mover, best_other
