"""The players of Qwixx and Big Points as compiled policies: for one decision, or for many games."""

from functools import cache
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from cruces.bots.skills_qwixx import SKILLS
from cruces.bots.weights_qwixx import shipped
from cruces.core import PASS
from cruces.games.qwixx import Action, Cross, Phase, State
from cruces.kernels.qwixx import policies, search, strong
from cruces.kernels.qwixx.batch import Policy
from cruces.kernels.qwixx.chance import from_roll
from cruces.kernels.qwixx.net import room
from cruces.kernels.qwixx.search import Searching
from cruces.kernels.qwixx.sheet import PASS as NO_CROSS
from cruces.kernels.qwixx.sheet import from_cross, from_sheet, to_cross
from cruces.kernels.qwixx.turn import colour_legal, locks, rules, white_legal
from cruces.solvers.qwixx import policy as friendly
from cruces.solvers.qwixx.oracle import oracle

CHUNK = 5
"""Samples between two looks at the clock."""
SAMPLES = 2400
"""Samples for every choice of a search that has no other limit, for one player; a sample takes time
with the square of their number."""
ROUNDS = 1
"""How many rounds a sample is played on."""


class Player(NamedTuple):
    """A policy and what it knows."""

    policy: Policy
    known: Any


GREEDY = Player(policies.greedy, 0)


@cache
def player(name: str, game: str, seats: int, ruling: str = "ends") -> Player:
    """The player with this name; without whole weights who needs them is greedy."""
    if name == "random":
        return Player(policies.at_random, 0)
    if name == "friendly" or (game == "qwixx" and seats == 1 and name != "greedy"):
        return Player(friendly.best, friendly.known(oracle(seats, ruling)))
    net = None if name == "greedy" else shipped(game, seats)
    if net is None:
        return GREEDY
    if name in SKILLS:
        skill = SKILLS[name]
        if skill.errs:
            return Player(strong.fallible, strong.Fallible(net, skill.blind, skill.blur))
        name = skill.plays
    if name == "strong+search":
        return Player(search.searching, Searching(net, SAMPLES // seats**2, ROUNDS))
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


def decision(state: State, seat: int, big_points: bool) -> Decision:
    """What a seat has to decide. Of who left only the rows that he closed are there."""
    rule = rules(state.options, big_points)
    sheets = np.array([from_sheet(sheet) for sheet in state.sheets], np.int64)
    for away in state.away:
        sheets[away] = locks(sheets[away : away + 1]) << 10, 0
    assert state.roll is not None, "who decides sees dice"
    roll, locked = from_roll(state.roll), locks(sheets)
    mine = int(sheets[seat, 0]), int(sheets[seat, 1])
    if state.phase is Phase.WHITE:
        legal = white_legal(rule, *mine, locked, roll)
        return Decision(rule, sheets, seat, state.active, roll, policies.NOT_YET, *legal)
    first = from_cross(state.first) if isinstance(state.first, Cross) else NO_CROSS
    legal = colour_legal(rule, *mine, locked, roll, first)
    return Decision(rule, sheets, seat, state.active, roll, first, *legal)


def decided(who: Player, asked: Decision, seed: int) -> Action:
    """What a player does."""
    luck = np.array([seed], np.uint64)
    return _action(who.policy(who.known, *asked, luck))


def searched(
    known: Searching, asked: Decision, seed: int, nodes: int | None, until: float | None
) -> Action:
    """What the search finds best, with so many rounds sampled at most, before it is too late."""
    here = room(len(asked.sheets))
    found = search.choices(here, strong.weighed(known.net, *asked, here))
    actions, sums = here.actions[:found].copy(), np.zeros((found, 2))
    samples = known.samples if nodes is None else nodes // found
    turns, done = known.rounds * len(asked.sheets), 0
    rule, sheets, seat, active, roll, first, *_ = asked
    about = rule, sheets, seat, active, roll, first, actions, seed
    while found > 1 and done < samples and (until is None or monotonic() < until):
        end = min(done + CHUNK, samples)
        search.sample(known.net, *about, done, end, turns, sums)
        done = end
    return _action(actions[search.convincing(sums, done)])


def _action(number: int) -> Action:
    return PASS if number == NO_CROSS else to_cross(int(number))
