"""A match as bytes and back, so that a long log need not be folded from its beginning."""

from dataclasses import fields
from typing import Any

import msgspec

from cruces.core.record import Event as GameEvent
from cruces.games import get_game
from cruces.service import messages as m
from cruces.service.clocks import Clocks
from cruces.service.match import Match, Offer, Seat

FORMAT = 1
"""Raised when the fold changes, so that older snapshots are folded anew instead of trusted."""


class Snapshot(msgspec.Struct, frozen=True):
    """Every field of a match; the state as its text."""

    format: int
    id: str
    code: str
    host: str
    setup: m.Setup
    game: str
    options: dict[str, str | int | bool | None]
    position: str
    seats: tuple[Seat, ...]
    commitment: str
    created: int
    version: int
    started: int | None
    events: tuple[GameEvent, ...]
    steps: tuple[int, ...]
    pending: tuple[tuple[int, str], ...]
    clocks: Clocks | None
    offers: tuple[tuple[str, Offer], ...]
    chat: tuple[m.Said, ...]
    requests: tuple[tuple[str, int], ...]
    moved: int
    result: m.Ended | None
    rematch: m.Rematched | None


_PLAIN = tuple(f.name for f in fields(Match) if f.name not in ("game", "state"))
_DECODER = msgspec.json.Decoder(Snapshot)


def freeze(match: Match) -> bytes:
    """The match as bytes."""
    plain: dict[str, Any] = {name: getattr(match, name) for name in _PLAIN}
    return msgspec.json.encode(
        Snapshot(
            format=FORMAT,
            game=match.game.id,
            options=match.game.settings(match.state),
            position=match.game.format_position(match.state),
            **plain,
        )
    )


def thaw(body: bytes) -> Match | None:
    """The match in a snapshot; None for one of another format, which must be folded anew."""
    try:
        found = _DECODER.decode(body)
    except msgspec.DecodeError:
        return None
    if found.format != FORMAT:
        return None
    game = get_game(found.game)
    plain: dict[str, Any] = {name: getattr(found, name) for name in _PLAIN}
    return Match(game=game, state=game.parse_position(found.position, found.options), **plain)
