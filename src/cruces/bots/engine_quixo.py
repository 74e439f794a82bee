"""The Quixo engine: looks deeper and deeper until it may look no longer.

It tells what it has found after every depth, as often as it is asked for. The search itself runs
without Python's lock, so others go on meanwhile, and stops within milliseconds when told to.
"""

import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from cruces.bots.bot import Limits
from cruces.games import QUIXO
from cruces.games.quixo import Push, State
from cruces.games.quixo.geometry import pushes, squares
from cruces.games.quixo.rules import CUBES
from cruces.games.quixo.state import Board as Cubes
from cruces.kernels.quixo import search as s
from cruces.kernels.quixo.board import has_line, push_table, pushed, pushed_own, shape
from cruces.kernels.quixo.evaluation import evaluate, evaluation
from cruces.kernels.quixo.symmetry import symmetry_table
from cruces.solvers.errors import TableError
from cruces.solvers.quixo.table import Table

TABLE_BITS = 20
"""A million facts, 16 MiB; a search of a second fills about as many."""
FOREVER = 1 << 62
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Line:
    """A push, what it leads to, and how both sides would go on.

    ``score`` is for the one to move. ``plies`` is how many pushes there are to the end when it is
    seen: to a win if the score is positive, to a loss if negative; else None.
    """

    pushes: tuple[Push, ...]
    score: int
    plies: int | None


@dataclass(frozen=True, slots=True)
class Thought:
    """What the engine knows after a depth: the best lines, the best first."""

    depth: int
    lines: tuple[Line, ...]
    nodes: int
    seconds: float


class Stop:
    """Ends a search from another thread."""

    def __init__(self) -> None:
        self._minds: list[s.Memory] = []
        self._told = False

    def watch(self, mind: s.Memory) -> None:
        """Stop this search as well, should it come to that."""
        self._minds.append(mind)
        if self._told:
            self.now()

    def now(self) -> None:
        """Stop within milliseconds."""
        self._told = True
        for mind in self._minds:
            mind.control[s.STOP] = 1


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
    search = _Search(state, team, limits, seed, blind, table)
    stop = stop or Stop()
    stop.watch(search.mind)
    timer = None
    if limits.seconds is not None:
        timer = threading.Timer(limits.seconds, stop.now)
        timer.daemon = True
        timer.start()
    try:
        yield from search.deeper(lines, limits.depth or s.DEEPEST - 2)
    finally:
        if timer is not None:
            timer.cancel()


class _Search:
    """One position, looked at again and again."""

    def __init__(
        self,
        state: State,
        team: int,
        limits: Limits,
        seed: int,
        blind: int,
        table: Table | None,
    ) -> None:
        self.size = state.options.size
        self.board = board(self.size)
        self.mind = s.memory(TABLE_BITS, len(state.seen) + 1)
        self.mind.control[s.MOST_NODES] = limits.nodes or FOREVER
        self.mind.control[s.SEED] = seed
        self.mind.control[s.BLIND] = blind
        self.began = time.monotonic()
        self.length = self._came_from(state, team)
        self.roots = self._roots(*masks(state.board, team), seed, blind)
        if table is not None:
            self.roots = _keeping(table, *masks(state.board, team), self.roots)

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

    def deeper(self, lines: int, deepest: int) -> Iterator[Thought]:
        for depth in range(1, deepest + 1):
            self._look(depth, lines)
            best = [root for root in self.roots[:lines] if root.depth == depth]
            if best or depth == 1:
                yield self._thought(depth, lines)
            if self.mind.control[s.STOP] or all(root.over for root in self.roots[:lines]):
                return

    def _look(self, depth: int, lines: int) -> None:
        """Search every push to a depth; the best ``lines`` exactly, the others as far as needed."""
        found: list[_Root] = []
        for root in self.roots:
            floor = found[lines - 1].score if len(found) >= lines else -s.MATE
            score = self._score(root, depth, floor)
            if self.mind.control[s.STOP] and depth > 1:
                break
            root.score, root.depth = score, depth
            if score > floor or len(found) < lines:
                found.append(root)
                found.sort(key=lambda each: -each.score)
                del found[lines:]
        if found:
            rest = [root for root in self.roots if root not in found]
            self.roots = [*found, *rest]

    def _score(self, root: "_Root", depth: int, floor: int) -> int:
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
        line = self.mind.line[1]
        root.way = [root.number, *map(int, line[1 : line[0] + 1])]
        root.over = abs(score) >= s.WON and depth > s.MATE - abs(score)
        return score

    def _thought(self, depth: int, lines: int) -> Thought:
        shown = tuple(
            Line(
                tuple(push_of(self.size, number) for number in root.way or [root.number]),
                root.score,
                plies(root.score),
            )
            for root in self.roots[:lines]
        )
        return Thought(depth, shown, int(self.mind.control[s.NODES]), time.monotonic() - self.began)


@dataclass(slots=True, eq=False)
class _Root:
    """A push at the root, and the board after it as the opponent sees it."""

    number: int
    other: np.uint32
    mover: np.uint32
    score: int = 0
    depth: int = 0
    over: bool = False
    way: list[int] = field(default_factory=list)
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


def plies(score: int) -> int | None:
    """How far away the end is that a score has seen."""
    return s.MATE - abs(score) if abs(score) >= s.WON else None


@cache
def push_of(size: int, number: int) -> Push:
    """The push with a number, as the rules know it."""
    taken, end = list(pushes(size))[number]
    return Push(squares(size)[taken], squares(size)[end])
