"""The types of what clients see of a match."""

from typing import Any, Literal, TypedDict

from cruces.core.record import Event as GameEvent
from cruces.match import messages as m

Phase = Literal["gathering", "playing", "over"]


class SeatView(TypedDict):
    """A seat as everyone sees it."""

    name: str
    label: str
    kind: Literal["bot", "human", "open"]
    bot: str
    figure: str
    ready: bool
    left: bool
    misses: int
    host: bool
    decided: bool


class ClockView(TypedDict):
    """The clocks: the remaining milliseconds by seat, and which run."""

    control: m.TimeControl
    left: tuple[int, ...]
    running: list[int]


class OfferView(TypedDict):
    """An open offer."""

    offer: m.Offer
    seat: int
    agreed: list[int]


class ResultView(TypedDict):
    """The end: the event, the result in words, and what was counted, by name and seat."""

    type: Literal["ended"]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    announced: tuple[str, ...]
    secret: str
    at: int
    text: str
    outcome: str
    counts: dict[str, list[int]]


class FairView(TypedDict):
    """The public inputs of the fair dice."""

    commitment: str
    contributions: tuple[str, ...]


class LimitsView(TypedDict):
    """How much a match may hold: events of the game, if it ends then, and chat messages."""

    events: int | None
    chat: int


class StartView(TypedDict):
    """Where a match that did not begin at the beginning comes from.

    ``match`` is the match that it goes on from, after so many events; it is empty for a position
    that somebody set up, and for spectators.
    """

    match: str
    events: int


class SharedView(TypedDict):
    """The part of a view that is the same for everyone."""

    version: int
    phase: Phase
    started: int | None
    seats: list[SeatView]
    to_act: list[int]
    clock: ClockView | None
    offers: list[OfferView]
    may_resign: bool


class MatchView(SharedView):
    """The part of a view that changes with events. Keys of mappings are seats, as text."""

    own: list[int]
    code: str
    start: StartView | None
    position: str
    table: dict[str, Any]
    legal: dict[str, list[str]]
    names: dict[str, list[str]]
    earns: dict[str, list[int]]
    chosen: dict[str, str]
    hints: bool
    may_offer: list[m.Offer]
    may_dismiss: list[int]
    channels: list[m.Channel]
    no_chat: str
    result: ResultView | None
    rematch: m.Rematched | None


class FullMatchView(MatchView):
    """Everything that a client may see of a match."""

    match: str
    game: str
    options: dict[str, str | int | bool | None]
    private: bool
    casual: bool
    chat: list[m.Said]
    events: tuple[GameEvent, ...]
    fair: FairView
    limits: LimitsView
