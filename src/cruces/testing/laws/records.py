"""A record is complete: nothing is lost when a game is written, read and replayed.

Also where a game does not begin at the beginning, but in a position.
"""

from copy import copy

from cruces.core import CrucesError, Play
from cruces.core.game import WITHOUT_SEAT
from cruces.core.record import decode, encode
from cruces.testing.check_context import CheckContext
from cruces.testing.random_play import AnyPlay


def check_record(context: CheckContext, play: AnyPlay) -> None:
    """The game so far survives its record, and so does each conclusion of it.

    So does a game that begins here.
    """
    _check_round_trip(context, play)
    _check_round_trip(context, Play.at(context.game, play.state))
    for how in context.game.conclusions if play.to_act else ():
        ended = copy(play)
        ended.conclude(how, None if how in WITHOUT_SEAT else context.seats - 1)
        _check_round_trip(context, ended)


def _check_round_trip(context: CheckContext, play: AnyPlay) -> None:
    record = play.record()
    again = decode(encode(record))
    context.require(again == record, "a record is read as it was written", encode(record))
    try:
        replayed = Play.replay(context.game, again)
    except CrucesError as error:
        raise context.fault("a record can be played again", error, encode(record)) from error
    context.require(replayed.states == play.states, "a record leads to the same states")
    context.require(replayed.events == play.events, "a record leads to the same events")
