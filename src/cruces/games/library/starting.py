"""How a play begins: a new game, a position, a record. The annotations know our own games."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Never, TypeVar, overload

from cruces.core import (
    BadOptionError,
    Game,
    Player,
    Reason,
    Record,
    RecordError,
    WrongTypeError,
    registry,
)
from cruces.core.family import AnyGame
from cruces.core.record import decode
from cruces.games.library.play import Play

if TYPE_CHECKING:
    from cruces.games.quixo.rules import Action as QuixoAction
    from cruces.games.quixo.rules import Quixo, QuixoTeams
    from cruces.games.quixo.rules import State as QuixoState
    from cruces.games.qwixx.rules import Action as QwixxAction
    from cruces.games.qwixx.rules import BigPoints, Outcomes, Qwixx
    from cruces.games.qwixx.rules import State as QwixxState

    QuixoPlay = Play[QuixoState, QuixoAction, Never]
    QwixxPlay = Play[QwixxState, QwixxAction, Outcomes]

QuixoId = Literal["quixo", "quixo-teams"]
QwixxId = Literal["qwixx", "big-points"]
Options = Mapping[str, object]
Players = Sequence[Player | str] | int
S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


@overload
def get_game(game: Literal["quixo"]) -> "Quixo": ...
@overload
def get_game(game: Literal["quixo-teams"]) -> "QuixoTeams": ...
@overload
def get_game(game: Literal["qwixx"]) -> "Qwixx": ...
@overload
def get_game(game: Literal["big-points"]) -> "BigPoints": ...
@overload
def get_game(game: str) -> AnyGame: ...
def get_game(game: str) -> AnyGame:
    """The game with this id."""
    return registry.get_game(game)


@overload
def start(
    game: QuixoId,
    options: Options | None = None,
    players: Players | None = None,
    *,
    position: "QuixoState | str | None" = None,
) -> "QuixoPlay": ...
@overload
def start(
    game: QwixxId,
    options: Options | None = None,
    players: Players | None = None,
    *,
    position: "QwixxState | str | None" = None,
) -> "QwixxPlay": ...
@overload
def start(
    game: Game[S, A, O],
    options: Options | None = None,
    players: Players | None = None,
    *,
    position: S | str | None = None,
) -> Play[S, A, O]: ...
@overload
def start(
    game: str | Record,
    options: Options | None = None,
    players: Players | None = None,
    *,
    position: object = None,
) -> Play[Any, Any, Any]: ...
def start(
    game: str | AnyGame | Record,
    options: Options | None = None,
    players: Players | None = None,
    *,
    position: object = None,
) -> Play[Any, Any, Any]:
    """A game to play, from its id: from the beginning or from a position; or that of a record.

    ``options`` are those of the rules, ``players`` their names or how many there are. A position is
    a state, which has its options, or its text. The game of a record is checked event by event.
    """
    if isinstance(game, Record):
        if (options, players, position) != (None, None, None):
            raise BadOptionError(Reason("options-in-record"))
        return _replay(game)
    chosen = game if isinstance(game, Game) else get_game(game)
    if options is not None and not isinstance(options, Mapping):
        raise WrongTypeError("options", options, "dict, None")
    seated = _seated(players)
    if position is None:
        return Play(chosen, options, seated)
    if isinstance(position, str):
        return Play.at(chosen, chosen.parse_position(position, options), seated)
    if not chosen.knows(position):
        raise WrongTypeError("position", position, f"str, {type(chosen.initial()).__name__}, None")
    if options is not None:
        raise BadOptionError(Reason("options-in-position"))
    return Play.at(chosen, position, seated)


def _seated(players: object) -> list[Player] | int | None:
    """The players, where a name is enough for a person."""
    if players is None or type(players) is int:
        return players
    if not isinstance(players, Sequence) or isinstance(players, str | bytes):
        raise WrongTypeError("players", players, "int, list, None")
    for player in players:
        if not isinstance(player, Player | str):
            raise WrongTypeError("player", player, "str, Player")
    return [Player(player) if isinstance(player, str) else player for player in players]


def load(source: str | bytes | PathLike[str] | Record) -> Play[Any, Any, Any]:
    """The game of a record, checked event by event; from its file, its text or itself.

    A text that begins with a bracket is a document, any other the name of a file.
    """
    if isinstance(source, Record):
        return _replay(source)
    if isinstance(source, PathLike) or (isinstance(source, str) and not _is_document(source)):
        return _replay(decode(Path(source).read_bytes()))
    if not isinstance(source, str | bytes):
        raise WrongTypeError("source", source, "str, bytes, Path, Record")
    return _replay(decode(source))


def _is_document(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("", "{", "[", '"')


def _replay(record: Record) -> Play[Any, Any, Any]:
    if record.game not in registry.GAMES:
        params = {"game": record.game, "known": ", ".join(registry.GAMES)}
        raise RecordError(Reason("record-unknown-game", params))
    return Play.replay(registry.GAMES[record.game], record)
