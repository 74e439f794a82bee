"""Whatever is sent: an answer of our own with 4xx, and not a word in the log."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.process import Device, Nursery, Server
from tests.server.talk import device, lay, socket
from tests.servers import free_port

DEEP = b"[" * 30_000
NUL = "\x00"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def strict_server(
    request: pytest.FixtureRequest, nursery: Nursery, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that knows its names, on each database."""
    folder: Path = tmp_path_factory.mktemp("malformed")
    database = f"sqlite:///{folder / 'cruces.db'}"
    if request.param == "postgresql":
        database = request.getfixturevalue("postgresql").create()
    environment = {"CRUCES_DATABASE": database, "CRUCES_HOSTS": "127.0.0.1,play.example"}
    started = Server(nursery, free_port(), environment, folder / "log")
    started.start()
    asyncio.run(started.up())
    yield started
    started.stop()


async def ask(url: str, me: Device, method: str, path: str, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {me.token}", **more.pop("headers", {})}
    async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client:
        return await client.request(method, path, **more)


def test_malformed_requests(strict_server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        sit = {"type": "sit", "seat": 0, "name": "Ana"}
        command = {"id": "1", "version": 1, "command": sit}
        commands = f"/api/bot/matches/{match}/commands"
        bodies: list[tuple[str, bytes | object]] = [
            ("/api/matches", DEEP),
            ("/api/matches", b'{"game": "\xff\xfe"}'),
            ("/api/matches", b""),
            ("/api/matches", b"{"),
            ("/api/matches", {"game": f"quixo{NUL}"}),
            ("/api/matches", {"game": "quixo", "options": {f"size{NUL}": 3}}),
            ("/api/join", DEEP),
            ("/api/join", b"\xff"),
            ("/api/join", {"code": NUL}),
            (commands, DEEP),
            (commands, {**command, "id": NUL}),
            (commands, {**command, "id": f"a{NUL}b"}),
            (commands, {**command, "command": {**sit, "name": f"A{NUL}"}}),
            (f"/api/matches/{match}/hint", DEEP),
        ]
        for path, body in bodies:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            answer = await ask(url, me, "POST", path, content=content)
            assert 400 <= answer.status_code < 500, (path, content[:50], answer.text)
            assert answer.json().keys() >= {"code", "reason", "message"}, answer.text
        for path in (
            "/api/matches/%00",
            f"/api/matches/{match}%00",
            "/api/matches/%ff/record",
            f"/api/matches/{match}/refusal/0/%00",
            "/api/rules/%00/en",
            "/%00",
        ):
            answer = await ask(url, me, "GET", path)
            assert 400 <= answer.status_code < 500, (path, answer.text)
            assert answer.json().keys() >= {"code", "reason", "message"}, answer.text

    asyncio.run(work(strict_server.url))
    assert strict_server.log.count("\n") == strict_server.log.count("127.0.0.1"), strict_server.log


def test_malformed_messages(strict_server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        for hello in (
            {"token": me.token, "match": NUL},
            {"token": me.token, "match": f"{match}{NUL}"},
            {"token": f"{me.token}{NUL}", "match": match},
            {"token": NUL, "match": match},
        ):
            async with socket(url) as one:
                await one.send(type="hello", **hello)
                answer = await one.next("error")
                assert answer["reason"] in ("bad-message", "bad-token")
        async with socket(url) as one:
            await one.raw.send(DEEP[:4000].decode())
            assert (await one.next("error"))["reason"] == "bad-message"
        async with socket(url) as one:
            await one.hello(me, match)
            for change in (
                {"id": NUL},
                {"id": f"x{NUL}"},
                {"command": {"type": "sit", "seat": 0, "name": f"A{NUL}na"}},
                {"command": {"type": "say", "seat": 0, "channel": "match", "text": NUL}},
                {"command": {"type": "ready", "seat": 0, "contribution": NUL}},
                {"command": {"type": "seat-bot", "seat": 0, "bot": NUL}},
            ):
                sit = {"type": "sit", "seat": 0, "name": "Ana"}
                await one.send(**{"type": "do", "id": "1", "version": 1, "command": sit, **change})
                answer = await one.next("error", "ack")
                assert (answer["type"], answer.get("reason")) == ("error", "bad-message")
            assert (await one.do(type="sit", seat=0, name="Ana"))["type"] == "ack"

    asyncio.run(work(strict_server.url))
    assert "Traceback" not in strict_server.log


def test_what_is_no_socket(strict_server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        for headers in ({}, {"Connection": "Upgrade", "Upgrade": "h2c"}):
            answer = await ask(url, me, "GET", "/ws", headers=headers)
            assert answer.status_code == 426
            assert answer.headers["upgrade"] == "websocket"
            assert answer.json()["reason"] == "websocket-only"
        for address, origin in ((f"{url}/elsewhere", None), (url, "http://[::1"), (url, "null")):
            with pytest.raises(InvalidStatus):
                async with socket(address, origin=origin):
                    pass

    asyncio.run(work(strict_server.url))
    assert "Traceback" not in strict_server.log


def test_other_names_of_the_server(strict_server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        for host, status in (
            ("evil.example", 421),
            ("play.example", 200),
            ("PLAY.example:8000", 200),
            ("play.example.evil.example", 421),
            ("[::1", 421),
        ):
            answer = await ask(url, me, "GET", "/api/games", headers={"Host": host})
            assert answer.status_code == status, host
            assert (await ask(url, me, "GET", "/ready", headers={"Host": host})).is_success
        port = strict_server.port
        with pytest.raises(InvalidStatus):
            async with socket(f"http://evil.example:{port}", host="127.0.0.1", port=port):
                pass
        async with socket(f"http://play.example:{port}", host="127.0.0.1", port=port) as own:
            await own.send(type="ping", id="1")
            assert (await own.next("error"))["reason"] == "hello-first"

    asyncio.run(work(strict_server.url))


def test_private_answers_are_not_kept_and_heads_are_answered(strict_server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        for method, path in (
            ("POST", "/api/devices"),
            ("GET", "/api/lobby"),
            ("GET", "/api/matches/mine"),
            ("GET", f"/api/matches/{match}"),
            ("GET", f"/api/matches/{match}/record"),
            ("GET", "/api/matches/nowhere"),
        ):
            answer = await ask(url, me, method, path)
            assert answer.headers["cache-control"] == "no-store", path
        for path in ("/", "/verify", "/health", "/static/js/main.js"):
            head, whole = [await ask(url, me, method, path) for method in ("HEAD", "GET")]
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-length"] == whole.headers["content-length"]
        assert (await ask(url, me, "HEAD", "/nowhere")).status_code == 404

    asyncio.run(work(strict_server.url))
