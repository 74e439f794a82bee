"""The solver: group after group, from the full board to the empty one.

It names no device and no file: a `Backend` computes, a `Store` remembers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from typing import NamedTuple, Protocol

from cruces.games.quixo.solver.backend import Backend, Block, Packed
from cruces.games.quixo.solver.index import Group, columns, pairs, states
from cruces.games.quixo.solver.step import LOST, WON

Progress = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1."""


class Counts(NamedTuple):
    """Boards, by what they are for the one to move."""

    won: int
    lost: int
    drawn: int


class Store(Protocol):
    """What is remembered of finished groups, so that work may stop at any moment."""

    def known(self, group: Group) -> Counts | None:
        """The counts of a group that was finished, now or in an earlier run."""

    def load(self, group: Group) -> Packed:
        """A finished group that was not yet dropped."""

    def keep(self, pair: Mapping[Group, tuple[Packed, Counts]]) -> None:
        """Remember a pair of groups, both or neither."""

    def drop(self, cubes: int) -> None:
        """The groups with so many cubes are no longer needed for the work."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found: counts of all groups, and the start's value and distance."""

    size: int
    counts: Mapping[Group, Counts]
    start: int | None
    """`OPEN` for a draw, `WON`, `LOST`; None when the work stopped before it."""
    distance: int | None

    def total(self, cubes: int | None = None) -> Counts:
        """The counts over all boards, or those with so many marked cubes."""
        fitting = [n for g, n in self.counts.items() if cubes is None or g.cubes == cubes]
        return Counts(*map(sum, zip(*fitting, strict=True)))


def solve(
    backend: Backend,
    store: Store | None = None,
    progress: Progress = lambda part: None,
    least_cubes: int = 0,
) -> Solution:
    """Solve all groups, or those with at least so many cubes; goes on where a store left off."""
    size = backend.size
    levels = range(size**2, least_cubes - 1, -1)
    everything = sum(states(size, g) for cubes in levels for pair in pairs(cubes) for g in pair)
    done = 0
    counts: dict[Group, Counts] = {}
    above: dict[Group, Block] = {}
    level: dict[Group, Block] = {}
    for cubes in levels:
        above, level = level, {}
        for pair in pairs(cubes):
            known = {group: store and store.known(group) for group in pair}
            if all(known.values()):
                counts |= {group: found for group, found in known.items() if found}
            else:
                _recall(backend, store, pair, above)
                level |= settle(backend, pair, above)
                counts |= {group: _count(backend, group, level[group]) for group in pair}
                if store is not None:
                    store.keep({g: (backend.fetch(g, level[g]), counts[g]) for g in pair})
            done += sum(states(size, group) for group in pair)
            progress(done / everything)
        if store is not None:
            store.drop(cubes + 1)
    return Solution(size, counts, *_start(backend, store, level))


def _recall(
    backend: Backend, store: Store | None, pair: tuple[Group, ...], above: dict[Group, Block]
) -> None:
    """Load what an earlier run found and this one needs."""
    for group in pair:
        if store is not None and group.next not in above and group.cubes < backend.size**2:
            above[group.next] = backend.load(group.next, store.load(group.next))


def settle(
    backend: Backend, pair: tuple[Group, ...], above: Mapping[Group, Block]
) -> dict[Group, Block]:
    """Solve groups that take turns: once over the neutral cubes, then over the own ones."""
    begun = {group: backend.first(group, above.get(group.next)) for group in pair}
    blocks = {group: block for group, (block, _) in begun.items()}
    if backend.distances:
        last = max(ply for _, ply in begun.values())
        ply, changed = 0, 1
        while changed or ply < last:
            ply += 1
            changed = sum(backend.sweep(g, blocks[g], blocks[g.partner], ply) for g in pair)
    else:
        # A group has to be looked at again only when its partner has changed since.
        due = list(pair)
        while due:
            group = due.pop(0)
            changed = backend.sweep(group, blocks[group], blocks[group.partner], 0)
            if changed and group.partner not in due:
                due.append(group.partner)
    for group in pair:
        backend.seal(group, blocks[group])
    return blocks


def _count(backend: Backend, group: Group, block: Block) -> Counts:
    won, lost = backend.count(group, block)
    boards = comb(backend.size**2, group.own) * columns(backend.size, group)
    return Counts(won, lost, boards - won - lost)


def _start(
    backend: Backend, store: Store | None, level: Mapping[Group, Block]
) -> tuple[int | None, int | None]:
    """The empty board's value and distance, if the work came to it."""
    start = Group(0, 0)
    if start in level:
        packed = backend.fetch(start, level[start])
    elif store is not None and store.known(start):
        packed = store.load(start)
    else:
        return None, None
    value = int(packed.words[0] & 3)
    known = packed.distances is not None and value in (WON, LOST)
    return value, int(packed.distances[0]) if packed.distances is not None and known else None
