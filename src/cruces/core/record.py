"""A game as one JSON document: who played what, every die and every action, and the result.

``decode`` reads and checks the document alone; ``Play.replay`` checks it against the rules.
"""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cruces.core.errors import CrucesError, Reason
from cruces.core.outcome import Outcome

FORMAT = "cruces-record"
VERSION = 1
"""Raised whenever an older reader could misread a newer document."""
MAX_BYTES = 4 * 2**20
MAX_EVENTS = 100_000
MAX_SEATS = 100
"""Only so that nobody sends a million: how many may play is the game's to say."""

Index = Annotated[int, Meta(ge=0, description="A seat, counted from 0.")]
Milliseconds = Annotated[int, Meta(ge=0, description="When, in milliseconds since `started`.")]
Written = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sat at a seat."""

    name: Name
    kind: Literal["human", "bot"] = "human"
    bot: Annotated[str, Meta(max_length=60, description="Which player of ours, for a bot.")] = ""


class ChanceEvent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chance"):
    """Dice or lots."""

    text: Annotated[str, Meta(max_length=100, description="As the game writes it.")]
    at: Milliseconds | UnsetType = UNSET


class ActionEvent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="action"):
    """What a seat did."""

    seat: Index
    text: Annotated[str, Meta(max_length=100, description="As the game writes it.")]
    at: Milliseconds | UnsetType = UNSET


class ConclusionEvent(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="conclusion"
):
    """An end that the players made among themselves; only a resignation has a seat."""

    how: Written
    seat: Index | UnsetType = UNSET
    at: Milliseconds | UnsetType = UNSET


Event = ChanceEvent | ActionEvent | ConclusionEvent


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome, as the rules gave it."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Written
    announced: tuple[str, ...] = ()

    @classmethod
    def of(cls, outcome: Outcome) -> "Result":
        """The outcome, to be written down."""
        return cls(outcome.places, outcome.scores, outcome.reason, outcome.announced)


class Fair(Struct, frozen=True, forbid_unknown_fields=True):
    """What the dice were drawn from, so that anyone can draw them again."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of `secret`.")]
    contributions: Annotated[tuple[str, ...], Meta(description="The players' texts, by seat.")]
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game, finished or not. ``result`` is null while it goes on."""

    format: Literal["cruces-record"] = FORMAT  # type: ignore[assignment]
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    game: Written
    options: dict[str, str | int | bool | None]
    seats: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    started: datetime | None = None
    events: Annotated[tuple[Event, ...], Meta(max_length=MAX_EVENTS)] = ()
    result: Result | None = None
    fair: Fair | None = None


class RecordError(CrucesError):
    """A record that cannot be used; ``event`` counts from 1 and is None for the document."""

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
    """The record in a document; refuses what is not a whole, valid record of a known version."""
    raw = _document(data.encode() if isinstance(data, str) else data)
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
    found = re.search(r"\$\.events\[(\d+)\]", detail)
    if found is None:
        return RecordError(Reason("record-malformed", {"detail": detail}))
    number = int(found[1]) + 1
    why = Reason("record-event-shape", {"event": number, "detail": detail})
    return RecordError(why, event=number)


def schema() -> dict[str, Any]:
    """The JSON Schema that every record meets."""
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, **msgspec.json.schema(Record)}
