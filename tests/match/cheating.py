"""A server that does not keep its promise about the dice: every way, and what gives it away."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from cruces.core import RecordError
from cruces.core.record import decode, encode, from_document
from cruces.core.registry import load
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.match.record import record_of
from cruces.match.signature import RecordKey
from cruces.match.verify import Kept
from tests.match.table import SECRET, Table

KEY, OTHER_KEY = RecordKey(bytes(32)), RecordKey(bytes(31) + b"1")
OTHER_SECRET = bytes(reversed(SECRET))
OWN_SEAT, OWN_TEXT = 0, "text of 0"

Document = dict[str, Any]


class _OtherDice(Table):
    """The same table with another secret from the beginning."""

    @property
    def moment(self) -> Moment:
        return Moment(self.now, OTHER_SECRET, dict(self.away))


@cache
def _played(other: bool = False, text: str = OWN_TEXT) -> str:
    table = (_OtherDice if other else Table)("qwixx", seats=2)
    for seat in range(2):
        table.do(m.Sit(seat, f"Name{seat}"))
    for seat, said in enumerate((text, "text of 1")):
        table.do(m.Ready(seat, said))
    return encode(record_of(table.play_out().match))


def honest() -> Document:
    """The record of a game with the promised dice, signed."""
    return KEY.signed(decode(_played()))


def kept() -> Kept:
    """What a player of that game kept from its beginning."""
    commitment = decode(_played()).fair
    assert commitment is not None
    return Kept(commitment.commitment, {OWN_SEAT: OWN_TEXT}, KEY.public)


def running() -> Document:
    """The record of a game that is not over, signed."""
    return KEY.signed(record_of(Table("qwixx", seats=2).sit_all().match))


def _signed(document: Document, key: RecordKey = KEY) -> Document:
    unsigned = {name: value for name, value in document.items() if name != "signature"}
    return key.signed(from_document(unsigned))


def _with(**fair: object) -> Document:
    document = honest()
    return _signed({**document, "fair": {**document["fair"], **fair}})


def another_roll() -> Document:
    """Another last roll, with which every action is legal all the same."""
    document = honest()
    place = max(i for i, event in enumerate(document["events"]) if event["type"] == "chance")
    text = document["events"][place]["text"]
    for spot, letter in enumerate(text):
        for face in "123456" if letter.isdecimal() and letter in "123456" else "":
            if face == letter:
                continue
            document["events"][place]["text"] = text[:spot] + face + text[spot + 1 :]
            bare = {**document, "fair": None}
            del bare["signature"]
            try:
                load(json.dumps(bare))
            except RecordError:
                continue
            return _signed(document)
    raise AssertionError("no roll fits")


def _bent_signature() -> Document:
    document = honest()
    value = document["signature"]["value"]
    document["signature"]["value"] = ("1" if value[0] == "0" else "0") + value[1:]
    return document


def _unsigned() -> Document:
    document = honest()
    del document["signature"]
    return document


CHEATS: dict[str, tuple[Callable[[], Document], str]] = {
    "another secret": (lambda: _with(secret=OTHER_SECRET.hex()), "record-commitment"),
    "no secret": (lambda: _with(secret=None), "record-no-secret"),
    "another commitment": (lambda: _with(commitment="00" * 32), "record-commitment"),
    "another secret and commitment, and dice that fit": (
        lambda: _signed(json.loads(_played(other=True))),
        "record-other-commitment",
    ),
    "another text of the player, and dice that fit": (
        lambda: _signed(json.loads(_played(text="chosen by the server"))),
        "record-other-contribution",
    ),
    "another roll": (another_roll, "record-dice"),
    "no promise": (lambda: _signed({**honest(), "fair": None}), "record-no-commitment"),
    "another signature": (_bent_signature, "record-signature"),
    "another name under the signature": (
        lambda: {**honest(), "seats": [{"name": "Eve"}, {"name": "Ana"}]},
        "record-signature",
    ),
    "no signature": (_unsigned, "record-unsigned"),
    "another key": (lambda: _signed(honest(), OTHER_KEY), "record-other-key"),
}
"""Each with the reason for which whoever kept the promise refuses the record."""
BY_ITSELF = {
    "another secret",
    "no secret",
    "another commitment",
    "another roll",
    "another signature",
    "another name under the signature",
}
"""What gives itself away even to somebody who kept nothing."""
