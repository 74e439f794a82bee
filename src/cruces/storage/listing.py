"""What the lobby shows of a match, and how it is stored with the match.

It contains no secrets: no pending choices, no devices, no codes of other players' matches.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from cruces.match.match import Match

Phase = Literal["gathering", "playing", "over"]


class ListedSeat(Struct, frozen=True):
    """The player of a seat."""

    name: str
    kind: Literal["human", "bot", "open"]
    bot: str


class ListedResult(Struct, frozen=True):
    """The place of each seat."""

    places: tuple[int, ...]


class Listed(Struct, frozen=True):
    """The stored part; everything else has a column of its own.

    If its version differs from that of the match, it is out of date: another release wrote it.
    """

    version: int
    seats: tuple[ListedSeat, ...]
    to_act: tuple[int, ...]
    result: ListedResult | None
    start: bool = False


class Listing(Struct, frozen=True):
    """A match in the lobby, as one device sees it.

    ``own`` are the seats of the device; ``code`` is empty where it has none. ``to_act`` are the
    seats that have still to choose. ``start`` is whether it began from a position.
    """

    match: str
    game: str
    code: str
    phase: Phase
    seats: tuple[ListedSeat, ...]
    own: tuple[int, ...]
    to_act: tuple[int, ...]
    result: ListedResult | None
    start: bool
    created: int
    updated: int


class Lobby(Struct, frozen=True):
    """The matches of a device, running ones first, and the public matches it may join."""

    mine: list[Listing]
    open: list[Listing]


def listed(match: Match) -> bytes:
    """The stored part of a match's listing."""
    return _encode(
        Listed(
            match.version,
            tuple(
                ListedSeat(
                    seat.name, "bot" if seat.bot else "human" if seat.taken else "open", seat.bot
                )
                for seat in match.seats
            ),
            tuple(sorted(match.to_act)),
            None if match.result is None else ListedResult(match.result.places),
            match.setup.start is not None,
        )
    )


def phase(match: Match) -> Phase:
    """Whether a match is gathering players, being played, or over."""
    return "over" if match.result else "playing" if match.started is not None else "gathering"


_encode = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Listed).decode
