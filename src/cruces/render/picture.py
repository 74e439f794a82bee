"""Any position or game as a picture."""

from collections.abc import Sequence
from typing import Any

from cruces.core import Game, Play, WrongTypeError
from cruces.core.log import GameLog
from cruces.core.registry import GAMES, family_of
from cruces.render.document import Picture, Scene, card, document
from cruces.render.lettering import wrap
from cruces.render.svg import el
from cruces.render.theme import Theme, check

AnyGame = Game[Any, Any, Any]
_MARGIN, _WIDTH, _LINE, _SIZE = 24, 480, 26, 18


def picture(
    subject: Any,
    *,
    game: AnyGame | None = None,
    theme: Theme = "auto",
    lang: str = "en",
    seat: int | None = None,
) -> Picture:
    """A position, or a game with its players' names and its last action marked.

    It shows what the seat, or a spectator (None), may see. ``game`` is the game of a position;
    by default the first game that has such positions.
    """
    check(theme)
    names: list[str] = []
    if isinstance(subject, Play):
        if game is not None:
            raise TypeError("a play brings its own game")
        names = [player.name for player in subject.players]
        log = subject.log
    else:
        log = GameLog(_game_of(subject, game), subject)
    scene = scene_of(log, lang, names, seat)
    title = log.game.name(lang)
    return document(
        scene,
        f"{title}: {', '.join(names)}" if names else title,
        _words(log, seat),
        theme,
        lang,
    )


def scene_of(
    log: GameLog[Any, Any, Any], lang: str, names: Sequence[str] = (), seat: int | None = None
) -> Scene:
    """The end of a log as the family draws it; its text, if the family does not."""
    scene = family_of(log.game).scene(log, names, lang, seat)
    return _plain(_words(log, seat)) if scene is None else scene


def _words(log: GameLog[Any, Any, Any], seat: int | None) -> str:
    """The position in words, as a seat may see it."""
    return family_of(log.game).position_text(log.game, log.game.redact(log.state, seat))


def _game_of(state: Any, game: AnyGame | None) -> AnyGame:
    """The given game if it knows the position; without one, the first game that does."""
    if game is not None:
        if not game.knows(state):
            raise TypeError(f"the position is none of {game.id}")
        return game
    for candidate in GAMES.values():
        if candidate.knows(state):
            return candidate
    raise WrongTypeError("subject", state, "Play, a state")


def _plain(position: str) -> Scene:
    """The picture of a position whose family has none: its text on a card."""
    lines: Sequence[str] = wrap(position, _SIZE, _WIDTH - 2 * _MARGIN)
    height = 2 * _MARGIN + _LINE * len(lines)
    words = [
        el("text", line, class_="words", x=2 * _MARGIN, y=2 * _MARGIN + _LINE * (i + 0.7))
        for i, line in enumerate(lines)
    ]
    rules = {".words": f"fill:$ink;font-size:{_SIZE}px"}
    body = [*card(_MARGIN, _MARGIN, _WIDTH, height), *words]
    return Scene(_WIDTH + 2 * _MARGIN, height + 2 * _MARGIN, rules, [], body)
