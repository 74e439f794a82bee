"""The bot API, for external programs: the socket's messages over plain HTTP.

A program reads a stream of JSON lines and posts commands. It is a device like any other: the same
tokens, seats and limits.
"""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated

from litestar import Router, get, post
from litestar.response import Stream
from msgspec import Meta, Struct

from cruces.core import Reason
from cruces.match import frames as f
from cruces.match import messages as m
from cruces.server import metrics
from cruces.server.api import (
    Ask,
    MatchId,
    check_address,
    client_of,
    context,
    language,
    limit,
    live_match_of,
    player_of,
    token_of,
)
from cruces.server.context import Context, slow_down
from cruces.server.errors import ProtocolError, UnauthorisedError, refusals
from cruces.server.limits import HELLOS, Client
from cruces.server.live_match import LiveMatch
from cruces.server.news import News
from cruces.server.outbox import Outbox
from cruces.server.socket import BUSY_SECONDS, SUPERSEDED_SECONDS
from cruces.server.tokens import Token

ALIVE_SECONDS = 15
"""Seconds between empty lines, which show both ends that the connection is alive."""


END = 0
"""Ends a stream, in place of a message."""


class CommandRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, with an id chosen by the program and the version it was made for."""

    id: f.RequestId
    version: Annotated[int, Meta(ge=0)]
    command: m.Command


class StreamListener:
    """A listener that queues messages for a stream of lines."""

    def __init__(self, live: LiveMatch, player: str, lang: str) -> None:
        self.live = live
        self.player = player
        self.lang = lang
        self.outbox = Outbox()

    def put(self, message: bytes) -> None:
        """Queue a message; a client that does not read is disconnected and may reconnect."""
        if self.outbox.has_room(len(message)):
            self.outbox.put(message)
        else:
            self.outbox.clear()
            self.restart()

    def happened(self, news: News) -> None:
        self.put(news.encoded(self.player, self.lang))

    def presence(self, message: bytes) -> None:
        self.put(message)

    def restart(self) -> None:
        self.outbox.put(END)

    def gone(self) -> None:
        error = ProtocolError(Reason("no-match"))
        self.put(f.encode(f.Error(error.code, error.reason.slug, error.message(self.lang))))
        self.restart()

    def outdated(self, error: UnauthorisedError) -> None:
        message = f.Error(error.code, error.reason.slug, error.message(self.lang))
        self.put(f.encode(message))
        self.restart()

    def superseded(self) -> None:
        """The same player has too many connections, and all the others are newer."""
        metrics.LIMITED.labels("connections").inc()
        error = ProtocolError(Reason("superseded"))
        message = error.message(self.lang)
        self.put(f.encode(f.Error(error.code, error.reason.slug, message, wait=SUPERSEDED_SECONDS)))
        self.restart()

    async def lines(self) -> AsyncGenerator[bytes]:
        """Messages as they come, and an empty line where there are none for long."""
        while True:
            try:
                async with asyncio.timeout(ALIVE_SECONDS):
                    messages = await self.outbox.take()
            except TimeoutError:
                yield b"\n"
                continue
            for message in messages:
                if isinstance(message, int):
                    return
                yield message + b"\n"


async def _lines(
    ctx: Context, client: Client, token: Token, live: LiveMatch, lang: str
) -> AsyncGenerator[bytes]:
    """The state and what follows; refuses a client whose network has too many connections."""
    connections = ctx.gate.connections
    if not connections.open(client.address):
        slow_down(BUSY_SECONDS)
    listener = StreamListener(live, token.player, lang)
    connections.claim(token.player, listener, listener.superseded)
    try:
        live.join(listener)
        ctx.known_devices.hold(token, listener)
        yield f.encode(live.state_for(token.player, lang)) + b"\n"
        async for line in listener.lines():
            yield line
    finally:
        ctx.known_devices.release(token, listener)
        live.leave(listener)
        listener.outbox.close()
        connections.close(client.address)
        connections.release(token.player, listener)


async def _chain(first: bytes, others: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    yield first
    async for line in others:
        yield line


@get(
    "/matches/{match_id:str}/stream",
    responses=refusals(401, 404),
    summary="The match as it happens, one JSON object a line",
    media_type="application/x-ndjson",
)
async def stream(request: Ask, match_id: MatchId) -> Stream:
    token = token_of(request)
    await limit(request, HELLOS, token.player)
    live = await live_match_of(request, match_id)
    client = client_of(request, token.player)
    lines = _lines(context(request), client, token, live, language(request))
    first = await anext(lines)  # refused here, and from here on it always comes to its end
    return Stream(_chain(first, lines), media_type="application/x-ndjson")


@post(
    "/matches/{match_id:str}/commands",
    responses=refusals(401, 404, 409),
    summary="Carry a command out",
    status_code=200,
)
async def command(request: Ask, match_id: MatchId, data: CommandRequest) -> f.Ack:
    player = player_of(request)
    slow_down(context(request).gate.limits.messages.of(player).take())
    live = await live_match_of(request, match_id)
    with metrics.counted_command(str(type(data.command).__struct_config__.tag)):
        version = await live.command(data.command, player, data.version, f"{player}/{data.id}")
    return f.Ack(data.id, version)


bot_api = Router("/api/bot", before_request=check_address, route_handlers=[stream, command])
