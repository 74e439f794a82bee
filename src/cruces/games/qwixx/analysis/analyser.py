"""What every cross in Qwixx and Big Points is worth.

Alone in Qwixx the exact table says it. Else it is an estimate: every action is played on in the
same games, each time a longer row of them. An active player's action 1 is judged together with the
best action 2 after it: all dice are on the table.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from cruces.analysis.analyse import Analysis, Judgement, Worth
from cruces.analysis.review import final_worths
from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.games.qwixx.analysis.estimate import Plan, Sample, sampled, warm_up
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Action, Phase, State
from cruces.games.qwixx.rules.dice import FACES
from cruces.games.qwixx.solver.oracle import oracle
from cruces.games.qwixx.solver.table import Table
from cruces.players.bot import Limits
from cruces.players.stop import Stop

FIRST_GAMES, MOST_GAMES = 512, 16384
"""How many games an action is played out in, at first and at most; each look doubles them."""
KEPT = 2
"""Ways to go on with action 2 that are looked at for longer than the first time."""
SEED = 1
SHARE_OF_TIME = 3
"""A look is begun only if it should end in time: it takes as long as all before it, and some."""


def deepen(
    game: AnyGame, state: State, seat: int, limits: Limits, stop: Stop
) -> Iterator[Analysis]:
    """See `analysis.deepen`. ``limits.nodes`` counts games that are played out; depth is no limit.

    The time begins when there is machine code to think with.
    """
    if _solved(state):
        table = _table(state)
        began = time.monotonic()
        judgements = _exact(game, table, state)
        yield Analysis(seat, judgements, 0, 0, time.monotonic() - began)
        return
    warm_up(game)
    began = time.monotonic()
    ways = [way for action in game.legal(state, seat) for way in _ways(game, state, seat, action)]
    spent, games = 0, 0
    while True:
        until = 2 * games or _affordable(FIRST_GAMES, len(ways), limits)
        played = [way for way in ways if way.plan is not None]
        if played:
            found = sampled([_plan(way) for way in played], games, until, SEED)
            for way, sample in zip(played, found, strict=True):
                way.sample = sample if way.sample is None else way.sample.and_more(sample)
        spent, games = spent + (until - games) * len(played), until
        ways = _promising(ways, seat)
        yield Analysis(seat, _estimated(ways, seat), 0, spent, time.monotonic() - began)
        ahead = games * sum(way.plan is not None for way in ways)
        gone = time.monotonic() - began
        if (
            not ahead
            or stop.told
            or games >= MOST_GAMES
            or (limits.nodes is not None and spent + ahead > limits.nodes)
            or (limits.seconds is not None and SHARE_OF_TIME * gone > limits.seconds)
        ):
            return


def _affordable(games: int, ways: int, limits: Limits) -> int:
    return games if limits.nodes is None else max(1, min(games, limits.nodes // ways))


# Where it is known exactly


def _solved(state: State) -> bool:
    return state.sheets[0].layout == QWIXX_LAYOUT and _seats(state) == 1


def _table(state: State) -> Table:
    return oracle(1, state.options.after_second_lock)


def _exact(game: AnyGame, table: Table, state: State) -> tuple[Judgement, ...]:
    assert state.roll is not None, "there is something to decide"
    sheet = state.sheets[0]
    return tuple(
        Judgement(action, None, None, True, None, None, _line(game, table, state, action), value)
        for action, value in table.actions(sheet, state.roll, state.first)
    )


def _line(game: AnyGame, table: Table, state: State, action: Action) -> tuple[Action, ...]:
    after = game.apply(state, 0, action)
    if after.phase is not Phase.COLOUR:
        return (action,)
    return action, table.actions(after.sheets[0], after.roll, after.first)[0].action


# Where it is estimated


@dataclass(slots=True)
class _Way:
    """An action, for an active player's action 1 with an action 2 after it."""

    action: Action
    second: Action | None
    plan: Plan | None
    """None where the game is over."""
    sample: Sample | None = None

    @property
    def line(self) -> tuple[Action, ...]:
        return (self.action,) if self.second is None else (self.action, self.second)


def _plan(way: _Way) -> Plan:
    assert way.plan is not None, "the game goes on"
    return way.plan


def _ways(game: AnyGame, state: State, seat: int, action: Action) -> Iterator[_Way]:
    if state.phase is Phase.COLOUR:
        after = game.apply(state, seat, action)
        outcome = game.outcome(after)
        if outcome is None:
            yield _Way(action, None, Plan(after))
        else:
            # Nothing is left to chance: one game stands for all.
            firsts = [place == 1 for place in outcome.places]
            shares = np.array([firsts]) / sum(firsts)
            sample = Sample(shares, np.array([outcome.scores], float))
            yield _Way(action, None, None, sample)
        return
    chosen = replace(state, choices=(*state.choices[:seat], action, *state.choices[seat + 1 :]))
    if seat != state.active:
        yield _Way(action, None, Plan(chosen))
        return
    # What action 2 may be: the others' crosses seldom change it, and are not known.
    alone = replace(state, choices=tuple(None if s == seat else PASS for s in range(_seats(state))))
    after = game.apply(alone, seat, action)
    if after.phase is not Phase.COLOUR:
        yield _Way(action, None, Plan(chosen))
        return
    for second in game.legal(after, seat):
        yield _Way(action, second, Plan(chosen, second))


def _seats(state: State) -> int:
    return len(state.sheets)


def _mean(way: _Way, seat: int) -> tuple[float, float]:
    """What is played for first, then the points."""
    assert way.sample is not None, "it was looked at"
    points = float(way.sample.scores[:, seat].mean())
    return (float(way.sample.shares[:, seat].mean()), points)


def _promising(ways: list[_Way], seat: int) -> list[_Way]:
    """Of every action the best few ways to go on."""
    actions = dict.fromkeys(way.action for way in ways)
    return [
        way
        for action in actions
        for way in sorted(
            (way for way in ways if way.action == action),
            key=lambda way: _mean(way, seat),
            reverse=True,
        )[:KEPT]
    ]


def _estimated(ways: list[_Way], seat: int) -> tuple[Judgement, ...]:
    """A judgement for every action, from its best way; the best first."""
    best: dict[Action, _Way] = {}
    for way in ways:
        best.setdefault(way.action, way)  # they come in order
    order = sorted(best.values(), key=lambda way: _mean(way, seat), reverse=True)
    return tuple(_judged(way, order[0], seat) for way in order)


def _judged(way: _Way, best: _Way, seat: int) -> Judgement:
    assert way.sample is not None, "it was looked at"
    assert best.sample is not None, "it was looked at"
    chance, points = _mean(way, seat)
    alone = way.sample.scores.shape[1] == 1
    behind = (
        best.sample.scores[:, seat] - way.sample.scores[:, seat]
        if alone
        else best.sample.shares[:, seat] - way.sample.shares[:, seat]
    )
    error = float(behind.std()) / math.sqrt(len(behind))
    return Judgement(
        way.action, None, None, False, None, None if alone else chance, way.line, points, error
    )


# What a moment is worth, whoever is to act


def standing(game: AnyGame, state: State, games: int, seed: int) -> tuple[Worth, ...]:
    """What a moment is worth to every seat, the dice that are on the table included."""
    outcome = game.outcome(state)
    if outcome is not None:
        return final_worths(game, outcome)
    if _solved(state):
        return (Worth(None, _value(_table(state), state)),)
    if state.phase is Phase.START:
        return _before_the_start(game, state, games, seed)
    (sample,) = sampled([Plan(state)], 0, games, seed, turns=0)
    chances, points = sample.shares.mean(axis=0), sample.scores.mean(axis=0)
    return tuple(
        Worth(None if _seats(state) == 1 else float(chance), float(score))
        for chance, score in zip(chances, points, strict=True)
    )


def _value(table: Table, state: State) -> float:
    if state.roll is None:
        return table.value(state.sheets[0])
    return table.actions(state.sheets[0], state.roll, state.first)[0].value


def _before_the_start(game: AnyGame, state: State, games: int, seed: int) -> tuple[Worth, ...]:
    """The mean over those who may begin: all alike by lot, the next one likelier by dice (X4)."""
    waiting = [(state.active + step) % _seats(state) for step in range(_seats(state))]
    begins = [seat for seat in waiting if seat in state.present]
    by_dice = state.options.start == "first-six"
    shares = [(1 - 1 / FACES) ** step if by_dice else 1.0 for step in range(len(begins))]
    worths = [
        standing(game, replace(state, phase=Phase.ROLL, active=seat), games, seed)
        for seat in begins
    ]
    whole = sum(shares)

    def mean(values: list[float]) -> float:
        return sum(share * value for share, value in zip(shares, values, strict=True)) / whole

    return tuple(
        Worth(
            mean([worth[seat].chance or 0.0 for worth in worths]),
            mean([worth[seat].points or 0.0 for worth in worths]),
        )
        for seat in range(_seats(state))
    )
