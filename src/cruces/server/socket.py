"""One connection: a player or a spectator at one match."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cruces.core import CrucesError, Reason
from cruces.locales import negotiate
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.match.phrases import sentences
from cruces.match.visibility import (
    Seats,
    dismissals,
    log_change,
    present,
    seats_of,
    shown,
    whole,
)
from cruces.server import frames as f
from cruces.server import metrics
from cruces.server.errors import ProtocolError
from cruces.server.hub import Hub
from cruces.server.limits import MESSAGES, MOST_MESSAGE, Bucket
from cruces.server.protocols import Versioned
from cruces.server.table import Table, now
from cruces.server.tokens import Signer

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger("cruces")

HELLO_SECONDS = 10
QUEUE = 256
"""Messages that may wait for a slow connection before it is cut."""
REFUSALS_TO_CLOSE = 500
"""Refused messages in a row after which a connection is cut."""

POLICY, TOO_BIG, TRY_LATER, RESTART, GONE = 1008, 1009, 1013, 1012, 4404


class Connection:
    """A socket once it has said hello; a listener of its table."""

    def __init__(self, hub: Hub, signer: Signer, receive: Receive, send: Send) -> None:
        self.hub = hub
        self.signer = signer
        self.receive = receive
        self.send = send
        self.player = ""
        self.lang = "en"
        self.table: Table | None = None
        self.queue: asyncio.Queue[bytes | int] = asyncio.Queue(QUEUE)
        self.bucket = Bucket(MESSAGES)
        self.refusals = 0
        self.doing = False
        self.closing = False

    # Out

    def put(self, message: f.ToClient) -> None:
        """Queue a message; a connection that does not keep up is cut."""
        self.put_encoded(f.encode(message))

    def put_encoded(self, message: bytes) -> None:
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.cut(TRY_LATER)

    def cut(self, code: int) -> None:
        """Close after what is queued, or instead of it when the queue is full."""
        self.closing = True
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(code)

    async def pump(self) -> None:
        """Send what is queued until told to close."""
        while True:
            message = await self.queue.get()
            if isinstance(message, int):
                await self.send({"type": "websocket.close", "code": message})
                return
            await self.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    def refuse(self, error: CrucesError, request: str = "", wait: float = 0) -> None:
        """A rejected message always gets a code, a reason and the current state."""
        self.refusals += 1
        state = None
        if self.table is not None and not wait:
            match = self.table.match
            state = whole(match, seats_of(match, self.player), now(), self.lang)
        self.put(
            f.Error(
                error.code,
                error.reason.slug,
                error.message(self.lang),
                request,
                math.ceil(1000 * wait) / 1000,
                state,
            )
        )
        if self.refusals > REFUSALS_TO_CLOSE:
            self.cut(POLICY)

    # As a listener

    def happened(self, match: Match, events: Sequence[Versioned]) -> None:
        assert self.table is not None, "a connection listens after its hello"
        key, told = (seats_of(match, self.player), self.lang), self.table.told
        if key not in told:
            told[key] = f.encode(news(match, events, *key))
        self.put_encoded(told[key])

    def presence(self, seats: Seats, watchers: int) -> None:
        assert self.table is not None, "a connection listens after its hello"
        self.put(f.Presence(sorted(seats), watchers, absences(self.table)))

    def restart(self) -> None:
        self.cut(RESTART)

    # In

    async def greet(self) -> bool:
        """The first message must say who and where."""
        message = await asyncio.wait_for(self._next(), HELLO_SECONDS)
        if not isinstance(message, f.Hello):
            self.refuse(ProtocolError(Reason("hello-first")))
            return False
        self.lang = negotiate(message.lang)
        player = self.signer.player(message.token)
        if player is None:
            self.refuse(ProtocolError(Reason("bad-token")))
            return False
        table = await self.hub.get(message.match)
        if table is None:
            self.refuse(ProtocolError(Reason("no-match")))
            return False
        self.player, self.table = player, table
        await self._catch_up(table, message.version)
        return True

    async def _catch_up(self, table: Table, version: int | None) -> None:
        if version is not None and version > table.match.version:
            await table.look()  # seen at another process, which could not tell us before it died
        gap = None if version is None else await table.since(version)
        # From here on nothing is awaited, so no event can fall between the gap and the listening.
        match, seats = table.match, seats_of(table.match, self.player)
        table.join(self)
        here, watchers = table.present()
        if gap is None or (version or 0) + len(gap) != match.version:
            state = whole(match, seats, now(), self.lang)
            self.put(f.State(state, sorted(here), watchers, absences(table)))
        else:
            self.put(news(match, gap, seats, self.lang))

    async def serve(self) -> None:
        """Until the socket closes. Not to be cancelled while it is ``doing`` something."""
        while not self.closing:
            message = await self._next()
            if message is None:
                return
            wait = self.bucket.take()
            if wait:
                why = Reason("slow-down", {"seconds": round(wait, 1)})
                self.refuse(ProtocolError(why), getattr(message, "id", ""), wait)
                continue
            match message:
                case f.Do():
                    await self._do(message)
                case f.Ping():
                    self.put(f.Pong(message.id))
                case f.Hello():
                    self.refuse(ProtocolError(Reason("hello-once")))

    async def _do(self, message: f.Do) -> None:
        assert self.table is not None, "a connection is served after its hello"
        kind = type(message.command).__struct_config__.tag
        began = time.perf_counter()
        self.doing = True
        try:
            version = await self.table.carry_out(
                message.command, self.player, message.version, f"{self.player}/{message.id}"
            )
        except CrucesError as error:
            metrics.COMMANDS.labels(kind, error.code).inc()
            self.refuse(error, message.id)
            return
        finally:
            self.doing = False
        metrics.COMMANDS.labels(kind, "ok").inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)
        self.refusals = 0
        self.put(f.Ack(message.id, version))

    async def _next(self) -> f.FromClient | None:
        """The next well-formed message; None when the socket is closed."""
        while True:
            received = await self.receive()
            if received["type"] != "websocket.receive":
                return None
            data = received.get("text") or received.get("bytes") or ""
            if len(data) > MOST_MESSAGE:
                self.refuse(ProtocolError(Reason("too-large", {"most": MOST_MESSAGE})))
                self.cut(TOO_BIG)
                return None
            try:
                message: f.FromClient = f.decode(data)
                return message
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                wait = self.bucket.take()
                detail = {"detail": str(error)}
                self.refuse(ProtocolError(Reason("bad-message", detail)), wait=wait)


def news(match: Match, events: Sequence[Versioned], seats: Seats, lang: str) -> f.Events:
    """What happened, as these seats may see it, and what it changed."""
    seen = [(version, shown(match, event, seats)) for version, event in events]
    kept = [(version, event) for version, event in seen if event is not None]
    since = log_change(match, [event for _, event in events])
    return f.Events(
        kept,
        f.LogChange(since, match.events[since:]),
        [event for _, event in kept if isinstance(event, m.Said)],
        sentences(match, [event for _, event in kept], seats, lang),
        present(match, seats, now(), lang),
    )


def absences(table: Table) -> dict[int, int]:
    """In how many milliseconds the others may go on without those who are away, by seat."""
    here, _ = table.present()  # also those who are connected to another process
    away = {seat: since for seat, since in table.away().items() if seat not in here}
    return dismissals(away, now())


def same_origin(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether a browser's page is ours; programs send no origin and need none."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == headers.get("host")


async def websocket(
    hub: Hub, signer: Signer, allowed: frozenset[str], scope: Scope, receive: Receive, send: Send
) -> None:
    """Serve one socket from handshake to close."""
    await receive()  # websocket.connect
    if not same_origin(scope, allowed):
        await send({"type": "websocket.close", "code": POLICY})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    connection = Connection(hub, signer, receive, send)
    pump = asyncio.create_task(connection.pump())
    metrics.SOCKETS.inc()
    farewell = POLICY
    try:
        if await connection.greet():
            # Whoever is still there when serving ends by itself is there because we stop.
            farewell = RESTART
            serve = asyncio.create_task(connection.serve())
            await asyncio.wait({serve, pump}, return_when=asyncio.FIRST_COMPLETED)
            connection.closing = True
            if serve.done():
                serve.result()  # raises what went wrong
            elif not connection.doing:  # else it ends when that is done
                serve.cancel()
    except TimeoutError:
        pass  # no hello in time
    except Exception:
        log.exception("a connection failed")
    finally:
        metrics.SOCKETS.dec()
        if connection.table is not None:
            connection.table.leave(connection)
        connection.cut(farewell)
        await asyncio.wait({pump}, timeout=2)
        pump.cancel()
