"""What travels over a socket: closed, tagged unions in both directions."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from cruces.core.record import Event as GameEvent
from cruces.match import messages as m
from cruces.match.moment import Moment, Whole

RequestId = Annotated[str, Meta(min_length=1, max_length=36)]


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message: who, which match, and what was seen of it last."""

    token: Annotated[str, Meta(max_length=200)]
    match: Annotated[str, Meta(max_length=40)]
    version: Annotated[int, Meta(ge=0)] | None = None
    lang: Annotated[str, Meta(max_length=20)] = "en"


class Do(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="do"):
    """A command, with an id of the client's own and the version it was made for."""

    id: RequestId
    version: Annotated[int, Meta(ge=0)]
    command: m.Command


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Are you there?"""

    id: RequestId


FromClient = Hello | Do | Ping


class State(Struct, frozen=True, tag_field="type", tag="state"):
    """Everything, at a version: the answer to a hello, and after a long gap."""

    state: Whole
    present: list[int]
    watchers: int
    dismiss_at: dict[int, int]


class LogChange(Struct, frozen=True, rename={"since": "from"}):
    """What changed of the game's own log: it is cut to a length, then this is added."""

    since: int
    add: tuple[GameEvent, ...]


class Events(Struct, frozen=True, tag_field="type", tag="events"):
    """What happened, in order without a gap, what it changed, and the moment after it."""

    events: list[tuple[int, m.Event]]
    log: LogChange
    chat: list[m.Said]
    said: list[str]
    now: Moment


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """The command is carried out and durable, up to this version."""

    id: str
    version: int


class Error(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """The command is refused: why, in words, and the state as it really is."""

    code: str
    reason: str
    message: str
    id: str = ""
    wait: float = 0
    state: Whole | None = None


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """The seats whose players are connected, how many watch, and who is long away."""

    present: list[int]
    watchers: int
    dismiss_at: dict[int, int]


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """Yes."""

    id: str


ToClient = State | Events | Ack | Error | Presence | Pong

decode = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
