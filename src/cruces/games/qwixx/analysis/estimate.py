"""What a moment of Qwixx or Big Points is worth to each seat, where nobody knows it exactly.

The one place that estimates. Who may win is the network's word some turns later; the points to be
expected come from greedy players, who play the moment to its end many times, and alone from the
network as well. Another way to judge a moment need only give the same ``Sample``s.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.games.qwixx.kernel.chance import from_roll
from cruces.games.qwixx.kernel.outlook import look_ahead
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.rollouts import Moment, play_out
from cruces.games.qwixx.kernel.sheet import PASS as NOTHING
from cruces.games.qwixx.kernel.sheet import from_cross, from_sheet
from cruces.games.qwixx.kernel.turn import rules
from cruces.games.qwixx.players.compiled import seen
from cruces.games.qwixx.players.weights import shipped
from cruces.games.qwixx.rules import Action, Cross, Layout, Phase, State

Floats = npt.NDArray[np.float64]
AHEAD = 2
"""Turns that are played on before the network judges: its errors cancel out over many dice."""
A_JUDGEMENT = 16
"""Games for the points to one for the shares, which takes as long as all of them and tells more."""


class Plan(NamedTuple):
    """A state, and what its active player will do in action 2 if that is decided."""

    state: State
    second: Action | None = None


class Sample(NamedTuple):
    """How games may go on: ``[game, seat]``, the same dice for the same number.

    ``shares`` is what a seat may expect of the win, from 0 to 1. ``scores`` is what it had at the
    end, in more games.
    """

    shares: Floats
    scores: Floats

    def and_more(self, more: "Sample") -> "Sample":
        """With other games."""
        return Sample(*(np.concatenate(both) for both in zip(self, more, strict=True)))


def sampled(
    plans: Sequence[Plan], begin: int, end: int, seed: int, turns: int = AHEAD
) -> list[Sample]:
    """Games with these numbers from each of the plans, which are of one game.

    States may be redacted: who has not chosen, or whose choice is hidden, chooses anew. Without
    turns ahead there are no dice in the shares: what is on the table is judged.
    """
    first = plans[0].state
    layout = first.sheets[0].layout
    rule, net = rules(layout, first.options), shipped(layout, len(first.sheets))
    moments = [_moment(*plan) for plan in plans]
    if net is None:
        scores = play_out(rule, moments, begin, end, seed).astype(float)
        shares = _divided(scores, first.present)
    else:
        shown = [
            moment._replace(sheets=seen(plan.state))
            for moment, plan in zip(moments, plans, strict=True)
        ]
        judged = (-(-begin // A_JUDGEMENT), -(-end // A_JUDGEMENT)) if turns else (0, 1)
        shares = look_ahead(net, rule, shown, turns, *judged, seed)
        if shares.shape[-1] == 1:
            return [Sample(np.ones_like(points), points) for points in shares]
        scores = play_out(rule, moments, begin, end, seed).astype(float)
    return [Sample(*both) for both in zip(shares, scores, strict=True)]


def _divided(scores: Floats, present: Sequence[int]) -> Floats:
    """What each got of the games: those in first place divide it."""
    ranked = np.full(scores.shape, -np.inf)
    ranked[..., present] = scores[..., present]
    first = ranked == ranked.max(axis=-1, keepdims=True)
    shares: Floats = first / first.sum(axis=-1, keepdims=True)
    return shares


def _moment(state: State, second: Action | None) -> Moment:
    """The kernel's picture of a state in which dice are to be rolled or actions to be taken."""
    assert state.phase not in (Phase.START, Phase.OVER), "nothing is played there"
    roll = 0
    if state.roll is not None:
        # A die that has left the game: nobody looks at its face, but it must have one.
        faces = tuple(face or 1 for face in state.roll.colours)
        roll = from_roll(replace(state.roll, colours=faces))
    layout = state.sheets[0].layout
    chosen = [_number(layout, choice) for choice in state.choices]
    return Moment(
        np.array([from_sheet(sheet) for sheet in state.sheets], np.int64),
        state.active,
        sum(1 << seat for seat in state.away),
        roll,
        np.array(chosen or [NOT_YET] * len(state.sheets), np.int64),
        _number(layout, state.first),
        _number(layout, second),
    )


def _number(layout: Layout, action: object) -> int:
    if isinstance(action, Cross):
        return from_cross(layout, action)
    return NOTHING if action == PASS else NOT_YET


def warm_up(game: AnyGame) -> None:
    """Have the machine code ready."""
    state = replace(game.initial(None, 2), phase=Phase.ROLL)
    sampled([Plan(state)], 0, 1, 0)
