"""Positions that people set up: what may be done in them, what it is worth, and what is refused."""

import asyncio
import json
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from cruces.analysis.analyse import analyse as judge
from cruces.core import CHANCE
from cruces.core.family import AnyGame
from cruces.core.registry import GAMES, family_of
from cruces.games.quixo.rules import QUIXO
from cruces.match.messages import MOST_POSITION
from cruces.players import Limits
from cruces.players.stop import Stop
from cruces.server import analysis_worker
from cruces.server.analysis_worker import EXPLORATIONS, EXPLORED_SECONDS, Adviser
from cruces.server.errors import SlowDownError
from cruces.server.limits import Client
from cruces.server.position_api import (
    PositionRequest,
    lines,
    position_view,
    state_of,
)
from tests.server.process import Server

Json = dict[str, Any]
ANA = Client("ana", "192.0.2.1")
OPEN = "X..O./...../O..../X...O/OXX.O X 11"
"""A position of which no table knows anything."""


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    token = httpx.post(f"{server.url}/api/devices", trust_env=False).json()["token"]
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "es"}
    with httpx.Client(base_url=server.url, headers=headers, trust_env=False, timeout=60) as opened:
        yield opened


def ask(client: httpx.Client, **asked: object) -> Json:
    answer = client.post("/api/positions", json=asked)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def analyses(client: httpx.Client, **asked: object) -> list[Json]:
    answer = client.post("/api/positions/analysis/stream", json=asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_set_up_position_by_position(name: str) -> None:
    """What is shown agrees with the rules, and each action leads where it leads in a game."""
    game, rng = GAMES[name], Random(5)
    state = game.initial()
    options = game.settings(state)
    for _ in range(60):
        asked = PositionRequest(name, options, position=game.format_position(state))
        found_game, found = state_of(asked)
        view = position_view(found_game, found, "en")
        waiting = game.to_act(state)
        assert (found, view.position, view.options) == (state, asked.position, options)
        assert view.table == family_of(game).wire(game, state)
        assert view.chance == (CHANCE in waiting)
        assert set(view.to_act) == waiting - {CHANCE}
        assert (view.result is None) == bool(waiting)
        if not waiting:
            return
        if view.chance:
            state = game.apply(state, CHANCE, game.chance(state).sample(rng))
            continue
        seat = rng.choice(view.to_act)
        assert view.legal[str(seat)] == list(map(game.format_action, game.legal(state, seat)))
        action = rng.choice(view.legal[str(seat)])
        moved = PositionRequest(name, options, position=asked.position, seat=seat, action=action)
        state = game.apply(state, seat, game.parse_action(action))
        assert state_of(moved)[1] == state


def test_a_position_is_shown_with_what_may_be_done(client: httpx.Client) -> None:
    start = ask(client, game="qwixx", seats=3)
    assert (start["chance"], start["to_act"]) == (True, [])
    found = ask(client, game="qwixx", position="r3 | - ; p2 white w41 r3 y5 g2 b6")
    assert (found["to_act"], found["labels"]) == ([0, 1], ["Jugador 1", "Jugador 2"])
    assert found["legal"]["0"] == ["r5", "y5", "g5", "b5", "pass"]
    assert found["names"]["0"][0] == "el 5 rojo"
    assert found["earns"]["0"][0] == 2
    pushed = ask(client, game="quixo", options={"size": 3}, action="a1>a3", seat=0)
    assert pushed["position"] == ".../.../X.. O 2"
    over = ask(client, game="quixo", position="XX/.. O 4", options={"size": 2})
    assert over["result"]["places"] == [1, 2]
    assert "fila" in over["result"]["text"] or "línea" in over["result"]["text"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"game": "chess"}, 400, "bad-option"),
        ({"game": "quixo", "options": {"size": 9}}, 400, "bad-option"),
        ({"game": "quixo", "position": "X/./O O 2"}, 400, "malformed"),
        ({"game": "quixo", "position": "...../...../...../...../..... O 2"}, 400, "malformed"),
        ({"game": "quixo", "position": "X" * (MOST_POSITION + 1)}, 400, "http"),
        ({"game": "qwixx", "position": "r12 | - ; p1 roll"}, 400, "malformed"),
        ({"game": "quixo", "action": "c3>c5"}, 409, "illegal"),
        ({"game": "quixo", "action": "a1>a5", "seat": 1}, 409, "not-your-turn"),
        ({"game": "qwixx", "position": "r2,3,4,5,6,12 g12,11,10,9,8,2 ; p1 over"}, 0, "game-over"),
        ({"game": "qwixx", "position": "- | - ; p1 roll"}, 0, "not-your-turn"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    client: httpx.Client, asked: Json, status: int, code: str
) -> None:
    shown = client.post("/api/positions", json=asked)
    assert shown.status_code == (status or 200)
    judged = client.post("/api/positions/analysis/stream", json=asked)
    assert judged.status_code == (status or 409)
    assert judged.json()["code"] == code
    assert len(judged.json()["message"]) > 15


def test_where_a_table_reaches_everything_is_proven_at_once(client: httpx.Client) -> None:
    (found,) = analyses(client, game="quixo", options={"size": 3}, position="X../.../..O X 3")
    state = QUIXO.parse_position("X../.../..O X 3")
    assert {move["action"] for move in found["moves"]} == set(
        map(QUIXO.format_action, QUIXO.legal(state, 0))
    )
    assert all(move["exact"] and move["why"] for move in found["moves"])
    best = found["moves"][0]
    for action in best["line"]:  # to the end, as soon as the winner can force it
        (seat,) = QUIXO.to_act(state)
        state = QUIXO.apply(state, seat, QUIXO.parse_action(action))
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert (outcome.scores[0], len(best["line"])) == (best["result"], best["plies"])


def test_elsewhere_it_is_known_better_and_better(client: httpx.Client) -> None:
    found = analyses(client, game="quixo", position=OPEN)
    assert len(found) == len(EXPLORED_SECONDS)
    depths = [each["depth"] for each in found]
    assert depths == sorted(depths)
    assert not found[0]["exact"]
    assert len(found[-1]["moves"][0]["line"]) > 1


def test_it_is_the_seat_that_was_asked_for(client: httpx.Client) -> None:
    position = "r3 | - ; p2 white w41 r3 y5 g2 b6"
    for seat in (0, 1):
        found = analyses(client, game="qwixx", position=position, seat=seat)[0]
        assert (found["seat"], found["position"]) == (seat, position)
        assert len(found["moves"]) == 5


def test_nobody_thinks_on_for_who_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was known by then is kept for whoever asks again."""
    begun, halted = threading.Event(), threading.Event()

    def analyse(game: AnyGame, state: Any, limits: Limits, seat: int | None, stop: Stop) -> Any:
        if limits.seconds != EXPLORED_SECONDS[0]:
            stop.watch(halted.set)
            begun.set()
            assert halted.wait(60)
        return judge(game, state, limits, seat, stop)

    monkeypatch.setattr(analysis_worker, "analyse", analyse)
    state = QUIXO.parse_position(OPEN)

    async def work() -> None:
        adviser = Adviser()
        reading = lines(adviser, QUIXO, state, 0, ANA, "en")
        first = await anext(reading)
        second = asyncio.create_task(reading.__anext__())
        assert await asyncio.to_thread(begun.wait, 60)
        second.cancel()
        await asyncio.wait({second})
        assert await asyncio.to_thread(halted.wait, 60)
        again = lines(adviser, QUIXO, state, 0, ANA, "en")
        assert await anext(again) == first
        adviser.close()

    asyncio.run(work())


def test_a_device_has_some_at_a_time() -> None:
    async def work() -> None:
        adviser = Adviser()
        for _ in range(EXPLORATIONS.device):
            adviser.explorations.take(ANA)
        with pytest.raises(SlowDownError):
            adviser.explorations.check(ANA)
        state = QUIXO.parse_position(OPEN)
        assert [line async for line in lines(adviser, QUIXO, state, 0, ANA, "en")] == []
        adviser.close()

    asyncio.run(work())
