"""The players of Qwixx and Big Points as compiled policies, for one decision or for many games."""

from functools import cache
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from cruces.core import PASS
from cruces.games.qwixx.kernel import policies, search, strong
from cruces.games.qwixx.kernel.batch import Policy
from cruces.games.qwixx.kernel.chance import from_roll
from cruces.games.qwixx.kernel.search import SearchSettings
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.sheet import PASS as NO_CROSS
from cruces.games.qwixx.kernel.sheet import Sheets, from_cross, from_sheet, to_cross
from cruces.games.qwixx.kernel.turn import colour_legal, kernel_rules, locks, white_legal
from cruces.games.qwixx.players.levels import BY_NAME
from cruces.games.qwixx.players.weights import shipped_network
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Action, Cross, Layout, Phase, State
from cruces.games.qwixx.solver import policy as friendly
from cruces.games.qwixx.solver.oracle import oracle
from cruces.kernels.jit import INTERPRETED
from cruces.players.skill import Skill

SAMPLES = 144
"""The most samples per candidate of a search without other limits."""
TURNS_AHEAD = 2
"""How many turns each sample is played on."""


class CompiledPlayer(NamedTuple):
    """A policy and its data."""

    policy: Policy
    data: Any


GREEDY = CompiledPlayer(policies.greedy, 0)


@cache
def compiled_player(
    who: str | Skill, layout: Layout, seats: int, ruling: str = "ends"
) -> CompiledPlayer:
    """The player with this name or skill; greedy if its weights are missing or damaged."""
    name, skill = ("", who) if isinstance(who, Skill) else (who, BY_NAME.get(who))
    if name == "random":
        return CompiledPlayer(policies.at_random, 0)
    if name == "friendly" or (layout == QWIXX_LAYOUT and seats == 1 and name != "greedy"):
        table = None if INTERPRETED else oracle(seats, ruling)  # without machine code: an hour
        if table is None:
            return GREEDY
        return CompiledPlayer(friendly.best, friendly.policy_tables(table))
    net = None if name == "greedy" else shipped_network(layout, seats)
    if net is None:
        return GREEDY
    if skill is not None and skill.errs:
        return CompiledPlayer(strong.fallible, strong.FallibleNet(net, skill.blind, skill.blur))
    searches = name == "strong+search" or (skill is not None and skill.search)
    if searches and not INTERPRETED:  # samples without machine code: too few to tell anything
        return CompiledPlayer(search.search_policy, SearchSettings(net, SAMPLES, TURNS_AHEAD))
    return CompiledPlayer(strong.strong, net)


class PolicyInput(NamedTuple):
    """A decision as the kernels need it: all parameters of a policy except data and stream."""

    rules: Any
    sheets: Any
    seat: int
    active: int
    roll: int
    first: int
    squares: int
    circles: int


def policy_input(state: State, seat: int) -> PolicyInput:
    """The decision of a seat."""
    layout = state.sheets[seat].layout
    rules, sheets = kernel_rules(layout, state.options), visible_sheets(state)
    assert state.roll is not None, "a decision has dice"
    roll, locked = from_roll(state.roll), locks(rules, sheets)
    mine = int(sheets[seat, 0]), int(sheets[seat, 1])
    if state.phase is Phase.WHITE:
        legal = white_legal(rules, *mine, locked, roll)
        return PolicyInput(rules, sheets, seat, state.active, roll, policies.NOT_YET, *legal)
    first = from_cross(layout, state.first) if isinstance(state.first, Cross) else NO_CROSS
    legal = colour_legal(rules, *mine, locked, roll, first)
    return PolicyInput(rules, sheets, seat, state.active, roll, first, *legal)


def visible_sheets(state: State) -> Sheets:
    """The sheets as networks see them: of players who left, only the rows that they closed."""
    sheets = np.array([from_sheet(sheet) for sheet in state.sheets], np.int64)
    for away in state.away:
        sheets[away] = int(sheets[away, 0]) & shape(state.sheets[away].layout).lasts, 0
    return sheets


def choose_action(
    compiled: CompiledPlayer, layout: Layout, inputs: PolicyInput, seed: int
) -> Action:
    """The action that a player chooses."""
    stream = np.array([seed], np.uint64)
    return _action(layout, compiled.policy(compiled.data, *inputs, stream))


def search_action(
    data: SearchSettings,
    layout: Layout,
    inputs: PolicyInput,
    seed: int,
    nodes: int | None,
    until: float | None,
) -> Action:
    """The action that the search finds best, within ``nodes`` samples and before ``until``."""
    candidates = search.candidates(data, *inputs)
    best, remaining, done = 0, len(candidates.actions), 0
    samples = data.samples if nodes is None else min(nodes // remaining, data.samples)
    while remaining > 1 and done < samples and (until is None or monotonic() < until):
        end = min(done + search.CHUNK, samples)
        search.sample(data, *inputs[:-2], candidates, seed, done, end)
        best, remaining = search.eliminate(candidates, end)
        done = end
    return _action(layout, candidates.actions[best])


def search_a_little(state: State, seat: int) -> None:
    """Have the machine code of the search ready."""
    layout = state.sheets[seat].layout
    data = compiled_player("strong+search", layout, len(state.sheets)).data
    inputs = policy_input(state, seat)
    candidates = search.candidates(data, *inputs)
    search.sample(data, *inputs[:-2], candidates, 1, 0, 1)
    search.eliminate(candidates, 1)


def _action(layout: Layout, number: int) -> Action:
    return PASS if number == NO_CROSS else to_cross(layout, int(number))
