"""The games of a tournament in files: to go on later, and as a table for other programs."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from cruces.arena.one_game import GameResult
from cruces.arena.setup import Setup
from cruces.arena.tournament import Tournament, complete
from cruces.core import CrucesError, Reason
from cruces.core.extras import naming_extras

FORMAT, VERSION = "cruces-arena", 1
_game = msgspec.json.Decoder(GameResult)


class OtherTournamentError(CrucesError):
    """A file has no games of this tournament."""

    code = "other-tournament"


def described(setup: Setup) -> dict[str, Any]:
    """What has to be equal for a tournament to go on: everything but the number of games."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": setup.game.id,
        "options": dict(setup.settings),
        "seats": setup.seats,
        "seed": setup.seed,
        "limits": msgspec.to_builtins(setup.limits),
        "players": [[each.name, each.about] for each in setup.contestants],
    }


class GameFile:
    """A file that grows by a line for every game; the first line says what is played."""

    def __init__(self, path: Path, setup: Setup, file: IO[bytes]) -> None:
        self.path, self.setup, self.file = path, setup, file

    @classmethod
    def begin(cls, path: Path, setup: Setup) -> "GameFile":
        """A new file, in place of any old one."""
        file = path.open("wb")
        file.write(msgspec.json.encode(described(setup)) + b"\n")
        file.flush()
        return cls(path, setup, file)

    @classmethod
    def resume(cls, path: Path, setup: Setup) -> tuple["GameFile", Sequence[GameResult]]:
        """A file that is there, and its games. What was being written when it stopped goes."""
        games = read(path, setup)
        resumed = cls.begin(path.with_name(f"{path.name}.part"), setup)
        resumed.add(games)
        os.replace(resumed.path, path)
        return cls(path, setup, resumed.file), games

    @classmethod
    def open(cls, path: Path, setup: Setup) -> tuple["GameFile", Sequence[GameResult]]:
        """A file to go on with, or a new one."""
        return cls.resume(path, setup) if path.exists() else (cls.begin(path, setup), ())

    def add(self, games: Sequence[GameResult]) -> None:
        """Add games."""
        self.file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
        self.file.flush()

    def close(self) -> None:
        """Close it."""
        self.file.close()


def read(path: Path, setup: Setup) -> Sequence[GameResult]:
    """The games in a file, up to the last complete part."""
    head, *lines = path.read_bytes().split(b"\n")
    try:
        same = msgspec.json.decode(head) == msgspec.json.decode(
            msgspec.json.encode(described(setup))
        )
        if not same:
            raise OtherTournamentError(Reason("arena-other", {"file": path.name}))
        games = [_game.decode(line) for line in lines[:-1]]  # the last one may be half a line
    except msgspec.MsgspecError as error:
        raise OtherTournamentError(Reason("arena-other", {"file": path.name})) from error
    return complete(games, setup)


def write_parquet(path: Path, tournament: Tournament) -> None:
    """A row for every seat of every game."""
    with naming_extras():
        import pyarrow  # type: ignore[import-untyped]
        from pyarrow import parquet
    setup, names = tournament.setup, tournament.players
    rows = [
        {
            "game": number,
            "round": setup.round_of(game.row),
            "row": game.row,
            "turn": game.turn,
            "seat": seat,
            "player": names[player],
            "place": game.places[seat],
            "score": None if game.scores is None else game.scores[seat],
            "reason": game.reason,
            "events": game.events,
            "fault": next((each.kind for each in game.faults if each.seat == seat), None),
        }
        for number, game in enumerate(tournament.games)
        for seat, player in enumerate(game.players)
    ]
    whole, text = pyarrow.int32(), pyarrow.string()
    texts = ("player", "reason", "fault")
    columns = (
        *("game", "round", "row", "turn", "seat", "player", "place", "score", "reason"),
        *("events", "fault"),
    )
    schema = pyarrow.schema([(name, text if name in texts else whole) for name in columns])
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema), path)
