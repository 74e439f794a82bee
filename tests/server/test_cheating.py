"""A server that does not keep its promise about the dice, and what an honest one says of it."""

import httpx
import pytest

from cruces.match.verify import verified
from tests.match.cheating import (
    BY_ITSELF,
    CHEATS,
    KEY,
    OWN_SEAT,
    OWN_TEXT,
    Document,
    honest,
    kept,
    running,
)
from tests.server.process import Server

PROMISE = {
    "commitment": kept().commitment,
    "contribution": f"{OWN_SEAT}={OWN_TEXT}",
    "key": KEY.public,
}


def ask(server: Server, document: Document, **promise: str | None) -> dict[str, object]:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        device = client.post("/api/devices").json()
        headers = {"Authorization": f"Bearer {device['token']}"}
        given = {name: value for name, value in promise.items() if value}
        answer = client.post("/api/verify", json=document, params=given, headers=headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, object] = answer.json()
        return found


def test_one_of_three_things(server: Server) -> None:
    found = ask(server, honest(), **PROMISE)
    assert (found["ok"], found["dice"], found["key"]) == (True, "checked", KEY.public)
    found = ask(server, running(), **PROMISE)
    assert (found["ok"], found["dice"], found["draws"]) == (True, "not-checkable", 2)
    bare = {**honest(), "fair": None}
    del bare["signature"]
    found = ask(server, bare)
    assert (found["ok"], found["dice"], "key" in found) == (True, "rules-only", False)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheating_server_is_caught(server: Server, cheat: str) -> None:
    cheated, reason = CHEATS[cheat]
    found = ask(server, cheated(), **PROMISE)
    assert (found["ok"], found["reason"]) == (False, reason)
    assert found["message"]
    assert ask(server, cheated())["ok"] is (cheat not in BY_ITSELF)


def test_a_promise_that_cannot_be_one(server: Server) -> None:
    for name, value in (("commitment", "abc"), ("contribution", "text"), ("key", "x" * 64)):
        with httpx.Client(base_url=server.url, trust_env=False) as client:
            answer = client.post("/api/verify", json=honest(), params={name: value})
            assert answer.status_code == 400, name


def test_records_are_signed_with_the_published_key(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        device = client.post("/api/devices").json()
        headers = {"Authorization": f"Bearer {device['token']}"}
        made = client.post("/api/matches", json={"game": "qwixx"}, headers=headers).json()
        record = client.get(f"/api/matches/{made['match']}/record")
        key = client.get("/api/record-key").json()
    found = verified(record.content)
    assert (found.dice, found.signer) == ("not-checkable", key["key"])
    assert key["algorithm"] == record.json()["signature"]["algorithm"] == "ed25519"
