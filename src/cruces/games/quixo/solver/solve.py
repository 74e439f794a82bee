"""The solver: group after group, from the full board to the empty one.

It knows neither devices nor files: a `Backend` computes, a `GroupStore` remembers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import NamedTuple, Protocol

from cruces.games.quixo.solver.backend import Backend, Block, PackedGroup
from cruces.games.quixo.solver.index import Group, columns, pairs, states
from cruces.games.quixo.solver.step import LOST, WON
from cruces.solvers.progress import ProgressCallback


class GroupCounts(NamedTuple):
    """Numbers of boards by their value for the player to move."""

    won: int
    lost: int
    drawn: int


class GroupStore(Protocol):
    """Where finished groups are kept, so that the solver may be interrupted at any time."""

    def known(self, group: Group) -> GroupCounts | None:
        """The counts of a group that is finished, by this run or an earlier one."""

    def load(self, group: Group) -> PackedGroup:
        """A finished group that has not been dropped yet."""

    def keep(self, pair: Mapping[Group, tuple[PackedGroup, GroupCounts]]) -> None:
        """Keep a pair of groups, both or neither."""

    def drop(self, cubes: int) -> None:
        """The solver no longer needs the groups with this many marked cubes."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The result: counts of all groups, and the value and distance of the start."""

    size: int
    counts: Mapping[Group, GroupCounts]
    start: int | None
    """`OPEN` for a draw, `WON`, `LOST`; None if the solver stopped before it."""
    distance: int | None

    def total(self, cubes: int | None = None) -> GroupCounts:
        """The counts over all boards, or those with ``cubes`` marked cubes."""
        matching = [n for g, n in self.counts.items() if cubes is None or g.cubes == cubes]
        return GroupCounts(*map(sum, zip(*matching, strict=True)))


def solve(
    backend: Backend,
    store: GroupStore | None = None,
    progress: ProgressCallback = lambda part: None,
    least_cubes: int = 0,
) -> Solution:
    """Solve all groups with at least ``least_cubes`` marked cubes, continuing from a store."""
    size = backend.size
    levels = range(size**2, least_cubes - 1, -1)
    everything = sum(states(size, g) for cubes in levels for pair in pairs(cubes) for g in pair)
    done = 0
    counts: dict[Group, GroupCounts] = {}
    above: dict[Group, Block] = {}
    level: dict[Group, Block] = {}
    for cubes in levels:
        above, level = level, {}
        for pair in pairs(cubes):
            known = {group: store and store.known(group) for group in pair}
            if all(known.values()):
                counts |= {
                    group: group_counts for group, group_counts in known.items() if group_counts
                }
            else:
                _load_needed(backend, store, pair, above)
                level |= solve_pair(backend, pair, above)
                counts |= {group: _count(backend, group, level[group]) for group in pair}
                if store is not None:
                    store.keep({g: (backend.fetch(g, level[g]), counts[g]) for g in pair})
            done += sum(states(size, group) for group in pair)
            progress(done / everything)
        if store is not None:
            store.drop(cubes + 1)
    return Solution(size, counts, *_start(backend, store, level))


def _load_needed(
    backend: Backend, store: GroupStore | None, pair: tuple[Group, ...], above: dict[Group, Block]
) -> None:
    """Load the results of an earlier run that this one needs."""
    for group in pair:
        if store is not None and group.next not in above and group.cubes < backend.size**2:
            above[group.next] = backend.load(group.next, store.load(group.next))


def solve_pair(
    backend: Backend, pair: tuple[Group, ...], above: Mapping[Group, Block]
) -> dict[Group, Block]:
    """Solve groups that alternate: first by pushes of neutral cubes, then of own cubes."""
    passes = {group: backend.first_pass(group, above.get(group.next)) for group in pair}
    blocks = {group: block for group, (block, _) in passes.items()}
    if backend.distances:
        last = max(ply for _, ply in passes.values())
        ply, changed = 0, 1
        while changed or ply < last:
            ply += 1
            changed = sum(backend.sweep(g, blocks[g], blocks[g.partner], ply) for g in pair)
    else:
        # A group has to be swept again only if its partner has changed since.
        pending = list(pair)
        while pending:
            group = pending.pop(0)
            changed = backend.sweep(group, blocks[group], blocks[group.partner], 0)
            if changed and group.partner not in pending:
                pending.append(group.partner)
    for group in pair:
        backend.seal(group, blocks[group])
    return blocks


def _count(backend: Backend, group: Group, block: Block) -> GroupCounts:
    won, lost = backend.count(group, block)
    boards = comb(backend.size**2, group.own) * columns(backend.size, group)
    return GroupCounts(won, lost, boards - won - lost)


def _start(
    backend: Backend, store: GroupStore | None, level: Mapping[Group, Block]
) -> tuple[int | None, int | None]:
    """The value and distance of the empty board, if the solver got to it."""
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
