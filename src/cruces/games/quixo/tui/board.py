"""The board of Quixo in the terminal app: cubes in a tray, and where to push.

One takes a cube with the cursor or the mouse; then the arrows, or the places beside the board, say
where it is pushed in, and the board shows what it would look like.
"""

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding

from cruces.core import PASS
from cruces.core.record import ActionEvent
from cruces.games.quixo.rules import Push, State
from cruces.games.quixo.rules.geometry import Square, edge, index, pushes, squares
from cruces.games.quixo.rules.pushing import mark_of
from cruces.games.quixo.show.phrases import MARKS
from cruces.tui.board import DrawnBoard
from cruces.tui.canvas import Canvas
from cruces.tui.colours import Ink
from cruces.tui.situation import Situation

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ARROWS = {"left": "▶", "right": "◀", "up": "▼", "down": "▲"}
"""Beside the board: a cube that is pushed in at the left moves to the right."""
SLIDE_FRAMES = 5


class Cubes(NamedTuple):
    """How large a cube is drawn, without its lower side and the gap, and its marks."""

    width: int
    height: int
    marks: tuple[tuple[str, ...], tuple[str, ...]]


SMALL = Cubes(4, 2, (("╲╱", "╱╲"), ("╭╮", "╰╯")))
LARGE = Cubes(8, 4, (("╲  ╱", " ╲╱ ", " ╱╲ ", "╱  ╲"), ("╭────╮", "│    │", "│    │", "╰────╯")))
CURSOR = "▌▐"
LEFT, TOP = 4, 2
"""The room for row numbers, letters and arrows."""


class QuixoBoard(DrawnBoard):
    """Value in: a situation of Quixo. Message out: a push."""

    BINDINGS: ClassVar = [
        Binding("full_stop,d", "turn_dot", show=False),
        Binding("backspace", "give_up", show=False),
    ]
    keys: ClassVar[tuple[str, ...]] = (
        "quixo.tui.keys.take",
        "quixo.tui.keys.push",
        "quixo.tui.keys.dot",
    )

    def __init__(self, situation: Situation) -> None:
        super().__init__(situation)
        self.cursor = Square(0, 0)
        self.taken: Square | None = None
        self.end: Square | None = None
        self.dot: int | None = None
        self._reset()

    @property
    def state(self) -> State:
        """The position."""
        state: State = self.situation.view.state
        return state

    @property
    def size_of_board(self) -> int:
        """The cubes in a row."""
        return self.state.options.size

    def _reset(self) -> None:
        self.taken = self.end = None
        pushing = [action for action in self.situation.actions if isinstance(action, Push)]
        self.dot = pushing[0].dot if pushing else None
        takes = [push.take for push in pushing]
        if takes and self.cursor not in takes:
            self.cursor = takes[0]

    def changed(self, before: Situation) -> None:
        self._reset()
        if len(self.situation.events) == len(before.events) + 1 and self._last() is not None:
            self.move(SLIDE_FRAMES)
        self._tell()

    def on_mount(self) -> None:
        self._tell()

    def back(self) -> bool:
        if self.taken is None:
            return False
        self.taken = self.end = None
        self._tell()
        self.refresh()
        return True

    # What the player does

    def action_go(self, direction: str) -> None:
        """Move the cursor, or choose where to push."""
        if not self.situation.actions:
            return
        if self.taken is None:
            self._move_cursor(*STEPS[direction])
        else:
            self._aim(self._end(self.taken, direction))
        self.refresh()

    def _move_cursor(self, across: int, down: int) -> None:
        """To the next square of the edge."""
        last = self.size_of_board - 1
        column, row = self.cursor
        if across:
            inside = 0 < row < last
            column = (last if across > 0 else 0) if inside else min(last, max(0, column + across))
        else:
            inside = 0 < column < last
            row = (last if down > 0 else 0) if inside else min(last, max(0, row + down))
        self.cursor = Square(column, row)

    def _end(self, taken: Square, direction: str) -> Square:
        last = self.size_of_board - 1
        across, down = STEPS[direction]
        if across:
            return Square(last if across > 0 else 0, taken.row)
        return Square(taken.column, last if down > 0 else 0)

    def _aim(self, end: Square) -> None:
        push = self._push(end)
        why = self.situation.view.legal.why_not(push)
        if why is None:
            self.end = end
            self._tell()
        else:
            self.post_message(self.Refused(why))

    def _push(self, end: Square) -> Push:
        assert self.taken is not None, "asked only when a cube is taken"
        return Push(self.taken, end, self.dot)

    def action_take(self) -> None:
        """Take the cube under the cursor; push the taken one; pass where one must."""
        if not self.situation.actions:
            return
        if self.situation.actions == [PASS]:
            self.post_message(self.Played(PASS))
        elif self.taken is None:
            self._take(self.cursor)
        elif self.end is not None:
            self.post_message(self.Played(self._push(self.end)))
        else:
            self._tell()
        self.refresh()

    def _take(self, square: Square) -> None:
        self.cursor = square
        if any(isinstance(a, Push) and a.take == square for a in self.situation.actions):
            self.taken, self.end = square, None
            self._tell()
            return
        why = self.situation.view.legal.why_not(Push(square, square, self.dot))
        if why is not None:
            self.post_message(self.Refused(why))

    def action_turn_dot(self) -> None:
        """Turn the dot to the other partner."""
        dots = list(dict.fromkeys(a.dot for a in self.situation.actions if isinstance(a, Push)))
        if len(dots) > 1 and self.dot in dots:
            self.dot = dots[(dots.index(self.dot) + 1) % len(dots)]
            self._tell()
            self.refresh()

    def action_give_up(self) -> None:
        """Put the taken cube back."""
        self.back()

    def touched(self, target: str) -> None:
        if not self.situation.actions:
            return
        if target == "dot":
            self.action_turn_dot()
            return
        square = {str(each): each for each in squares(self.size_of_board)}[target[-2:]]
        if self.taken is not None and (target.startswith("end:") or self._is_end(square)):
            again = self.end == square
            self._aim(square)
            if self.end == square and (again or self.dot is None):
                self.post_message(self.Played(self._push(square)))
        elif index(self.size_of_board, square) in edge(self.size_of_board):
            self._take(square)

    def _is_end(self, square: Square) -> bool:
        assert self.taken is not None, "asked only when a cube is taken"
        size = self.size_of_board
        return (index(size, self.taken), index(size, square)) in pushes(size)

    def _tell(self) -> None:
        if not self.situation.actions:
            return
        if self.situation.actions == [PASS]:
            said = self.say("quixo.tui.must-pass")
        elif self.taken is None:
            said = self.say("quixo.tui.take")
        elif self.end is None:
            said = self.say("quixo.tui.where", square=self.taken)
        else:
            said = self.say("quixo.tui.push", square=self.taken, to=self.end)
        if self.dot is not None and self.taken is not None:
            name = self.situation.names[self.dot]
            said += " " + self.say("quixo.tui.dot", number=self.dot + 1, name=name)
        self.post_message(self.Told(said))

    # What it looks like

    def draw(self, canvas: Canvas, ink: Ink) -> None:
        size = self.size_of_board
        cubes = LARGE if _fits(LARGE, size, canvas) else SMALL
        wide, high = cubes.width + 1, cubes.height + 1
        x = LEFT + max(0, (canvas.width - size * wide - 1 - 2 * LEFT) // 2)
        y = TOP + max(0, (canvas.height - size * high - 2 * TOP) // 2)
        canvas.fill(x - 1, y - 1, size * wide + 1, size * high + 1, ink["tray"])
        self._letters(canvas, ink, cubes, x, y)
        shown = self._shown()
        for square in squares(size):
            if self.taken is not None and self.end is None and square == self.taken:
                self._hole(canvas, ink, cubes, x + square.column * wide, y + square.row * high)
                continue
            left, top = self._slid(square, wide, high)
            place = x + square.column * wide + left, y + square.row * high + top
            self._cube(canvas, ink, cubes, shown, square, place)
        for square in squares(size):
            at = x + square.column * wide, y + square.row * high
            canvas.aim(*at, wide, high, str(square))
        self._ends(canvas, ink, cubes, x, y)
        self._dots(canvas, ink, x, min(y + size * high + 1, canvas.height - 1), size * wide)

    def _shown(self) -> State:
        """The position, or what it would be after the push."""
        if self.taken is None or self.end is None:
            return self.state
        view = self.situation.view
        assert view.seat is not None, "who pushes has a seat"
        after: State = view.game.apply(self.state, view.seat, self._push(self.end))
        return after

    def _slid(self, square: Square, wide: int, high: int) -> tuple[int, int]:
        """How far a cube is from its place while the last push is shown."""
        last = self._last()
        if not self.frames or last is None:
            return 0, 0
        size = self.size_of_board
        path = pushes(size)[index(size, last.take), index(size, last.to)]
        if index(size, square) not in path:
            return 0, 0
        part = self.frames / SLIDE_FRAMES
        column, row = _direction(last)
        return round(column * wide * part), round(row * high * part)

    def _last(self) -> Push | None:
        """The push that was made last."""
        events = self.situation.events
        if not events or not isinstance(events[-1], ActionEvent):
            return None
        action = self.situation.game.parse_action(events[-1].text)
        return action if isinstance(action, Push) else None

    def _letters(self, canvas: Canvas, ink: Ink, cubes: Cubes, x: int, y: int) -> None:
        wide, high = cubes.width + 1, cubes.height + 1
        for column in range(self.size_of_board):
            canvas.write(x + column * wide + cubes.width // 2, y - 2, "abcde"[column], ink["ink-2"])
        for row in range(self.size_of_board):
            canvas.write(x - 3, y + row * high + cubes.height // 2, str(row + 1), ink["ink-2"])

    def _cube(
        self,
        canvas: Canvas,
        ink: Ink,
        cubes: Cubes,
        state: State,
        square: Square,
        place: tuple[int, int],
    ) -> None:
        size = self.size_of_board
        cube = state.board[index(size, square)]
        four = len(self.situation.names) > 2
        x, y = place
        back, burn = self._woods(ink, square)
        canvas.fill(x, y, cubes.width, cubes.height, back)
        canvas.write(x, y + cubes.height, "▀" * cubes.width, ink["wood-side"], ink["tray"])
        team = mark_of(cube)
        if team is not None:
            left = x + (cubes.width - len(cubes.marks[team][0])) // 2
            for line, written in enumerate(cubes.marks[team]):
                canvas.write(left, y + line, written, burn, bold=True)
            if four:
                canvas.write(x + cubes.width - 1, y + cubes.height - 1, str(cube), burn, bold=True)
        signs = self._signs(square)
        if signs:
            lines = range(cubes.height) if signs == CURSOR else [(cubes.height - 1) // 2]
            ink_of_signs = ink["accent"] if signs == CURSOR else burn
            for line in lines:
                canvas.write(x, y + line, signs[0], ink_of_signs, bold=True)
                dotted = team is not None and four and line == cubes.height - 1
                if not dotted:
                    right = x + cubes.width - 1
                    canvas.write(right, y + line, signs[1], ink_of_signs, bold=True)

    def _woods(self, ink: Ink, square: Square) -> tuple[str, str]:
        """The colours of a cube and of its mark."""
        outcome = self.situation.view.outcome
        if outcome is not None and str(square) in " ".join(outcome.announced).split():
            return ink["win-light"], ink["win"]
        if self.end is not None and square == self.end:
            return ink["mark"], ink["burn"]
        takes = {a.take for a in self.situation.actions if isinstance(a, Push)}
        if not takes or self.taken is not None or square in takes:
            return ink["wood-light"], ink["burn"]
        return ink["wood"], ink["burn"]

    def _signs(self, square: Square) -> str:
        """What stands at the left and right of a cube: the cursor, the hint, the last push."""
        if self.situation.actions and self.taken is None and square == self.cursor:
            return CURSOR
        suggested = self.suggestion
        if isinstance(suggested, Push) and self.taken is None and square == suggested.take:
            return "**"
        last = self._last()
        if last is not None and self.end is None and square == last.to:
            return "[]"
        return ""

    def _hole(self, canvas: Canvas, ink: Ink, cubes: Cubes, x: int, y: int) -> None:
        canvas.fill(x, y, cubes.width, cubes.height, ink["tray-edge"])
        middle = y + (cubes.height - 1) // 2
        canvas.write(x, middle, "·" * cubes.width, ink["tray-ink"])

    def _ends(self, canvas: Canvas, ink: Ink, cubes: Cubes, x: int, y: int) -> None:
        """Where the taken cube may be pushed in: arrows beside the board."""
        if self.taken is None:
            return
        size, wide, high = self.size_of_board, cubes.width + 1, cubes.height + 1
        for direction, sign in ARROWS.items():
            end = self._end(self.taken, direction)
            if self.situation.view.legal.why_not(self._push(end)) is not None:
                continue
            if direction in ("left", "right"):
                at_x = x - 4 if direction == "left" else x + size * wide
                at = at_x, y + end.row * high + (cubes.height - 1) // 2
            else:
                at_y = y - 2 if direction == "up" else y + size * high
                at = x + end.column * wide + (cubes.width - 3) // 2, at_y
            chosen = end == self.end
            suggested = isinstance(self.suggestion, Push) and self.suggestion.to == end
            back = ink["mark"] if chosen else ink["accent"]
            written = f"*{sign}*" if suggested else f" {sign} "
            canvas.write(*at, written, ink["burn"] if chosen else ink["paper"], back, bold=True)
            canvas.aim(*at, 3, 1, f"end:{end}")

    def _dots(self, canvas: Canvas, ink: Ink, x: int, y: int, width: int) -> None:
        """To whom the dot is turned, where that can be chosen: away from the arrow below."""
        if self.dot is None or self.taken is None:
            return
        name = self.situation.names[self.dot]
        written = f" {self.dot + 1} {name} "
        if self.taken.column < self.size_of_board // 2:
            x += max(0, width - len(written))
        canvas.write(x, y, written, ink["paper"], ink["accent"], bold=True)
        canvas.aim(x, y, len(written), 1, "dot")

    @classmethod
    def strip(cls, situation: Situation, seat: int, ink: Ink) -> Text:
        if len(situation.names) > 2:
            return Text()  # the mark is part of the name, and the cubes are the team's
        cubes = situation.view.state.board.count(seat + 1)
        return Text(f"{MARKS[seat]} {cubes}")


def _fits(cubes: Cubes, size: int, canvas: Canvas) -> bool:
    width = size * (cubes.width + 1) + 1 + 2 * LEFT
    return canvas.width >= width and canvas.height >= size * (cubes.height + 1) + 1 + TOP + 1


def _direction(push: Push) -> tuple[int, int]:
    """From where a push comes: the cubes begin one step in the direction of its end."""
    column = (push.to.column > push.take.column) - (push.to.column < push.take.column)
    row = (push.to.row > push.take.row) - (push.to.row < push.take.row)
    return column, row
