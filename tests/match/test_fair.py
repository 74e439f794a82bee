"""Dice that can be checked: the draw, the vectors, and records that were tampered with."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import pytest

from cruces.core import RecordError
from cruces.core.record import ChanceEvent, Fair, Player, Record, Result, encode
from cruces.core.registry import GAMES
from cruces.match import fair
from cruces.match.verify import verified
from tests.match.table import SECRET, Table

VECTORS = Path(__file__).parents[2] / "docs" / "fair-dice.vectors.json"


def test_the_published_vectors() -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))
    assert len(vectors) >= 10
    for vector in vectors:
        secret = bytes.fromhex(vector["secret"])
        assert fair.commitment(secret) == vector["commitment"]
        assert fair.seed(vector["contributions"]) == vector["seed"]
        below = int(vector["below"])
        index = fair.draw(secret, vector["contributions"], vector["number"], below)
        assert index == int(vector["drawn"])


def test_the_draw_by_the_letter_of_the_protocol() -> None:
    """Written out again from docs/fair-dice.md, in the plainest way."""
    texts = ["lucky", "ñandú"]
    seed = hashlib.sha256(b"5:lucky" + b"7:" + "ñandú".encode()).hexdigest()
    block = hmac.new(SECRET, f"cruces-fair-1:{seed}:3:0".encode(), hashlib.sha256).digest()
    word = int.from_bytes(block[:8], "big")
    assert word < 2**64 - 2**64 % 46_656
    assert fair.draw(SECRET, texts, 3, 46_656) == word % 46_656


def test_lists_of_texts_are_told_apart() -> None:
    lists = [[], [""], ["", ""], ["ab"], ["a", "b"], ["1:a"], ["a1:b"]]
    assert len({fair.seed(texts) for texts in lists}) == len(lists)


def test_words_that_would_favour_small_results_are_skipped() -> None:
    below = 2**63 + 1  # nearly half of all words are beyond the largest multiple
    indices = [fair.draw(SECRET, ["x"], number, below) for number in range(200)]
    assert all(0 <= value < below for value in indices)
    skipped = 0
    for number, value in enumerate(indices):
        message = f"cruces-fair-1:{fair.seed(['x'])}:{number}:0".encode()
        first = int.from_bytes(hmac.digest(SECRET, message, "sha256")[:8], "big")
        skipped += first != value
    assert 60 < skipped < 140


def test_every_face_comes_up_equally_often() -> None:
    counts = Counter(fair.draw(SECRET, ["a", "b"], number, 6) for number in range(60_000))
    chi_square = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_square < 25.7  # exceeded once in ten thousand times with five degrees of freedom


def test_a_players_text_changes_the_dice() -> None:
    mine = [fair.draw(SECRET, ["a", "b"], number, 46_656) for number in range(5)]
    other = [fair.draw(SECRET, ["a", "c"], number, 46_656) for number in range(5)]
    assert mine != other


def record_of(table: Table) -> Record:
    match, result = table.match, table.match.result
    assert result is not None
    return Record(
        game=match.game.id,
        options=match.game.settings(match.state),
        seats=tuple(Player(seat.name) for seat in match.seats),
        events=match.events,
        result=Result(result.places, result.scores, result.reason, result.announced),
        fair=Fair(match.commitment, match.contributions, result.secret),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_match_verifies(game: str) -> None:
    table = Table(game).sit_all().play_out()
    found = verified(encode(record_of(table)))
    assert found.play.outcome is not None
    assert found.dice == "checked"
    assert found.draws == sum(isinstance(event, ChanceEvent) for event in table.match.events)


def test_tampering_is_found() -> None:
    record_text = encode(record_of(Table("qwixx").sit_all().play_out()))

    def slug(document: object) -> tuple[str, int | None]:
        with pytest.raises(RecordError) as caught:
            verified(json.dumps(document))
        return caught.value.reason.slug, caught.value.event

    other_secret = json.loads(record_text)
    other_secret["fair"]["secret"] = "00" * 32
    assert slug(other_secret) == ("record-commitment", None)
    other_text = json.loads(record_text)
    other_text["fair"]["contributions"][0] = "another text"
    assert slug(other_text) in (("record-dice", 1), ("record-dice", 2))
    missing_text = json.loads(record_text)
    missing_text["fair"]["contributions"].pop()
    assert slug(missing_text) == ("record-contributions", None)
