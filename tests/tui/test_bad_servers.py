"""Servers that are broken or mean harm: whatever they send ends in a sentence."""

import asyncio
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from textual.widgets import OptionList, Static
from websockets.asyncio.server import ServerConnection, serve

from cruces.core import CrucesError
from cruces.locales import text
from cruces.match import frames as f
from cruces.match import messages as m
from cruces.match.match_view import FullMatchView
from cruces.match.visibility import full_view
from cruces.tui import keeping
from cruces.tui.game_screen import GameScreen
from cruces.tui.online import api as requests
from cruces.tui.online import connection
from cruces.tui.online.address import address
from cruces.tui.online.api import DEVICES, Api
from cruces.tui.online.connection import Connection
from cruces.tui.online.lobby_screen import Lobby, LobbyScreen
from cruces.tui.online.server_match import ServerMatch
from cruces.tui.online.server_screen import ServerScreen
from tests.match.table import Table
from tests.tui.bad_server import BadServer, bad_server
from tests.tui.driving import app, settled, until

TOKEN = "a.b.c.d"


@pytest.fixture
def server() -> Iterator[BadServer]:
    with bad_server() as found:
        keeping.write(DEVICES, {found.url: TOKEN})
        yield found


def refused(server: BadServer, path: str = "/api/lobby", kind: Any = Lobby) -> str:
    """Why an answer cannot be used."""
    with pytest.raises(CrucesError) as found:
        asyncio.run(Api(address(server.url), "en").get(path, kind))
    return found.value.reason.slug


def test_the_token_goes_to_no_other_server(server: BadServer) -> None:
    with bad_server() as other:
        other.says("/", b'{"mine": [], "open": []}')
        server.says("/api/lobby", b"", 302, Location=other.url)
        assert refused(server) == "server-moved"
        assert server.asked == [("/api/lobby", f"Bearer {TOKEN}")]
        assert not other.asked


def test_a_socket_leads_to_no_other_server(server: BadServer) -> None:
    with bad_server() as other:
        server.says("/ws", b"", 302, Location=f"{other.url.replace('http', 'ws')}/ws")
        reports: list[str] = []
        link = connect_to(server.url, lambda link, why: reports.append(link))

        async def run() -> None:
            running = asyncio.ensure_future(link.run())
            while not reports:
                await asyncio.sleep(0.002)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

        asyncio.run(run())
        assert server.asked[0][0] == "/ws"
        assert not other.asked


def connect_to(url: str, report: Callable[[connection.Link, str], None]) -> Connection:
    """A connection to a match there, from which nothing is expected."""
    return Connection(Api(address(url), "en"), "m", None, lambda message: None, report)


@pytest.mark.parametrize(
    "body", [b"", b"no", b"[]", b'{"mine": 1, "open": []}', b"[" * 200_000, b'"\xff"']
)
def test_an_answer_of_another_shape_is_refused(server: BadServer, body: bytes) -> None:
    server.says("/api/lobby", body)
    assert refused(server) == "server-broken"
    server.says("/api/lobby", body, 400)
    assert refused(server) == "server-unreachable"


def test_an_answer_without_end_is_not_read(
    server: BadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "LARGEST", 1000)
    server.says("/api/lobby", b'{"mine": [], "open": []}'.ljust(1001))
    assert refused(server) == "server-broken"
    refusal = json.dumps({"reason": "slow-down", "message": "x" * 2000}).encode()
    server.says("/api/lobby", refusal, 429)
    assert refused(server) == "server-unreachable"


def test_a_refusal_is_not_longer_than_a_sentence(server: BadServer) -> None:
    refusal = json.dumps({"reason": "slow-down", "message": "x" * 2000}).encode()
    server.says("/api/lobby", refusal, 429)
    with pytest.raises(CrucesError) as found:
        asyncio.run(Api(address(server.url), "en").get("/api/lobby", Lobby))
    assert found.value.message("en") == "x" * requests.LONGEST_SENTENCE


@pytest.mark.parametrize("kept", [5, None, ["x"], "a\nb", "ñ", "x" * 201])
def test_a_damaged_token_is_asked_for_again(server: BadServer, kept: object) -> None:
    keeping.write(DEVICES, {server.url: kept})
    server.says("/api/devices", json.dumps({"token": TOKEN}).encode())
    assert asyncio.run(Api(address(server.url), "en").token()) == TOKEN
    server.says("/api/devices", json.dumps({"token": "a\r\nHost: other"}).encode())
    keeping.forget(DEVICES)
    assert refused(server) == "server-broken"


def view(**changed: object) -> dict[str, Any]:
    """What a server says of a match that has begun, or what it says wrongly."""
    match = Table("quixo", seats=2).sit_all().match
    written = msgspec.json.encode(full_view(match, frozenset({0}), 0))
    sent: dict[str, Any] = msgspec.json.decode(written)
    return sent | changed


@pytest.mark.parametrize(
    "changed",
    [
        {"position": "nonsense"},
        {"own": [7]},
        {"to_act": [1]},
        {"seats": []},
        {"legal": {"0": ["nonsense"]}},
        {"legal": {"x": []}},
        {"chosen": {"0": "nonsense"}},
        {"events": [{"type": "action", "seat": 0, "text": "nonsense"}]},
        {"events": [{"type": "action", "seat": 9, "text": "a1>a5"}]},
        {"events": [{"type": "conclusion", "how": "length"}] * 2002},
        {"offers": [{"offer": "draw", "seat": 9, "agreed": []}]},
        {"clock": {"control": {"type": "days", "days": 1}, "left": [1], "running": [0]}},
    ],
)
def test_a_match_that_contradicts_itself_is_not_shown(
    server: BadServer, changed: dict[str, Any]
) -> None:
    server.says("/api/matches/m", json.dumps(view()).encode())
    assert asyncio.run(ServerMatch.enter(Api(address(server.url), "en"), "m")).own == [0]
    server.says("/api/matches/m", json.dumps(view(**changed)).encode())
    with pytest.raises(CrucesError) as found:
        asyncio.run(ServerMatch.enter(Api(address(server.url), "en"), "m"))
    assert found.value.reason.slug == "server-broken"


def test_an_unknown_game_is_refused(server: BadServer) -> None:
    server.says("/api/matches/m", json.dumps(view(game="chess")).encode())
    with pytest.raises(CrucesError) as found:
        asyncio.run(ServerMatch.enter(Api(address(server.url), "en"), "m"))
    assert "chess" in found.value.message("en")


@pytest.mark.parametrize("sent", ["nonsense", "other game", "silence"])
def test_a_broken_socket_is_said(sent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value = msgspec.json.decode(json.dumps(view()), type=FullMatchView)
    other = msgspec.json.decode(json.dumps(view(position="nonsense")), type=FullMatchView)
    message = f.encode(f.State(other, [], 0, {})) if sent == "other game" else b'"nonsense"'
    if sent == "silence":
        monkeypatch.setattr(connection, "SECONDS", 0.01)

    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        if sent != "silence":
            await socket.send(message.decode())
        await socket.wait_closed()

    async def run() -> None:
        playing = app("es")
        async with serve(answer, "127.0.0.1", 0) as listening:
            url = f"http://127.0.0.1:{next(iter(listening.sockets)).getsockname()[1]}"
            keeping.write(DEVICES, {url: TOKEN})
            session = ServerMatch(Api(address(url), "es"), value)
            async with playing.run_test(size=(80, 24)) as pilot:
                await playing.push_screen(GameScreen(session))
                broken = text("error.server-broken", "es", address=url)
                said = text("web.reconnecting", "es") if sent == "silence" else broken
                await until(pilot, lambda: session.trouble == said)
                await settled(pilot)

    asyncio.run(run())


def test_no_escape_sequence_reaches_the_terminal(server: BadServer) -> None:
    """Whoever writes it and wherever it is shown; names do not turn the writing around, either."""
    bad = "A\x1b]0;mine\x07\x9b2J\u202eB[bold]"
    seats = [
        {"name": bad, "kind": "human", "bot": ""},
        {"name": "", "kind": "bot", "bot": "of another version"},
    ]
    table = {
        "match": "m",
        "code": bad,
        "game": "quixo",
        "phase": "playing",
        "seats": seats,
        "own": [],
        "to_act": [0, 9],
    }
    body = json.dumps({"mine": [table], "open": [table]}).encode()
    server.says("/api/lobby", body)
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            playing.push_screen(ServerScreen("en", server.url))
            await until(pilot, lambda: isinstance(playing.screen, LobbyScreen))
            await until(pilot, lambda: playing.screen.query("#about"))
            await settled(pilot)
            assert playing.screen.query_one(OptionList).option_count == 1
            await until(pilot, partial(is_written, "A]0;mine2JB[bold], of another version"))

    def is_written(line: str) -> bool:
        strips = playing.screen._compositor.render_strips()
        written = ["".join(part.text for part in strip) for strip in strips]
        assert all(each.isprintable() for each in written)
        return any(line in each for each in written)

    asyncio.run(run())


class Silent(ServerMatch):
    """A match that nobody is connected to."""

    async def start(self) -> None:
        pass


def test_one_reads_what_was_written_before_one_came() -> None:
    """Also by somebody whose seat was removed before the game began."""
    value = msgspec.json.decode(json.dumps(view()), type=FullMatchView)
    value["chat"] = [m.Said(seat, "match", "hi", 0) for seat in (0, 1, 4)]
    session, playing = Silent(Api(address("http://localhost:1"), "en"), value), app("en")

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            screen = GameScreen(session)
            await playing.push_screen(screen)
            said = screen.query_one("#said", Static)
            read = "You: hi\nName1: hi\nPlayer 5: hi"
            await until(pilot, lambda: str(said.render()) == read)

    asyncio.run(run())
