"""The messages of a socket: closed, tagged unions in both directions."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from cruces.core.record import Event as GameEvent
from cruces.match import messages as m
from cruces.match.match_view import FullMatchView, MatchView

RequestId = Annotated[str, Meta(min_length=1, max_length=36, pattern=m.PRINTABLE)]


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message: the device, the match, and the last version that the client has."""

    token: Annotated[str, Meta(max_length=200)]
    match: Annotated[str, Meta(pattern=m.MATCH_ID)]
    version: Annotated[int, Meta(ge=0)] | None = None
    lang: Annotated[str, Meta(max_length=20)] = "en"


class Do(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="do"):
    """A command, with an id chosen by the client and the version it was made for."""

    id: RequestId
    version: Annotated[int, Meta(ge=0)]
    command: m.Command


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Asks for a pong, to check the connection."""

    id: RequestId


FromClient = Hello | Do | Ping


class State(Struct, frozen=True, tag_field="type", tag="state"):
    """The full view of a match: the answer to a hello, and after a long gap."""

    state: FullMatchView
    present: list[int]
    watchers: int
    dismiss_at: dict[int, int]


class LogChange(Struct, frozen=True, rename={"since": "from"}):
    """The change of the game's log: cut it to a length, then add these events."""

    since: int
    add: tuple[GameEvent, ...]


class Events(Struct, frozen=True, tag_field="type", tag="events"):
    """New events, in order without a gap, and the view after them.

    Of the sentences that are said, ``moves`` and ``notes`` are what others did and decided.
    """

    events: list[tuple[int, m.Event]]
    log: LogChange
    chat: list[m.Said]
    said: list[str]
    moves: list[str]
    notes: list[str]
    now: MatchView


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """The command has been carried out and stored, up to this version."""

    id: str
    version: int


class Error(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """The message was refused, and the reason."""

    code: str
    reason: str
    message: str
    id: str = ""
    wait: float = 0


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """The seats whose players are connected, the number of spectators, and long absences."""

    present: list[int]
    watchers: int
    dismiss_at: dict[int, int]


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping."""

    id: str


ToClient = State | Events | Ack | Error | Presence | Pong

decode = msgspec.json.Decoder(FromClient).decode
decode_answer = msgspec.json.Decoder(ToClient).decode
encode = msgspec.json.Encoder().encode
