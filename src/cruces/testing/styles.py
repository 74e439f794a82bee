"""Styles of random play that lead to positions which uniform play seldom reaches.

Each prefers something else: passing, ends of rows, full boards, repetitions. A family may add
styles; one with the same name replaces the style here.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cruces.core import PASS, BadOptionError, Chance, Uniform
from cruces.core.registry import family_of
from cruces.testing.random_play import AnyGame, PlayStyle, anything

Dice = Callable[[Chance[Any], Any, Random], Any]
"""Picks a chance outcome, given the previous one."""

TRIES = 4


def shy(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Passes most of the time."""
    if PASS in actions and rng.randrange(5):
        return PASS
    return actions[rng.randrange(len(actions))]


def eager(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Never passes if there is another action."""
    busy = [action for action in actions if action != PASS] or actions
    return busy[rng.randrange(len(busy))]


def first(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Always the first action, so the same place again and again."""
    return actions[0]


def furthest(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """The last action; a family may have a better way to reach the end."""
    return actions[-1]


def reluctant(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Avoids ending the game: boards fill up, positions repeat."""
    for _ in range(TRIES):
        action = actions[rng.randrange(len(actions))]
        if game.to_act(game.apply(state, seat, action)):
            break
    return action


def patient(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Plays for a long game; a family may have a better way."""
    return reluctant(game, state, seat, actions, rng)


def stubborn(index: int) -> PlayStyle:
    """Always the action with this index, modulo their number."""

    def pick(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
        return actions[index % len(actions)]

    return pick


def fair(chance: Chance[Any], last: Any, rng: Random) -> Any:
    """Fair dice."""
    return chance.sample(rng)


def sticky(chance: Chance[Any], last: Any, rng: Random) -> Any:
    """Often the same roll again: all close the same row, all are stuck at once."""
    if last is not None and rng.randrange(3) and chance.probability(last):
        return last
    return chance.sample(rng)


def extreme(chance: Chance[Any], last: Any, rng: Random) -> Any:
    """Often the first or the last outcome: all ones, all sixes."""
    if isinstance(chance, Uniform) and not rng.randrange(4):
        return chance[(0, len(chance) - 1)[rng.randrange(2)]]
    return chance.sample(rng)


STYLES: tuple[PlayStyle, ...] = (anything, shy, eager, first, furthest, reluctant, patient, patient)
DICE: tuple[Dice, ...] = (fair, fair, sticky, extreme)


def styles_of(game: AnyGame) -> list[PlayStyle]:
    """The styles for a game: its family's replace ours of the same name."""
    by_name = {style.__name__: style for style in _family_styles(game)}
    styles = [by_name.get(style.__name__, style) for style in STYLES]
    return [*styles, *(style for style in by_name.values() if style not in styles)]


def _family_styles(game: AnyGame) -> Sequence[PlayStyle]:
    try:
        return family_of(game).play_styles()
    except BadOptionError:  # a game without a family, in tests
        return ()


def seat_styles(game: AnyGame, seats: int, rng: Random) -> list[PlayStyle]:
    """A style for every seat; often the same, so that rare events happen to all at once."""
    styles = styles_of(game)
    if rng.randrange(2):
        return [_any_style(styles, rng)] * seats
    return [_any_style(styles, rng) for _ in range(seats)]


def _any_style(styles: Sequence[PlayStyle], rng: Random) -> PlayStyle:
    which = rng.randrange(len(styles) + 1)
    return styles[which] if which < len(styles) else stubborn(rng.randrange(100))
