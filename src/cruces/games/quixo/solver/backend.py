"""What the solver asks of a device: the same few methods, the same words in memory.

A backend works on *blocks*, one for each group in work, wherever it keeps them: only ``fetch``
and ``load`` bring them here and there.
"""

from typing import Any, NamedTuple, Protocol

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.solver.index import Bytes, Group

DISTANCES_UP_TO = 4
"""The largest board on which the distance to the end is found as well."""

Block = Any
"""A group as the backend keeps it."""


class Packed(NamedTuple):
    """A finished group: sixteen values a word, row by row, and for each place the plies to the end.

    Values are `step.OPEN` for drawn, `step.WON` and `step.LOST`. Places that only fill the last
    word of a row are 0, and so is the distance of a draw.
    """

    words: Masks
    distances: Bytes | None


class Backend(Protocol):
    """One device, one size of board."""

    size: int
    distances: bool
    """Whether plies are found besides values."""

    def first(self, group: Group, after: Block | None) -> tuple[Block, int]:
        """A new block with all that lines and neutral cubes say; ``after`` is that of `next`.

        Also the last ply at which that may still decide something; 0 without distances.
        """

    def sweep(self, group: Group, block: Block, partner: Block, ply: int) -> int:
        """Decide what own cubes decide, in exactly ``ply`` plies if those count; how many."""

    def seal(self, group: Group, block: Block) -> None:
        """Nothing will change any more."""

    def count(self, group: Group, block: Block) -> tuple[int, int]:
        """How many boards of a sealed block are won and lost."""

    def fetch(self, group: Group, block: Block) -> Packed:
        """A sealed block, as it is stored."""

    def load(self, group: Group, packed: Packed) -> Block:
        """What was stored, as a block."""

    def close(self) -> None:
        """Let go of whatever is held; waits for nothing long."""
