"""What a moment of Qwixx or Big Points is worth to each seat, where nobody knows it exactly.

The one place that estimates: greedy players play the moment to its end many times. Another way to
judge a moment need only give the same ``Sample``s.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.bots.analysis import AnyGame
from cruces.core import PASS
from cruces.games.qwixx import HIDDEN, Action, BigPoints, Cross, Phase, State
from cruces.kernels.qwixx.chance import from_roll
from cruces.kernels.qwixx.policies import NOT_YET
from cruces.kernels.qwixx.rollouts import Moment, play_out
from cruces.kernels.qwixx.sheet import PASS as NOTHING
from cruces.kernels.qwixx.sheet import from_cross, from_sheet
from cruces.kernels.qwixx.turn import rules

Floats = npt.NDArray[np.float64]


class Plan(NamedTuple):
    """A state, and what its active player will do in action 2 if that is decided."""

    state: State
    second: Action | None = None


class Sample(NamedTuple):
    """How games went on: ``[game, seat]``, the same dice for the same number.

    ``shares`` is what a seat got of the game, from 0 to 1: those in first place divide it.
    """

    shares: Floats
    scores: Floats

    def and_more(self, more: "Sample") -> "Sample":
        """With other games."""
        return Sample(*(np.concatenate(both) for both in zip(self, more, strict=True)))


def sampled(game: AnyGame, plans: Sequence[Plan], begin: int, end: int, seed: int) -> list[Sample]:
    """Games with these numbers from each of the plans, which are of one game.

    States may be redacted: who has not chosen, or whose choice is hidden, chooses anew.
    """
    rule = rules(plans[0].state.options, isinstance(game, BigPoints))
    scores = play_out(rule, [_moment(*plan) for plan in plans], begin, end, seed).astype(float)
    present = plans[0].state.present
    ranked = np.full(scores.shape, -np.inf)
    ranked[..., present] = scores[..., present]
    first = ranked == ranked.max(axis=-1, keepdims=True)
    shares = first / first.sum(axis=-1, keepdims=True)
    return [Sample(*both) for both in zip(shares, scores, strict=True)]


def _moment(state: State, second: Action | None) -> Moment:
    """The kernel's picture of a state in which dice are to be rolled or actions to be taken."""
    assert state.phase not in (Phase.START, Phase.OVER), "nothing is played there"
    roll = 0
    if state.roll is not None:
        # A die that has left the game: nobody looks at its face, but it must have one.
        faces = tuple(face or 1 for face in state.roll.colours)
        roll = from_roll(replace(state.roll, colours=faces))
    chosen = [NOT_YET if choice is HIDDEN else _number(choice) for choice in state.choices]
    return Moment(
        np.array([from_sheet(sheet) for sheet in state.sheets], np.int64),
        state.active,
        sum(1 << seat for seat in state.away),
        roll,
        np.array(chosen or [NOT_YET] * len(state.sheets), np.int64),
        _number(state.first),
        _number(second),
    )


def _number(action: object) -> int:
    if isinstance(action, Cross):
        return from_cross(action)
    return NOTHING if action == PASS else NOT_YET


def warm_up(game: AnyGame) -> None:
    """Have the machine code ready."""
    state = replace(game.initial(None, 2), phase=Phase.ROLL)
    sampled(game, [Plan(state)], 0, 1, 0)
