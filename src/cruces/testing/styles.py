"""Ways to play at random that lead where plain chance seldom goes.

Each leans somewhere else: to passing, to ends of rows, to full boards, to repetitions. A family may
bring styles of its own; one with the name of a style here takes its place.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cruces.core import PASS, BadOptionError, Chance, Uniform
from cruces.core.registry import family_of
from cruces.testing.random_play import AnyGame, PlayStyle, anything

Dice = Callable[[Chance[Any], Any, Random], Any]
"""Picks what chance brings, knowing what it brought last."""

TRIES = 4


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
    """The last action; a family may know better where things end."""
    return actions[-1]


def reluctant(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Looks for an action that does not end the game: boards fill up, positions come again."""
    for _ in range(TRIES):
        action = actions[rng.randrange(len(actions))]
        if game.to_act(game.apply(state, seat, action)):
            break
    return action


def patient(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Plays for a long game; a family may know better how."""
    return reluctant(game, state, seat, actions, rng)


def stubborn(index: int) -> PlayStyle:
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


STYLES: tuple[PlayStyle, ...] = (anything, shy, eager, first, furthest, reluctant, patient, patient)
DICE: tuple[Dice, ...] = (fair, fair, sticky, extreme)


def styles_of(game: AnyGame) -> list[PlayStyle]:
    """The styles for a game: its family's in place of ours that have the same name."""
    own = {style.__name__: style for style in _brought(game)}
    taken = [own.get(style.__name__, style) for style in STYLES]
    return [*taken, *(style for style in own.values() if style not in taken)]


def _brought(game: AnyGame) -> Sequence[PlayStyle]:
    try:
        return family_of(game).play_styles()
    except BadOptionError:  # a game that no family has: one that is being tested
        return ()


def table(game: AnyGame, seats: int, rng: Random) -> list[PlayStyle]:
    """A style for everyone; often the same, so that rare things happen to all at once."""
    styles = styles_of(game)
    if rng.randrange(2):
        return [_any_style(styles, rng)] * seats
    return [_any_style(styles, rng) for _ in range(seats)]


def _any_style(styles: Sequence[PlayStyle], rng: Random) -> PlayStyle:
    which = rng.randrange(len(styles) + 1)
    return styles[which] if which < len(styles) else stubborn(rng.randrange(100))
