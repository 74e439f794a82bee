"""A game that is over, moment by moment: every position, and what led to it."""

from collections.abc import Sequence
from typing import Any, TypedDict

from cruces.analysis.event_words import event_words, player_labels
from cruces.core import CHANCE, Play
from cruces.core.registry import family_of
from cruces.match.match import Match
from cruces.match.match_view import FullMatchView
from cruces.match.messages import MOST_POSITION
from cruces.match.record import record_of
from cruces.match.visibility import Seats, full_view

AnyPlay = Play[Any, Any, Any]


class MomentView(TypedDict):
    """A position, the event that led to it in words (of whom, if of anyone), and who acts next.

    `position` is empty where it is longer than one that can be explored.
    """

    who: str
    what: str
    to_act: list[int]
    position: str
    table: dict[str, Any]


class PastGame(TypedDict):
    """A finished game: its end as a match, and every moment from the start to there."""

    match: FullMatchView
    moments: list[MomentView]


def replayed(match: Match) -> AnyPlay:
    """The game of a match with all of its positions, which a match does not keep."""
    return AnyPlay.replay(match.game, record_of(match))


def past_game(match: Match, seats: Seats, now: int, lang: str) -> PastGame:
    """What these seats see of a game that is over: nothing of it is hidden any more."""
    play = replayed(match)
    reader = next(iter(seats)) if len(seats) == 1 else None
    labels = player_labels(play, lang, reader)
    return {
        "match": full_view(match, seats, now, lang),
        "moments": [
            _moment(play, number, labels, lang, reader) for number in range(len(play.states))
        ],
    }


def _moment(
    play: AnyPlay, number: int, labels: Sequence[str], lang: str, reader: int | None
) -> MomentView:
    game, state = play.game, play.states[number]
    who, what = event_words(play, number, labels, lang, reader) if number else ("", "")
    position = game.format_position(state)
    return {
        "who": who,
        "what": what,
        "to_act": sorted(game.to_act(state) - {CHANCE}),
        # One that lists all boards since it began to repeat makes the whole grow with its square.
        "position": position if len(position) <= MOST_POSITION else "",
        "table": family_of(game).wire(game, state),
    }
