"""Games of which everything is known: ``oracle``, ``regret``, ``policy_value``, ``dataset``."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cruces.analysis import ExactValue, exhaustive
from cruces.analysis import dataset as labelled
from cruces.analysis import regret as judging
from cruces.analysis.exhaustive import ExhaustiveOracle, any_oracle
from cruces.analysis.oracle import Oracle
from cruces.analysis.regret import GAMES, Regret
from cruces.analysis.simulate import AnyPlayer
from cruces.core import BadOptionError, Game, Reason, WrongTypeError
from cruces.core.family import AnyGame
from cruces.games.library.starting import get_game
from cruces.parallel import check_count, place_of
from cruces.players.source import FilePlayer, file_player

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]

Options = Mapping[str, object]
Progress = Callable[[float], None]


def oracle(
    game: str | AnyGame,
    options: Options | None = None,
    players: int | None = None,
    *,
    position: Any = None,
) -> Oracle:
    """The exact values of a game with these options, for as many players as they are known for.

    With a position, a state or a text, of whatever can come after it: each of these positions is
    visited, so there may not be too many. The same happens where the game brings no values.
    """
    chosen = _game(game)
    settings = chosen.resolve(options or {})
    if isinstance(position, str):
        position = chosen.parse_position(position, settings)
    if position is None:
        return any_oracle(chosen, settings, players)
    return ExhaustiveOracle(chosen, settings, players, position)


def regret(
    game: str | AnyGame | Oracle,
    player: AnyPlayer,
    games: int = GAMES,
    *,
    options: Options | None = None,
    players: int | None = None,
    against: AnyPlayer | None = None,
    seed: int = 1,
    workers: int = 1,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Regret:
    """How far from perfect a player is: what their decisions cost, in many games.

    A player is a name, a function of a view, made by ``policy``, or a text ``file.py:function``.
    The other seats are ``against``, by default the same player. The result depends on the seed and
    the number of games only, not on who computes it: ``workers`` processes of this computer (for
    players given as text), or with ``ray`` a cluster.
    """
    _whole(games=games, seed=seed)
    check_count("workers", workers)
    known = _oracle(game, options, players)
    judged, other = _player(player), None if against is None else _player(against)
    texts = all(isinstance(each, str | FilePlayer) for each in (judged, other or judged))
    place = place_of(workers if texts else 1, ray)
    return judging.regret(known, judged, games, other, seed, progress, place)


def policy_value(
    game: str | AnyGame | Oracle,
    player: AnyPlayer,
    seat: int = 0,
    *,
    options: Options | None = None,
    players: int | None = None,
    position: Any = None,
) -> ExactValue:
    """What a player's own way to play is exactly worth to a seat, against perfect play.

    It visits every position that can come, so there may not be too many. The player may not leave
    anything to chance. For one who plays alone it is their expected score.
    """
    known = _oracle(game, options, players)
    if isinstance(position, str):
        position = known.game.parse_position(position, known.settings)
    return exhaustive.policy_value(known, _player(player), seat, position)


def dataset(
    game: str | AnyGame | Oracle,
    positions: int,
    *,
    options: Options | None = None,
    players: int | None = None,
    seed: int = 1,
    workers: int = 1,
    ray: str | None = None,
    progress: Progress | None = None,
) -> "pyarrow.Table":
    """Different positions with the exact value of every action, as a table to learn from.

    As many as asked for, or fewer if there are hardly any more. The same seed gives the same table,
    whoever computes it: ``workers`` processes of this computer, or with ``ray`` a cluster.
    """
    _whole(positions=positions, seed=seed)
    check_count("workers", workers)
    place = place_of(workers, ray)
    return labelled.dataset(_oracle(game, options, players), positions, seed, progress, place)


def _oracle(game: str | AnyGame | Oracle, options: Options | None, players: int | None) -> Oracle:
    if not isinstance(game, Oracle):
        return oracle(game, options, players)
    if (options, players) != (None, None):
        raise BadOptionError(Reason("options-in-oracle"))
    return game


def _game(game: str | AnyGame) -> AnyGame:
    return game if isinstance(game, Game) else get_game(game)


def _player(player: AnyPlayer) -> AnyPlayer:
    """The player; where it is a text that names a file, the one in it."""
    return (file_player(player) if isinstance(player, str) else None) or player


def _whole(**numbers: object) -> None:
    for name, value in numbers.items():
        if type(value) is not int:
            raise WrongTypeError(name, value, "int")
