"""How much a match may hold, so that nobody makes one grow without end.

Whoever plays never notices: a game of this length ends in a draw, and what else players do at a
table, from chatting to taking back, comes to an end long before it would be a burden. The game
itself always goes on.
"""

from cruces.core import Reason
from cruces.core.family import AnyGame
from cruces.match import messages as m
from cruces.match.match import Match

MOST_GAME_EVENTS = 2_000
"""The events of a game after which it is drawn, in games that may end by `length`."""
MOST_GAME_EVENTS_UNENDING = 10_000
"""The events of a game that may not: after them nobody acts any more."""
MOST_CHAT = 500
"""The chat messages of a match."""
MOST_OTHER = 2_000
"""All other events of a match that are not, or no longer, part of the game."""

_OTHER = (m.Sit, m.SeatBot, m.Stand, m.Trim, m.Unready, m.Make, m.Answer)


def why_no_room(match: Match, command: m.Internal) -> Reason | None:
    """Why the match has no room for a command; None if it has."""
    match command:
        case m.Act():
            # Called for every command: first what is hardly ever so.
            if len(match.events) >= MOST_GAME_EVENTS_UNENDING:
                return Reason("game-too-long")
            if _is_crowded(match) and command.seat in dict(match.pending):  # second thoughts
                return Reason("match-full")
        case m.Say():
            if is_chat_full(match):
                return Reason("chat-full", {"most": MOST_CHAT})
        case _ if isinstance(command, _OTHER) and _is_crowded(match):
            return Reason("match-full")
    return None


def is_too_long(match: Match) -> bool:
    """Whether the game has to end now."""
    ends = "length" in match.game.conclusions
    return ends and len(match.events) >= MOST_GAME_EVENTS


def most_events(game: AnyGame) -> int:
    """The most events of a game, without the one that ends it for its length."""
    return MOST_GAME_EVENTS if "length" in game.conclusions else MOST_GAME_EVENTS_UNENDING


def is_chat_full(match: Match) -> bool:
    """Whether nothing more can be said."""
    return match.said >= MOST_CHAT


def _is_crowded(match: Match) -> bool:
    return match.version - len(match.events) - match.said >= MOST_OTHER
