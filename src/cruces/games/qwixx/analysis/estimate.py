"""Estimates what a state of Qwixx or Big Points is worth to each seat.

All estimates come from here. The chance to win is the network's judgement some turns later; the
expected points come from greedy players, who play the state to its end many times, and for a single
player also from the network. Another way to estimate need only return the same ``Sample`` values.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.games.qwixx.kernel.chance import from_roll
from cruces.games.qwixx.kernel.lookahead import expected_shares
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.rollouts import KernelState, play_to_end
from cruces.games.qwixx.kernel.sheet import PASS as NOTHING
from cruces.games.qwixx.kernel.sheet import from_cross, from_sheet
from cruces.games.qwixx.kernel.turn import kernel_rules
from cruces.games.qwixx.players.compiled import visible_sheets
from cruces.games.qwixx.players.weights import shipped_network
from cruces.games.qwixx.rules import Action, Cross, Layout, Phase, State

Floats = npt.NDArray[np.float64]
TURNS_AHEAD = 2
"""Turns that are played before the network judges: its errors average out over many dice."""
GAMES_PER_JUDGEMENT = 16
"""Games for the points per game for the shares, which takes as long as all of them."""


class Plan(NamedTuple):
    """A state, and what its active player will do in action 2, if that is decided."""

    state: State
    second: Action | None = None


class Sample(NamedTuple):
    """Simulated games: ``[game, seat]``, with the same dice for the same number.

    ``shares`` is a seat's expected share of the win, from 0 to 1. ``scores`` is its final score, in
    more games.
    """

    shares: Floats
    scores: Floats

    def joined(self, more: "Sample") -> "Sample":
        """Both samples together."""
        return Sample(*(np.concatenate(both) for both in zip(self, more, strict=True)))


def draw_samples(
    plans: Sequence[Plan], begin: int, end: int, seed: int, turns: int = TURNS_AHEAD
) -> list[Sample]:
    """Simulate the games from ``begin`` to ``end`` from each plan; all plans are of one game.

    States may be redacted: open and hidden choices are made anew. With ``turns=0`` the shares
    involve no dice: the state itself is judged.
    """
    first = plans[0].state
    layout = first.sheets[0].layout
    rules, net = kernel_rules(layout, first.options), shipped_network(layout, len(first.sheets))
    states = [_kernel_state(*plan) for plan in plans]
    if net is None:
        scores = play_to_end(rules, states, begin, end, seed).astype(float)
        shares = _shares_of_win(scores, first.present)
    else:
        network_states = [
            state._replace(sheets=visible_sheets(plan.state))
            for state, plan in zip(states, plans, strict=True)
        ]
        judged_games = (
            (-(-begin // GAMES_PER_JUDGEMENT), -(-end // GAMES_PER_JUDGEMENT)) if turns else (0, 1)
        )
        shares = expected_shares(net, rules, network_states, turns, *judged_games, seed)
        if shares.shape[-1] == 1:
            return [Sample(np.ones_like(points), points) for points in shares]
        scores = play_to_end(rules, states, begin, end, seed).astype(float)
    return [Sample(*both) for both in zip(shares, scores, strict=True)]


def _shares_of_win(scores: Floats, present: Sequence[int]) -> Floats:
    """Each seat's share of the wins: those in first place share it."""
    ranked = np.full(scores.shape, -np.inf)
    ranked[..., present] = scores[..., present]
    first = ranked == ranked.max(axis=-1, keepdims=True)
    shares: Floats = first / first.sum(axis=-1, keepdims=True)
    return shares


def _kernel_state(state: State, second: Action | None) -> KernelState:
    """A state in which dice are to be rolled or actions taken, as the kernel represents it."""
    assert state.phase not in (Phase.START, Phase.OVER), "nothing is played in these phases"
    roll = 0
    if state.roll is not None:
        # A die that has left the game needs a face too, although it is ignored.
        faces = tuple(face or 1 for face in state.roll.colours)
        roll = from_roll(replace(state.roll, colours=faces))
    layout = state.sheets[0].layout
    choices = [_number(layout, choice) for choice in state.choices]
    return KernelState(
        np.array([from_sheet(sheet) for sheet in state.sheets], np.int64),
        state.active,
        sum(1 << seat for seat in state.away),
        roll,
        np.array(choices or [NOT_YET] * len(state.sheets), np.int64),
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
    draw_samples([Plan(state)], 0, 1, 0)
