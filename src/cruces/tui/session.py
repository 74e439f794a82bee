"""A match as the app plays it: on this computer or on a server, it looks the same."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from cruces.core import Legal, Reason, View
from cruces.core.family import AnyGame
from cruces.core.record import Record
from cruces.locales import text
from cruces.tui.situation import Situation

if TYPE_CHECKING:
    from cruces.analysis.analysis_dto import Advice
    from cruces.match import messages as m
    from cruces.match.match_view import FullMatchView


LATEST, LONGEST = 50, 300
"""How many messages somebody who comes later can read, and the most letters of each."""


@dataclass(frozen=True, slots=True)
class Change:
    """What has happened: the events, and sentences about them.

    ``trouble`` is a sentence about what went wrong, if something did.
    """

    events: "tuple[m.Event, ...]" = ()
    said: tuple[str, ...] = ()
    trouble: str = ""


Listener = Callable[[Change], None]


class Session(ABC):
    """One match. ``value`` is what clients of a server are sent, whoever makes it."""

    value: "FullMatchView"
    shared: ClassVar[bool] = False
    """Whether people elsewhere play, too."""

    def __init__(self, game: AnyGame, lang: str) -> None:
        self.game, self.lang = game, lang
        self.trouble = ""
        """Why the match cannot go on now; empty if it can."""
        self.dismiss_at: Mapping[int, int] = {}
        """In how many milliseconds the others may go on without absent players, by seat."""
        self._listener: Listener = lambda change: None
        self._before: Any = None

    def listen(self, listener: Listener) -> None:
        """Be told of everything from now on; one listener at a time."""
        self._listener = listener

    @abstractmethod
    async def start(self) -> None:
        """Begin: robots play, the server is listened to."""

    @abstractmethod
    async def do(self, command: "m.Command") -> None:
        """Carry out a command; raises CrucesError if it is refused."""

    @abstractmethod
    async def advice(self, seat: int) -> "Advice":
        """What the best actions of a seat are worth now."""

    @abstractmethod
    def state(self, seat: int | None) -> Any:
        """The state as a seat, or a spectator, may see it."""

    @abstractmethod
    async def record(self) -> Record:
        """The game so far, as a record."""

    @abstractmethod
    async def rematch(self) -> "Session | None":
        """The next match of the same players; None while others have to agree."""

    async def successor(self) -> "Session | None":
        """The next match, once everybody has agreed to it elsewhere."""
        return None

    @abstractmethod
    async def close(self) -> None:
        """Stop: nobody is told of anything any more."""

    async def be_ready(self, seat: int) -> None:
        """Be ready, with a text for the dice that nobody can foresee."""
        from cruces.match import messages as m

        await self.do(m.Ready(seat, secrets.token_hex(16)))

    def remaining_time(self, seat: int) -> int | None:
        """The milliseconds on a seat's clock now; None without clocks."""
        return None

    def is_away(self, seat: int) -> bool:
        """Whether the person at a seat has lost the connection."""
        return False

    @property
    def own(self) -> Sequence[int]:
        """The seats that are played here."""
        return self.value["own"]

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return tuple(seat["label"] for seat in self.value["seats"])

    def quote(self, said: "m.Said") -> str:
        """A message, and who wrote it."""
        if list(self.own) == [said.seat]:
            name = text("web.you", self.lang)
        elif said.seat in range(len(self.names)):
            name = self.names[said.seat]
        else:  # removed before the start
            name = text("web.player", self.lang, number=said.seat + 1)
        return f"{name}: {said.text[:LONGEST]}"

    def chat(self) -> list[str]:
        """What has been written so far, as one reads it who comes later."""
        return [self.quote(said) for said in self.value["chat"][-LATEST:]]

    @property
    def waiting(self) -> list[int]:
        """The own seats that still have to choose."""
        return [seat for seat in self.value["to_act"] if seat in self.own]

    def situation(self, seat: int | None) -> Situation:
        """What the board shows to a seat."""
        value, game = self.value, self.game
        state, key = self.state(seat), str(seat)
        asked = seat is not None and seat in value["to_act"]
        written = value["legal"].get(key, []) if asked else []
        legal: Legal[Any] = Legal.nothing(Reason("not-your-turn", {"seat": (seat or 0) + 1}))
        if seat is not None and asked:
            legal = game.legal(state, seat)
        outcome = game.outcome(state)
        view = View(game, seat, state, frozenset(value["to_act"]), legal, outcome)
        return Situation(
            view,
            self.names,
            self.lang,
            tuple(value["events"]),
            self._before,
            asked,
            value["chosen"].get(key),
            dict(zip(written, value["earns"].get(key, ()), strict=False)),
        )
