"""A WebSocket connection: a player or a spectator of one match."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cruces.core import CrucesError, Reason
from cruces.locales import negotiate
from cruces.match import frames as f
from cruces.server import metrics
from cruces.server.devices import Devices
from cruces.server.errors import (
    STATUS,
    NotFoundError,
    ProtocolError,
    Refusal,
    SlowDownError,
    UnauthorisedError,
    UnavailableError,
)
from cruces.server.faults import SOCKET, fault, refusal_of
from cruces.server.gate import Gate
from cruces.server.hub import Hub
from cruces.server.limits import HELLOS, MESSAGES, MOST_MESSAGE, SOCKETS, Bucket, Client
from cruces.server.live_match import LiveMatch, now
from cruces.server.news import News
from cruces.server.outbox import Outbox
from cruces.server.tokens import Token

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HELLO_SECONDS = 10
REFUSALS_TO_CLOSE = 500
"""The number of refused messages in a row after which a connection is closed."""
ABORT = "cruces.abort"
"""The extension of the scope that drops a connection without a closing handshake."""
WRITE = "cruces.write"
"""The extension that writes messages at once; it returns False if they have to wait."""
BUSY_SECONDS = 5.0
"""Seconds after which somebody with too many connections may try again."""
SUPERSEDED_SECONDS = 30.0
"""The same for a connection that had to make room for a newer one."""
REFUSED_SECONDS = 1.0
"""How long a refusal waits at most: who connects again at once would cost more than they get."""
CLOSE_SECONDS = 2
"""Seconds that a connection has to read why it is closed."""

POLICY, TOO_BIG, BROKEN, RESTART, TRY_LATER = 1008, 1009, 1011, 1012, 1013
GONE, SUPERSEDED = 4404, 4429


class Connection:
    """A socket after its hello; a listener of its match."""

    def __init__(
        self, hub: Hub, devices: Devices, gate: Gate, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self.hub = hub
        self.devices = devices
        self.gate = gate
        self.address = gate.client(scope).address
        self.receive = receive
        self.send = send
        extensions = scope.get("extensions", {})
        self.abort: Callable[[], None] = extensions.get(ABORT, self._no_abort)
        self.write: Callable[[Sequence[bytes]], bool] = extensions.get(WRITE, self._no_write)
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
        if self.closing:
            return
        if self.outbox.has_room(len(message)):
            if not len(self.outbox):
                self.hub.loop.call_soon(self._flush)
            self.outbox.put(message, wake=False)
        else:  # it may never read the code either
            self.outbox.clear()
            self.cut(TRY_LATER)
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort)

    def _flush(self) -> None:
        """Write all messages of one round of the loop at once; what cannot be is left to `pump`."""
        messages = [message for message in self.outbox.waiting if not isinstance(message, int)]
        if messages and len(messages) == len(self.outbox) and self.write(messages):
            self.outbox.clear()
        else:
            self.outbox.wake()

    def cut(self, code: int) -> None:
        """Close after sending the queue."""
        self.closing = True
        self.outbox.put(code)

    def _no_abort(self) -> None:
        self.cut(POLICY)

    def _no_write(self, messages: Sequence[bytes]) -> bool:
        return False

    async def pump(self) -> None:
        """Send queued messages until the connection is closed."""
        while True:
            for message in await self.outbox.take():
                if isinstance(message, int):
                    await self.send({"type": "websocket.close", "code": message})
                    return
                await self.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    def refuse(self, error: CrucesError, request: str = "", wait: float = 0) -> None:
        """A rejected message always gets a code and a reason.

        It does not get the state: if the position has changed, the events that changed it are in
        the queue already.
        """
        self.refusals += 1
        metrics.REFUSALS.labels(error.code, "socket").inc()
        message = error.message(self.lang)
        wait = math.ceil(1000 * wait) / 1000
        self.put(f.Error(error.code, error.reason.slug, message, request, wait))
        if self.refusals > REFUSALS_TO_CLOSE:
            self.cut(POLICY)

    def _refuse_until(self, wait: float, request: str = "") -> None:
        """Say how many seconds to wait."""
        why = Reason("slow-down", {"seconds": math.ceil(10 * wait) / 10})
        self.refuse(ProtocolError(why), request, wait)

    def fail(self, error: Exception) -> None:
        """The server failed and would fail again: say so, and close."""
        match = {} if self.live is None else {"match": self.live.match.id}
        why = refusal_of(SOCKET, error, **match)
        again = isinstance(why, UnavailableError)
        if not again:
            self.put(f.Error(why.code, why.reason.slug, why.message(self.lang)))
        self.cut(TRY_LATER if again else BROKEN)

    # Listening to the match

    def happened(self, news: News) -> None:
        self.put_encoded(news.encoded(self.player, self.lang))

    def presence(self, message: bytes) -> None:
        self.put_encoded(message)

    def restart(self) -> None:
        self.cut(RESTART)

    def gone(self) -> None:
        error = ProtocolError(Reason("no-match"))
        self.put(f.Error(error.code, error.reason.slug, error.message(self.lang)))
        self.cut(GONE)

    def outdated(self, error: UnauthorisedError) -> None:
        self.put(f.Error(error.code, error.reason.slug, error.message(self.lang)))
        self.cut(POLICY)

    def superseded(self) -> None:
        """The same player has too many connections, and all the others are newer."""
        metrics.LIMITED.labels("connections").inc()
        error = ProtocolError(Reason("superseded"))
        message = error.message(self.lang)
        self.put(f.Error(error.code, error.reason.slug, message, wait=SUPERSEDED_SECONDS))
        self.cut(SUPERSEDED)
        # It may be one that nobody reads any more.
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.abort)

    # Receiving

    async def greet(self) -> bool:
        """Handle the first message, which must be a hello."""
        message = await asyncio.wait_for(self._next(), HELLO_SECONDS)
        if message is None:
            return False
        if not isinstance(message, f.Hello):
            self.refuse(ProtocolError(Reason("hello-first")))
            return False
        self.lang = negotiate(message.lang)
        known = self.devices.signer.read(message.token)
        client = Client(known.player if known else "", self.address)
        wait = await self.gate.limits.ask(HELLOS, client)
        if wait:
            await asyncio.sleep(min(wait, REFUSED_SECONDS))
            self._refuse_until(wait)
            return False
        try:
            token = self.devices.check(message.token)
        except UnauthorisedError as error:
            self.refuse(error)
            return False
        self.gate.connections.ungreeted.remove(self)  # loading a match may take a while
        live = await self.hub.get(message.match)
        if live is None:
            self.refuse(ProtocolError(Reason("no-match")))
            return False
        self.gate.connections.claim(token.player, self, self.superseded)
        self.player, self.live, self.token = token.player, live, token
        self.bucket = self.gate.limits.messages.of(token.player)
        self.hub.met(Client(token.player, self.address))
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
        if gap is not None and (version or 0) + len(gap) == match.version:
            try:
                self.put_encoded(News(match, gap, now()).encoded(self.player, self.lang))
                return
            except Exception as error:  # the state may still be shown
                fault(SOCKET, error, match=match.id)
        self.put(live.state_for(self.player, self.lang))

    async def serve(self) -> None:
        """Serve until the socket closes. Must not be cancelled while ``doing`` is set."""
        while not self.closing:
            message = await self._next()
            if message is None:
                return
            wait = self.bucket.take()
            if wait:
                metrics.LIMITED.labels("messages").inc()
                self._refuse_until(wait, getattr(message, "id", ""))
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
        except Exception as error:
            why = refusal_of(SOCKET, error, command=kind)
            metrics.command_counter(kind, why.code).inc()
            # It may have been stored although the database failed, so it is to be sent again.
            self.refuse(why, message.id, why.wait if isinstance(why, UnavailableError) else 0)
            return
        finally:
            self.doing = False
        metrics.command_counter(kind, "ok").inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - start)
        self.refusals = 0
        self.put(f.Ack(message.id, version))

    async def _next(self) -> f.FromClient | None:
        """The next well-formed message; None when the socket is closed, or about to be."""
        while not self.closing:
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
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                wait = self.bucket.take()
                detail = {"detail": str(error)}
                self.refuse(ProtocolError(Reason("bad-message", detail)), wait=wait)
                if self.live is None:
                    return None  # whoever does not know how to say hello
        return None


def same_origin(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether a browser's page is ours; programs send no origin."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return bool(urlsplit(origin).netloc == headers.get("host"))
    except ValueError:
        return False  # not an address at all


async def websocket(
    hub: Hub,
    devices: Devices,
    gate: Gate,
    allowed: frozenset[str],
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    """Serve one socket from handshake to close."""
    await receive()  # websocket.connect
    if not same_origin(scope, allowed):
        await send({"type": "websocket.close", "code": POLICY})
        return
    connection = Connection(hub, devices, gate, scope, receive, send)
    if not gate.connections.open(connection.address):
        await _turn_away(scope, send)
        return
    try:
        wait = gate.limits.take(SOCKETS, Client("", connection.address))
        if wait:
            await asyncio.sleep(min(wait, REFUSED_SECONDS))
            await _turn_away(scope, send)
            return
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await _serve(connection)
    finally:
        gate.connections.close(connection.address)


async def _turn_away(scope: Scope, send: Send) -> None:
    """Answer the handshake with a refusal, where the ASGI server can."""
    metrics.LIMITED.labels("connections").inc()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": TRY_LATER})
        return
    why = Reason("too-many-connections")
    body = msgspec.json.encode(Refusal(SlowDownError.code, why.slug, why.message()))
    headers = [
        (b"content-type", b"application/json"),
        (b"retry-after", b"%d" % round(BUSY_SECONDS)),
    ]
    status = STATUS[SlowDownError.code]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


async def _serve(connection: Connection) -> None:
    """Serve an accepted socket until it is closed."""
    connections = connection.gate.connections
    connections.ungreeted.add(connection, connection.abort, connection.address)
    pump = asyncio.create_task(connection.pump())
    metrics.SOCKETS.inc()
    farewell = POLICY
    try:
        greeted = await connection.greet()
        connections.ungreeted.remove(connection)
        if greeted:
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
    except Exception as error:
        connection.fail(error)
    finally:
        metrics.SOCKETS.dec()
        connections.ungreeted.remove(connection)
        if connection.token is not None:
            connection.devices.release(connection.token, connection)
        if connection.live is not None:
            connection.live.leave(connection)
            connections.release(connection.player, connection)
        connection.cut(farewell)
        await asyncio.wait({pump}, timeout=CLOSE_SECONDS)
        pump.cancel()
        connection.outbox.close()
