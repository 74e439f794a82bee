"""A sheet of Qwixx in the terminal app: the dice, the rows, and what may be crossed now.

The arrows go from box to box among those that may be crossed, the digits cross at once.
"""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding

from cruces.core import PASS
from cruces.core.record import ChanceEvent
from cruces.games.qwixx.rules import Cross, Layout, Phase, Qwixx, Roll, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import row_points, total
from cruces.games.qwixx.show.symbols import colours, symbol
from cruces.games.qwixx.tui.dice import HEIGHT, draw_dice
from cruces.locales.numbers import MINUS
from cruces.tui.board import DrawnBoard
from cruces.tui.canvas import Canvas
from cruces.tui.colours import Ink
from cruces.tui.situation import Situation

ROLL_FRAMES = 8
STEPS = {"left": -1, "right": 1, "up": -1, "down": 1}
CROSSED, LOST, BOX = "✕", "·", "□"
WIDTHS = (6, 5, 4, 3)
"""Widths of a box; with the last one there is no room for the points of the rows."""
NARROW = WIDTHS[-1]
POINTS = 9
"""The room for a lock and the points of a row."""
LABEL = 3
PENCIL = "pencil"


class QwixxBoard(DrawnBoard):
    """Value in: a situation of a game with such a sheet. Message out: a cross, or a pass."""

    BINDINGS: ClassVar = [Binding("p,0", "pass_on", show=False)]
    keys: ClassVar = ("qwixx.tui.keys.choose", "qwixx.tui.keys.number", "qwixx.tui.keys.pass")

    def __init__(self, situation: Situation) -> None:
        super().__init__(situation)
        self.cursor = 0
        """The chosen one of the crosses; their number stands for passing."""
        self._reset()

    @property
    def state(self) -> State:
        """The position."""
        state: State = self.situation.view.state
        return state

    @property
    def printed(self) -> Layout:
        """What is printed on the sheets."""
        game = self.situation.game
        assert isinstance(game, Qwixx), "a board of Qwixx is asked for games of Qwixx"
        return game.layout

    @property
    def seat(self) -> int:
        """Whose sheet is shown."""
        return self.situation.view.seat or 0

    @property
    def crosses(self) -> list[Cross]:
        """What may be crossed, from top to bottom and from left to right."""
        order = {row: place for place, row in enumerate(self.printed.printed)}
        legal = [action for action in self.situation.actions if isinstance(action, Cross)]
        boxes = self.state.sheets[self.seat].box
        return sorted(legal, key=lambda cross: (order[cross.row], boxes(cross)))

    def _reset(self) -> None:
        self.cursor = 0
        if self.situation.chosen is not None:
            chosen = self.situation.game.parse_action(self.situation.chosen)
            if chosen in self.crosses:
                self.cursor = self.crosses.index(chosen)

    def changed(self, before: Situation) -> None:
        self._reset()
        new = self.situation.events[len(before.events) :]
        if any(isinstance(event, ChanceEvent) for event in new):
            self.move(ROLL_FRAMES)
        self._tell()

    def on_mount(self) -> None:
        self._tell()

    # What the player does

    def action_go(self, direction: str) -> None:
        """Along the row, or to the next row, among the boxes that may be crossed, and passing."""
        crosses = self.crosses
        if not self.situation.actions:
            return
        step = STEPS[direction]
        if direction in ("left", "right") or self.cursor >= len(crosses):
            self.cursor = (self.cursor + step) % (len(crosses) + 1)
        else:
            self._to_row(step)
        self._tell()
        self.refresh()

    def _to_row(self, step: int) -> None:
        crosses = self.crosses
        place = self.cursor + step
        while 0 <= place < len(crosses) and crosses[place].row == crosses[self.cursor].row:
            place += step
        self.cursor = place % (len(crosses) + 1)

    def action_take(self) -> None:
        """Cross the chosen box, or pass."""
        if not self.situation.actions:
            return
        if self.cursor < len(self.crosses):
            self.post_message(self.Played(self.crosses[self.cursor]))
        else:
            self.action_pass_on()

    def action_pass_on(self) -> None:
        """Pass."""
        if PASS in self.situation.actions:
            self.post_message(self.Played(PASS))

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "123456789":
            event.stop()
            crosses = self.crosses
            number = int(event.character) - 1
            if number < len(crosses):
                self.post_message(self.Played(crosses[number]))

    def touched(self, target: str) -> None:
        if not self.situation.actions:
            return
        if target == "pass":
            self.action_pass_on()
            return
        action = self.situation.game.parse_action(target)
        why = self.situation.view.legal.why_not(action)
        if why is None:
            self.post_message(self.Played(action))
        else:
            self.post_message(self.Refused(why))

    def _tell(self) -> None:
        if not self.situation.actions:
            return
        state = self.state
        if state.phase is Phase.WHITE and state.roll is not None:
            said = self.say("qwixx.tui.white", sum=state.roll.white_sum)
        else:
            said = self.say("qwixx.tui.colour")
        if not self.crosses:
            said += " " + self.say("qwixx.tui.nothing")
        if self._passing_costs():
            said += " " + self.say("qwixx.tui.costs", points=self.printed.penalty)
        self.post_message(self.Told(said))

    def _passing_costs(self) -> bool:
        """Whether passing now costs a penalty, by the rules."""
        view = self.situation.view
        if PASS not in self.situation.actions or view.state.phase is Phase.WHITE:
            return False
        after = view.game.apply(view.state, self.seat, PASS)
        return bool(after.sheets[self.seat].penalties > view.state.sheets[self.seat].penalties)

    # What it looks like

    def draw(self, canvas: Canvas, ink: Ink) -> None:
        layout = self.printed
        longest = layout.longest
        widths = (w for w in WIDTHS if canvas.width >= LABEL + w * longest + POINTS)
        wide = next(widths, NARROW)
        width = LABEL + wide * longest + (2 if wide == NARROW else POINTS)
        rows = len(layout.printed)
        high = next((h for h in (3, 2) if canvas.height >= HEIGHT + 1 + h * rows + 5), 1)
        used = HEIGHT + 1 + 1 + high * rows + 4
        x, y = max(0, (canvas.width - width) // 2), max(0, (canvas.height - used) // 2)
        roll = self._roll()
        if roll is not None:
            rolling = self.chance if self.frames else None
            draw_dice(canvas, ink, layout, roll, (x, y), rolling)
        y += HEIGHT + 2 if canvas.height >= used else HEIGHT + 1
        legal = self.crosses
        for row in layout.printed:
            self._row(canvas, ink, row, legal, (x, y), wide, high)
            y += high
        self._foot(canvas, ink, (x, y), width, wide)
        self._choices(canvas, ink, x, y + 2, width)

    def _roll(self) -> Roll | None:
        """The dice on the table, also when the turn is over."""
        if self.state.roll is not None:
            return self.state.roll
        for event in reversed(self.situation.events):
            if isinstance(event, ChanceEvent):
                outcome = self.situation.game.parse_chance(event.text)
                return outcome if isinstance(outcome, Roll) else None
        return None

    def _row(
        self,
        canvas: Canvas,
        ink: Ink,
        row: int,
        legal: list[Cross],
        at: tuple[int, int],
        wide: int,
        high: int,
    ) -> None:
        (x, y), layout = at, self.printed
        printed, sheet = layout.all[row], self.state.sheets[self.seat]
        both = colours(layout, row)
        closed = row in closed_rows(self.state.sheets)
        length = len(printed.numbers) * wide + 2
        line, tinted = y + high // 3, f"{both[0]}-ink"
        canvas.fill(x, y, LABEL + length, high, ink[f"{both[0]}-tint"])
        for place, each in enumerate(both):
            sign = symbol(layout, row)[place]
            canvas.write(x + place, line, sign, ink[f"{each}-ink"], bold=True)
        for place, number in enumerate(printed.numbers):
            cross = Cross(row, number)
            left = x + LABEL + place * wide
            self._box(canvas, ink, cross, closed, legal, (left, line), wide, high)
            if self.situation.actions:
                canvas.aim(left, y, wide, high, self.situation.game.format_action(cross))
        if printed.lock:
            lock = CROSSED if sheet.locked(row) else "–" if closed else "◇"
            canvas.write(x + LABEL + length - 1, line, lock, ink[tinted])
        if wide != NARROW and not printed.beside:
            points = str(row_points(sheet)[row])
            canvas.write(x + LABEL + length + 4 - len(points), line, points, ink["ink-2"])

    def _box(
        self,
        canvas: Canvas,
        ink: Ink,
        cross: Cross,
        closed: bool,
        legal: list[Cross],
        at: tuple[int, int],
        wide: int,
        high: int,
    ) -> None:
        (x, y), sheet = at, self.state.sheets[self.seat]
        own = colours(self.printed, cross.row)
        colour = own[0]
        number = str(cross.number)
        if sheet.has(cross.row, cross.number):
            canvas.write(x, y, CROSSED.center(wide), ink[PENCIL], bold=True)
            return
        if closed or sheet.skips(cross) < 0:
            canvas.write(x, y, LOST.center(wide), ink["ink-2"])
            return
        if cross not in legal:
            canvas.write(x, y, number.center(wide), ink[f"{colour}-ink"])
            return
        place = legal.index(cross)
        chosen = place == self.cursor
        signs = "[]" if chosen else "()"
        if cross == self.suggestion:
            signs = "**"
        written = f"{signs[0]}{number}{signs[1]}" if len(number) + 2 <= wide else number
        back = ink["ink"] if chosen else ink[colour]
        canvas.write(x, y, written.center(wide), ink["paper"], back, bold=True)
        earned = self.situation.earns.get(self.situation.game.format_action(cross))
        if high > 1 and earned is not None:
            canvas.write(x, y + 1, f"{earned:+}".replace("-", MINUS).center(wide), ink["ink"])

    def _foot(self, canvas: Canvas, ink: Ink, at: tuple[int, int], width: int, wide: int) -> None:
        (x, y), sheet = at, self.state.sheets[self.seat]
        most = self.printed.penalties
        boxes = " ".join(CROSSED if n < sheet.penalties else BOX for n in range(most))
        canvas.write(x, y, f"{self.say('qwixx.penalties')} {boxes}", ink["ink-2"])
        sums = f"{self.say('qwixx.total')} {_signed(total(sheet))}"
        canvas.write(
            x + width - len(sums) - (0 if wide == NARROW else 1), y, sums, ink["ink"], bold=True
        )

    def _choices(self, canvas: Canvas, ink: Ink, x: int, y: int, width: int) -> None:
        """The actions with the digits that take them."""
        left = x
        game = self.situation.game
        entries: list[tuple[str, str, str, bool]] = []
        for number, cross in enumerate(self.crosses):
            sign = symbol(self.printed, cross.row)
            digit = f"{number + 1} " if number < 9 else ""
            written = f" {digit}{sign}{cross.number} "
            entries.append((written, game.format_action(cross), "", number == self.cursor))
        if PASS in self.situation.actions:
            last = self.cursor >= len(self.crosses)
            entries.append((f" 0 {self.say('qwixx.tui.pass')} ", "pass", "", last))
        for written, target, _, chosen in entries:
            if left > x and left + len(written) > x + width:
                left, y = x, y + 1
            back = ink["ink"] if chosen else ink["line"]
            canvas.write(left, y, written, ink["paper"] if chosen else ink["ink"], back)
            canvas.aim(left, y, len(written), 1, target)
            left += len(written) + 1

    @classmethod
    def strip(cls, situation: Situation, seat: int, ink: Ink) -> Text:
        state: State = situation.view.state
        sheet, line = state.sheets[seat], Text()
        layout = sheet.layout
        for row, _ in enumerate(layout.rows):
            colour = colours(layout, row)[0]
            line.append(symbol(layout, row), ink[f"{colour}-ink"])
            line.append(f"{_reached(sheet, row)} ")
        line.append(f"{CROSSED * sheet.penalties} ", ink["ink-2"])
        line.append(_signed(total(sheet)), f"bold {ink['ink']}")
        return line


def _reached(sheet: Sheet, row: int) -> str:
    crossed = sheet.numbers(row)
    return str(crossed[-1]) if crossed else "–"


def _signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else str(number)
