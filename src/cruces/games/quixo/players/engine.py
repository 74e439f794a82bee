"""The Quixo engine, for two players: how it thinks is in ``deepening``."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from cruces.games.quixo.kernel import search as s
from cruces.games.quixo.kernel.board import has_line, push_table, pushed, pushed_own, shape
from cruces.games.quixo.kernel.evaluation import evaluate, evaluation
from cruces.games.quixo.kernel.symmetry import symmetry_table
from cruces.games.quixo.players.deepening import TABLE_BITS, Line, Root, Search, Thought
from cruces.games.quixo.rules import QUIXO, Push, State
from cruces.games.quixo.rules.geometry import pushes, squares
from cruces.games.quixo.rules.pushing import CUBES
from cruces.games.quixo.rules.state import Board as Cubes
from cruces.games.quixo.solver.table import Table
from cruces.players.bot import Limits
from cruces.players.stop import Stop
from cruces.solvers.errors import TableError

LOG = logging.getLogger(__name__)


@cache
def board(size: int) -> s.Board:
    """What a search has to know of a board of this size."""
    return s.Board(shape(size), push_table(size), evaluation(size), symmetry_table(size))


def masks(cubes: Cubes, team: int) -> tuple[np.uint32, np.uint32]:
    """The cubes of a team, and those of the other."""
    own = sum(1 << i for i, cube in enumerate(cubes) if cube in CUBES[team])
    other = sum(1 << i for i, cube in enumerate(cubes) if cube in CUBES[1 - team])
    return np.uint32(own), np.uint32(other)


def warm_up() -> None:
    """Compile, or fetch what was compiled, before somebody waits for it."""
    for _ in think(QUIXO.initial(), 0, Limits(depth=3)):
        pass


def think(
    state: State,
    team: int,
    limits: Limits,
    lines: int = 1,
    stop: Stop | None = None,
    seed: int = 0,
    blind: int = 0,
    table: Table | None = None,
) -> Iterator[Thought]:
    """What is best for a team that is to move in a game that is not over, depth by depth.

    The same arguments with a limit of nodes or depth give the same thoughts. ``blind`` of a
    thousand pushes and replies are overlooked, which ones is decided by ``seed``. With a table only
    those pushes are thought about that keep what the position is worth, as far as it says.
    """
    search = _Search(state, team, limits, seed, blind)
    if table is not None:
        search.roots = _keeping(table, *masks(state.board, team), search.roots)
    yield from search.thoughts(lines, stop)


class _Search(Search["_Root"]):
    """One position of two players."""

    def __init__(self, state: State, team: int, limits: Limits, seed: int, blind: int) -> None:
        self.size = state.options.size
        self.board = board(self.size)
        self.mind = s.memory(TABLE_BITS, len(state.seen) + 1)
        super().__init__(self.mind.control, limits, seed, blind)
        self.length = self._came_from(state, team)
        self.roots = self._roots(*masks(state.board, team), seed, blind)

    def _came_from(self, state: State, team: int) -> int:
        """Note the boards that must not come up again; how many there are."""
        earlier = [*state.seen, state.board]
        for i, cubes in enumerate(earlier):
            then = (team + len(earlier) - 1 - i) % 2
            self.mind.way[i] = s.key_of(self.board, *masks(cubes, then))
        return len(earlier)

    def _roots(self, mover: np.uint32, other: np.uint32, seed: int, blind: int) -> "list[_Root]":
        roots, boards = [], set()
        table = self.board.pushes
        for number in range(len(table.taken)):
            if other & table.taken[number]:
                continue
            after = pushed_own(table, number, mover)
            gone = pushed(table, number, other)
            if (after, gone) not in boards:  # pushes that come to the same are one
                boards.add((after, gone))
                roots.append(_Root(number, after, gone))
        seen = [root for root in roots if s.lot(seed, root.other, root.mover) >= blind]
        return seen or roots

    def score(self, root: "_Root", depth: int, floor: int) -> int:
        if root.known is not None:
            root.over = True
            return root.known
        ended = has_line(self.board.shape, root.mover), has_line(self.board.shape, root.other)
        if ended[0]:  # a line of the opponent's loses, whatever else it makes (Q5)
            root.over = True
            return -(s.MATE - 1)
        if ended[1]:
            root.over = True
            return s.MATE - 1
        if depth == 1:
            return -int(evaluate(self.board.shape, self.board.known, root.mover, root.other))
        score = -int(
            s.search(
                self.board,
                self.mind,
                root.mover,
                root.other,
                depth - 1,
                -s.MATE,
                -floor,
                1,
                self.length,
            )
        )
        return self.learn(root, depth, score, self.mind.line[1])

    def action(self, number: int, turn: int) -> Push:
        return push_of(self.size, number)


@dataclass(slots=True, eq=False)
class _Root(Root):
    """A push at the root, and the board after it as the opponent sees it."""

    other: np.uint32
    mover: np.uint32
    known: int | None = None
    """Its score, where a table knows how far the end is."""


def _keeping(table: Table, mover: np.uint32, other: np.uint32, roots: list[_Root]) -> list[_Root]:
    """The pushes that keep what a position is worth, or may; fastest wins, slowest losses.

    A table that turns out to be damaged says nothing.
    """
    try:
        return _kept(table, mover, other, roots)
    except TableError as error:
        LOG.warning("playing without the table: %s", error)
        return roots


def _kept(table: Table, mover: np.uint32, other: np.uint32, roots: list[_Root]) -> list[_Root]:
    value = table.value(int(mover), int(other))
    if value is None:
        return roots
    after = [(root, table.value(int(root.mover), int(root.other))) for root in roots]
    kept = [root for root, theirs in after if theirs in (None, -value)]
    if value == 0 or not table.distances:
        return kept
    for root in kept:
        plies = table.distance(int(root.mover), int(root.other))
        assert plies is not None, "a decided position of such a table has a distance"
        root.known = value * (s.MATE - 1 - plies)
    best = max(root.known or 0 for root in kept)
    return [root for root in kept if root.known == best]


@cache
def push_of(size: int, number: int) -> Push:
    """The push with a number, as the rules know it."""
    taken, end = list(pushes(size))[number]
    return Push(squares(size)[taken], squares(size)[end])


__all__ = ["Line", "Stop", "Thought", "masks", "push_of", "think", "warm_up"]
