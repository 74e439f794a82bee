"""Verifying a record: every event by the rules, and every die by the fair-dice protocol."""

from typing import Any

from cruces.core import Play, Reason, Record, RecordError, Uniform
from cruces.core.record import ChanceEvent, Fair, decode
from cruces.core.registry import replay
from cruces.match import fair


def verified(data: bytes | str) -> Play[Any, Any, Any]:
    """The game in a record, if every event is legal and all dice are correct.

    A record without fair dice, or whose secret is not revealed yet, is checked by the rules alone.
    """
    record = decode(data)
    play = replay(record)
    if record.fair is not None and record.fair.secret is not None:
        check_dice(record, record.fair, play)
    return play


def check_dice(record: Record, dice: Fair, play: Play[Any, Any, Any]) -> None:
    """Repeat every draw; raises an error for a wrong one."""
    secret = bytes.fromhex(dice.secret or "")
    if fair.commitment(secret) != dice.commitment:
        raise RecordError(Reason("record-commitment"))
    if len(dice.contributions) != len(record.seats):
        raise RecordError(Reason("record-contributions"))
    number = 0
    for place, event in enumerate(record.events):
        if not isinstance(event, ChanceEvent):
            continue
        chance = play.game.chance(play.states[place])
        assert isinstance(chance, Uniform), "every chance of ours is equally likely"
        index = fair.draw(secret, dice.contributions, number, len(chance))
        expected = play.game.format_chance(chance[index])
        if event.text != expected:
            params = {"event": place + 1, "text": event.text, "expected": expected}
            raise RecordError(Reason("record-dice", params), event=place + 1)
        number += 1
