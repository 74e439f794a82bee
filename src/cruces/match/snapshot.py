"""A match as bytes and back, so that a long log need not be folded from its beginning.

A snapshot is the match itself; only of the game's log it has no more than is needed to go on. Its
format is a digest of its schema: a snapshot of a match that had other fields is not trusted but
folded anew.
"""

import hashlib
from typing import Any

import msgspec

from cruces.core.log import GameLog
from cruces.core.record import Event
from cruces.core.registry import get_game
from cruces.match.match import Match


class LogBody(msgspec.Struct, frozen=True):
    """What a log needs to go on: the state is its text, and the states before it are worked out
    from the events if anybody asks."""

    game: str
    options: dict[str, str | int | bool | None]
    position: str
    events: tuple[Event, ...]
    steps: tuple[int, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """A match, and what it was written as."""

    format: str
    match: msgspec.Raw


def freeze(match: Match) -> bytes:
    """The match as bytes."""
    return _encode(Snapshot(FORMAT, msgspec.Raw(_encode(match))))


def thaw(body: bytes) -> Match | None:
    """The match in a snapshot; None for one of another format, which must be folded anew."""
    try:
        snapshot = _SNAPSHOT.decode(body)
        return _MATCH.decode(snapshot.match) if snapshot.format == FORMAT else None
    except msgspec.DecodeError:
        return None


def format_of(kind: Any) -> str:
    """A digest of everything that a type of snapshot may hold."""
    schema = msgspec.json.schema(kind, schema_hook=_schema_of)
    return hashlib.sha256(msgspec.json.encode(schema, order="deterministic")).hexdigest()[:16]


def _body_of(log: object) -> LogBody:
    if not isinstance(log, GameLog):
        raise NotImplementedError(f"a snapshot cannot hold {type(log)}")
    options = log.game.settings(log.state)
    return LogBody(log.game.id, options, log.text, log.events, log.steps)


def _log_of(kind: type, body: object) -> GameLog[Any, Any, Any]:
    found = msgspec.convert(body, LogBody)
    game = get_game(found.game)
    state = game.parse_position(found.position, found.options)
    start = game.initial(found.options, game.seats(state))
    return GameLog(game, start, found.events, found.steps, state)


def _schema_of(kind: type) -> dict[str, Any]:
    """The log's, which is the only type here that msgspec does not know."""
    return msgspec.json.schema(LogBody)


_encode = msgspec.json.Encoder(enc_hook=_body_of).encode
_SNAPSHOT = msgspec.json.Decoder(Snapshot)
_MATCH = msgspec.json.Decoder(Match, dec_hook=_log_of)
FORMAT = format_of(Match)
