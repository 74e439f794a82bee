"""A record is the whole game: written, read and played again, nothing is lost."""

from copy import copy

from cruces.core import CrucesError, Play
from cruces.core.record import decode, encode
from cruces.testing.check_context import Here
from cruces.testing.random_play import AnyPlay


def check_record(here: Here, play: AnyPlay) -> None:
    """The game so far survives its record, and so does each way of concluding it now."""
    _check_retold(here, play)
    for how in here.game.conclusions if play.to_act else ():
        ended = copy(play)
        ended.conclude(how, None if how == "agreement" else here.seats - 1)
        _check_retold(here, ended)


def _check_retold(here: Here, play: AnyPlay) -> None:
    record = play.record()
    again = decode(encode(record))
    here.require(again == record, "a record is read as it was written", encode(record))
    try:
        replayed = Play.replay(here.game, again)
    except CrucesError as error:
        raise here.fault("a record can be played again", error, encode(record)) from error
    here.require(replayed.states == play.states, "a record leads to the same states")
    here.require(replayed.events == play.events, "a record leads to the same events")
