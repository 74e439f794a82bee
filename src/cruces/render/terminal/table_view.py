"""What every game's drawing can do."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from cruces.core import Game, Outcome, View
from cruces.core.record import ActionEvent, ChanceEvent, ConclusionEvent, Event
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.style import Style, short


class TableView(ABC):
    """Draws one game for the people at it."""

    looks: ClassVar[tuple[str, ...]]
    """What else one may ask to see: words of the catalogue, `cli.word.<look>`."""
    help_key: ClassVar[str]
    shared_win: ClassVar[str]
    """The key for several in first place: rivals who tie, or partners who win."""

    def __init__(self, style: Style, game: Game[Any, Any, Any], names: Sequence[str]) -> None:
        self.style = style
        self.game = game
        self.names = [short(name) for name in names]

    @abstractmethod
    def opening(self, state: Any, turn: int) -> list[str]:
        """What stands above a turn's first picture: whose it is, the dice; nothing later on."""

    def label(self, seat: int) -> str:
        """A player by name, with what tells him apart on the board."""
        return self.names[seat]

    @abstractmethod
    def picture(self, view: View[Any, Any, Any], last: Event | None = None) -> list[str]:
        """The position for who looks at it, with what happened last; in full for a spectator."""

    @abstractmethod
    def small(self, state: Any) -> list[str]:
        """The position in few lines; nothing where a turn is in the middle."""

    @abstractmethod
    def menu(self, view: View[Any, Any, Any]) -> Menu:
        """What the viewer may do."""

    @abstractmethod
    def look(self, what: str, view: View[Any, Any, Any]) -> list[str]:
        """One of ``looks``."""

    @abstractmethod
    def describe(self, action: Any) -> str:
        """An action in words."""

    @abstractmethod
    def told(self, before: Any, event: Event, after: Any) -> list[str]:
        """What is said at the table when an event has happened; nothing that is still secret."""

    @abstractmethod
    def result(self, state: Any, outcome: Outcome) -> list[str]:
        """The score or the line, as announced."""

    @abstractmethod
    def turns(self, events: Sequence[Event]) -> int:
        """How many turns these events began."""

    def event(self, before: Any, event: Event) -> str:
        """One event in words."""
        match event:
            case ActionEvent():
                return self.did(event.seat, self.game.parse_action(event.text))
            case ChanceEvent():
                return self._chance(before, event.text)
            case ConclusionEvent():
                how = self.style.text(f"reason.{event.how}")
                if not isinstance(event.seat, int):
                    return how
                return self.style.say("event.action", name=self.names[event.seat], action=how)

    def did(self, seat: int, action: Any) -> str:
        """Who did what."""
        name, described = self.names[seat], self.describe(action)
        return self.style.say("event.action", name=name, action=described)

    @abstractmethod
    def _chance(self, before: Any, written: str) -> str:
        """Dice or lots in words."""

    def ended(self, state: Any, outcome: Outcome) -> list[str]:
        """Why it is over, the result, and who won."""
        reason = self.style.text(f"reason.{outcome.reason}")
        lines = [self.style.say("end.over", reason=reason), *self.result(state, outcome)]
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
