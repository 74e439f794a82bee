"""Toy Race: roll on and risk it, or stop and be safe. The first to reach square 40 wins."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from cruces.core import CHANCE, Game, Legal, MalformedError, Outcome, Reason, Uniform
from cruces.core.outcome import places_of

GOAL, FACES, TRIP, ACTIONS = 40, range(1, 7), 1, ("roll", "stop")
NOTATION = re.compile(r"(\d\d?(?:/\d\d?)+) p([1-4])\+(\d\d?) die ([0-6])(?: resigned p([1-4]))?")


@dataclass(frozen=True, slots=True)
class State:
    """``ahead`` are the steps of this turn, lost in a trip; ``die`` is 0 before a roll."""

    runners: tuple[int, ...]
    seat: int = 0
    ahead: int = 0
    die: int = 0
    resigned: int | None = None


class ToyRace(Game[State, str, int]):
    id = "toy-race"
    seat_counts = (2, 3, 4)
    conclusions = ("resignation",)
    has_points = True
    score_range = (0, GOAL)

    def initial(
        self, options: Mapping[str, object] | None = None, seats: int | None = None
    ) -> State:
        self.resolve(options or {})
        return State((0,) * self.check_seats(seats))

    def seats(self, state: State) -> int:
        return len(state.runners)

    def to_act(self, state: State) -> frozenset[int]:
        if self.outcome(state):
            return frozenset()
        return frozenset((state.seat if state.die else CHANCE,))

    def chance(self, state: State) -> Uniform[int]:
        return Uniform.among(FACES)

    def _happen(self, state: State, outcome: int) -> State:
        ahead = state.ahead + outcome
        if outcome == TRIP:
            return self._next(state, 0)
        if state.runners[state.seat] + ahead >= GOAL:
            return self._next(state, ahead)
        return replace(state, ahead=ahead, die=outcome)

    def _legal(self, state: State, seat: int) -> Legal[str]:
        return Legal.among(ACTIONS)

    def _act(self, state: State, seat: int, action: str) -> State:
        return replace(state, die=0) if action == "roll" else self._next(state, state.ahead)

    def _next(self, state: State, steps: int) -> State:
        runners = list(state.runners)
        runners[state.seat] = min(GOAL, runners[state.seat] + steps)
        return State(tuple(runners), (state.seat + 1) % len(runners))

    def _conclude(self, state: State, how: str, seat: int | None) -> State:
        return replace(state, resigned=seat)

    def outcome(self, state: State) -> Outcome | None:
        scores, left = state.runners, state.resigned
        if left is not None:
            ranks = [score - (seat == left) * (GOAL + 1) for seat, score in enumerate(scores)]
            return Outcome(places_of(ranks), scores, "resignation", left=(left,))
        return Outcome(places_of(scores), scores, "toy-race") if GOAL in scores else None

    def format_position(self, state: State) -> str:
        where = "/".join(map(str, state.runners))
        left = "" if state.resigned is None else f" resigned p{state.resigned + 1}"
        return f"{where} p{state.seat + 1}+{state.ahead} die {state.die}{left}"

    def parse_position(self, written: str, options: Mapping[str, object] | None = None) -> State:
        found = NOTATION.fullmatch(written) or _malformed(written)
        runners = tuple(map(int, found[1].split("/")))
        seats = range(self.check_seats(len(runners)))
        seat, left = int(found[2]) - 1, int(found[5]) - 1 if found[5] else None
        if max(runners) > GOAL or seat not in seats or not (left is None or left in seats):
            _malformed(written)
        return State(runners, seat, int(found[3]), int(found[4]), left)

    def parse_action(self, written: str) -> str:
        return written if written in ACTIONS else _malformed(written)

    def parse_chance(self, written: str) -> int:
        return int(written) if re.fullmatch("[1-6]", written) else _malformed(written)


def _malformed(written: str) -> NoReturn:
    raise MalformedError(Reason("toy-race-text", {"text": written}))
