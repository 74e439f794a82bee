"""Records that people open: checked, kept under an address for a while, looked back at."""

import json
from pathlib import Path
from typing import Any

import pytest

from cruces.core import Play, RecordError
from cruces.core.record import encode
from cruces.match import caps
from cruces.match.opened import is_record, opened, record_id
from cruces.match.record import record_of
from cruces.storage import open_store
from cruces.storage.records import LIFE, RecordStore
from tests.server.process import Server
from tests.server.talk import device
from tests.server.test_advice import ask, run
from tests.server.test_past import finished


def at_a_table() -> dict[str, Any]:
    """The record of a game at a real table: nothing is promised about its dice."""
    record = json.loads(encode(record_of(finished("qwixx"))))
    record["seats"] = [{"name": "Ana"}, {"name": "ana"}, *record["seats"][2:]]
    return {**record, "fair": None}


def test_a_record_becomes_a_match_that_is_over() -> None:
    body = json.dumps(at_a_table()).encode()
    match = opened(body, record_id(body))
    assert is_record(match.id)
    assert len(match.id) <= 40
    assert match.result is not None
    names = [seat.name for seat in match.seats]
    assert names[0] == "Ana"
    assert names[1] not in ("Ana", "ana"), "nobody can be taken for another"
    assert Play.replay(match.game, record_of(match)).outcome is not None


def test_a_game_that_goes_on_is_not_opened() -> None:
    record = at_a_table()
    half = {**record, "events": record["events"][:5], "result": None}
    with pytest.raises(RecordError) as refused:
        opened(json.dumps(half).encode(), "record-x")
    assert refused.value.reason.slug == "record-goes-on"


def test_a_game_longer_than_any_match_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps(at_a_table()).encode()
    events = len(opened(body, "record-x").events)
    monkeypatch.setattr(caps, "MOST_GAME_EVENTS_UNENDING", events - 1)
    assert len(opened(body, "record-x").events) == events
    monkeypatch.setattr(caps, "MOST_GAME_EVENTS_UNENDING", events - 2)
    with pytest.raises(RecordError) as refused:
        opened(body, "record-x")
    assert refused.value.reason.slug == "record-too-long"


def test_few_are_kept_and_not_for_ever(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'cruces.db'}")
    records = RecordStore(store.engine, most=2)
    records.keep("a", b"one", 1)
    records.keep("b", b"two", 2)
    records.keep("a", b"one", 3)
    records.keep("c", b"three", 4)
    assert [records.find(name) for name in "abc"] == [b"one", None, b"three"]
    records.keep("d", b"four", LIFE + 4)
    assert [records.find(name) for name in "acd"] == [None, b"three", b"four"]
    store.close()


def test_what_was_opened_is_looked_back_at(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        record = at_a_table()
        answer = await ask(url, ana, "POST", "/api/records", record)
        assert answer.status_code == 200, answer.text
        name = answer.json()["match"]
        again = await ask(url, await device(url), "POST", "/api/records", record)
        assert again.json()["match"] == name
        told = (await ask(url, ana, "GET", f"/api/matches/{name}/moments")).json()
        assert told["match"]["own"] == []
        assert len(told["moments"]) == len(record["events"]) + 1
        kept = (await ask(url, ana, "GET", f"/api/matches/{name}/record")).json()
        assert kept == record, "unsigned, as it came"
        assert (await ask(url, ana, "GET", f"/game/{name}")).status_code == 200
        first = [e["type"] for e in record["events"]].index("action")
        advice = await ask(url, ana, "GET", f"/api/matches/{name}/analysis/{first}")
        assert advice.status_code == 200
        assert (await ask(url, ana, "GET", f"/api/matches/{name}")).status_code == 404

        wrong = {**record, "events": record["events"][1:]}
        refused = await ask(url, ana, "POST", "/api/records", wrong)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-record")
        large = await ask(url, ana, "POST", "/api/records", {"format": "x" * 300_000})
        assert large.status_code == 413
        nobody = await ask(url, ana, "GET", "/api/matches/record-nobody/moments")
        assert nobody.status_code == 404

    run(work, server)
