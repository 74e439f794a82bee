"""A match as bytes and back, so that a long log need not be folded from its beginning."""

from typing import Any

import msgspec

from cruces.core.record import Event as GameEvent
from cruces.core.registry import get_game
from cruces.match import messages as m
from cruces.match.clocks import Clocks
from cruces.match.match import Match, Offer, Seat
from cruces.match.position_cache import Situation

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


_PLAIN = tuple(name for name in Match.__struct_fields__ if name != "situation")
_DECODER = msgspec.json.Decoder(Snapshot)


def freeze(match: Match) -> bytes:
    """The match as bytes."""
    plain: dict[str, Any] = {name: getattr(match, name) for name in _PLAIN}
    return msgspec.json.encode(
        Snapshot(
            format=FORMAT,
            game=match.game.id,
            options=match.game.settings(match.state),
            position=match.situation.text,
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
    state = game.parse_position(found.position, found.options)
    return Match(situation=Situation(game, state), **plain)
