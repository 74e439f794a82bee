"""Snapshots: a match as bytes, so that a long log need not be folded from its beginning.

A snapshot is the match itself, but of the game's log only what is needed to continue. Its format is
a digest of its schema: a snapshot of another format is ignored and the match is folded again.
"""

import hashlib
from typing import Any

import msgspec

from cruces.core.log import GameLog
from cruces.core.record import Event
from cruces.core.registry import get_game
from cruces.match.match import Match


class LogBody(msgspec.Struct, frozen=True):
    """What a log needs to continue: the state as text; earlier states are computed on demand."""

    game: str
    options: dict[str, str | int | bool | None]
    position: str
    start: str
    events: tuple[Event, ...]
    steps: tuple[int, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """A match, and the format that it was written in."""

    format: str
    match: msgspec.Raw


def freeze(match: Match) -> bytes:
    """The match as bytes."""
    return _encode(Snapshot(FORMAT, msgspec.Raw(_encode(match))))


def thaw(body: bytes) -> Match | None:
    """The match in a snapshot; None for another format: the match must be folded again."""
    try:
        snapshot = _SNAPSHOT.decode(body)
        return _MATCH.decode(snapshot.match) if snapshot.format == FORMAT else None
    except msgspec.DecodeError:
        return None


def format_of(kind: Any) -> str:
    """A digest of the schema of a type, whatever its docstrings say."""
    schema = _without_descriptions(msgspec.json.schema(kind, schema_hook=_schema_of))
    return hashlib.sha256(msgspec.json.encode(schema, order="deterministic")).hexdigest()[:16]


def _without_descriptions(schema: Any) -> Any:
    match schema:
        case dict():
            return {
                name: _without_descriptions(part)
                for name, part in schema.items()
                if name != "description" or not isinstance(part, str)
            }
        case list():
            return [_without_descriptions(part) for part in schema]
    return schema


def _body_of(log: object) -> LogBody:
    if not isinstance(log, GameLog):
        raise NotImplementedError(f"a snapshot cannot hold {type(log)}")
    options = log.game.settings(log.state)
    return LogBody(log.game.id, options, log.text, log.start_text, log.events, log.steps)


def _log_of(kind: type, body: object) -> GameLog[Any, Any, Any]:
    log_body = msgspec.convert(body, LogBody)
    game = get_game(log_body.game)
    state = game.parse_position(log_body.position, log_body.options)
    if log_body.start:
        start = game.parse_position(log_body.start, log_body.options)
    else:
        start = game.initial(log_body.options, game.seats(state))
    return GameLog(game, start, log_body.events, log_body.steps, state)


def _schema_of(kind: type) -> dict[str, Any]:
    """The schema of the log, the only type here that msgspec does not know."""
    return msgspec.json.schema(LogBody)


_encode = msgspec.json.Encoder(enc_hook=_body_of).encode
_SNAPSHOT = msgspec.json.Decoder(Snapshot)
_MATCH = msgspec.json.Decoder(Match, dec_hook=_log_of)
FORMAT = format_of(Match)
