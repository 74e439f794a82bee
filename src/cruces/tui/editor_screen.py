"""Setting a position up, seeing what its actions are worth, and playing on from it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from cruces.core import GameOverError, Legal, Play, Reason, View
from cruces.core.family import AnyGame
from cruces.core.record import Player
from cruces.core.registry import ask, family_of
from cruces.locales import text
from cruces.players.names import bot_name
from cruces.tui.attempts import attempt
from cruces.tui.board import Board
from cruces.tui.keys import bind
from cruces.tui.situation import Situation

if TYPE_CHECKING:
    from cruces.tui.app import CrucesApp
    from cruces.tui.local import Guest

SECONDS = 2.0
"""How long to think about a position."""


def editor_of(game: AnyGame) -> type[Board] | None:
    """The editor of a game's positions, if its family has one."""
    return ask(None, family_of(game).terminal_editor, game)


class EditorScreen(Screen[None]):
    """Edits a position; whoever plays on from it begins, if one person plays."""

    DEFAULT_CSS = """
    EditorScreen #table { height: 1fr; }
    EditorScreen #values { height: auto; max-height: 8; padding: 0 1; color: $text-accent; }
    EditorScreen #status {
        height: auto; max-height: 3; min-height: 1; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, game: AnyGame, state: Any, guests: "Sequence[Guest]", lang: str) -> None:
        super().__init__()
        self._game, self.state, self._guests, self._lang = game, state, guests, lang
        bind(
            self,
            lang,
            [
                ("v", "values", "tui.key.values"),
                ("p", "play", "tui.key.play"),
                ("escape,q", "app.pop_screen", "tui.key.back"),
            ],
        )

    def compose(self) -> ComposeResult:
        kind = editor_of(self._game)
        assert kind is not None, "asked only for games with an editor"
        title = f"{self._game.name(self._lang)} · {text('tui.editor', self._lang)}"
        yield Static(title, classes="bar", markup=False)
        with Horizontal(id="table"):
            yield kind(self._situation())
        yield Static(self._keys(), id="values", markup=False)
        yield Static("", id="status", markup=False)
        yield Footer()

    def _keys(self) -> str:
        """The keys of the editor, as long as there are no values to show."""
        kind = editor_of(self._game)
        return "\n".join(text(key, self._lang) for key in kind.keys) if kind else ""

    @property
    def editor(self) -> Board:
        """The editor."""
        return self.query_one("#board", Board)

    def on_mount(self) -> None:
        self.editor.focus()

    def _situation(self) -> Situation:
        game, state = self._game, self.state
        legal: Legal[Any] = Legal.nothing(Reason("spectator"))
        view = View(game, None, state, game.to_act(state), legal, game.outcome(state))
        names = [text("web.player", self._lang, number=n + 1) for n in range(game.seats(state))]
        return Situation(view, tuple(names), self._lang)

    def on_board_edited(self, message: Board.Edited) -> None:
        self.state = message.state
        self.query_one("#values", Static).update(self._keys())
        self.editor.show(self._situation())

    def on_board_told(self, message: Board.Told) -> None:
        over = text("tui.editor.over", self._lang) if self._is_over() else ""
        self.query_one("#status", Static).update(f"{message.sentence} {over}".strip())

    def _is_over(self) -> bool:
        return self._game.outcome(self.state) is not None

    def action_values(self) -> None:
        """What every action is worth here."""
        self._later(self._think)

    def _later(self, work: Callable[[], None]) -> None:
        """Do something once everything that was typed before is on the board."""
        self.editor.call_later(self.call_later, work)

    def _think(self) -> None:
        game, state = self._game, self.state

        async def think() -> None:
            from cruces.tui.thinking import advised

            if self._is_over():
                raise GameOverError(Reason("game-over"))
            seat = min(game.to_act(state))
            preparing = self._cruces.preparing
            advice = await advised(preparing, game, state, seat, SECONDS, self._lang)
            if self.state == state and self.query("#values"):
                listed = [move for move in advice.moves if move.listed]
                lines = [f"{move.name} · {move.value} · {move.why}" for move in listed]
                self.query_one("#values", Static).update("\n".join(lines))
                self.editor.suggest(game.parse_action(advice.moves[0].action))

        self.query_one("#values", Static).update(text("tui.thinking", self._lang))
        attempt(self, self._lang, think)

    @property
    def _cruces(self) -> "CrucesApp":
        from cruces.tui.app import CrucesApp

        assert isinstance(self.app, CrucesApp), "screens of this package belong to its app"
        return self.app

    def action_play(self) -> None:
        """Play on from here."""
        self._later(self._play)

    def _play(self) -> None:
        from cruces.tui.local import LocalMatch

        if self._is_over():
            self.notify(Reason("game-over").message(self._lang), severity="warning")
            return
        app, game = self._cruces, self._game
        play = Play.at(game, self.state, self._players(min(game.to_act(self.state))))
        app.play(
            LocalMatch.resumed(play, self._lang, app.preparing, app.keep, app.pause),
        )

    def _players(self, first: int) -> list[Player]:
        """Who plays, in the order of the seats, the first guest at the first seat to act."""
        count = len(self._guests)
        players = []
        for seat in range(count):
            guest = self._guests[(seat - first) % count]
            named = bot_name(seat, self._lang) if guest.bot else guest.name
            players.append(Player(named, "bot" if guest.bot else "human", guest.bot))
        return players
