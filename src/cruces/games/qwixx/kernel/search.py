"""Search by sampling: plays on for a few turns with many dice, then judges by the network.

Every candidate meets the same dice and the same opponents, so that their difference shows in few
samples; all play ``quick`` meanwhile. The network's own judgement counts as well, until the samples
are more certain than it. Candidates that are clearly behind are eliminated, and the search ends
when only one is left.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import DIE, RandomStream, roll_dice, seed_stream
from cruces.games.qwixx.kernel.net import Net, Workspace, is_over, new_workspace, worth
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, cross
from cruces.games.qwixx.kernel.strong import (
    NO_SECOND,
    apply_second,
    best_first,
    best_second,
    evaluate_with_guess,
    guess_others,
    next_seat,
)
from cruces.games.qwixx.kernel.turn import KernelRules, dice_gone, locks
from cruces.games.qwixx.rules.dice import FACES
from cruces.kernels.jit import compiled, inlined

MAX_CANDIDATES = 3
"""The most candidates that are sampled, the best by the network's judgement."""
MAX_BEHIND = 0.025
"""An action that seems worse by more than this is not a candidate."""
NETWORK_ERROR = 0.01
"""The typical error of the network in the difference of two actions."""
SURE_ERRORS = 2.0
"""A candidate is eliminated if it is behind by this many standard errors."""
CHUNK = FACES**2
"""Samples per round of elimination: the next turn's white dice show every pair once."""
_TINY = 1e-8


class SearchSettings(NamedTuple):
    """A network, the number of samples, and how many turns each sample is played on."""

    net: Net
    samples: int
    turns: int


class Candidates(NamedTuple):
    """The actions worth sampling, the network's favourite first, and their samples."""

    actions: npt.NDArray[np.int64]
    network_worths: npt.NDArray[np.float64]
    """What the network says each is worth, without samples."""
    worths: npt.NDArray[np.float64]
    """``[candidate, sample]``: what the network says some turns later."""
    alive: npt.NDArray[np.bool_]
    """Which ones are not eliminated."""


@compiled
def candidates(
    data: SearchSettings,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
) -> Candidates:
    """The candidates of a decision, with no samples yet."""
    workspace = new_workspace(len(sheets))
    count = evaluate_with_guess(
        data.net, rules, sheets, seat, active, roll, first, squares, circles, workspace
    )
    count = select_candidates(workspace, count)
    return Candidates(
        workspace.actions[:count].copy(),
        workspace.worths[:count].copy(),
        np.zeros((count, data.samples), np.float64),
        np.ones(count, np.bool_),
    )


@compiled
def select_candidates(workspace: Workspace, count: int) -> int:
    """Move the actions worth sampling to the front, best first; returns their number."""
    selected = 0
    while selected < min(count, MAX_CANDIDATES):
        top = selected
        for place in range(selected + 1, count):
            if workspace.worths[place] > workspace.worths[top]:
                top = place
        if selected and workspace.worths[top] < workspace.worths[0] - MAX_BEHIND:
            break
        action, value = workspace.actions[top], workspace.worths[top]
        workspace.actions[top], workspace.worths[top] = (
            workspace.actions[selected],
            workspace.worths[selected],
        )
        workspace.actions[selected], workspace.worths[selected] = action, value
        selected += 1
    return selected


@compiled
def play_turn(
    net: Net,
    rules: KernelRules,
    current: Sheets,
    active: int,
    roll: int,
    first_actions: npt.NDArray[np.int64],
    workspace: Workspace,
) -> None:
    """Play one turn on all sheets."""
    locked = locks(rules, current)
    for seat in range(len(current)):
        first_actions[seat] = best_first(net, rules, current, seat, active, locked, roll, workspace)
    for seat in range(len(current)):
        cross(current, seat, first_actions[seat])
    if dice_gone(rules, locks(rules, current)) and not rules.finish_turn:
        return
    second = best_second(net, rules, current, active, roll, first_actions[active], workspace)[0]
    apply_second(rules, current, active, first_actions[active], second)


@compiled
def sample(
    data: SearchSettings,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    candidates: Candidates,
    seed: int,
    first_game: int,
    end: int,
) -> None:
    """Fill in the worth of each remaining candidate, in samples ``first_game`` to ``end``."""
    net, workspace, seats = data.net, new_workspace(len(sheets)), len(sheets)
    current, after = sheets.copy(), np.empty((len(candidates.actions), seats, 2), np.int64)
    theirs, second = PASS, NO_SECOND
    if first == NOT_YET:
        theirs, second = guess_others(net, rules, sheets, seat, active, roll, current, workspace)
    for index in range(len(after)):
        action = candidates.actions[index]
        after[index] = current
        _end_turn(
            net, rules, after[index], seat, active, roll, first, action, theirs, second, workspace
        )
    stream, first_actions = np.zeros(1, np.uint64), np.zeros(seats, np.int64)
    for number in range(first_game, end):
        for index in range(len(after)):
            if not candidates.alive[index]:
                continue
            seed_stream(stream, seed, number)
            current[:] = after[index]
            upcoming, dice = next_seat(active, seats), _with_white_dice(roll_dice(stream), number)
            for _ in range(data.turns):
                if is_over(rules, current):
                    break
                play_turn(net, rules, current, upcoming, dice, first_actions, workspace)
                upcoming, dice = next_seat(upcoming, seats), roll_dice(stream)
            candidates.worths[index, number] = worth(net, rules, current, seat, upcoming, workspace)


@inlined
def _with_white_dice(roll: int, number: int) -> int:
    """The roll with white dice by the number of the sample: all pairs equally often."""
    pair = number % CHUNK
    return (roll & ~((1 << 2 * DIE) - 1)) | (pair // FACES + 1) | (pair % FACES + 1) << DIE


@compiled
def eliminate(candidates: Candidates, samples: int) -> tuple[int, int]:
    """Eliminate candidates that are clearly behind; the best one, and how many remain."""
    best, remaining = 0, 1
    for index in range(1, len(candidates.alive)):
        if candidates.alive[index] and _behind(candidates, best, index, samples)[0] < 0:
            best = index
    for index in range(len(candidates.alive)):
        if candidates.alive[index] and index != best:
            behind, error = _behind(candidates, best, index, samples)
            candidates.alive[index] = behind <= SURE_ERRORS * error
            remaining += candidates.alive[index]
    return best, remaining


@inlined
def _behind(candidates: Candidates, best: int, other: int, samples: int) -> tuple[float, float]:
    """By how much one candidate is behind another, and the standard error.

    It is the mean of the network's own judgement and of the samples, weighted by certainty.
    """
    total, squares = 0.0, 0.0
    for number in range(samples):
        difference = candidates.worths[best, number] - candidates.worths[other, number]
        total += difference
        squares += difference * difference
    mean = total / samples
    variance = max(squares / samples - mean * mean, _TINY) / samples
    trust = NETWORK_ERROR * NETWORK_ERROR / (NETWORK_ERROR * NETWORK_ERROR + variance)
    network_difference = candidates.network_worths[best] - candidates.network_worths[other]
    return network_difference + trust * (mean - network_difference), np.sqrt(trust * variance)


@inlined
def _end_turn(
    net: Net,
    rules: KernelRules,
    current: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    action: int,
    theirs: int,
    second: int,
    workspace: Workspace,
) -> None:
    """Play the rest of this turn after an action."""
    if first != NOT_YET:
        apply_second(rules, current, seat, first, action)
        return
    cross(current, seat, action)
    if seat == active and (rules.finish_turn or not dice_gone(rules, locks(rules, current))):
        theirs, second = action, best_second(net, rules, current, seat, roll, action, workspace)[0]
    apply_second(rules, current, active, theirs, second)


@compiled
def search_policy(
    data: SearchSettings,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    stream: RandomStream,
) -> int:
    """The search as a policy for batch play."""
    count = candidates(data, rules, sheets, seat, active, roll, first, squares, circles)
    seed = int(stream[0] >> np.uint64(2))
    best, remaining, done = 0, len(count.actions), 0
    while remaining > 1 and done < data.samples:
        end = min(done + CHUNK, data.samples)
        sample(data, rules, sheets, seat, active, roll, first, count, seed, done, end)
        best, remaining = eliminate(count, end)
        done = end
    return int(count.actions[best])
