"""The text view of games whose family has none: positions and actions in notation."""

from collections.abc import Sequence
from typing import Any

from cruces.core import CHANCE, PASS, Outcome, View
from cruces.core.record import ActionEvent, Event
from cruces.core.registry import family_of
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.text_view import TextView


class PlainView(TextView):
    """Shows the position in one line, and a number for every action."""

    looks = ()
    help_key = "play.help.plain"
    shared_win = "end.shared"

    def opening(self, state: Any, turn: int) -> list[str]:
        waiting = sorted(self.game.to_act(state) - {CHANCE})
        if not waiting:
            return []
        names = ", ".join(self.label(seat) for seat in waiting)
        return ["", self.style.rule(self.style.say("turn", turn=turn, name=names))]

    def turns(self, events: Sequence[Event]) -> int:
        return 1 + sum(isinstance(event, ActionEvent) for event in events)

    def picture(self, view: View[Any, Any, Any], last: Event | None = None) -> list[str]:
        return self.small(view.state)

    def small(self, state: Any) -> list[str]:
        return [f"  {self.game.format_position(state)}"]

    def look(self, what: str, view: View[Any, Any, Any]) -> list[str]:
        return self.picture(view)

    def menu(self, view: View[Any, Any, Any]) -> Menu:
        actions = list(iter(view.legal))
        lines = [
            f"  {number:>2}  {self.game.format_action(action):<12} {self.describe(action)}"
            for number, action in enumerate(actions, 1)
        ]
        default = actions[0] if len(actions) == 1 else PASS if PASS in actions else None
        return Menu(tuple(lines), tuple(actions), default)

    def describe(self, action: Any) -> str:
        return family_of(self.game).action_phrase(self.game, action, self.style.lang)

    def _chance(self, before: Any, written: str) -> str:
        outcome = self.game.parse_chance(written)
        lang = self.style.lang
        phrase = family_of(self.game).chance_phrase(self.game, before, outcome, self.names, lang)
        return f"  {phrase}"

    def announcement(self, before: Any, event: Event, after: Any) -> list[str]:
        return [self.event(before, event)]

    def result(self, state: Any, outcome: Outcome) -> list[str]:
        return [
            self.style.say("end.score", name=self.label(seat), points=score)
            for seat, score in enumerate(outcome.scores)
            if self.game.has_points
        ]
