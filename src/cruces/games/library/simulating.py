"""Many games between players: ``simulate``, and ``policy`` for players that are compiled."""

from collections.abc import Callable, Mapping, Sequence

from cruces.analysis import simulate as simulation
from cruces.analysis.simulate import AnyPlayer, Policy, Rate, Simulation
from cruces.core import Game, WrongTypeError
from cruces.core.family import AnyGame
from cruces.games.library.starting import get_game


def simulate(
    game: str | AnyGame,
    players: Sequence[AnyPlayer],
    games: int = 1_000,
    *,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    ray: str | None = None,
) -> Simulation:
    """Play many games between players, by name, or functions, or made by ``policy``.

    Different players sit in every seat in turn, with the same dice, so the number of games is
    rounded up to a multiple of the seats. The result depends on the seed and the number of games,
    not on the number of threads. ``progress`` is called with the share that is done. With ``ray``,
    the address of a Ray cluster, the games are played there.
    """
    chosen = _game(game)
    _check(players, options)
    return simulation.simulate(chosen, players, games, options, seed, threads, progress, None, ray)


def policy(game: str | AnyGame, *, weights: Sequence[float] = ()) -> Callable[[Rate], Policy]:
    """A decorator: makes a player of a function that rates moves.

    The function gets a record of what a move does, and the player makes the move with the highest
    rating. For ``simulate`` it is compiled, once for every text of the function. A second parameter
    gets the ``weights``, which can change without compiling again: ``player.with_weights(...)``.
    """
    return simulation.policy(_game(game), weights=weights)


def _check(players: object, options: object) -> None:
    """Refuse what has the wrong type, in programs that nobody checks."""
    if not isinstance(players, Sequence) or isinstance(players, str | bytes):
        raise WrongTypeError("players", players, "list")
    if options is not None and not isinstance(options, Mapping):
        raise WrongTypeError("options", options, "dict, None")


def _game(game: str | AnyGame) -> AnyGame:
    return game if isinstance(game, Game) else get_game(game)
