"""What a verification finds out about the dice, and a server that does not keep its promise."""

import json

import pytest

from cruces.core import RecordError
from cruces.core.record import encode, from_document
from cruces.match.verify import NOTHING, Kept, verified
from tests.match.cheating import (
    BY_ITSELF,
    CHEATS,
    KEY,
    OTHER_KEY,
    OWN_TEXT,
    Document,
    honest,
    kept,
    running,
)


def refused(document: Document, promise: Kept = NOTHING) -> str:
    with pytest.raises(RecordError) as caught:
        verified(json.dumps(document), promise)
    assert caught.value.message("es") != caught.value.message("en")
    return caught.value.reason.slug


def test_dice_are_checked_against_the_commitment() -> None:
    for promise in (NOTHING, kept()):
        found = verified(json.dumps(honest()), promise)
        assert (found.dice, found.signer) == ("checked", KEY.public)
        assert found.draws > 10


def test_before_the_end_dice_cannot_be_checked() -> None:
    found = verified(json.dumps(running()), kept())
    assert (found.dice, found.draws) == ("not-checkable", 2)
    assert found.play.outcome is None


def test_without_a_promise_only_the_rules_are_checked() -> None:
    document = {**honest(), "fair": None}
    del document["signature"]
    found = verified(json.dumps(document))
    assert (found.dice, found.signer) == ("rules-only", None)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheating_server_is_caught(cheat: str) -> None:
    cheated, reason = CHEATS[cheat]
    assert refused(cheated(), kept()) == reason
    if cheat in BY_ITSELF:
        assert refused(cheated()) == reason
    else:
        assert verified(json.dumps(cheated())).play.outcome is not None


def test_a_text_belongs_to_its_seat() -> None:
    for seat in (1, 7):
        promise = Kept(contributions={seat: OWN_TEXT})
        assert refused(honest(), promise) == "record-other-contribution"


def test_a_signature_survives_another_spelling_of_the_same_json() -> None:
    document = honest()
    document["seats"] = [{"name": 'Íñigo "ñ" \t\u2028\x7f😀'}, {"name": "/\\"}]
    del document["signature"]
    signed = KEY.signed(from_document(document))
    shuffled = dict(sorted(signed.items(), reverse=True))
    for spelling in (
        json.dumps(signed, indent=3),
        json.dumps(shuffled, ensure_ascii=False),
        encode(from_document(signed)),
    ):
        assert verified(spelling, Kept(key=KEY.public)).signer == KEY.public


def test_a_signature_of_nonsense_is_refused() -> None:
    document = honest()
    document["signature"]["key"] = "ff" * 32  # not a point of the curve
    assert refused(document) == "record-signature"
    document["signature"]["key"] = OTHER_KEY.public
    assert refused(document) == "record-signature"
    document["signature"]["algorithm"] = "none"
    assert refused(document) == "record-malformed"
