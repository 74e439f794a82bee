"""A record that somebody has opened, as a match that is over."""

import hashlib
from base64 import urlsafe_b64encode

from cruces.core import Reason, RecordError
from cruces.core.record import decode
from cruces.match import messages as m
from cruces.match.caps import most_events
from cruces.match.match import Match, Seat
from cruces.match.names import free_name
from cruces.match.past import AnyPlay
from cruces.match.verify import verified
from cruces.players import bots_for

PREFIX = "record-"
"""What the ids of opened records begin with; they are longer than those of matches."""
DIGEST = 22


def record_id(body: bytes) -> str:
    """The id of a record, which follows from what it says: who opens it again finds it again."""
    digest = urlsafe_b64encode(hashlib.sha256(body).digest()).decode()
    return PREFIX + digest[:DIGEST]


def is_record(match_id: str) -> bool:
    """Whether an id is that of an opened record."""
    return match_id.startswith(PREFIX)


def opened(body: bytes, match_id: str) -> Match:
    """The match that a record describes; refuses one that is not valid, or not over."""
    play, record = verified(body).play, decode(body)
    outcome, most = play.outcome, most_events(play.game)
    if len(play.events) > most + 1:
        raise RecordError(Reason("record-too-long", {"most": most}))
    if outcome is None:
        raise RecordError(Reason("record-goes-on"))
    written = play.log.start_text
    start = m.Start(written) if written else None
    secret = record.fair.secret if record.fair else None
    contributions = record.fair.contributions if record.fair else ("",) * len(record.seats)
    result = m.Ended(
        outcome.places, outcome.scores, outcome.reason, outcome.announced, secret or "", 0
    )
    return Match(
        match_id,
        "",
        "",
        m.Setup(play.game.id, seats=len(record.seats), start=start),
        play.log,
        _seats(play, contributions),
        record.fair.commitment if record.fair else "",
        0,
        started=0,
        result=result,
    )


def _seats(play: AnyPlay, contributions: tuple[str, ...]) -> tuple[Seat, ...]:
    """The players, under names as they could have had at a table."""
    seats: list[Seat] = []
    known = bots_for(play.game.id)
    for player, contribution in zip(play.players, contributions, strict=True):
        name = free_name(player.name, [seat.name for seat in seats])
        bot = player.bot if player.bot in known else ""
        seats.append(Seat(name, bot=bot, contribution=contribution, ready=True))
    return tuple(seats)
