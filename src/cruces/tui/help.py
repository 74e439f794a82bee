"""The help: the keys of a board and of the app, and the rules of the game."""

from rich.text import Text

from cruces.core.registry import family_of
from cruces.locales import text
from cruces.render.terminal.reading import set_page
from cruces.render.terminal.style import Style
from cruces.tui.board import Board
from cruces.tui.session import Session

KEYS = (
    *("tui.keys.help", "tui.keys.hint", "tui.keys.undo", "tui.keys.sheets", "tui.keys.again"),
    *("tui.keys.coach", "tui.keys.say", "tui.keys.answer", "tui.keys.palette", "tui.keys.leave"),
)


def help_text(session: Session, board: Board, lang: str, width: int) -> Text:
    """Keys first, then the rules."""
    style, game = Style(lang, colour=True), session.game
    lines = [text(key, lang) for key in (*type(board).keys, *KEYS)]
    rules = set_page(style, game, family_of(game).rules_page(game, lang), width)
    return Text("\n".join(lines) + "\n\n") + Text.from_ansi(rules)
