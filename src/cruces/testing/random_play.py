"""Random play, one event at a time: shared by the kit, the fuzzer and the strategies.

Every choice comes from an integer or from ``randrange``, which gives the same numbers for a seed in
every Python; ``sample`` and ``shuffle`` do not guarantee that.
"""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from cruces.core import CHANCE, Chance, Game, Legal, Play, Uniform

AnyGame = Game[Any, Any, Any]
AnyPlay = Play[Any, Any, Any]
PlayStyle = Callable[[AnyGame, Any, int, list[Any], Random], Any]
"""Picks one of a seat's legal actions, given game, state, seat and the actions."""


def listed(legal: Legal[Any]) -> list[Any]:
    """The legal actions as a list, without ``list``, which would also call ``len``."""
    return list(iter(legal))


def anything(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """All actions are equally likely."""
    return actions[rng.randrange(len(actions))]


def random_act(
    game: AnyGame, state: Any, rng: Random, style: PlayStyle = anything
) -> tuple[int, Any]:
    """A random actor and their act in a style; dice are fair."""
    waiting = sorted(game.to_act(state))
    actor = waiting[rng.randrange(len(waiting))]
    if actor == CHANCE:
        return actor, game.chance(state).sample(rng)
    return actor, style(game, state, actor, listed(game.legal(state, actor)), rng)


def act_by_number(game: AnyGame, state: Any, number: int) -> tuple[int, Any]:
    """The same, chosen by an integer: 0 is the first actor and their first act."""
    waiting = sorted(game.to_act(state))
    number, index = divmod(number, len(waiting))
    actor = waiting[index]
    if actor == CHANCE:
        chance = game.chance(state)
        return actor, nth(chance, number % len(chance))
    actions = listed(game.legal(state, actor))
    return actor, actions[number % len(actions)]


def nth(chance: Chance[Any], index: int) -> Any:
    """The outcome with this index, computed directly where possible."""
    if isinstance(chance, Uniform):
        return chance[index]
    return next(islice(chance, index, None))[0]


def perform(play: AnyPlay, actor: int, act: Any) -> None:
    """Apply an act to a play."""
    if actor == CHANCE:
        play.happen(act)
    else:
        play.act(actor, act)
