"""Clients that send too slowly, too much, or do not read: with seconds made short."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import Protocol

from cruces.server import timeouts
from cruces.server.connections import Newcomers
from cruces.server.limits import Rate
from cruces.server.socket import POLICY
from cruces.server.timeouts import (
    HttpProtocol,
    SocketProtocol,
    has_whole_messages,
    whole_message,
)
from tests.server.process import PATIENCE, until
from tests.servers import free_port

BIG = b"x" * 2**20


class App:
    """Answers requests when it has their bodies, and sockets with a flood."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.hasty = False
        self.holds = False
        self.open = 0
        self.lost = 0
        self.flood = 0
        self.messages: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._socket(receive, send)
        elif scope["type"] == "http":
            await self._http(receive, send)

    async def _http(self, receive: Any, send: Any) -> None:
        body, more = b"", not self.hasty
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.lost += 1
                return
            body, more = body + message["body"], message["more_body"]
        self.bodies.append(body)
        if self.holds:
            while (await receive())["type"] != "http.disconnect":
                pass
            self.lost += 1
            return
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    async def _socket(self, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self.open += 1
        try:
            for _ in range(self.flood):
                await send({"type": "websocket.send", "bytes": BIG})
            while (message := await receive())["type"] != "websocket.disconnect":
                self.messages.append(message.get("text", ""))
        finally:
            self.open -= 1


Raw = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@asynccontextmanager
async def serving(app: App) -> AsyncIterator[int]:
    """An app behind our protocols, in this process."""
    port = free_port()
    config = uvicorn.Config(
        app,
        port=port,
        http=HttpProtocol,
        ws=SocketProtocol,
        lifespan="off",
        log_level="critical",
        ws_per_message_deflate=False,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())

    async def is_up() -> bool:
        return server.started

    await until(is_up, "it does not start")
    try:
        yield port
    finally:
        server.should_exit = True
        server.force_exit = True
        await task


def play(scene: Callable[[App, int], Awaitable[None]]) -> None:
    async def whole() -> None:
        app = App()
        async with asyncio.timeout(PATIENCE), serving(app) as port:
            await scene(app, port)

    asyncio.run(whole())


async def answer(port: int, *pieces: bytes) -> bytes:
    """Everything that the server says until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


HEAD = b"POST / HTTP/1.1\r\nHost: here\r\n"


def test_a_request_in_many_pieces_is_answered() -> None:
    async def scene(app: App, port: int) -> None:
        rest = b"Content-Length: 4\r\nConnection: close\r\n\r\nabcd"
        pieces = [bytes([byte]) for byte in HEAD + rest]
        assert (await answer(port, *pieces)).startswith(b"HTTP/1.1 200")
        assert app.bodies == [b"abcd"]

    play(scene)


def test_a_body_has_more_time_than_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEADER_SECONDS", 0.5)

    async def scene(app: App, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Content-Length: 4\r\nConnection: close\r\n\r\nab")
        with pytest.raises(TimeoutError):  # no 408
            await asyncio.wait_for(reader.read(1), 1.5)
        writer.write(b"cd")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        assert app.bodies == [b"abcd"]
        writer.close()

    play(scene)


def test_who_is_answered_before_their_body_came_does_not_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timeouts, "HEADER_SECONDS", 0.5)

    async def scene(app: App, port: int) -> None:
        app.hasty = True
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Content-Length: 1\r\n\r\n")
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.write(b"a")
        assert await reader.read() == b""  # closed
        writer.close()

    play(scene)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (HEAD, b"HTTP/1.1 408"),
        (HEAD + b"Content-Length: 4\r\n\r\nab", b"HTTP/1.1 408"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n", b"HTTP/1.1 408"),
        (b"", b""),
    ],
)
def test_half_a_request(start: bytes, expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(timeouts, "BODY_SECONDS", 0.2)

    async def scene(app: App, port: int) -> None:
        heard = await answer(port, start)
        assert heard[: len(expected)] == expected
        assert (not expected) == (not heard)
        assert app.bodies == []

    play(scene)


def test_half_a_request_after_a_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEADER_SECONDS", 0.2)

    async def scene(app: App, port: int) -> None:
        heard = await answer(port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", HEAD)
        assert heard.startswith(b"HTTP/1.1 200")
        assert b"HTTP/1.1 408" in heard

    play(scene)


def test_a_few_requests_may_wait_for_the_one_before() -> None:
    async def scene(app: App, port: int) -> None:
        request = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request * timeouts.MOST_PIPELINED)
        for _ in range(timeouts.MOST_PIPELINED):
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()
        # A thousand are not kept for somebody whose first one takes long.
        app.holds = True
        heard = await answer(port, request * 1000)
        assert b"HTTP/1.1 200" not in heard
        assert len(app.bodies) == timeouts.MOST_PIPELINED + 1

    play(scene)


def test_who_hangs_up_is_missed_though_more_requests_wait() -> None:
    async def scene(app: App, port: int) -> None:
        app.holds = True
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * 2)

        async def is_asked() -> bool:
            return len(app.bodies) == 1

        async def is_missed() -> bool:
            return app.lost == 1

        await until(is_asked, "it is not answered")
        writer.close()
        await until(is_missed, "it is answered for ever")

    play(scene)


@pytest.mark.parametrize(
    "headers",
    [
        b"".join(b"X-%d: 1\r\n" % number for number in range(101)),
        b"X: " + b"x" * 40_000 + b"\r\n",
        b"X: " + b"x" * 2**20,
        b"".join(b"X-%d: %s\r\n" % (number, b"x" * 1000) for number in range(40)),
    ],
    ids=["many", "long", "endless", "long together"],
)
def test_a_head_that_is_too_large(headers: bytes) -> None:
    async def scene(app: App, port: int) -> None:
        heard = await answer(port, HEAD + headers + b"\r\n")
        assert heard.startswith(b"HTTP/1.1 431") or not heard, "it may be cut while it sends"
        assert app.bodies == []

    play(scene)


def test_the_oldest_idle_connection_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "_waiting", Newcomers(10))

    async def scene(app: App, port: int) -> None:
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(30)]
        for _, writer in idle[::2]:
            writer.write(HEAD)
        ends = [asyncio.create_task(reader.read()) for reader, _ in idle]

        async def are_cut() -> bool:
            return sum(end.done() for end in ends) >= 20

        await until(are_cut, "they are all still there")
        closing = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
        assert (await answer(port, HEAD + closing)).startswith(b"HTTP/1.1 200")
        for _, writer in idle:
            writer.close()
        await asyncio.gather(*ends, return_exceptions=True)

    play(scene)


# Sockets.


async def raw_socket(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket after its handshake, of which nothing more is read by itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return reader, writer


def stop_reading(writer: asyncio.StreamWriter) -> None:
    transport: Any = writer.transport
    transport.pause_reading()


def frame(opcode: int, body: bytes, fin: bool = True) -> bytes:
    """A masked frame with a mask of zeros."""
    size = len(body)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([(0x80 if fin else 0) | opcode]) + length + bytes(4) + body


def test_whoever_does_not_read_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "STALL_SECONDS", 0.3)

    async def scene(app: App, port: int) -> None:
        app.flood = 100

        async def is_open() -> bool:
            return app.open == 1

        async def is_gone() -> bool:
            return app.open == 0

        _, writer = await raw_socket(port)
        stop_reading(writer)
        await until(is_open, "it was not accepted")
        await until(is_gone, "it waits for ever")
        writer.close()

    play(scene)


def test_pings_of_somebody_who_does_not_read_are_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timeouts, "STALL_SECONDS", 600)
    monkeypatch.setattr(timeouts, "FRAMES", Rate(10**6, 1))
    buffers: list[int] = []
    look = SocketProtocol.handle_ping

    def handle_ping(protocol: SocketProtocol) -> None:
        look(protocol)
        buffers.append(protocol.transport.get_write_buffer_size())

    monkeypatch.setattr(SocketProtocol, "handle_ping", handle_ping)

    async def scene(app: App, port: int) -> None:
        app.flood = 20  # fills what the system keeps
        _, writer = await raw_socket(port)
        stop_reading(writer)
        pings = frame(9, b"x" * 100) * 10_000
        for _ in range(3):
            writer.write(pings)
            await writer.drain()

        async def are_read() -> bool:
            return len(buffers) == 30_000

        await until(are_read, "they are not read")
        assert buffers[-1] < 2 * len(BIG), "the answers wait in memory"
        writer.transport.abort()

    play(scene)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (frame(1, b"\xff\xfe"), 1007),
        (frame(1, b"\xc3", fin=False) + frame(0, b"("), 1007),
        (frame(1, b"", fin=False) + frame(0, b"", fin=False) * 100, 1009),
    ],
)
def test_nonsense_closes_a_socket_without_a_word_in_the_log(
    frames: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(app: App, port: int) -> None:
        reader, writer = await raw_socket(port)
        writer.write(frames)
        heard = await reader.read()
        assert heard[:1] == b"\x88"
        assert int.from_bytes(heard[2:4]) == code
        writer.close()

    play(scene)
    assert caplog.records == []


@pytest.mark.parametrize(
    ("opcode", "body"),
    [(1, b""), (1, b"{}"), (2, b""), (9, b""), (10, b"x" * 100)],
    ids=["empty text", "short text", "bytes", "pings", "pongs"],
)
def test_a_flood_of_frames_is_not_read_to_its_end(
    opcode: int, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However small they are, reading them takes time that others need."""
    frames = 0
    take = Protocol.events_received

    def counted(protocol: Protocol) -> list[Any]:
        nonlocal frames
        found = take(protocol)
        frames += len(found)
        return found

    monkeypatch.setattr(Protocol, "events_received", counted)

    async def scene(app: App, port: int) -> None:
        reader, writer = await raw_socket(port)
        writer.write(frame(opcode, body) * 40_000)
        with suppress(ConnectionError):  # there is more than was read, and the system says so
            while await reader.read(2**16):
                pass
        assert timeouts.FRAMES.burst <= frames < timeouts.FRAMES.burst + timeouts.PIECE
        writer.close()

    play(scene)


def test_messages_that_come_alone_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "FRAMES", Rate(5, 0.0001))

    async def scene(app: App, port: int) -> None:
        reader, writer = await raw_socket(port)  # counts as one
        for number in range(1, 5):
            writer.write(frame(1, b"alone"))

            async def came(number: int = number) -> bool:
                return len(app.messages) == number

            await until(came, "it does not come")
        writer.write(frame(1, b"one more"))
        assert await reader.read() == b"\x88\x02" + POLICY.to_bytes(2)
        assert len(app.messages) == 4
        writer.close()

    play(scene)


def test_text_in_pieces_is_put_together() -> None:
    async def scene(app: App, port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as socket:
            await socket.send(["¿", "qué", "?"])
            await socket.ping()
            await socket.close()
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert app.messages == ["¿qué?"]

    play(scene)


LONG = "más largo " * 30
PING, PONG = frame(9, b"?"), frame(10, b"!")
TALK = [
    frame(1, b"whole"),
    frame(1, LONG.encode()),
    PING,
    frame(1, b"after a ping"),
    PONG + frame(1, b"with a pong") + frame(1, b"and another"),
    frame(1, b""),
    frame(1, b"be", fin=False) + PING + frame(0, b"gun"),
    frame(1, b"last"),
]
SAID = [
    "whole",
    "más largo " * 30,
    "after a ping",
    "with a pong",
    "and another",
    "",
    "begun",
    "last",
]


@pytest.mark.parametrize("size", [None, 1, 2, 3, 7, 40, 10_000])
def test_messages_arrive_however_they_are_cut(size: int | None) -> None:
    """As the client sends them, or in pieces of one size."""
    stream = b"".join(TALK)
    pieces = (
        TALK if size is None else [stream[at : at + size] for at in range(0, len(stream), size)]
    )

    async def scene(app: App, port: int) -> None:
        _, writer = await raw_socket(port)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)

        async def all_came() -> bool:
            return len(app.messages) >= len(SAID)

        await until(all_came, "a message is missing")
        assert app.messages == SAID
        writer.close()

    play(scene)


@given(st.binary(max_size=400), st.binary(min_size=4, max_size=4), st.binary(max_size=12))
def test_a_whole_message_is_what_the_parser_finds(message: bytes, mask: bytes, more: bytes) -> None:
    size = len(message)
    head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2)
    data = head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(message))
    assert whole_message(data) == message
    assert has_whole_messages(data + data)
    assert more == b"" or whole_message(data + more) is None
    for cut in range(len(data)):
        assert whole_message(data[:cut]) is None
        assert has_whole_messages(data[:cut]) == (cut == 0)
