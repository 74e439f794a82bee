"""Quixo at the terminal: the board, the pushes, the line that wins."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from cruces.core import PASS, Outcome, View
from cruces.core.record import ActionEvent, Event
from cruces.games.quixo.rules import Push, Quixo, State
from cruces.games.quixo.rules.geometry import Square, index
from cruces.games.quixo.rules.pushing import CIRCLES, CROSSES, mark_of, team_of
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.style import WIDTH
from cruces.render.terminal.text_view import TextView

MARKS = "XO"
INKS = ("red", "blue")
BLANK = "·"

Signs = dict[str, tuple[str, str]]
"""The characters to the left and right of a cube, by its square."""


class QuixoView(TextView):
    """The board with its coordinates; in teams, each mark with the number of a player."""

    looks = ("moves", "board")
    help_key = "play.help.quixo"
    shared_win = "end.winners"
    game: Quixo

    @property
    def _four(self) -> bool:
        return len(self.names) > 2

    def opening(self, state: State, turn: int) -> list[str]:
        name = self.label(self.game.mover(state))
        return ["", self.style.rule(self.style.say("turn", turn=turn, name=name))]

    def turns(self, events: Sequence[Event]) -> int:
        return 1 + sum(isinstance(event, ActionEvent) for event in events)

    def _team(self, team: int) -> str:
        """``X: 1 Ana, 3 Leo``"""
        seats = [seat for seat in range(len(self.names)) if team_of(seat) == team]
        members = ", ".join(f"{seat + 1} {self.names[seat]}" for seat in seats)
        return self.style.paint(f"{MARKS[team]}: {members}", INKS[team])

    def label(self, seat: int) -> str:
        """``Ana (X)``, or between four ``Ana (X1)``."""
        number = str(seat + 1) if self._four else ""
        return f"{self.names[seat]} ({MARKS[team_of(seat)]}{number})"

    # The board

    def picture(self, view: View[Any, Any, Any], last: Event | None = None) -> list[str]:
        taken = {push.take for push in view.legal if isinstance(push, Push)}
        lines = self._framed(view.state, taken, self._special(view.outcome, last))
        if self._four:
            lines.append("    " + "    ".join(map(self._team, (CROSSES, CIRCLES))))
        return lines

    def _special(self, outcome: Outcome | None, last: Event | None) -> Signs:
        """The complete lines, or otherwise the cube that was pushed in last."""
        if outcome is not None and outcome.announced:
            return dict.fromkeys(" ".join(outcome.announced).split(), ("*", "*"))
        push = self.game.parse_action(last.text) if isinstance(last, ActionEvent) else None
        return {str(push.to): ("[", "]")} if isinstance(push, Push) else {}

    def _framed(self, state: State, taken: set[Square], special: Signs) -> list[str]:
        size, wide = state.options.size, 4 if self._four else 3
        bars = ["─" * wide] * size
        letters = "".join(f"{letter:^{wide + 1}}" for letter in "abcde"[:size])
        lines = [f"    {letters}".rstrip(), f"    ┌{'┬'.join(bars)}┐"]
        for row in range(size):
            places = [Square(column, row) for column in range(size)]
            cells = "│".join(self._cell(state, place, taken, special) for place in places)
            lines.append(f"  {row + 1} │{cells}│")
            if row < size - 1:
                lines.append(f"    ├{'┼'.join(bars)}┤")
        return [*lines, f"    └{'┴'.join(bars)}┘"]

    def _cell(self, state: State, place: Square, taken: set[Square], special: Signs) -> str:
        cube = state.board[index(state.options.size, place)]
        left, right = special.get(str(place), (" ", " "))
        written = f"{left}{self._cube(cube):<{2 if self._four else 1}}{right}"
        team = mark_of(cube)
        out_of_reach = bool(taken) and place not in taken
        return self.style.paint(
            written,
            None if team is None else INKS[team],
            bold=not out_of_reach,
            dim=out_of_reach and team is None,
            reverse=left == "*",
        )

    def _cube(self, cube: int) -> str:
        team = mark_of(cube)
        if team is None:
            return BLANK
        return f"{MARKS[team]}{cube}" if self._four else MARKS[team]

    def small(self, state: State) -> list[str]:
        size = state.options.size
        wide = 3 if self._four else 2
        lines = [f"       {''.join(f'{letter:<{wide}}' for letter in 'abcde'[:size])}"]
        for row in range(size):
            cubes = state.board[row * size : (row + 1) * size]
            lines.append(f"    {row + 1}  {''.join(f'{self._cube(c):<{wide}}' for c in cubes)}")
        return lines

    def look(self, what: str, view: View[Any, Any, Any]) -> list[str]:
        if what == "board":
            return self.picture(view)
        pushes = [self.game.format_action(action) for action in view.legal]
        lines = []
        for take, group in groupby(pushes, key=lambda written: written.partition(">")[0]):
            line = f"  {take} "
            for written in group:
                if len(line) + len(written) + 2 > WIDTH:
                    lines.append(line)
                    line = "     "
                line += f"  {written}"
            lines.append(line)
        return lines

    # What happened

    def describe(self, action: Any) -> str:
        if not isinstance(action, Push):
            return self.style.say("action.pass")
        written = self.game.format_action(action)
        if action.dot is None:
            return self.style.say("quixo.push", text=written, take=action.take, to=action.to)
        name = self.names[action.dot]
        return self.style.say(
            "quixo.push-dot", text=written, take=action.take, to=action.to, name=name
        )

    def _chance(self, before: State, written: str) -> str:
        raise ValueError("Quixo has no chance")

    def announcement(self, before: State, event: Event, after: State) -> list[str]:
        return [self.event(before, event)]

    # What one may do

    def menu(self, view: View[Any, Any, Any]) -> Menu:
        taken = list(dict.fromkeys(str(a.take) for a in view.legal if isinstance(a, Push)))
        if not taken:
            return Menu((self.style.say("quixo.must-pass"),), (), PASS)
        key = "quixo.menu-dot" if self._four else "quixo.menu"
        example = self.game.format_action(next(iter(view.legal)))
        message = self.style.say(key, squares=" ".join(taken), example=example)
        return Menu(tuple(message.splitlines()))

    # The end

    def result(self, state: State, outcome: Outcome) -> list[str]:
        return [self.style.say("end.line", line=line) for line in outcome.announced]
