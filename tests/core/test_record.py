"""Records: a written one can be read, a broken one is refused with a specific reason."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

import cruces
from cruces.core import CHANCE, Play, Player, RecordError
from cruces.core.record import MAX_BYTES, MAX_TIME, VERSION, decode, encode, schema
from cruces.core.registry import GAMES

SCHEMA = Path(__file__).parents[2] / "docs" / "record.schema.json"


def played(game_id: str, seed: int = 1) -> Play[Any, Any, Any]:
    """A whole random game, with times."""
    rng = Random(seed)
    play = cruces.start(game_id)
    play.started = datetime(2026, 1, 6, 18, 30, tzinfo=UTC)
    at = 0
    while play.outcome is None:
        at += rng.randrange(5_000)
        if CHANCE in play.to_act:
            play.roll(rng, at)
        else:
            seat = min(play.to_act)
            play.act(seat, rng.choice(list(play.legal(seat))), at)
    return play


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_replays_to_the_same_states(game_id: str) -> None:
    play = played(game_id)
    again = cruces.load(encode(play.record()))
    assert again.states == play.states
    assert again.record() == play.record()
    assert again.outcome == play.outcome
    assert again.started == play.started


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_meets_the_published_schema(game_id: str) -> None:
    jsonschema.validate(json.loads(encode(played(game_id).record())), schema())


def test_the_published_schema_is_that_of_the_code() -> None:
    """``cruces schema`` writes it."""
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(schema()))


def test_an_unfinished_game_has_no_result() -> None:
    play = cruces.start("quixo", players=[Player("Ana"), Player("Level 1", "bot", "greedy")])
    play.act(0, "a1>a5")
    again = cruces.load(encode(play.record()))
    assert again.outcome is None
    assert again.record().result is None
    assert again.players == (Player("Ana"), Player("Level 1", "bot", "greedy"))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_from_a_position_is_recorded_with_it(game_id: str) -> None:
    whole = played(game_id)
    middle = len(whole.events) // 2
    state = whole.states[middle]
    play = cruces.start(whole.game, position=state)
    document = encode(play.record())
    assert json.loads(document)["position"] == whole.game.format_position(state)
    jsonschema.validate(json.loads(document), schema())
    while play.outcome is None:
        if CHANCE in play.to_act:
            play.roll(Random(2))
        else:
            seat = min(play.to_act)
            play.act(seat, next(iter(play.legal(seat))))
    again = cruces.load(encode(play.record()))
    assert (again, again.states) == (play, play.states)
    beginning = cruces.start(whole.game, position=whole.states[0])
    assert "position" not in json.loads(encode(beginning.record())), "it is no position like others"


def test_conclusions_are_recorded() -> None:
    for how, seat in (("agreement", None), ("resignation", 1)):
        play = cruces.start("quixo")
        play.act(0, "a1>a5")
        play.conclude(how, seat)
        again = cruces.load(encode(play.record()).encode())
        assert again.outcome == play.outcome
        assert again.outcome is not None
        assert again.outcome.reason == how


def test_the_view_of_a_play_is_the_games() -> None:
    play = cruces.start("quixo")
    assert play.view(0).legal is not None
    assert len(play.view(0).legal) == len(play.legal(0)) == 44


Document = dict[str, Any]


def _set(path: str, value: object) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        *way, last = path.split(".")
        place: Any = document
        for step in way:
            place = place[int(step)] if step.lstrip("-").isdigit() else place[step]
        place[int(last) if last.lstrip("-").isdigit() else last] = value

    return change


def _drop(*names: str) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        for name in names:
            del document[name]

    return change


def _cut_events(document: Document) -> None:
    document["events"] = document["events"][:20]


def _append(event: Document) -> Callable[[Document], None]:
    return lambda document: document["events"].append(event)


PASS_BY_0 = {"type": "action", "seat": 0, "text": "pass"}

BROKEN: dict[str, tuple[Callable[[Document], None], str, int | None]] = {
    "another format": (_set("format", "pgn"), "record-foreign", None),
    "no format": (_drop("format"), "record-foreign", None),
    "newer version": (_set("version", VERSION + 1), "record-newer", None),
    "no version": (_drop("version"), "record-malformed", None),
    "version zero": (_set("version", 0), "record-malformed", None),
    "version as text": (_set("version", "1"), "record-malformed", None),
    "no game": (_drop("game"), "record-malformed", None),
    "an extra field": (_set("comment", "hello"), "record-malformed", None),
    "a player without a name": (_set("seats.0.name", ""), "record-malformed", None),
    "unknown game": (_set("game", "chess"), "record-unknown-game", None),
    "unknown option": (_set("options.speed", 3), "record-options", None),
    "bad value": (_set("options.start", "coin"), "record-options", None),
    "more seats than the game has": (_set("seats", [{"name": "x"}] * 6), "record-options", None),
    "too many seats": (_set("seats", [{"name": "x"}] * 101), "record-malformed", None),
    "seat without a kind": (_set("seats.0.kind", "cat"), "record-malformed", None),
    "event of no type": (_set("events.4", {"seat": 0}), "record-event-shape", 5),
    "seat as text": (_set("events.4.seat", "one"), "record-event-shape", 5),
    "unreadable dice": (_set("events.1.text", "w99"), "record-event-malformed", 2),
    "unreadable action": (_set("events.2.text", "r55"), "record-event-malformed", 3),
    "illegal action": (_set("events.2.text", "b12"), "record-event-illegal", 3),
    "impossible dice": (_set("events.1.text", "w41"), "record-event-illegal", 2),
    "out of turn": (_set("events.1", PASS_BY_0), "record-event-not-your-turn", 2),
    "seat that is not there": (_set("events.2.seat", 4), "record-event-not-your-turn", 3),
    "a time that not every reader reads": (
        _set("events.3.at", MAX_TIME + 1),
        "record-event-shape",
        4,
    ),
    "time runs backwards": (_set("events.3.at", 0), "record-event-time", 4),
    "a conclusion the game has not": (
        _set("events.3", {"type": "conclusion", "how": "agreement", "at": 10**6}),
        "record-event-illegal",
        4,
    ),
    "result changed": (_set("result.scores", [100, 0]), "record-result", -1),
    "result missing": (_set("result", None), "record-no-result", -1),
    "events missing at the end": (_cut_events, "record-truncated", 20),
    "all events missing": (_set("events", []), "record-truncated", None),
    "a position that is none": (_set("position", "r5 y6"), "record-position", None),
    "a position for three": (_set("position", "- | - | - ; p1 roll"), "record-position", None),
    "another position": (_set("position", "- | - ; p1 roll"), "record-event-illegal", 1),
    "goes on after the end": (_append(PASS_BY_0), "record-event-game-over", -1),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_record_gets_a_reason_that_names_the_event(kind: str) -> None:
    change, slug, event = BROKEN[kind]
    document = json.loads(encode(played("qwixx").record()))
    count = len(document["events"])
    change(document)
    with pytest.raises(RecordError) as caught:
        cruces.load(json.dumps(document))
    error = caught.value
    if event == -1:
        event = count + (slug == "record-event-game-over")
    assert (error.reason.slug, error.event) == (slug, event)
    assert error.code == "bad-record"
    error_data = error.to_dict("es")
    assert error_data["event"] == event
    assert error_data["message"] != error.message("en")
    if event is not None:
        assert str(event) in error.message("en")


def test_the_reason_behind_the_reason_is_translated_too() -> None:
    document = json.loads(encode(played("qwixx").record()))
    document["events"][2]["text"] = "r55"
    with pytest.raises(RecordError) as caught:
        cruces.load(json.dumps(document))
    assert "«r55» no es una jugada" in caught.value.message("es")


@pytest.mark.parametrize(
    ("data", "slug"),
    [
        (b"", "record-empty"),
        (b"  \n", "record-empty"),
        (b"hello", "record-not-json"),
        (b"\xff\xfe\x00", "record-not-json"),
        (b'{"format": "cruces-record", "name": "\xff"}', "record-encoding"),
        ('{"format": "cruces-record", "name": "\ud800"}', "record-encoding"),
        (b"[" * 100_000, "record-too-deep"),
        (b'{"format": "cruces-record", "version": 2, "version": 1}', "record-twice"),
        (b'{"format": "cruces-record", "fair": {"secret": 1, "secret": 2}}', "record-twice"),
        (b"[1, 2]", "record-foreign"),
        (b"null", "record-foreign"),
        (b" " * (MAX_BYTES + 1), "record-too-large"),
    ],
)
def test_a_text_that_is_not_a_document_is_refused(data: bytes | str, slug: str) -> None:
    with pytest.raises(RecordError) as caught:
        decode(data)
    assert caught.value.reason.slug == slug


def test_a_truncated_document_is_recognised() -> None:
    document = encode(played("quixo").record()).rstrip()
    rng = Random(5)
    for _ in range(200):
        with pytest.raises(RecordError) as caught:
            decode(document[: rng.randrange(1, len(document))])
        assert caught.value.reason.slug == "record-cut"


def test_damage_of_one_byte_never_crashes() -> None:
    """With any byte changed, the record loads or a RecordError is raised."""
    document = bytearray(encode(played("quixo-teams").record()).encode())
    rng = Random(6)
    for _ in range(300):
        damaged = bytearray(document)
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        with suppress(RecordError):
            cruces.load(bytes(damaged))


def test_an_editor_may_have_marked_it_as_unicode() -> None:
    record = played("quixo").record()
    assert decode(b"\xef\xbb\xbf" + encode(record).encode()) == record
    assert decode("\ufeff" + encode(record)) == record
