"""Verifying a record: every event by the rules, every die by the fair-dice protocol.

A server could show another promise at the end than at the beginning. Whoever kept the first one
passes it as ``Kept``; then the record is also checked against that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cruces.core import Play, Reason, Record, RecordError, Uniform
from cruces.core.record import ChanceEvent, Fair, Signature, document, from_document
from cruces.core.registry import replay
from cruces.match import fair
from cruces.match.signature import check_signature

Dice = Literal["checked", "not-checkable", "rules-only"]
"""What is known of the dice: they are the promised ones; the game goes on, so the secret is not
revealed yet; or the record promises nothing, and only the rules could be checked."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a player kept: the first commitment, the texts they sent by seat, the server's key."""

    commitment: str | None = None
    contributions: Mapping[int, str] = field(default_factory=dict)
    key: str | None = None


NOTHING = Kept()


@dataclass(frozen=True, slots=True)
class Finding:
    """A valid record: its game, what is known of its dice, and the key that signed it."""

    play: Play[Any, Any, Any]
    dice: Dice
    draws: int
    signer: str | None


def verified(data: bytes | str, kept: Kept = NOTHING) -> Finding:
    """The game in a record; an error if an event is illegal or anything is not as promised."""
    raw = document(data)
    record = from_document(raw)
    play = replay(record)
    dice = _check_fair(record, play)
    _check_kept(record, kept)
    signer = _check_signature(raw, record, kept.key)
    return Finding(play, dice, play.log.draws, signer)


def _check_fair(record: Record, play: Play[Any, Any, Any]) -> Dice:
    promised = record.fair
    if promised is None:
        return "rules-only"
    if len(promised.contributions) != len(record.seats):
        raise RecordError(Reason("record-contributions"))
    if promised.secret is not None:
        check_dice(record, promised, play)
        return "checked"
    if play.outcome is not None:  # it is revealed at the end, so somebody removed it
        raise RecordError(Reason("record-no-secret"))
    return "not-checkable"


def check_dice(record: Record, dice: Fair, play: Play[Any, Any, Any]) -> None:
    """Repeat every draw; raises an error for a wrong one."""
    secret = bytes.fromhex(dice.secret or "")
    if fair.commitment(secret) != dice.commitment:
        raise RecordError(Reason("record-commitment"))
    number = 0
    for place, event in enumerate(play.events):
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


def _check_kept(record: Record, kept: Kept) -> None:
    promised = record.fair
    if kept.commitment is None and not kept.contributions:
        return
    if promised is None:
        raise RecordError(Reason("record-no-commitment"))
    if kept.commitment is not None and promised.commitment != kept.commitment:
        raise RecordError(Reason("record-other-commitment"))
    for seat, text in kept.contributions.items():
        if seat >= len(promised.contributions) or promised.contributions[seat] != text:
            raise RecordError(Reason("record-other-contribution", {"seat": seat + 1}))


def _check_signature(raw: dict[str, Any], record: Record, key: str | None) -> str | None:
    """The key of a valid signature; None if there is none, and none is asked for."""
    signature = record.signature
    if not isinstance(signature, Signature):
        if key is not None:
            raise RecordError(Reason("record-unsigned"))
        return None
    check_signature(raw, signature)
    if key is not None and signature.key != key:
        raise RecordError(Reason("record-other-key"))
    return signature.key
