"""The interface of a game's text view."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from cruces.core import Game, Outcome, View
from cruces.core.family import AnyLog
from cruces.core.record import ActionEvent, ChanceEvent, ConclusionEvent, Event
from cruces.core.registry import family_of
from cruces.locales import ending
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.style import Style, short


class TextView(ABC):
    """Shows a game as text, for the people who play it."""

    looks: ClassVar[tuple[str, ...]]
    """What else a player may ask to see: words of the catalogue, `cli.word.<look>`."""
    help_key: ClassVar[str]
    shared_win: ClassVar[str]
    """The catalogue key for several in first place: opponents who tie, or partners who win."""

    def __init__(self, style: Style, game: Game[Any, Any, Any], names: Sequence[str]) -> None:
        self.style = style
        self.game = game
        self.names = [short(name) for name in names]

    @abstractmethod
    def opening(self, state: Any, turn: int) -> list[str]:
        """The lines above a turn's first picture: whose turn it is, the dice; empty later on."""

    def label(self, seat: int) -> str:
        """A player's name, with their mark or colour on the board."""
        return self.names[seat]

    @abstractmethod
    def picture(self, view: View[Any, Any, Any], last: Event | None = None) -> list[str]:
        """The position for a viewer, with the last event; in full for a spectator."""

    @abstractmethod
    def small(self, state: Any) -> list[str]:
        """The position in a few lines; empty in the middle of a turn."""

    @abstractmethod
    def menu(self, view: View[Any, Any, Any]) -> Menu:
        """The viewer's actions."""

    @abstractmethod
    def look(self, what: str, view: View[Any, Any, Any]) -> list[str]:
        """One of ``looks``."""

    @abstractmethod
    def describe(self, action: Any) -> str:
        """An action in words."""

    @abstractmethod
    def announcement(self, before: Any, event: Event, after: Any) -> list[str]:
        """The lines that announce an event to all players, without anything still secret."""

    @abstractmethod
    def result(self, state: Any, outcome: Outcome) -> list[str]:
        """The score or the winning line."""

    @abstractmethod
    def turns(self, events: Sequence[Event]) -> int:
        """The number of turns that these events began."""

    def event(self, before: Any, event: Event) -> str:
        """One event in words."""
        match event:
            case ActionEvent():
                return self.did(event.seat, self.game.parse_action(event.text))
            case ChanceEvent():
                return self._chance(before, event.text)
            case ConclusionEvent():
                names = [self.names[event.seat]] if isinstance(event.seat, int) else []
                return f"  {ending(event.how, self.style.lang, names, self._is_you(names))}"

    def did(self, seat: int, action: Any) -> str:
        """A player's action in words."""
        name, described = self.names[seat], self.describe(action)
        return self.style.say("event.action", name=name, action=described)

    @abstractmethod
    def _chance(self, before: Any, written: str) -> str:
        """A chance outcome in words."""

    def _is_you(self, names: Sequence[str]) -> bool:
        """Whether this is the reader: the one person who was not asked for a name."""
        return list(names) == [self.style.say("play.you")]

    def ended(self, log: AnyLog, outcome: Outcome) -> list[str]:
        """The lines at the end: the reason, the result and the winners."""
        family, state = family_of(self.game), log.state
        own = frozenset(s for s, name in enumerate(self.names) if self._is_you([name]))
        how = family.ending(self.game, log, outcome, self.names, own, self.style.lang)
        lines = [self.style.say("end.over", reason=how), *self.result(state, outcome)]
        if len(self.names) == 1:
            return lines
        first = [self.label(s) for s, place in enumerate(outcome.places) if place == 1]
        if not outcome.winners:
            key = "end.draw" if set(outcome.scores) == {0} else "end.all-tied"
        elif len(first) == 1:
            key = "end.winner"
        else:
            key = self.shared_win
        lines.append(self.style.paint(self.style.say(key, names=", ".join(first)), bold=True))
        return lines
