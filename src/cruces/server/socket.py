"""A WebSocket connection: a player or a spectator of one match."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cruces.core import CrucesError, Reason
from cruces.locales import negotiate
from cruces.match.visibility import Seats, dismissals, full_view, seats_of
from cruces.server import frames as f
from cruces.server import metrics
from cruces.server.devices import Devices
from cruces.server.errors import NotFoundError, ProtocolError, UnauthorisedError
from cruces.server.hub import Hub
from cruces.server.limits import MESSAGES, MOST_MESSAGE, Bucket
from cruces.server.live_match import LiveMatch, now
from cruces.server.news import News
from cruces.server.tokens import Token

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger("cruces")

HELLO_SECONDS = 10
QUEUE = 256
"""The largest queue of a slow connection before it is closed."""
REFUSALS_TO_CLOSE = 500
"""The number of refused messages in a row after which a connection is closed."""

POLICY, TOO_BIG, TRY_LATER, RESTART, GONE = 1008, 1009, 1013, 1012, 4404


class Outbox:
    """Messages, and finally a code to close with, that wait for the one task that sends them."""

    def __init__(self) -> None:
        self._messages: list[bytes | int] = []
        self._taken = 0  # taken and perhaps not sent yet
        self._arrival: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages) + self._taken

    def put(self, message: bytes | int) -> None:
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    def clear(self) -> None:
        self._messages.clear()

    async def take(self) -> list[bytes | int]:
        """All that waits, as soon as there is anything. Called when the last ones are sent."""
        self._taken = 0
        if not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            try:
                await self._arrival
            finally:
                self._arrival = None
        messages, self._messages = self._messages, []
        self._taken = len(messages)
        return messages


class Connection:
    """A socket after its hello; a listener of its match."""

    def __init__(self, hub: Hub, devices: Devices, receive: Receive, send: Send) -> None:
        self.hub = hub
        self.devices = devices
        self.receive = receive
        self.send = send
        self.player = ""
        self.token: Token | None = None
        self.lang = "en"
        self.live: LiveMatch | None = None
        self.outbox = Outbox()
        self.bucket = Bucket(MESSAGES)
        self.refusals = 0
        self.doing = False
        self.closing = False

    # Sending

    def put(self, message: f.ToClient) -> None:
        """Queue a message; a connection that is too slow is closed."""
        self.put_encoded(f.encode(message))

    def put_encoded(self, message: bytes) -> None:
        if len(self.outbox) < QUEUE:
            self.outbox.put(message)
        else:
            self.cut(TRY_LATER)

    def cut(self, code: int) -> None:
        """Close after sending the queue, or at once if the queue is full."""
        self.closing = True
        if len(self.outbox) >= QUEUE:
            self.outbox.clear()
        self.outbox.put(code)

    async def pump(self) -> None:
        """Send queued messages until the connection is closed."""
        while True:
            for message in await self.outbox.take():
                if isinstance(message, int):
                    await self.send({"type": "websocket.close", "code": message})
                    return
                await self.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    def refuse(self, error: CrucesError, request: str = "", wait: float = 0) -> None:
        """A rejected message always gets a code, a reason and the current state."""
        self.refusals += 1
        state = None
        if self.live is not None and not wait:
            match = self.live.match
            state = full_view(match, seats_of(match, self.player), now(), self.lang)
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

    # Listening to the match

    def happened(self, news: News) -> None:
        self.put_encoded(news.encoded(self.player, self.lang))

    def presence(self, seats: Seats, watchers: int) -> None:
        assert self.live is not None, "a connection listens after its hello"
        self.put(f.Presence(sorted(seats), watchers, absences(self.live)))

    def restart(self) -> None:
        self.cut(RESTART)

    def gone(self) -> None:
        error = ProtocolError(Reason("no-match"))
        self.put(f.Error(error.code, error.reason.slug, error.message(self.lang)))
        self.cut(GONE)

    def outdated(self, error: UnauthorisedError) -> None:
        self.put(f.Error(error.code, error.reason.slug, error.message(self.lang)))
        self.cut(POLICY)

    # Receiving

    async def greet(self) -> bool:
        """Handle the first message, which must be a hello."""
        message = await asyncio.wait_for(self._next(), HELLO_SECONDS)
        if not isinstance(message, f.Hello):
            self.refuse(ProtocolError(Reason("hello-first")))
            return False
        self.lang = negotiate(message.lang)
        try:
            token = self.devices.check(message.token)
        except UnauthorisedError as error:
            self.refuse(error)
            return False
        live = await self.hub.get(message.match)
        if live is None:
            self.refuse(ProtocolError(Reason("no-match")))
            return False
        self.player, self.live, self.token = token.player, live, token
        self.devices.hold(token, self)
        try:
            await self._catch_up(live, message.version)
        except NotFoundError as error:
            self.refuse(ProtocolError(error.reason))
            return False
        return True

    async def _catch_up(self, live: LiveMatch, version: int | None) -> None:
        if version is not None and version > live.match.version:
            await live.look()  # a version of another process, which died before it could notify us
        gap = None if version is None else await live.since(version)
        # From here on nothing is awaited, so no event can be missed before listening starts.
        match = live.match
        live.join(self)
        here, watchers = live.present()
        if gap is None or (version or 0) + len(gap) != match.version:
            state = full_view(match, seats_of(match, self.player), now(), self.lang)
            self.put(f.State(state, sorted(here), watchers, absences(live)))
        else:
            self.put_encoded(News(match, gap, now()).encoded(self.player, self.lang))

    async def serve(self) -> None:
        """Serve until the socket closes. Must not be cancelled while ``doing`` is set."""
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
        assert self.live is not None, "a connection is served after its hello"
        kind = type(message.command).__struct_config__.tag
        start = time.perf_counter()
        self.doing = True
        try:
            version = await self.live.carry_out(
                message.command, self.player, message.version, f"{self.player}/{message.id}"
            )
        except CrucesError as error:
            metrics.command_counter(kind, error.code).inc()
            self.refuse(error, message.id)
            return
        finally:
            self.doing = False
        metrics.command_counter(kind, "ok").inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - start)
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


def absences(live: LiveMatch) -> dict[int, int]:
    """In how many milliseconds the others may go on without absent players, by seat."""
    here, _ = live.present()  # including those connected to other processes
    away = {seat: since for seat, since in live.away().items() if seat not in here}
    return dismissals(away, now())


def same_origin(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether a browser's page is ours; programs send no origin."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == headers.get("host")


async def websocket(
    hub: Hub, devices: Devices, allowed: frozenset[str], scope: Scope, receive: Receive, send: Send
) -> None:
    """Serve one socket from handshake to close."""
    await receive()  # websocket.connect
    if not same_origin(scope, allowed):
        await send({"type": "websocket.close", "code": POLICY})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    connection = Connection(hub, devices, receive, send)
    pump = asyncio.create_task(connection.pump())
    metrics.SOCKETS.inc()
    farewell = POLICY
    try:
        if await connection.greet():
            # If serving ends while the client is still connected, this process is stopping.
            farewell = RESTART
            serve = asyncio.create_task(connection.serve())
            await asyncio.wait({serve, pump}, return_when=asyncio.FIRST_COMPLETED)
            connection.closing = True
            if serve.done():
                serve.result()  # raises its exception
            elif not connection.doing:  # otherwise it ends when that is done
                serve.cancel()
    except TimeoutError:
        pass  # no hello in time
    except Exception:
        log.exception("a connection failed")
    finally:
        metrics.SOCKETS.dec()
        if connection.token is not None:
            devices.release(connection.token, connection)
        if connection.live is not None:
            connection.live.leave(connection)
        connection.cut(farewell)
        await asyncio.wait({pump}, timeout=2)
        pump.cancel()
