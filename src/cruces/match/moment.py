"""What clients are shown of a match, as types: the moment, and everything."""

from typing import Any, Literal, TypedDict

from cruces.core.record import Event as GameEvent
from cruces.match import messages as m

Phase = Literal["gathering", "playing", "over"]


class SeatView(TypedDict):
    """A seat as everybody sees it."""

    name: str
    label: str
    kind: Literal["bot", "human", "open"]
    bot: str
    ready: bool
    left: bool
    misses: int
    host: bool
    decided: bool


class ClockView(TypedDict):
    """The clocks: milliseconds left by seat, and whose run."""

    control: m.TimeControl
    left: tuple[int, ...]
    running: list[int]


class OfferView(TypedDict):
    """What stands to be answered."""

    offer: m.Offer
    seat: int
    agreed: list[int]


class ResultView(TypedDict):
    """The end: the event, and what it means in words."""

    type: Literal["ended"]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    announced: tuple[str, ...]
    secret: str
    at: int
    text: str
    outcome: str


class FairView(TypedDict):
    """What stands behind the dice."""

    commitment: str
    contributions: tuple[str, ...]


class Moment(TypedDict):
    """What changes with events. Keys of mappings are seats, as text."""

    version: int
    own: list[int]
    code: str
    phase: Phase
    started: int | None
    seats: list[SeatView]
    position: str
    table: dict[str, Any]
    to_act: list[int]
    legal: dict[str, list[str]]
    names: dict[str, list[str]]
    earns: dict[str, list[int]]
    chosen: dict[str, str]
    hints: bool
    clock: ClockView | None
    offers: list[OfferView]
    may_offer: list[m.Offer]
    may_resign: bool
    may_dismiss: list[int]
    channels: list[m.Channel]
    result: ResultView | None
    rematch: m.Rematched | None


class Whole(Moment):
    """Everything."""

    match: str
    game: str
    options: dict[str, str | int | bool | None]
    private: bool
    casual: bool
    chat: list[m.Said]
    events: tuple[GameEvent, ...]
    fair: FairView
