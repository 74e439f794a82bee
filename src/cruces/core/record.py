"""A game as one JSON document: the players, every chance outcome and action, and the result.

``decode`` reads and checks the document alone; ``Play.replay`` checks it against the rules.
"""

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

Index = Annotated[int, Meta(ge=0, description="A seat, counted from 0.")]
Milliseconds = Annotated[int, Meta(ge=0, description="When, in milliseconds since `started`.")]
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
    """How the players ended the game; only an agreement has no seat."""

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


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game, finished or not. ``result`` is null while the game goes on."""

    format: Literal["cruces-record"] = FORMAT  # type: ignore[assignment]
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    game: ShortText
    options: dict[str, str | int | bool | None]
    seats: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    started: datetime | None = None
    events: Annotated[tuple[Event, ...], Meta(max_length=MAX_EVENTS)] = ()
    result: Result | None = None
    fair: Fair | None = None


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
    body = data.encode() if isinstance(data, str) else data
    raw = _document(body.removeprefix(BOM_UTF8))  # which some editors put before a text
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise RecordError(Reason("record-foreign", {"format": FORMAT}))
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        raise RecordError(Reason("record-newer", {"version": version, "known": VERSION}))
    if "version" not in raw:
        raise RecordError(Reason("record-malformed", {"detail": "`$.version` is missing"}))
    try:
        return msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise _malformed(str(error)) from None


def _document(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        raise RecordError(Reason("record-too-large", {"most": MAX_BYTES // 2**20}))
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        if not data.strip():
            raise RecordError(Reason("record-empty")) from None
        if "truncated" in str(error):
            raise RecordError(Reason("record-cut", {"bytes": len(data)})) from None
        raise RecordError(Reason("record-not-json", {"detail": str(error)})) from None
    except (UnicodeDecodeError, RecursionError):
        raise RecordError(Reason("record-not-json", {"detail": "—"})) from None


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
