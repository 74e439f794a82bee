"""Play at random, one event at a time: what the kit, the fuzzer and the strategies share.

Every choice comes from a whole number or from ``randrange``, whose answers for a seed are the same
in every Python; ``sample`` and ``shuffle`` do not promise that.
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
    """The legal actions. Plain ``list`` asks for the length first: all would be found twice."""
    return list(iter(legal))


def anything(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """All alike."""
    return actions[rng.randrange(len(actions))]


def drawn(game: AnyGame, state: Any, rng: Random, style: PlayStyle = anything) -> tuple[int, Any]:
    """Somebody who is to act, and what he does in this style; dice are fair."""
    waiting = sorted(game.to_act(state))
    actor = waiting[rng.randrange(len(waiting))]
    if actor == CHANCE:
        return actor, game.chance(state).sample(rng)
    return actor, style(game, state, actor, listed(game.legal(state, actor)), rng)


def numbered(game: AnyGame, state: Any, number: int) -> tuple[int, Any]:
    """The same by a whole number: 0 is the first actor and the first thing he may do."""
    waiting = sorted(game.to_act(state))
    number, index = divmod(number, len(waiting))
    actor = waiting[index]
    if actor == CHANCE:
        chance = game.chance(state)
        return actor, nth(chance, number % len(chance))
    actions = listed(game.legal(state, actor))
    return actor, actions[number % len(actions)]


def nth(chance: Chance[Any], index: int) -> Any:
    """The outcome with this index, without making all before it where that can be helped."""
    if isinstance(chance, Uniform):
        return chance[index]
    return next(islice(chance, index, None))[0]


def perform(play: AnyPlay, actor: int, act: Any) -> None:
    """Let it happen."""
    if actor == CHANCE:
        play.happen(act)
    else:
        play.act(actor, act)
