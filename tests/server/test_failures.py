"""What fails on the server is logged as one line, counted, and answered without details."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from cruces.match import authority
from cruces.match import messages as m
from cruces.server import live_match, logs, metrics, news, writer
from cruces.server.app import Application, create
from cruces.server.context import Context
from cruces.server.settings import Settings
from tests.server.process import Server, until
from tests.server.talk import device, lay
from tests.server.talk import socket as connected

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
SECRET = "what nobody may read in a log"


@pytest.fixture(autouse=True)
def logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The log goes to the test instead of standard error."""
    monkeypatch.setattr(logs, "set_up", lambda _: None)
    with caplog.at_level(logging.INFO, "cruces"):
        yield


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Application, Context, httpx.AsyncClient]]:
    """The application in this process, and a client of it with a token."""
    application = create(Settings(f"sqlite:///{folder / 'cruces.db'}"))
    transport = httpx.ASGITransport(application, raise_app_exceptions=False)  # type: ignore[arg-type]
    async with (
        application.http.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        token = (await client.post("/api/devices")).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield application, application.http.state.context, client


def scene(folder: Path, work: Callable[[Context, httpx.AsyncClient], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60), running(folder) as (_, context, client):
            await work(context, client)

    asyncio.run(whole())


def breaks(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("a bug")


def errors(route: str) -> float:
    value: float = metrics.ERRORS.labels(route)._value.get()
    return value


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """The log as it would be written."""
    written = [logs.JsonFormatter().format(record) for record in caplog.records]
    assert not any("\n" in line for line in written)
    return [json.loads(line) for line in written]


def test_an_answer_of_500_is_one_line_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(_: Context, client: httpx.AsyncClient) -> None:
        monkeypatch.setattr("cruces.server.api.full_view", breaks)
        match = (await client.post("/api/matches", json={"game": "quixo"})).json()["match"]
        route, before = "/api/matches/{match_id}", errors("/api/matches/{match_id}")
        caplog.clear()
        headers = {"Accept-Language": "es", "X-Request-Id": "from-the-proxy-1"}
        answer = await client.get(f"/api/matches/{match}?secret={SECRET}", headers=headers)
        assert answer.status_code == 500
        assert answer.headers["x-request-id"] == "from-the-proxy-1"
        assert answer.json()["code"] == "internal"
        assert "from-the-proxy-1" in answer.json()["message"]
        assert "ZeroDivisionError" not in answer.text
        (line,) = lines(caplog)
        assert line["level"] == "error"
        assert (line["route"], line["path"]) == (route, f"/api/matches/{match}")
        assert (line["request"], line["kind"]) == ("from-the-proxy-1", "ZeroDivisionError")
        assert "Traceback" in line["error"]
        assert SECRET not in caplog.text
        assert client.headers["Authorization"].split()[1] not in str(line)
        assert errors(route) == before + 1
        bad = await client.get(f"/api/matches/{match}", headers={"X-Request-Id": "a\x01b" * 9})
        assert bad.headers["x-request-id"].isalnum()

    scene(tmp_path, work)


def test_a_client_who_hangs_up_is_no_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor is a body that is larger than anything we ask for; it is not read to its end."""

    async def work(application: Application, _: Context, client: httpx.AsyncClient) -> None:
        caplog.clear()
        pieces: list[Any] = [
            {"type": "http.request", "body": b'{"game":', "more_body": True},
            {"type": "http.disconnect"},
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            return pieces.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"content-type", b"application/json"), (b"content-length", b"99")]
        scope = {"type": "http", "method": "POST", "path": "/api/matches", "headers": headers}
        more = {"query_string": b"", "raw_path": b"/api/matches", "http_version": "1.1"}
        await application({**scope, **more, "scheme": "http"}, receive, send)  # type: ignore[arg-type]
        assert [message["status"] for message in sent if "status" in message] == [400]
        large = await client.post("/api/matches", content=b" " * 70_000)
        assert large.status_code == 413
        assert lines(caplog) == []

    async def whole() -> None:
        async with asyncio.timeout(60), running(tmp_path) as (application, context, client):
            await work(application, context, client)

    asyncio.run(whole())


def test_a_stream_that_fails_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(_: Context, client: httpx.AsyncClient) -> None:
        match = (await client.post("/api/matches", json={"game": "quixo"})).json()["match"]
        monkeypatch.setattr(live_match, "full_view", breaks)
        caplog.clear()
        with suppress(AssertionError):  # of the client, as the answer has no end
            await client.get(f"/api/bot/matches/{match}/stream")
        (line,) = lines(caplog)
        assert line["route"] == "/api/bot/matches/{match_id}/stream"
        assert "ZeroDivisionError" in line["error"]

    scene(tmp_path, work)


class Peer:
    """The other end of a socket of the application."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._sent.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "path": "/ws", "headers": []}
        run = self._application(scope, self._sent.get, self.heard.put)  # type: ignore[arg-type]
        self.task = asyncio.create_task(run)

    def say(self, **message: object) -> None:
        self._sent.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds, or the code that it is closed with."""
        while True:
            found = await self.heard.get()
            if found["type"] == "websocket.close":
                return {"type": "closed", "code": found["code"]}
            if found["type"] == "websocket.send":
                message: dict[str, Any] = json.loads(found["text"])
                if message["type"] in kinds:
                    return message


Talk = Callable[[Application, Context, Peer, str, str], Awaitable[None]]


def talk(folder: Path, work: Talk) -> None:
    """A table with its host sitting at it, and a socket that is not open yet."""

    async def whole() -> None:
        async with asyncio.timeout(60), running(folder) as (application, context, client):
            opened = await client.post("/api/matches", json={"game": "quixo"})
            token = client.headers["Authorization"].split()[1]
            peer = Peer(application)
            await work(application, context, peer, opened.json()["match"], token)
            if peer.task is not None:
                peer.task.cancel()

    asyncio.run(whole())


def test_a_match_that_cannot_be_shown_is_answered_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(_: Application, __: Context, peer: Peer, match: str, token: str) -> None:
        monkeypatch.setattr(live_match, "full_view", breaks)
        caplog.clear()
        peer.open()
        peer.say(type="hello", token=token, match=match)
        answer = await peer.next("error")
        assert (answer["code"], answer["reason"]) == ("internal", "internal")
        (line,) = lines(caplog)
        assert line["request"] in answer["message"]
        assert await peer.next() == {"type": "closed", "code": 1011}

    talk(tmp_path, work)


def test_a_command_that_fails_is_refused_and_the_connection_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(_: Application, __: Context, peer: Peer, match: str, token: str) -> None:
        peer.open()
        peer.say(type="hello", token=token, match=match)
        await peer.next("state")
        caplog.clear()
        handle = authority.handle
        monkeypatch.setattr(authority, "handle", breaks)
        sit = {"type": "sit", "seat": 0, "name": SECRET}
        peer.say(type="do", id="1", version=1, command=sit)
        answer = await peer.next("error")
        assert (answer["code"], answer["id"]) == ("internal", "1")
        (line,) = lines(caplog)
        assert line["command"] == "sit"
        assert SECRET not in str(line)
        monkeypatch.setattr(authority, "handle", handle)
        peer.say(type="do", id="2", version=1, command=sit)
        assert (await peer.next("ack", "error"))["type"] == "ack"

    talk(tmp_path, work)


def test_events_that_cannot_be_told_are_stored_and_their_sender_asked_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(
        application: Application, context: Context, peer: Peer, match: str, token: str
    ) -> None:
        peer.open()
        peer.say(type="hello", token=token, match=match)
        await peer.next("state")
        caplog.clear()
        monkeypatch.setattr(news, "sentences", breaks)
        peer.say(type="do", id="1", version=1, command={"type": "sit", "seat": 0, "name": "Ana"})
        assert (await peer.next("ack"))["code"] == 1012
        assert lines(caplog)[0]["kind"] == "ZeroDivisionError"
        assert context.hub.live_matches[match].match.version == 2
        again = Peer(application)  # who comes back gets the state, though not the news
        again.open()
        again.say(type="hello", token=token, match=match, version=1)
        assert (await again.next("state", "error"))["state"]["version"] == 2
        assert again.task is not None
        again.task.cancel()

    talk(tmp_path, work)


# The database


def full(context: Context) -> Callable[[], None]:
    """From now on there is no room in the database; returns how to end that."""
    limit = 1

    def limited(connection: Any, _: object, __: object) -> None:
        connection.execute(f"PRAGMA max_page_count={limit}")

    engine = context.hub.store.engine
    event.listen(engine, "checkout", limited)

    def end() -> None:
        nonlocal limit
        limit = 2**30

    return end


def test_a_full_disk_makes_the_server_unready_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer, "CHECK_SECONDS", 0.0)
    monkeypatch.setattr(writer, "FAILED_SECONDS", 0.2)

    async def work(context: Context, client: httpx.AsyncClient) -> None:
        assert (await client.get("/ready")).json() == {"status": "ok"}
        end = full(context)
        caplog.clear()
        text = {"options": {}, "game": "quixo"}
        answer = await client.post("/api/matches", json=text)
        while answer.status_code == 201:  # as long as the last page has room
            answer = await client.post("/api/matches", json=text)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        (line,) = lines(caplog)
        assert line["kind"] == "DatabaseError"
        assert "[parameters" not in line["error"]
        ready = await client.get("/ready")
        assert ready.status_code == 503
        assert ready.json() == {"status": "not ready", "database": "full"}
        assert lines(caplog)[-1]["database"] == "full"
        assert (await client.get("/health")).status_code == 200
        end()

        async def well() -> bool:
            return (await client.get("/ready")).status_code == 200

        await until(well, "it does not recover")
        assert (await client.post("/api/matches", json=text)).status_code == 201

    scene(tmp_path, work)


def test_a_command_that_cannot_be_stored_is_to_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(_: Application, context: Context, peer: Peer, match: str, token: str) -> None:
        peer.open()
        peer.say(type="hello", token=token, match=match)
        await peer.next("state")
        end = full(context)
        sit = {"type": "sit", "seat": 0, "name": "Ana"}
        said = 0
        while True:  # as long as the last page has room
            said += 1
            command = sit if said % 2 else {"type": "stand", "seat": 0}
            peer.say(type="do", id=str(said), version=said, command=command)
            answer = await peer.next("ack", "error")
            if answer["type"] == "error":
                break
        assert (answer["code"], answer["id"]) == ("unavailable", str(said))
        assert answer["wait"] > 0
        end()
        peer.say(type="do", id=str(said), version=said, command=command)
        assert (await peer.next("ack", "error"))["type"] == "ack"

    talk(tmp_path, work)


@pytest.mark.parametrize(
    ("statement", "why"), [("PRAGMA query_only=1", "read-only"), ("BEGIN IMMEDIATE", "busy")]
)
def test_a_database_that_cannot_be_written_makes_the_server_unready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, why: str
) -> None:
    monkeypatch.setattr(writer, "CHECK_SECONDS", 0.0)

    async def work(context: Context, client: httpx.AsyncClient) -> None:
        engine = context.hub.store.engine
        if why == "read-only":
            event.listen(engine, "checkout", lambda raw, *_: raw.execute(statement))
            assert (await client.get("/ready")).json()["database"] == why
            event.listen(engine, "checkout", lambda raw, *_: raw.execute("PRAGMA query_only=0"))
        else:
            monkeypatch.setattr(writer, "ANSWER_SECONDS", 0.2)
            other = engine.raw_connection()
            other.cursor().execute(statement)
            assert (await client.get("/ready")).json()["database"] == why
            other.rollback()
            other.close()
            monkeypatch.setattr(writer, "ANSWER_SECONDS", 60.0)

        async def well() -> bool:
            return (await client.get("/ready")).status_code == 200

        monkeypatch.setattr(writer, "FAILED_SECONDS", 0.0)
        await until(well, "it does not recover")

    scene(tmp_path, work)


def test_readiness_writes_only_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(context: Context, client: httpx.AsyncClient) -> None:
        probes = 0
        probe = context.hub.store.probe

        def counted() -> None:
            nonlocal probes
            probes += 1
            probe()

        monkeypatch.setattr(context.hub.store, "probe", counted)
        monkeypatch.setattr(writer, "CHECK_SECONDS", 60.0)
        answers = await asyncio.gather(*(client.get("/ready") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert probes == 1
        await context.hub.create(m.Setup("quixo"), "ana")
        assert (await client.get("/ready")).status_code == 200
        assert probes == 1

    scene(tmp_path, work)


# What clients can make a real process write


def test_clients_write_one_line_at_most(server: Server) -> None:
    before = len(server.log)

    async def work() -> None:
        me = await device(server.url)
        match, _ = await lay(server.url, me, game="quixo")
        for _ in range(10):
            async with connected(server.url) as one:
                await one.hello(me, match)
                one.raw.protocol.send_text(b"\xff\xfe{}")
                one.raw.transport.writelines(one.raw.protocol.data_to_send())
                await one.raw.wait_closed()
        for _ in range(10):
            reader, wire = await asyncio.open_connection("127.0.0.1", server.port)
            wire.write(b"NONSENSE\r\n\r\n")
            await reader.read()
            wire.close()

    asyncio.run(work())
    written = server.log[before:].splitlines()
    found = [json.loads(line) for line in written]
    assert all(line["level"] in ("info", "warning") for line in found)
    assert len(found) <= 3
    assert all(json.loads(line) for line in server.log.splitlines())
