"""The engine of Quixo in teams: how it thinks is in ``deepening``."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from cruces.core import PASS
from cruces.games.quixo.kernel.board import has_line
from cruces.games.quixo.kernel.search import MATE, lot
from cruces.games.quixo.kernel.teams import search as s
from cruces.games.quixo.kernel.teams.board import (
    PASSES,
    Seats,
    after,
    board,
    free,
    name_of,
    opponents,
    team,
)
from cruces.games.quixo.kernel.teams.evaluation import evaluate, judgement
from cruces.games.quixo.players.deepening import TABLE_BITS, Root, Search, Thought
from cruces.games.quixo.players.engine import push_of
from cruces.games.quixo.rules import QUIXO_TEAMS, Action, State
from cruces.games.quixo.rules.state import Board as Cubes
from cruces.games.quixo.rules.teams import SEATS, partner
from cruces.players.bot import Limits
from cruces.players.stop import Stop


def masks(cubes: Cubes, seat: int) -> Seats:
    """The cubes of each player, in the order of their turns from this seat on."""
    own, next_, opposite, last = (
        np.uint32(sum(1 << i for i, cube in enumerate(cubes) if cube == 1 + (seat + turn) % SEATS))
        for turn in range(SEATS)
    )
    return own, next_, opposite, last


def first_round(ply: int) -> int:
    """For how many turns the first round still lasts (T3)."""
    return max(0, SEATS - ply)


def warm_up() -> None:
    """Compile, or fetch what was compiled, before somebody waits for it."""
    for _ in think(QUIXO_TEAMS.initial(), 0, Limits(depth=2)):
        pass


def think(
    state: State,
    seat: int,
    limits: Limits,
    lines: int = 1,
    stop: Stop | None = None,
    seed: int = 0,
    blind: int = 0,
) -> Iterator[Thought]:
    """What is best for a seat that is to move in a game that is not over, depth by depth.

    The same arguments with a limit of nodes or depth give the same thoughts. ``blind`` of a
    thousand pushes and replies are overlooked, which ones is decided by ``seed``.
    """
    yield from _Search(state, seat, limits, seed, blind).thoughts(lines, stop)


class _Search(Search["_Root"]):
    """One position of four players."""

    def __init__(self, state: State, seat: int, limits: Limits, seed: int, blind: int) -> None:
        self.size, self.seat = state.options.size, seat
        self.board, self.known = board(self.size), judgement(self.size)
        self.length = len(state.seen) + 1
        self.mind = s.memory(TABLE_BITS, self.length)
        super().__init__(self.mind.control, limits, seed, blind)
        self._came_from(state)
        self.fresh = first_round(state.ply + 1)
        self.roots = self._roots(state, seed, blind)

    def _came_from(self, state: State) -> None:
        """Note the boards that must not come up again."""
        for i, cubes in enumerate((*state.seen, state.board)):
            ago = self.length - 1 - i
            then = masks(cubes, (self.seat - ago) % SEATS)
            self.mind.way[i] = name_of(self.board, then, first_round(state.ply - ago))

    def _roots(self, state: State, seed: int, blind: int) -> "list[_Root]":
        here = masks(state.board, self.seat)
        may = free(self.board.shape, here, first_round(state.ply))
        if not may:
            return [_Root(PASSES, after(self.board, PASSES, here), 0)]
        roots, boards = [], set()
        for action in range(2 * len(self.board.pushes.taken)):
            taken = self.board.pushes.taken[action >> 1]
            there = after(self.board, action, here)
            if may & taken and there not in boards:  # pushes that come to the same are one
                boards.add(there)
                kept = any(mask & taken for mask in here)
                roots.append(_Root(action, there, 0 if kept else self.length))
        # The same push is overlooked with either dot.
        seen = [
            root for root in roots if lot(seed, opponents(root.seats), team(root.seats)) >= blind
        ]
        return seen or roots

    def score(self, root: "_Root", depth: int, floor: int) -> int:
        if has_line(self.board.shape, team(root.seats)):  # theirs loses, whatever else (Q5, T5)
            root.over = True
            return -(MATE - 1)
        if has_line(self.board.shape, opponents(root.seats)):
            root.over = True
            return MATE - 1
        if depth == 1:
            return -int(evaluate(self.board, self.known, root.seats))
        score = self._searched(root, depth, floor, floor + 1) if floor > -MATE else MATE
        if score > floor:
            score = self._searched(root, depth, floor, MATE)
        return self.learn(root, depth, score, self.mind.line[1])

    def _searched(self, root: "_Root", depth: int, alpha: int, beta: int) -> int:
        return -int(
            s.search(
                self.board,
                self.known,
                self.mind,
                root.seats,
                self.fresh,
                root.since,
                self.length,
                depth - 1,
                -beta,
                -alpha,
            )
        )

    def action(self, number: int, turn: int) -> Action:
        if number == PASSES:
            return PASS
        seat = (self.seat + turn) % SEATS
        return replace(push_of(self.size, number >> 1), dot=partner(seat) if number & 1 else seat)


@dataclass(slots=True, eq=False)
class _Root(Root):
    """An action at the root, the board after it as the next player sees it, and from where on
    the boards on the way could come up again."""

    seats: Seats
    since: int
