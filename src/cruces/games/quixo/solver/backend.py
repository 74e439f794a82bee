"""What the solver needs from a device: a few methods, and the same words in memory.

A backend works on *blocks*, one for each group being solved, in its own memory: only ``fetch`` and
``load`` move them.
"""

from typing import Any, NamedTuple, Protocol

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.solver.index import Bytes, Group

DISTANCES_UP_TO = 4
"""The largest board for which distances to the end are computed as well."""

Block = Any
"""A group in the memory of the backend."""


class PackedGroup(NamedTuple):
    """A finished group: sixteen values per word, row by row, and the plies to the end per place.

    Values are `step.OPEN` for drawn, `step.WON` and `step.LOST`. Places that only pad the last
    word of a row are 0, and so is the distance of a draw.
    """

    words: Masks
    distances: Bytes | None


class Backend(Protocol):
    """One device, one size of board."""

    size: int
    distances: bool
    """Whether distances are computed as well as values."""

    def first_pass(self, group: Group, after: Block | None) -> tuple[Block, int]:
        """A new block with what lines and neutral cubes decide; ``after`` is the block of `next`.

        Also the last ply at which that may still decide something; 0 without distances.
        """

    def sweep(self, group: Group, block: Block, partner: Block, ply: int) -> int:
        """Decide positions by pushes of own cubes, in exactly ``ply`` plies if distances count.

        Returns how many positions it decided.
        """

    def seal(self, group: Group, block: Block) -> None:
        """Turn a block that no longer changes into its final form."""

    def count(self, group: Group, block: Block) -> tuple[int, int]:
        """The numbers of won and of lost boards in a sealed block."""

    def fetch(self, group: Group, block: Block) -> PackedGroup:
        """A sealed block in the form in which it is stored."""

    def load(self, group: Group, packed: PackedGroup) -> Block:
        """A block from its stored form."""

    def close(self) -> None:
        """Free all resources, without waiting for long."""
