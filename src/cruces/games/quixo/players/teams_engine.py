"""The engine for Quixo in teams; ``deepening`` drives its search."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cruces.core import PASS
from cruces.games.quixo.kernel.board import has_line
from cruces.games.quixo.kernel.search import MATE, hash_per_mille
from cruces.games.quixo.kernel.teams import search as s
from cruces.games.quixo.kernel.teams.board import (
    PASS_ACTION,
    Seats,
    after,
    canonical_key,
    opponents,
    takeable,
    team,
    team_tables,
)
from cruces.games.quixo.kernel.teams.evaluation import evaluate, team_evaluation
from cruces.games.quixo.players.deepening import TABLE_BITS, DepthResult, RootMove, Search
from cruces.games.quixo.players.engine import push_of
from cruces.games.quixo.rules import QUIXO_TEAMS, Action, State
from cruces.games.quixo.rules.state import Board
from cruces.games.quixo.rules.teams import SEATS, partner
from cruces.players.bot import Limits
from cruces.players.stop import Stop


def masks(board: Board, seat: int) -> Seats:
    """The cubes of each player as masks, in turn order from this seat."""
    own, next_, opposite, last = (
        np.uint32(sum(1 << i for i, cube in enumerate(board) if cube == 1 + (seat + turn) % SEATS))
        for turn in range(SEATS)
    )
    return own, next_, opposite, last


def opening_turns(ply: int) -> int:
    """How many turns of the first round are still to come (T3)."""
    return max(0, SEATS - ply)


def warm_up() -> None:
    """Compile, or fetch what was compiled, before somebody waits for it."""
    for _ in think(QUIXO_TEAMS.initial(), 0, Limits(depth=2)):
        pass


def think(
    state: State,
    seat: int,
    limits: Limits,
    variations: int = 1,
    stop: Stop | None = None,
    seed: int = 0,
    blind: int = 0,
) -> Iterator[DepthResult]:
    """Search for the seat to move in a game that is not over; yields a result per depth.

    The same arguments with a limit of nodes or depth give the same results. ``blind`` per mille of
    the pushes and replies are overlooked; ``seed`` decides which.
    """
    yield from _Search(state, seat, limits, seed, blind).results(variations, stop)


class _Search(Search["_RootMove"]):
    """The search of one position for four players."""

    def __init__(self, state: State, seat: int, limits: Limits, seed: int, blind: int) -> None:
        self.size, self.seat = state.options.size, seat
        self.tables, self.evaluation = team_tables(self.size), team_evaluation(self.size)
        self.length = len(state.seen) + 1
        self.memory = s.memory(TABLE_BITS, self.length)
        super().__init__(self.memory.control, limits, seed, blind)
        self._record_path(state)
        self.opening_turns = opening_turns(state.ply + 1)
        self.roots = self._roots(state, seed, blind)

    def _record_path(self, state: State) -> None:
        """Put the boards that could repeat into the path."""
        for i, board in enumerate((*state.seen, state.board)):
            ago = self.length - 1 - i
            seats = masks(board, (self.seat - ago) % SEATS)
            self.memory.path[i] = canonical_key(self.tables, seats, opening_turns(state.ply - ago))

    def _roots(self, state: State, seed: int, blind: int) -> "list[_RootMove]":
        seats = masks(state.board, self.seat)
        takeable_cubes = takeable(self.tables.shape, seats, opening_turns(state.ply))
        if not takeable_cubes:
            return [_RootMove(PASS_ACTION, after(self.tables, PASS_ACTION, seats), 0)]
        roots, boards = [], set()
        for action in range(2 * len(self.tables.pushes.taken)):
            taken = self.tables.pushes.taken[action >> 1]
            after_push = after(self.tables, action, seats)
            if (
                takeable_cubes & taken and after_push not in boards
            ):  # pushes with the same result count as one
                boards.add(after_push)
                marked = any(mask & taken for mask in seats)
                roots.append(_RootMove(action, after_push, 0 if marked else self.length))
        # A push is overlooked together with both of its dots.
        seen = [
            root
            for root in roots
            if hash_per_mille(seed, opponents(root.seats), team(root.seats)) >= blind
        ]
        return seen or roots

    def score(self, root: "_RootMove", depth: int, floor: int) -> int:
        if has_line(self.tables.shape, team(root.seats)):  # their line always loses (Q5, T5)
            root.solved = True
            return -(MATE - 1)
        if has_line(self.tables.shape, opponents(root.seats)):
            root.solved = True
            return MATE - 1
        if depth == 1:
            return -int(evaluate(self.tables, self.evaluation, root.seats))
        score = self._search(root, depth, floor, floor + 1) if floor > -MATE else MATE
        if score > floor:
            score = self._search(root, depth, floor, MATE)
        return self.record(root, depth, score, self.memory.variations[1])

    def _search(self, root: "_RootMove", depth: int, alpha: int, beta: int) -> int:
        return -int(
            s.search(
                self.tables,
                self.evaluation,
                self.memory,
                root.seats,
                self.opening_turns,
                root.reversible_from,
                self.length,
                depth - 1,
                -beta,
                -alpha,
            )
        )

    def action(self, number: int, turn: int) -> Action:
        if number == PASS_ACTION:
            return PASS
        seat = (self.seat + turn) % SEATS
        return push_of(self.size, number >> 1)._replace(dot=partner(seat) if number & 1 else seat)


@dataclass(slots=True, eq=False)
class _RootMove(RootMove):
    """An action at the root, and the board after it from the next player's side.

    Boards of the path from ``reversible_from`` on could still come up again.
    """

    seats: Seats
    reversible_from: int
