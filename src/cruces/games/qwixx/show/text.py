"""Qwixx and Big Points at the terminal: sheets, events, and what may be crossed."""

import textwrap
from collections.abc import Sequence
from typing import Any

from cruces.core import PASS, Outcome, View
from cruces.core.record import ActionEvent, ChanceEvent, Event
from cruces.games.qwixx.rules import Cross, Die, Layout, Lot, Phase, Qwixx, Roll, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.show import text_sheets as sheets
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.style import padded, signed
from cruces.render.terminal.text_view import TextView


class QwixxView(TextView):
    """One's own sheet in full, the others' as strips, and the dice."""

    looks = ("sheets",)
    help_key = "play.help.qwixx"
    shared_win = "end.shared"

    @property
    def layout(self) -> Layout:
        """The layout of the sheets."""
        assert isinstance(self.game, Qwixx), "a view of Qwixx is asked for games of Qwixx"
        return self.game.layout

    def opening(self, state: State, turn: int) -> list[str]:
        if state.phase is not Phase.WHITE or state.roll is None:
            return []
        title = self.style.say("turn", turn=turn, name=self.names[state.active])
        return ["", self.style.rule(title), sheets.dice(self.style, self.layout, state.roll)]

    def turns(self, events: Sequence[Event]) -> int:
        chances = (event.text for event in events if isinstance(event, ChanceEvent))
        return sum(isinstance(self.game.parse_chance(written), Roll) for written in chances)

    def picture(self, view: View[Any, Any, Any], last: Event | None = None) -> list[str]:
        style, state = self.style, view.state
        seats = range(len(state.sheets))
        if view.seat is None:
            every = (sheets.full_sheet(style, state, seat, self.names[seat]) for seat in seats)
            return [line for lines in every for line in [*lines, ""]]
        crosses = [action for action in view.legal if isinstance(action, Cross)]
        others = [seat for seat in seats if seat != view.seat]
        return [
            *sheets.full_sheet(style, state, view.seat, self.names[view.seat], crosses),
            *(
                line
                for seat in others
                for line in sheets.sheet_strip(style, state.sheets[seat], self.names[seat])
            ),
        ]

    def small(self, state: State) -> list[str]:
        if state.phase not in (Phase.ROLL, Phase.OVER):
            return []
        return [
            line
            for each in zip(state.sheets, self.names, strict=True)
            for line in sheets.sheet_strip(self.style, *each)
        ]

    def look(self, what: str, view: View[Any, Any, Any]) -> list[str]:
        return self.picture(self.game.view(view.state, None))

    # What happened

    def describe(self, action: Any) -> str:
        if not isinstance(action, Cross):
            return self.style.say("action.pass")
        return f"{sheets.row_name(self.style, self.layout, action.row)} {action.number}"

    def _chance(self, before: State, written: str) -> str:
        match self.game.parse_chance(written):
            case Lot(seat):
                return self.style.say("event.lot", name=self.names[seat])
            case Die(face):
                return self.style.say("event.die", name=self.names[before.active], face=face)
            case roll:
                return sheets.dice(self.style, self.layout, roll)

    def announcement(self, before: State, event: Event, after: State) -> list[str]:
        if not isinstance(event, ActionEvent):
            return [self.event(before, event)]
        if after.phase is Phase.WHITE:
            return []  # still secret
        action = self.game.parse_action(event.text)
        if before.phase is Phase.WHITE:
            choices = (*before.choices[: event.seat], action, *before.choices[event.seat + 1 :])
            lines = [self._did("qwixx.did-1", *choice) for choice in enumerate(choices)]
        else:
            lines = [self._did("qwixx.did-2", event.seat, action)]
        active = before.active
        penalties = after.sheets[active].penalties
        if penalties > before.sheets[active].penalties:
            params = {"name": self.names[active], "count": penalties, "most": self.layout.penalties}
            points = signed(-self.layout.penalty)
            lines.append(self.style.say("event.penalty", points=points, **params))
        for row in closed_rows(after.sheets):
            if row not in closed_rows(before.sheets):
                name = sheets.row_name(self.style, self.layout, row)
                lines.append(self.style.say("event.closed", row=name))
        return lines

    def _did(self, key: str, seat: int, action: Any) -> str:
        return self.style.say(key, name=self.names[seat], action=self.describe(action))

    # What one may do

    def menu(self, view: View[Any, Any, Any]) -> Menu:
        state, seat = view.state, view.seat
        assert seat is not None, "spectators are not asked"
        crosses = [action for action in view.legal if isinstance(action, Cross)]
        choices = [
            line
            for number, cross in enumerate(crosses, 1)
            for line in self._choice(state, seat, number, cross)
        ]
        if state.phase is Phase.WHITE:
            head = self._folded("qwixx.action-1", sum=state.roll.white_sum)
            costs, free = False, state.active != seat
        else:
            head = [
                sheets.dice(self.style, self.layout, state.roll),
                *self._folded("qwixx.action-2"),
            ]
            costs = self._passing_costs(view, seat)
            free = not costs
        last = self._pass_lines(bool(crosses), costs, free)
        default = PASS if free or not crosses else None
        return Menu((*head, *choices, *last), tuple(crosses), default)

    def _choice(self, state: State, seat: int, number: int, cross: Cross) -> list[str]:
        sheet = state.sheets[seat]
        notes = [f"+{total(sheet.cross(cross)) - total(sheet)}"]
        if skipped := sheet.skips(cross):
            notes.append(self.style.say("qwixx.skips", count=skipped))
        if sheet.closes(cross):
            notes.append(self.style.say("qwixx.closes"))
        code = padded(self.game.format_action(cross), 6)
        begun, name = f"  {number}  {self.style.paint(code, bold=True)}", self.describe(cross)
        wide = 30 if self.layout.bonus else 16
        said = ", ".join(notes)
        if not self.style.narrow:
            return [f"{begun}{padded(name, wide)}{said}"]
        if len(f"  {number}  {code}{name}  {said}") <= self.style.width:
            return [f"{begun}{name}  {said}"]
        return [f"{begun}{name}", " " * 11 + said]

    @staticmethod
    def _passing_costs(view: View[Any, Any, Any], seat: int) -> bool:
        """Whether passing now costs a penalty, according to the rules."""
        after = view.game.apply(view.state, seat, PASS)
        return bool(after.sheets[seat].penalties > view.state.sheets[seat].penalties)

    def _pass_lines(self, can_cross: bool, costs: bool, free: bool) -> list[str]:
        if costs:
            lines = self._folded("qwixx.pass-costs" if can_cross else "qwixx.must-pay")
            return [self.style.paint(line, "red") for line in lines]
        if not can_cross:
            return self._folded("qwixx.nothing-fits")
        return self._folded("qwixx.enter-passes" if free else "qwixx.pass-for-now")

    def _folded(self, key: str, /, **params: object) -> list[str]:
        """A text of the command line in lines that fit."""
        said, indent = self.style.say(key, **params), " " * 4
        return textwrap.wrap(said, self.style.width, subsequent_indent=indent)

    # The end

    def result(self, state: State, outcome: Outcome) -> list[str]:
        closed = [self.layout.by_id[row] for row in outcome.announced]
        rows = ", ".join(sheets.row_name(self.style, self.layout, row) for row in closed)
        announced = [self.style.say("end.closed", rows=rows)] if rows else []
        return [*announced, *sheets.scores(self.style, state.sheets, self.names, outcome)]
