"""Pictures of a game that is over: of one moment, of all of them, and to go with a link."""

from collections.abc import Iterator
from copy import copy
from math import sqrt

from cruces.core.registry import family_of
from cruces.match import phrases
from cruces.match.match import Match
from cruces.match.past import AnyPlay, replayed
from cruces.render.document import Picture, document
from cruces.render.picture import picture, scene_of
from cruces.render.raster import gif, png_apart
from cruces.render.share_card import WIDTH as CARD_WIDTH
from cruces.render.share_card import share_card

PICTURE_WIDTH = 1080
MOST_FRAMES = 40
FRAME_WIDTH, FRAME_AREA = 400, 400 * 480
FRAME_SECONDS, LAST_SECONDS = 0.8, 4.0
"""For how long a moment and the end are shown."""


def moment_picture(match: Match, at: int, lang: str) -> Picture:
    """The position after so many events."""
    return picture(_play_until(replayed(match), at), theme="light", lang=lang)


def moment_png(match: Match, at: int, lang: str) -> bytes:
    """The same as PNG."""
    return png_apart(moment_picture(match, at, lang), PICTURE_WIDTH)


def animation(match: Match, lang: str) -> Iterator[bytes | None]:
    """The whole game as an animated GIF, at last; before that None for every moment drawn."""
    play = replayed(match)
    frames = []
    for at in _thinned(len(play.events)):
        drawn = picture(_play_until(play, at), theme="light", lang=lang)
        width = min(FRAME_WIDTH, int(sqrt(FRAME_AREA * drawn.width / drawn.height)))
        frames.append(png_apart(drawn, width))
        yield None
    yield gif(frames, FRAME_SECONDS, LAST_SECONDS)


def card_png(match: Match, at: int, lang: str) -> bytes:
    """The picture that goes with a link to a moment: who played what, and how it ended."""
    play = _play_until(replayed(match), at)
    names = player_names(match, lang)
    scene = scene_of(play.log, lang, names)
    title = match.game.name(lang)
    ending = [] if at < len(match.events) else [outcome(match, lang)]
    card = share_card(scene, title, [*names, *ending])
    words = family_of(match.game).position_text(match.game, play.log.state)
    return png_apart(document(card, title, words, "light", lang), CARD_WIDTH)


def outcome(match: Match, lang: str) -> str:
    """The result in a word or two, for people who did not play."""
    assert match.result is not None, "it is over"
    return phrases.outcome(match, match.result, frozenset(), lang)


def player_names(match: Match, lang: str) -> list[str]:
    """The names of all players, as the game is told to others."""
    return [phrases.name_of(match, seat, lang) for seat in range(len(match.seats))]


def _play_until(play: AnyPlay, at: int) -> AnyPlay:
    """The game as it was after so many events."""
    past = copy(play)
    past.take_back(at)
    return past


def _thinned(events: int) -> list[int]:
    """The moments to show: all, or of a long game some, with the first and the last."""
    if events < MOST_FRAMES:
        return list(range(events + 1))
    return [round(events * i / (MOST_FRAMES - 1)) for i in range(MOST_FRAMES)]
