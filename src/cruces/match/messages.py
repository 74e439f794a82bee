"""The commands and the events of a match: two closed, tagged unions.

A command is a request and may be refused. An event has happened and never changes: the log of a
match is its events in order, and everything else is computed from them. ``docs/protocol.md``
describes all of them; a test fails for any that it does not mention.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cruces.core.options import Value
from cruces.core.record import MAX_EVENTS, MAX_POSITION, MAX_SEATS

PRINTABLE = r"^[^\x00-\x1f\x7f]*$"
"""Text without control characters, which databases and terminals do not take."""
MATCH_ID = r"^[\w-]{1,40}$"
Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=PRINTABLE)]
"""``names`` says which are allowed."""
Contribution = Annotated[str, Meta(min_length=1, max_length=100, pattern=PRINTABLE)]
Line = Annotated[str, Meta(min_length=1, max_length=300, pattern=PRINTABLE)]
MOST_POSITION = 8000
"""The most characters of a position that clients send: earlier boards can make it long."""
ActionText = Annotated[str, Meta(min_length=1, max_length=100, pattern=PRINTABLE)]
Figure = Annotated[str, Meta(max_length=20, pattern="^[a-z]*$")]
"""The picture that stands for a player; clients draw those that they know."""
BotName = Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTABLE)]
Channel = Literal["match", "team"]
Offer = Literal["draw", "take-back", "rematch"]


class Clock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="bank"):
    """Time for the whole game, and an increment for every action."""

    seconds: Annotated[int, Meta(ge=5, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="days"):
    """A number of days for each action."""

    days: Annotated[int, Meta(ge=1, le=14)]


TimeControl = Clock | Days


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The position that a match begins from, in the game's notation.

    ``match`` and ``events`` say where it comes from: the position after so many events of a match
    that is over. Clients may leave out ``position`` then.
    """

    position: Annotated[str, Meta(max_length=MAX_POSITION, pattern=PRINTABLE)] = ""
    match: Annotated[str, Meta(pattern=r"^[\w-]{0,40}$")] = ""
    events: Annotated[int, Meta(ge=0, le=MAX_EVENTS)] = 0


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a new match: the game, its options and seats, and how it is played."""

    game: Annotated[str, Meta(max_length=30)]
    options: dict[str, str | int | bool | None] = {}
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    clock: TimeControl | None = None
    private: bool = True
    casual: bool = True
    start: Start | None = None


# Commands


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Sit(_Command, frozen=True, tag="sit"):
    """Take an open seat, or change the name and the figure at one's own."""

    seat: Seat
    name: Name
    figure: Figure = ""


class SeatBot(_Command, frozen=True, tag="seat-bot"):
    """Give an open seat, or the seat of a player who has left, to a bot."""

    seat: Seat
    bot: BotName


class Stand(_Command, frozen=True, tag="stand"):
    """Give up one's seat before the start; the host may also free a bot's."""

    seat: Seat


class Remove(_Command, frozen=True, tag="remove"):
    """Take a guest's seat away before the start. Only for the host."""

    seat: Seat


class Trim(_Command, frozen=True, tag="trim"):
    """Remove the open seats, to start with the players present. Only for the host."""

    seat: Seat


class Ready(_Command, frozen=True, tag="ready"):
    """Be ready, with a random text for the dice. The match starts when all are ready."""

    seat: Seat
    contribution: Contribution


class Unready(_Command, frozen=True, tag="unready"):
    """Not be ready after all."""

    seat: Seat


class Act(_Command, frozen=True, tag="act"):
    """Act. While others still choose, act again to change one's choice."""

    seat: Seat
    action: ActionText


class Make(_Command, frozen=True, tag="offer"):
    """Offer the others a draw, a take-back of one's last action, or a rematch."""

    seat: Seat
    offer: Offer


class Answer(_Command, frozen=True, tag="answer"):
    """Accept or decline an offer."""

    seat: Seat
    offer: Offer
    accept: bool


class Resign(_Command, frozen=True, tag="resign"):
    """Resign; where the game goes on without the player, leave it."""

    seat: Seat


class Dismiss(_Command, frozen=True, tag="dismiss"):
    """Go on without a player who has left or missed three choices."""

    seat: Seat
    absent: Seat


class Say(_Command, frozen=True, tag="say"):
    """Say something to everyone, or to one's team."""

    seat: Seat
    channel: Channel
    text: Line


class Tick(_Command, frozen=True, tag="tick"):
    """Time has passed. Only sent by the server, when something is due."""


class Rematch(_Command, frozen=True, tag="rematched"):
    """Everyone agreed to a rematch, and it has been created. Only sent by the server."""

    match: str
    code: str


Command = (
    Sit
    | SeatBot
    | Stand
    | Remove
    | Trim
    | Ready
    | Unready
    | Act
    | Make
    | Answer
    | Resign
    | Dismiss
    | Say
)
Internal = Command | Tick | Rematch


# Events


class _Event(Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class Created(_Event, frozen=True, tag="created"):
    """The match was created, with every option in force."""

    match: str
    code: str
    host: str
    setup: Setup
    options: dict[str, str | int | bool | None]
    seats: int
    commitment: str
    at: int


class Sat(_Event, frozen=True, tag="sat"):
    """A player took a seat, or has another name. ``player`` is never shown to others."""

    seat: int
    name: str
    player: str
    bot: str = ""
    figure: str = ""


class Stood(_Event, frozen=True, tag="stood"):
    """A seat became free."""

    seat: int


class Removed(_Event, frozen=True, tag="removed"):
    """The host took a guest's seat away. ``player``, who may not sit again, is never shown."""

    seat: int
    player: str


class Trimmed(_Event, frozen=True, tag="trimmed"):
    """The open seats were removed; ``seats`` are the former numbers of the remaining ones."""

    seats: tuple[int, ...]


class BecameReady(_Event, frozen=True, tag="ready"):
    """A player is ready and added a text to the dice."""

    seat: int
    contribution: str


class BecameUnready(_Event, frozen=True, tag="unready"):
    """A player is not ready after all; their text for the dice is void."""

    seat: int


class Started(_Event, frozen=True, tag="started"):
    """All are ready; the clocks run."""

    at: int


class Rolled(_Event, frozen=True, tag="rolled"):
    """A chance event, such as a roll of the dice."""

    text: str
    at: int


class Chose(_Event, frozen=True, tag="chose"):
    """A player chose while others still choose. Others see an empty ``action``."""

    seat: int
    action: str
    at: int
    auto: bool = False


class Resolved(_Event, frozen=True, tag="resolved"):
    """All have chosen: the actions by seat, which take effect at once."""

    actions: dict[int, str]
    at: int


class Acted(_Event, frozen=True, tag="acted"):
    """A player acted openly; ``auto`` if the server acted for them."""

    seat: int
    action: str
    at: int
    auto: bool = False


class Missed(_Event, frozen=True, tag="missed"):
    """A player's time ran out."""

    seat: int
    at: int


class Offered(_Event, frozen=True, tag="offered"):
    """A player made an offer."""

    seat: int
    offer: str


class Answered(_Event, frozen=True, tag="answered"):
    """A player accepted or declined an offer."""

    seat: int
    offer: str
    accept: bool


class TookBack(_Event, frozen=True, tag="took-back"):
    """Everyone agreed to a take-back: the game is back at an earlier number of events."""

    events: int
    at: int


class Left(_Event, frozen=True, tag="left"):
    """A player left a running game."""

    seat: int
    at: int


class Concluded(_Event, frozen=True, tag="concluded"):
    """The game was ended by the players, not by play."""

    how: str
    seat: int | None
    at: int


class Said(_Event, frozen=True, tag="said"):
    """A chat message."""

    seat: int
    channel: str
    text: str
    at: int


class Ended(_Event, frozen=True, tag="ended"):
    """The game is over; the secret behind the dice is revealed."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    announced: tuple[str, ...]
    secret: str
    at: int


class Rematched(_Event, frozen=True, tag="rematched"):
    """Everyone agreed to a rematch, which is this match."""

    match: str
    code: str


Event = (
    Created
    | Sat
    | Stood
    | Removed
    | Trimmed
    | BecameReady
    | BecameUnready
    | Started
    | Rolled
    | Chose
    | Resolved
    | Acted
    | Missed
    | Offered
    | Answered
    | TookBack
    | Left
    | Concluded
    | Said
    | Ended
    | Rematched
)
Options = dict[str, Value]
