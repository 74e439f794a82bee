"""A game as one JSON document: the players, every chance outcome and action, and the result.

``decode`` reads and checks the document alone; ``Play.replay`` checks it against the rules.
"""

import json
import re
from codecs import BOM_UTF8
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cruces.core.errors import CrucesError, Reason
from cruces.core.outcome import Outcome

FORMAT = "cruces-record"
VERSION = 1
"""Increased whenever an older reader could misread a newer document."""
MAX_BYTES = 4 * 2**20
MAX_EVENTS = 100_000
MAX_SEATS = 100
"""Only a guard against absurd input: the game decides how many may play."""
MAX_POSITION = 500_000
"""The most characters of a position: earlier boards that could come up again can make it long."""
MAX_TIME = 2**53 - 1
"""The largest integer that every JSON reader, a browser's too, reads exactly."""

Index = Annotated[int, Meta(ge=0, description="A seat, counted from 0.")]
Milliseconds = Annotated[
    int, Meta(ge=0, le=MAX_TIME, description="When, in milliseconds since `started`.")
]
ShortText = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player at a seat."""

    name: Name
    kind: Literal["human", "bot"] = "human"
    bot: Annotated[str, Meta(max_length=60, description="The id of the bot, for a bot.")] = ""


class ChanceEvent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chance"):
    """A chance event, such as a roll of the dice."""

    text: Annotated[str, Meta(max_length=100, description="As the game writes it.")]
    at: Milliseconds | UnsetType = UNSET


class ActionEvent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="action"):
    """An action of a seat."""

    seat: Index
    text: Annotated[str, Meta(max_length=100, description="As the game writes it.")]
    at: Milliseconds | UnsetType = UNSET


class ConclusionEvent(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="conclusion"
):
    """How the game was ended; `agreement` and `length` have no seat."""

    how: ShortText
    seat: Index | UnsetType = UNSET
    at: Milliseconds | UnsetType = UNSET


Event = ChanceEvent | ActionEvent | ConclusionEvent


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome by the rules."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: ShortText
    announced: tuple[str, ...] = ()

    @classmethod
    def of(cls, outcome: Outcome) -> "Result":
        """An outcome as part of a record."""
        return cls(outcome.places, outcome.scores, outcome.reason, outcome.announced)


class Fair(Struct, frozen=True, forbid_unknown_fields=True):
    """The inputs of the fair dice, with which anyone can verify the rolls."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of `secret`.")]
    contributions: Annotated[tuple[str, ...], Meta(description="The players' texts, by seat.")]
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's signature of everything else in the record."""

    algorithm: Literal["ed25519"]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="The server's public key.")]
    value: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game, finished or not. ``result`` is null while the game goes on."""

    format: Literal["cruces-record"] = FORMAT  # type: ignore[assignment]
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    game: ShortText
    options: dict[str, str | int | bool | None]
    seats: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    position: (
        Annotated[
            str,
            Meta(
                max_length=MAX_POSITION,
                description="The position that the game began from, as the game writes it; "
                "left out if it began at the beginning.",
            ),
        ]
        | UnsetType
    ) = UNSET
    started: datetime | None = None
    events: Annotated[tuple[Event, ...], Meta(max_length=MAX_EVENTS)] = ()
    result: Result | None = None
    fair: Fair | None = None
    signature: Signature | UnsetType = UNSET


class RecordError(CrucesError):
    """A record is not valid; ``event`` counts from 1 and is None for an error in the document."""

    code = "bad-record"

    def __init__(
        self, reason: Reason, position: str | None = None, event: int | None = None
    ) -> None:
        super().__init__(reason, position)
        self.event = event

    def to_dict(self, lang: str = "en") -> dict[str, object]:
        return {**super().to_dict(lang), "event": self.event}


def encode(record: Record) -> str:
    """The record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def decode(data: bytes | str) -> Record:
    """The record in a document; refuses anything but a complete record of a known version."""
    return from_document(document(data))


def document(data: bytes | str) -> dict[str, Any]:
    """A record's JSON object as it is written; only its format and version are checked."""
    raw = _json(data)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise RecordError(Reason("record-foreign", {"format": FORMAT}))
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        raise RecordError(Reason("record-newer", {"version": version, "known": VERSION}))
    if "version" not in raw:
        raise RecordError(Reason("record-malformed", {"detail": "`$.version` is missing"}))
    return raw


def from_document(raw: dict[str, Any]) -> Record:
    """The record that a JSON object describes."""
    try:
        return msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise _malformed(str(error)) from None


def _json(data: bytes | str) -> Any:
    try:
        written = data.encode() if isinstance(data, str) else data
        written = written.removeprefix(BOM_UTF8)  # which some editors put before a text
        if len(written) > MAX_BYTES:
            raise RecordError(Reason("record-too-large", {"most": MAX_BYTES // 2**20}))
        msgspec.json.decode(written)  # strict, but of two equal names it takes the last
        return json.loads(written, object_pairs_hook=_unique)
    except msgspec.DecodeError as error:
        if not written.strip():
            raise RecordError(Reason("record-empty")) from None
        if "truncated" in str(error):
            raise RecordError(Reason("record-cut", {"bytes": len(written)})) from None
        raise RecordError(Reason("record-not-json", {"detail": str(error)})) from None
    except UnicodeError:
        raise RecordError(Reason("record-encoding")) from None
    except RecursionError:
        raise RecordError(Reason("record-too-deep")) from None


def _unique(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; refuses a name that occurs twice, since readers differ in which they take."""
    found = dict(fields)
    if len(found) < len(fields):
        names = [name for name, _ in fields]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(Reason("record-twice", {"name": twice[:100]}))
    return found


def _malformed(detail: str) -> RecordError:
    event = re.search(r"\$\.events\[(\d+)\]", detail)
    if event is None:
        return RecordError(Reason("record-malformed", {"detail": detail}))
    number = int(event[1]) + 1
    why = Reason("record-event-shape", {"event": number, "detail": detail})
    return RecordError(why, event=number)


def schema() -> dict[str, Any]:
    """The JSON Schema of a record."""
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, **msgspec.json.schema(Record)}
