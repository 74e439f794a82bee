"""Any position or game as a picture."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, overload

from cruces.core import Game, Play
from cruces.core.record import ActionEvent
from cruces.games import BIG_POINTS, QUIXO, QUIXO_TEAMS, QWIXX
from cruces.games.quixo import Push, Quixo
from cruces.games.quixo import State as QuixoState
from cruces.games.qwixx import COLOURS, Qwixx
from cruces.games.qwixx import State as QwixxState
from cruces.locales import text
from cruces.render import quixo, qwixx
from cruces.render.document import Picture, document
from cruces.render.fresh import last_turn
from cruces.render.theme import Theme, check

SEATS = ("A1", "B1", "A2", "B2")
"""What the seats of two teams are called, before anybody sits there (T1)."""


@overload
def picture(
    subject: Play[Any, Any, Any], *, theme: Theme = ..., lang: str = ..., seat: int | None = ...
) -> Picture: ...
@overload
def picture(
    subject: QwixxState | QuixoState,
    *,
    game: Game[Any, Any, Any] | None = ...,
    theme: Theme = ...,
    lang: str = ...,
    seat: int | None = ...,
) -> Picture: ...
def picture(
    subject: Play[Any, Any, Any] | QwixxState | QuixoState,
    *,
    game: Game[Any, Any, Any] | None = None,
    theme: Theme = "auto",
    lang: str = "en",
    seat: int | None = None,
) -> Picture:
    """A position, or a game with its players' names and its last action marked.

    It shows what the seat may see, without one what spectators may. ``game`` says whether a Quixo
    position is of two players or of two teams, as long as its cubes do not.

    >>> import cruces
    >>> play = cruces.start("quixo")
    >>> play.act(0, "a1>a5")
    >>> drawn = picture(play, theme="light")
    >>> drawn.svg[:4], drawn.width, drawn.height
    ('<svg', 544, 624)
    """
    check(theme)
    names: list[str] = []
    if isinstance(subject, Play):
        if game is not None:
            raise TypeError("a play brings its own game")
        names = [player.name for player in subject.players]
        game = subject.game
    state = subject.state if isinstance(subject, Play) else subject
    if isinstance(state, QwixxState):
        states = subject.states if isinstance(subject, Play) else [state]
        return _qwixx(_qwixx_game(state, game), states, names, theme, lang, seat)
    if isinstance(state, QuixoState):
        push = _last_push(subject) if isinstance(subject, Play) else None
        return _quixo(_quixo_game(state, game), state, names, push, theme, lang)
    raise TypeError(f"no picture of {type(subject).__name__}")


def _qwixx_game(state: QwixxState, game: Game[Any, Any, Any] | None) -> Qwixx:
    """The game given, if sheets with so many lines can be of it; otherwise the one they are of."""
    lines = len(state.sheets[0].marks)
    found = game or (BIG_POINTS if lines > len(COLOURS) else QWIXX)
    if not isinstance(found, Qwixx) or len(found.lines) != lines:
        raise TypeError(f"a position of {lines} lines is none of {found.id}")
    return found


def _quixo_game(state: QuixoState, game: Game[Any, Any, Any] | None) -> Quixo:
    """The game given, if its dots can point so; otherwise the one with as many players."""
    seats = max(state.board)
    found = game or (QUIXO_TEAMS if seats > QUIXO.seats(state) else QUIXO)
    if not isinstance(found, Quixo) or seats > found.seats(state):
        raise TypeError(f"a Quixo position of {seats} players is none of {found.id}")
    return found


def _qwixx(
    game: Qwixx,
    states: Sequence[QwixxState],
    names: Sequence[str],
    theme: Theme,
    lang: str,
    seat: int | None,
) -> Picture:
    shown = game.redact(states[-1], seat)
    seats = names or [f"p{n + 1}" for n in range(game.seats(shown))]
    scene = qwixx.draw(shown, seats, last_turn(states), game.outcome(shown), lang)
    title = _title(game.name(lang), names)
    return document(scene, title, game.format_position(shown), theme, lang)


def _quixo(
    game: Quixo,
    state: QuixoState,
    names: Sequence[str],
    push: Push | None,
    theme: Theme,
    lang: str,
) -> Picture:
    teams = game.seats(state) > 2
    marks = [text("quixo.crosses", lang), text("quixo.circles", lang)]
    seats = names or (SEATS if teams else marks)
    mover = next(iter(game.to_act(state)), None)
    scene = quixo.draw(state, seats, mover, push, game.outcome(state), lang)
    # The board as it stands; the earlier ones would only make the text long.
    position = game.format_position(replace(state, seen=()))
    return document(scene, _title(game.name(lang), names), position, theme, lang)


def _last_push(play: Play[QuixoState, Any, Any]) -> Push | None:
    """The push that led here; after a pass there is none."""
    acts = [event.text for event in play.events if isinstance(event, ActionEvent)]
    last = play.game.parse_action(acts[-1]) if acts else None
    return last if isinstance(last, Push) else None


def _title(game: str, names: Sequence[str]) -> str:
    return f"{game}: {', '.join(names)}" if names else game
