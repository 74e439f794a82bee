"""Ways to play at random that lead where plain chance seldom goes.

Uniform play loses Qwixx by penalties and Quixo by an early line. Each style here leans somewhere
else: to the fourth penalty, to locked rows, to full boards, to repetitions.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from cruces.core import PASS, Chance, Uniform
from cruces.games.qwixx import Cross, State
from cruces.testing.walk import AnyGame, Style, anything

Dice = Callable[[Chance[Any], Any, Random], Any]
"""Picks what chance brings, knowing what it brought last."""

TRIES = 4
WIDEST_GAP = 2
"""A patient player skips no more boxes than this, unless he would cross a penalty."""


def shy(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Passes most of the time."""
    if PASS in actions and rng.randrange(5):
        return PASS
    return actions[rng.randrange(len(actions))]


def eager(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Never passes if anything else can be done."""
    busy = [action for action in actions if action != PASS] or actions
    return busy[rng.randrange(len(busy))]


def first(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Always the first action: the same place again and again."""
    return actions[0]


def furthest(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Where a row ends: the cross furthest to the right; elsewhere the last action."""
    crosses = [action for action in actions if isinstance(action, Cross)]
    if crosses:
        return max(crosses, key=lambda cross: cross.box)
    return actions[-1]


def reluctant(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Looks for an action that does not end the game: boards fill up, positions come again."""
    for _ in range(TRIES):
        action = actions[rng.randrange(len(actions))]
        if game.to_act(game.apply(state, seat, action)):
            break
    return action


def patient(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """In Qwixx, skips as few boxes as can be, and so comes to lock rows; elsewhere reluctant."""
    if not isinstance(state, State):
        return reluctant(game, state, seat, actions, rng)
    crosses = [action for action in actions if isinstance(action, Cross)]
    if not crosses:
        return PASS
    sheet = state.sheets[seat]
    gap, cross = min(
        ((cross.box - sheet.reached(cross.line) - 1, cross) for cross in crosses),
        key=lambda found: found[0],
    )
    if gap <= WIDEST_GAP or (seat == state.active and state.first == PASS):
        return cross
    return PASS


def stubborn(index: int) -> Style:
    """Always the action with this index, counted round."""

    def pick(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
        return actions[index % len(actions)]

    return pick


def fair(chance: Chance[Any], last: Any, rng: Random) -> Any:
    """As it should be."""
    return chance.sample(rng)


def sticky(chance: Chance[Any], last: Any, rng: Random) -> Any:
    """Often the same again: everyone closes the same row, everyone is stuck at once."""
    if last is not None and rng.randrange(3) and chance.probability(last):
        return last
    return chance.sample(rng)


def extreme(chance: Chance[Any], last: Any, rng: Random) -> Any:
    """Often the first or the last outcome: all ones, all sixes."""
    if isinstance(chance, Uniform) and not rng.randrange(4):
        return chance[(0, len(chance) - 1)[rng.randrange(2)]]
    return chance.sample(rng)


STYLES: tuple[Style, ...] = (anything, shy, eager, first, furthest, reluctant, patient, patient)
DICE: tuple[Dice, ...] = (fair, fair, sticky, extreme)


def table(seats: int, rng: Random) -> list[Style]:
    """A style for everyone; often the same, so that rare things happen to all at once."""
    if rng.randrange(2):
        return [_any_style(rng)] * seats
    return [_any_style(rng) for _ in range(seats)]


def _any_style(rng: Random) -> Style:
    which = rng.randrange(len(STYLES) + 1)
    return STYLES[which] if which < len(STYLES) else stubborn(rng.randrange(100))
