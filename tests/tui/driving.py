"""Plays the terminal app as a person would: with keys, or with the mouse."""

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from textual import events
from textual.errors import NoWidget
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList

from cruces.core import PASS
from cruces.core.registry import get_game
from cruces.games.quixo.rules import Push
from cruces.games.quixo.rules.geometry import Square
from cruces.games.quixo.tui.board import STEPS, QuixoBoard
from cruces.games.qwixx.tui.board import QwixxBoard
from cruces.tui.app import CrucesApp
from cruces.tui.board import Board, DrawnBoard
from cruces.tui.dialogs import HandOver
from cruces.tui.game_screen import GameScreen
from cruces.tui.local import usual_guests
from cruces.tui.plain_board import PlainBoard

APart = Pilot[None]
SMALL = next(one for one in get_game("quixo").options if one.name == "size").values.index(3)
"""Where the smallest board is in the list of sizes that one chooses from: a short game."""


def app(lang: str = "en", **options: Any) -> CrucesApp:
    """The app without pauses."""
    return CrucesApp(lang, pause=0, **options)


async def begin(
    pilot: APart,
    game: str,
    bots: int = 1,
    people: int = 1,
    options: dict[str, Any] | None = None,
) -> None:
    """Begin a game with people first, then random robots."""
    playing = pilot.app
    assert isinstance(playing, CrucesApp)
    guests = usual_guests(get_game(game), playing.lang, people, ["random"] * bots)
    shown = playing.screen
    playing.begin(get_game(game), options or {}, guests)
    await until(pilot, lambda: playing.screen is not shown and playing.screen.query("#board"))


async def until(pilot: APart, done: Callable[[], object]) -> None:
    """Wait until something has come about."""
    for _ in range(150_000):  # five minutes at least
        if pilot.app._exception is not None:
            raise pilot.app._exception
        if done():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it never happened")


async def settled(pilot: APart) -> None:
    """Wait until nothing is under way: no message, nothing to draw again."""
    quiet = 0
    while quiet < 5:
        await asyncio.sleep(0.01)
        screen = pilot.app.screen
        busy = screen._dirty_widgets or any(
            each.message_queue_size or each._repaint_required or each._layout_required
            for each in screen.walk_children(Widget, with_self=True)
        )
        quiet = 0 if busy or pilot.app.message_queue_size else quiet + 1


def game_screen(pilot: APart) -> GameScreen:
    """The game, whatever is in front of it."""
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, GameScreen))


def board(pilot: APart) -> Board:
    """The board of the game."""
    return game_screen(pilot).board


def is_over(pilot: APart) -> bool:
    """Whether the game has a result."""
    return game_screen(pilot).session.value["result"] is not None


async def ready(pilot: APart) -> bool:
    """Wait for the turn of somebody at this keyboard; False if the game is over."""
    screen = game_screen(pilot)

    def somebody() -> bool:
        asked = bool(board(pilot).situation.actions)
        return is_over(pilot) or isinstance(pilot.app.screen, HandOver) or asked

    await until(pilot, lambda: somebody() and screen.is_attached)
    if isinstance(pilot.app.screen, HandOver):
        press(pilot, "enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, HandOver))
        return await ready(pilot)
    return not is_over(pilot)


async def play_out(pilot: APart, by: str, chance: Random, most: int = 500) -> None:
    """Play until the game is over."""
    await settled(pilot)  # laid out: a click means a place on the screen
    for _ in range(most):
        if not await ready(pilot):
            return
        shown = board(pilot)
        before = len(shown.situation.events), shown.situation.chosen, game_screen(pilot).seat
        actions = shown.situation.actions
        # Who passes often has penalties soon: that makes it short.
        quick = PASS in actions and chance.random() < 0.6
        action = PASS if quick else chance.choice(actions)
        if by == "keys":
            press(pilot, *keys_for(shown, action))
        else:
            await click(pilot, action)

        def moved(before: Any = before) -> bool:
            now = board(pilot).situation
            seat = game_screen(pilot).seat
            return is_over(pilot) or (len(now.events), now.chosen, seat) != before

        await until(pilot, moved)
    raise AssertionError("the game does not end")


def press(pilot: APart, *keys: str) -> None:
    """Press keys, without waiting for what they do."""
    for key in keys:
        event = events.Key(key, key if len(key) == 1 else None)
        event.set_sender(pilot.app)
        pilot.app.post_message(event)


def keys_for(shown: Board, action: Any) -> list[str]:
    """The keys for an action, found as a person finds them: by what the board shows."""
    if isinstance(shown, QuixoBoard) and isinstance(action, Push):
        last, square = shown.size_of_board - 1, shown.cursor
        keys = []
        while square != action.take:
            keys.append(_clockwise(square, last))
            column, row = STEPS[keys[-1]]
            square = Square(square.column + column, square.row + row)
        turned = ["d"] if shown.dot != action.dot else []
        return [*keys, "enter", _arrow(action), *turned, "enter"]
    if isinstance(shown, QwixxBoard) and action in shown.crosses[:9]:
        return [str(shown.crosses.index(action) + 1)]
    if isinstance(shown, QwixxBoard):
        return ["0"]
    if isinstance(shown, QuixoBoard):
        return ["enter"]
    return [str(shown.situation.actions.index(action) + 1)]


def _clockwise(square: Square, last: int) -> str:
    column, row = square
    if row == 0 and column < last:
        return "right"
    if column == last and row < last:
        return "down"
    return "left" if row == last and column > 0 else "up"


def _arrow(push: Push) -> str:
    if push.to.row == push.take.row:
        return "left" if push.to.column < push.take.column else "right"
    return "up" if push.to.row < push.take.row else "down"


def clicks_for(shown: Board, action: Any) -> list[str]:
    """The targets to click on for an action."""
    if not isinstance(action, Push):
        return [shown.situation.game.format_action(action)]
    assert isinstance(shown, QuixoBoard)
    turned = ["dot"] if shown.dot != action.dot else []
    # Between four the first click shows it, the second plays it.
    ends = [f"end:{action.to}"] * (1 if action.dot is None else 2)
    return [str(action.take), *turned, *ends]


async def click(pilot: APart, action: Any) -> None:
    """Click on everything that an action needs."""
    shown = board(pilot)
    if isinstance(shown, PlainBoard):
        actions = shown.query_one(OptionList)
        _mouse(pilot, actions, 4, shown.situation.actions.index(action) + 1)
        return
    assert isinstance(shown, DrawnBoard)
    for target in clicks_for(shown, action):
        await until(pilot, partial(_is_aimed, pilot, shown, target))
        _mouse(pilot, shown, *shown.canvas.places()[target])
        await until(pilot, lambda: not shown.message_queue_size)


def _is_aimed(pilot: APart, shown: DrawnBoard, target: str) -> bool:
    """Whether a target can be clicked on: it is drawn, and nothing covers it."""
    place = shown.canvas.places().get(target)
    try:
        return place is not None and _widget_at(pilot, shown, *place) is shown
    except NoWidget:  # the screen is being laid out
        return False


def _widget_at(pilot: APart, widget: Widget, x: int, y: int) -> Widget:
    return pilot.app.get_widget_at(widget.region.x + x, widget.region.y + y)[0]


def _mouse(pilot: APart, widget: Widget, x: int, y: int) -> None:
    """A click at a place of a widget, without waiting for what it does."""
    assert _widget_at(pilot, widget, x, y) is widget, "something is in front of it"
    place = Offset(widget.region.x + x, widget.region.y + y)
    for kind in (events.MouseDown, events.MouseUp, events.Click):
        screen = (*place, 0, 0, 1, False, False, False, *place)
        pilot.app.screen._forward_event(kind(None, *screen))
