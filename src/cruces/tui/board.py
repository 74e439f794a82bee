"""The board of a game in the app: a situation in, an action out."""

from random import Random
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from cruces.core import Reason
from cruces.locales import text
from cruces.tui.canvas import Canvas
from cruces.tui.colours import Ink
from cruces.tui.situation import Situation

FRAME_SECONDS = 0.06


class Board(Widget, can_focus=True):
    """What every board does; a family's own is made by ``Family.terminal_board``.

    ``show`` gives it a situation. It posts ``Played`` with the action of the player, ``Refused``
    with the rule against what they tried, and ``Told`` with what to do next.
    """

    keys: ClassVar[tuple[str, ...]] = ()
    """Catalogue keys of the lines about its keys, for the help."""

    class Played(Message):
        """The player takes an action."""

        def __init__(self, action: Any) -> None:
            super().__init__()
            self.action = action

    class Refused(Message):
        """What the player tried is against a rule."""

        def __init__(self, reason: Reason) -> None:
            super().__init__()
            self.reason = reason

    class Told(Message):
        """What the player may do next, in a sentence."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    class Edited(Message):
        """The position was set up differently, in an editor."""

        def __init__(self, state: Any) -> None:
            super().__init__()
            self.state = state

    def __init__(self, situation: Situation) -> None:
        super().__init__(id="board")
        self.situation = situation
        self.suggestion: Any = None

    def show(self, situation: Situation) -> None:
        """Show another situation."""
        before, self.situation, self.suggestion = self.situation, situation, None
        self.changed(before)
        self.refresh(layout=True)

    def suggest(self, action: Any) -> None:
        """Point to an action."""
        self.suggestion = action
        self.refresh()

    def changed(self, before: Situation) -> None:
        """The situation is another one: begin what moves, and forget what was begun."""

    def back(self) -> bool:
        """Give up what the player has begun; False if there is nothing."""
        return False

    def say(self, key: str, /, **params: object) -> str:
        """A text of the catalogue, in the player's language."""
        return text(key, self.situation.lang, **params)

    @classmethod
    def strip(cls, situation: Situation, seat: int, ink: Ink) -> Text:
        """What is to be known of a player beside their name, for the list of players."""
        return Text()


class DrawnBoard(Board):
    """A board that draws itself on a canvas, whatever the size."""

    BINDINGS: ClassVar = [
        *(Binding(key, f"go('{key}')", show=False) for key in ("left", "right", "up", "down")),
        Binding("enter,space", "take", show=False),
    ]
    DEFAULT_CSS = "DrawnBoard { width: 1fr; height: 1fr; }"

    def __init__(self, situation: Situation) -> None:
        super().__init__(situation)
        self._canvas: Canvas | None = None
        self._timer: Timer | None = None
        self.frames = 0
        """The remaining frames of what moves; 0 if nothing does."""
        self.chance = Random()
        """For dice that roll: what they show on the way has no meaning."""

    @property
    def ink(self) -> Ink:
        """The colours of the theme."""
        return Ink(self.app.current_theme.dark)

    @property
    def canvas(self) -> Canvas:
        """The drawing, as it is now."""
        if self._canvas is None:
            self._canvas = Canvas(self.size.width, self.size.height, self.ink["table"])
            self.draw(self._canvas, self.ink)
        return self._canvas

    def draw(self, canvas: Canvas, ink: Ink) -> None:
        """Draw the situation, and say what clicks mean."""
        raise NotImplementedError

    def touched(self, target: str) -> None:
        """The mouse was pressed on a target of the drawing."""
        raise NotImplementedError

    def move(self, frames: int) -> None:
        """Begin to move, if the user wants things to move."""
        if self.app.animation_level != "full":
            return
        self.frames = frames
        if self._timer is None:
            self._timer = self.set_interval(FRAME_SECONDS, self._tick)

    def _tick(self) -> None:
        self.frames = max(0, self.frames - 1)
        if not self.frames and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.refresh()

    def refresh(self, *args: Any, **kwargs: Any) -> Any:
        self._canvas = None
        return super().refresh(*args, **kwargs)

    def notify_style_update(self) -> None:
        self._canvas = None
        super().notify_style_update()

    def on_resize(self) -> None:
        self._canvas = None

    def render_line(self, y: int) -> Strip:
        return self.canvas.strip(y)

    def on_click(self, event: events.Click) -> None:
        target = self.canvas.target(event.x, event.y)
        if target is not None:
            self.frames = 0
            self.touched(target)
            self.refresh()
