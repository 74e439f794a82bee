"""What every cross in Qwixx and Big Points is worth.

For solitaire Qwixx the exact table says it. Otherwise it is an estimate: every action is played on
in the same games, more of them each time. An active player's action 1 is judged together with the
best action 2 after it, since all dice are visible.
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
from cruces.games.qwixx.analysis.estimate import TURNS_AHEAD, Plan, Sample, draw_samples, warm_up
from cruces.games.qwixx.analysis.oracle import expected_score
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Action, Phase, State
from cruces.games.qwixx.rules.dice import FACES
from cruces.games.qwixx.solver.oracle import oracle
from cruces.games.qwixx.solver.table import ValueTable
from cruces.kernels.jit import INTERPRETED
from cruces.players.bot import Limits
from cruces.players.stop import Stop

FIRST_GAMES, MAX_GAMES = (2, 2) if INTERPRETED else (512, 16384)
"""How many games each action is played out in, at first and at most; each round doubles them.

Without machine code the points are a rough guess, and the chances come straight from the network.
"""
MAX_CONTINUATIONS = 2
"""The continuations per action that are kept after the first round."""
SEED = 1
SHARE_OF_TIME = 3
"""A round starts only if it should end in time: it takes at least as long as all before it."""


def deepen(
    game: AnyGame, state: State, seat: int, limits: Limits, stop: Stop
) -> Iterator[Analysis]:
    """See `analysis.deepen`. ``limits.nodes`` counts games that are played out; depth is ignored.

    The time limit starts when the machine code is ready.
    """
    if _has_exact_values(state) and not INTERPRETED:
        table = _table(state)
        started = time.monotonic()
        judgements = _exact_judgements(game, table, state)
        yield Analysis(seat, judgements, 0, 0, time.monotonic() - started)
        return
    warm_up(game)
    started = time.monotonic()
    continuations = [
        continuation
        for action in game.legal(state, seat)
        for continuation in _continuations(game, state, seat, action)
    ]
    spent, games, turns = 0, 0, 0 if INTERPRETED else TURNS_AHEAD
    while True:
        until = 2 * games or _affordable(FIRST_GAMES, len(continuations), limits)
        unfinished = [
            continuation for continuation in continuations if continuation.plan is not None
        ]
        if unfinished:
            samples = draw_samples(
                [_plan(continuation) for continuation in unfinished], games, until, SEED, turns
            )
            for continuation, sample in zip(unfinished, samples, strict=True):
                continuation.sample = (
                    sample if continuation.sample is None else continuation.sample.joined(sample)
                )
        spent, games = spent + (until - games) * len(unfinished), until
        continuations = _promising(continuations, seat)
        yield Analysis(seat, _estimates(continuations, seat), 0, spent, time.monotonic() - started)
        ahead = games * sum(continuation.plan is not None for continuation in continuations)
        elapsed = time.monotonic() - started
        if (
            not ahead
            or stop.requested
            or games >= MAX_GAMES
            or (limits.nodes is not None and spent + ahead > limits.nodes)
            or (limits.seconds is not None and SHARE_OF_TIME * elapsed > limits.seconds)
        ):
            return


def _affordable(games: int, continuations: int, limits: Limits) -> int:
    return games if limits.nodes is None else max(1, min(games, limits.nodes // continuations))


# Where it is known exactly


def _has_exact_values(state: State) -> bool:
    return state.sheets[0].layout == QWIXX_LAYOUT and _seats(state) == 1


def _table(state: State) -> ValueTable:
    return oracle(1, state.options.after_second_lock)


def _exact_judgements(game: AnyGame, table: ValueTable, state: State) -> tuple[Judgement, ...]:
    assert state.roll is not None, "a decision has a roll"
    sheet = state.sheets[0]
    return tuple(
        Judgement(
            action, None, None, True, None, None, _exact_line(game, table, state, action), value
        )
        for action, value in table.actions(sheet, state.roll, state.first)
    )


def _exact_line(
    game: AnyGame, table: ValueTable, state: State, action: Action
) -> tuple[Action, ...]:
    after = game.apply(state, 0, action)
    if after.phase is not Phase.COLOUR:
        return (action,)
    return action, table.actions(after.sheets[0], after.roll, after.first)[0].action


# Where it is estimated


@dataclass(slots=True)
class _Continuation:
    """An action; for the active player's action 1, with an action 2 after it."""

    action: Action
    second: Action | None
    plan: Plan | None
    """None where the game is over."""
    sample: Sample | None = None

    @property
    def line(self) -> tuple[Action, ...]:
        return (self.action,) if self.second is None else (self.action, self.second)


def _plan(continuation: _Continuation) -> Plan:
    assert continuation.plan is not None, "the game goes on"
    return continuation.plan


def _continuations(
    game: AnyGame, state: State, seat: int, action: Action
) -> Iterator[_Continuation]:
    if state.phase is Phase.COLOUR:
        after = game.apply(state, seat, action)
        outcome = game.outcome(after)
        if outcome is None:
            yield _Continuation(action, None, Plan(after))
        else:
            # The game is over: one game represents all.
            firsts = [place == 1 for place in outcome.places]
            shares = np.array([firsts]) / sum(firsts)
            sample = Sample(shares, np.array([outcome.scores], float))
            yield _Continuation(action, None, None, sample)
        return
    chosen = replace(state, choices=(*state.choices[:seat], action, *state.choices[seat + 1 :]))
    if seat != state.active:
        yield _Continuation(action, None, Plan(chosen))
        return
    # The possible actions 2: the others' crosses are unknown, but seldom change them.
    others_pass = replace(
        state, choices=tuple(None if s == seat else PASS for s in range(_seats(state)))
    )
    after = game.apply(others_pass, seat, action)
    if after.phase is not Phase.COLOUR:
        yield _Continuation(action, None, Plan(chosen))
        return
    for second in game.legal(after, seat):
        yield _Continuation(action, second, Plan(chosen, second))


def _seats(state: State) -> int:
    return len(state.sheets)


def _mean(continuation: _Continuation, seat: int) -> tuple[float, float]:
    """The mean share of the win, then the mean points."""
    assert continuation.sample is not None, "it was sampled"
    points = float(continuation.sample.scores[:, seat].mean())
    return (float(continuation.sample.shares[:, seat].mean()), points)


def _promising(continuations: list[_Continuation], seat: int) -> list[_Continuation]:
    """The best few continuations of every action."""
    actions = dict.fromkeys(continuation.action for continuation in continuations)
    return [
        continuation
        for action in actions
        for continuation in sorted(
            (continuation for continuation in continuations if continuation.action == action),
            key=lambda continuation: _mean(continuation, seat),
            reverse=True,
        )[:MAX_CONTINUATIONS]
    ]


def _estimates(continuations: list[_Continuation], seat: int) -> tuple[Judgement, ...]:
    """A judgement for every action, from its best continuation; best first."""
    best: dict[Action, _Continuation] = {}
    for continuation in continuations:
        best.setdefault(continuation.action, continuation)  # best first
    order = sorted(best.values(), key=lambda continuation: _mean(continuation, seat), reverse=True)
    return tuple(_judgement(continuation, order[0], seat) for continuation in order)


def _judgement(continuation: _Continuation, best: _Continuation, seat: int) -> Judgement:
    assert continuation.sample is not None, "it was sampled"
    assert best.sample is not None, "it was sampled"
    chance, points = _mean(continuation, seat)
    others_pass = continuation.sample.scores.shape[1] == 1
    behind = (
        best.sample.scores[:, seat] - continuation.sample.scores[:, seat]
        if others_pass
        else best.sample.shares[:, seat] - continuation.sample.shares[:, seat]
    )
    error = None if INTERPRETED else float(behind.std()) / math.sqrt(len(behind))
    return Judgement(
        continuation.action,
        None,
        None,
        False,
        None,
        None if others_pass else chance,
        continuation.line,
        points,
        error,
    )


# What a state is worth to every seat


def standing(game: AnyGame, state: State, games: int, seed: int) -> tuple[Worth, ...]:
    """What a state is worth to every seat, including dice that are already rolled."""
    outcome = game.outcome(state)
    if outcome is not None:
        return final_worths(game, outcome)
    if _has_exact_values(state):
        return (Worth(None, expected_score(_table(state), state)),)
    if state.phase is Phase.START:
        return _before_the_start(game, state, games, seed)
    (sample,) = draw_samples([Plan(state)], 0, games, seed, turns=0)
    chances, points = sample.shares.mean(axis=0), sample.scores.mean(axis=0)
    return tuple(
        Worth(None if _seats(state) == 1 else float(chance), float(score))
        for chance, score in zip(chances, points, strict=True)
    )


def _before_the_start(game: AnyGame, state: State, games: int, seed: int) -> tuple[Worth, ...]:
    """The mean over the possible starters: equal by lot, the next one likelier by dice (X4)."""
    waiting = [(state.active + step) % _seats(state) for step in range(_seats(state))]
    starters = [seat for seat in waiting if seat in state.present]
    by_dice = state.options.start == "first-six"
    shares = [(1 - 1 / FACES) ** step if by_dice else 1.0 for step in range(len(starters))]
    worths = [
        standing(game, replace(state, phase=Phase.ROLL, active=seat), games, seed)
        for seat in starters
    ]
    total = sum(shares)

    def mean(values: list[float]) -> float:
        return sum(share * value for share, value in zip(shares, values, strict=True)) / total

    return tuple(
        Worth(
            mean([worth[seat].chance or 0.0 for worth in worths]),
            mean([worth[seat].points or 0.0 for worth in worths]),
        )
        for seat in range(_seats(state))
    )
