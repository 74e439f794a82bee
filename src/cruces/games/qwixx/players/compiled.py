"""The players of Qwixx and Big Points as compiled policies: for one decision, or for many games."""

from functools import cache
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from cruces.core import PASS
from cruces.games.qwixx.kernel import policies, search, strong
from cruces.games.qwixx.kernel.batch import Policy
from cruces.games.qwixx.kernel.chance import from_roll
from cruces.games.qwixx.kernel.search import Searching
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.sheet import PASS as NO_CROSS
from cruces.games.qwixx.kernel.sheet import Sheets, from_cross, from_sheet, to_cross
from cruces.games.qwixx.kernel.turn import colour_legal, locks, rules, white_legal
from cruces.games.qwixx.players.levels import BY_NAME
from cruces.games.qwixx.players.weights import shipped
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Action, Cross, Layout, Phase, State
from cruces.games.qwixx.solver import policy as friendly
from cruces.games.qwixx.solver.oracle import oracle
from cruces.players.skill import Skill

SAMPLES = 144
"""Samples at most for every choice of a search that has no other limit."""
AHEAD = 2
"""How many turns a sample is played on."""


class Player(NamedTuple):
    """A policy and what it knows."""

    policy: Policy
    known: Any


GREEDY = Player(policies.greedy, 0)


@cache
def player(who: str | Skill, layout: Layout, seats: int, ruling: str = "ends") -> Player:
    """The player with this name or skill; without whole weights who needs them is greedy."""
    name, skill = ("", who) if isinstance(who, Skill) else (who, BY_NAME.get(who))
    if name == "random":
        return Player(policies.at_random, 0)
    if name == "friendly" or (layout == QWIXX_LAYOUT and seats == 1 and name != "greedy"):
        return Player(friendly.best, friendly.known(oracle(seats, ruling)))
    net = None if name == "greedy" else shipped(layout, seats)
    if net is None:
        return GREEDY
    if skill is not None and skill.errs:
        return Player(strong.fallible, strong.Fallible(net, skill.blind, skill.blur))
    if name == "strong+search" or (skill is not None and skill.search):
        return Player(search.searching, Searching(net, SAMPLES, AHEAD))
    return Player(strong.strong, net)


class Decision(NamedTuple):
    """A decision as the kernels want it: all that a policy takes, but for chance."""

    rule: Any
    sheets: Any
    seat: int
    active: int
    roll: int
    first: int
    squares: int
    circles: int


def decision(state: State, seat: int) -> Decision:
    """What a seat has to decide."""
    layout = state.sheets[seat].layout
    rule, sheets = rules(layout, state.options), seen(state)
    assert state.roll is not None, "who decides sees dice"
    roll, locked = from_roll(state.roll), locks(rule, sheets)
    mine = int(sheets[seat, 0]), int(sheets[seat, 1])
    if state.phase is Phase.WHITE:
        legal = white_legal(rule, *mine, locked, roll)
        return Decision(rule, sheets, seat, state.active, roll, policies.NOT_YET, *legal)
    first = from_cross(layout, state.first) if isinstance(state.first, Cross) else NO_CROSS
    legal = colour_legal(rule, *mine, locked, roll, first)
    return Decision(rule, sheets, seat, state.active, roll, first, *legal)


def seen(state: State) -> Sheets:
    """The sheets as networks see them: of those who left only the rows that they closed."""
    sheets = np.array([from_sheet(sheet) for sheet in state.sheets], np.int64)
    for away in state.away:
        sheets[away] = int(sheets[away, 0]) & shape(state.sheets[away].layout).lasts, 0
    return sheets


def decided(who: Player, layout: Layout, asked: Decision, seed: int) -> Action:
    """What a player does."""
    luck = np.array([seed], np.uint64)
    return _action(layout, who.policy(who.known, *asked, luck))


def searched(
    known: Searching,
    layout: Layout,
    asked: Decision,
    seed: int,
    nodes: int | None,
    until: float | None,
) -> Action:
    """What the search finds best, with so many samples of all choices, before it is too late."""
    found = search.look(known, *asked)
    best, left, done = 0, len(found.actions), 0
    samples = known.samples if nodes is None else min(nodes // left, known.samples)
    while left > 1 and done < samples and (until is None or monotonic() < until):
        end = min(done + search.CHUNK, samples)
        search.sample(known, *asked[:-2], found, seed, done, end)
        best, left = search.narrow(found, end)
        done = end
    return _action(layout, found.actions[best])


def _action(layout: Layout, number: int) -> Action:
    return PASS if number == NO_CROSS else to_cross(layout, int(number))
