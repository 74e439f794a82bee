"""The Quixo engine for two players; ``deepening`` drives its search."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from cruces.games.quixo.kernel import search as s
from cruces.games.quixo.kernel.board import has_line, push_table, pushed, pushed_own, shape
from cruces.games.quixo.kernel.evaluation import evaluate, evaluation
from cruces.games.quixo.kernel.lines import crossed_lines
from cruces.games.quixo.kernel.symmetry import image_table
from cruces.games.quixo.players.deepening import (
    TABLE_BITS,
    DepthResult,
    RootMove,
    Search,
    Variation,
)
from cruces.games.quixo.rules import QUIXO, Push, State
from cruces.games.quixo.rules.geometry import pushes, squares
from cruces.games.quixo.rules.pushing import CUBES
from cruces.games.quixo.rules.state import Board
from cruces.games.quixo.solver.table import ValueTable
from cruces.players.bot import Limits
from cruces.players.stop import Stop
from cruces.solvers.errors import TableError

LOG = logging.getLogger(__name__)


@cache
def board_tables(size: int) -> s.BoardTables:
    """The tables that a search needs for a board of this size."""
    return s.BoardTables(
        shape(size), push_table(size), evaluation(size), crossed_lines(size), image_table(size)
    )


def masks(board: Board, team: int) -> tuple[np.uint32, np.uint32]:
    """The cubes of a team and of its opponent, as masks."""
    own = sum(1 << i for i, cube in enumerate(board) if cube in CUBES[team])
    other = sum(1 << i for i, cube in enumerate(board) if cube in CUBES[1 - team])
    return np.uint32(own), np.uint32(other)


def warm_up() -> None:
    """Compile, or fetch what was compiled, before somebody waits for it."""
    for _ in think(QUIXO.initial(), 0, Limits(depth=3)):
        pass


def think(
    state: State,
    team: int,
    limits: Limits,
    variations: int = 1,
    stop: Stop | None = None,
    seed: int = 0,
    blind: int = 0,
    table: ValueTable | None = None,
) -> Iterator[DepthResult]:
    """Search for the team to move in a game that is not over; yields a result per depth.

    The same arguments with a limit of nodes or depth give the same results. ``blind`` per mille of
    the pushes and replies are overlooked; ``seed`` decides which. With a table, only pushes that
    preserve the value of the position are searched, as far as the table knows it.
    """
    search = _Search(state, team, limits, seed, blind)
    if table is not None:
        search.roots = _value_preserving(table, *masks(state.board, team), search.roots)
    yield from search.results(variations, stop)


class _Search(Search["_RootMove"]):
    """The search of one position for two players."""

    def __init__(self, state: State, team: int, limits: Limits, seed: int, blind: int) -> None:
        self.size = state.options.size
        self.tables = board_tables(self.size)
        self.memory = s.memory(TABLE_BITS, len(state.seen) + 1)
        super().__init__(self.memory.control, limits, seed, blind)
        self.length = self._record_path(state, team)
        self.roots = self._roots(*masks(state.board, team), seed, blind)

    def _record_path(self, state: State, team: int) -> int:
        """Put the boards that could repeat into the path; returns how many there are."""
        earlier = [*state.seen, state.board]
        for i, board in enumerate(earlier):
            mover = (team + len(earlier) - 1 - i) % 2
            self.memory.path[i] = s.canonical_key(self.tables, *masks(board, mover))
        return len(earlier)

    def _roots(
        self, mover: np.uint32, other: np.uint32, seed: int, blind: int
    ) -> "list[_RootMove]":
        roots, boards = [], set()
        push_columns = self.tables.pushes
        for number in range(len(push_columns.taken)):
            if other & push_columns.taken[number]:
                continue
            mine = pushed_own(push_columns, number, mover)
            theirs = pushed(push_columns, number, other)
            if (mine, theirs) not in boards:  # pushes with the same result count as one
                boards.add((mine, theirs))
                roots.append(_RootMove(number, mine, theirs))
        visible = [
            root for root in roots if s.hash_per_mille(seed, root.other, root.mover) >= blind
        ]
        return visible or roots

    def score(self, root: "_RootMove", depth: int, floor: int) -> int:
        if root.exact_score is not None:
            root.solved = True
            return root.exact_score
        if has_line(self.tables.shape, root.mover):  # their line always loses (Q5)
            root.solved = True
            return -(s.MATE - 1)
        if has_line(self.tables.shape, root.other):
            root.solved = True
            return s.MATE - 1
        if depth == 1:
            return -int(evaluate(self.tables.evaluation, root.mover, root.other))
        score = -int(
            s.search(
                self.tables,
                self.memory,
                root.mover,
                root.other,
                depth - 1,
                -s.MATE,
                -floor,
                1,
                self.length,
            )
        )
        return self.record(root, depth, score, self.memory.variations[1])

    def action(self, number: int, turn: int) -> Push:
        return push_of(self.size, number)


@dataclass(slots=True, eq=False)
class _RootMove(RootMove):
    """A push at the root, and the board after it from the opponent's side."""

    other: np.uint32
    mover: np.uint32
    exact_score: int | None = None
    """Its score, if a table knows the distance to the end."""


def _value_preserving(
    table: ValueTable, mover: np.uint32, other: np.uint32, roots: list[_RootMove]
) -> list[_RootMove]:
    """The pushes that preserve the value of a position: fastest wins, slowest losses.

    Pushes that the table does not know are included. A damaged table is ignored with a warning.
    """
    try:
        return _filter_by_table(table, mover, other, roots)
    except TableError as error:
        LOG.warning("playing without the table: %s", error)
        return roots


def _filter_by_table(
    table: ValueTable, mover: np.uint32, other: np.uint32, roots: list[_RootMove]
) -> list[_RootMove]:
    value = table.value(int(mover), int(other))
    if value is None:
        return roots
    values_after = [(root, table.value(int(root.mover), int(root.other))) for root in roots]
    preserving = [root for root, theirs in values_after if theirs in (None, -value)]
    if value == 0 or not table.distances:
        return preserving
    for root in preserving:
        plies = table.distance(int(root.mover), int(root.other))
        assert plies is not None, "a decided position of such a table has a distance"
        root.exact_score = value * (s.MATE - 1 - plies)
    best = max(root.exact_score or 0 for root in preserving)
    return [root for root in preserving if root.exact_score == best]


@cache
def push_of(size: int, number: int) -> Push:
    """The push with this number, as the rules represent it."""
    taken, end = list(pushes(size))[number]
    return Push(squares(size)[taken], squares(size)[end])


__all__ = ["DepthResult", "Stop", "Variation", "masks", "push_of", "think", "warm_up"]
