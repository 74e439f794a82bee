"""The bot API, for external programs: the socket's messages over plain HTTP.

A program reads a stream of JSON lines and posts commands. It is a device like any other: the same
tokens, seats and limits.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from litestar import Router, get, post
from litestar.response import Stream
from msgspec import Meta, Struct

from cruces.core import Reason
from cruces.match import messages as m
from cruces.match.visibility import Seats, full_view, seats_of
from cruces.server import frames as f
from cruces.server.api import (
    Ask,
    MatchId,
    context,
    language,
    live_match_of,
    player_of,
    token_of,
)
from cruces.server.devices import Devices
from cruces.server.errors import ProtocolError, UnauthorisedError, refusals
from cruces.server.live_match import LiveMatch, now
from cruces.server.news import News
from cruces.server.socket import absences
from cruces.server.tokens import Token

QUEUE = 256
ALIVE_SECONDS = 15
"""Seconds between empty lines, which show both ends that the connection is alive."""


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
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def put(self, message: bytes | None) -> None:
        """Queue a message; a client that does not read is disconnected and may reconnect."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)

    def happened(self, news: News) -> None:
        self.put(news.encoded(self.player, self.lang))

    def presence(self, seats: Seats, watchers: int) -> None:
        self.put(f.encode(f.Presence(sorted(seats), watchers, absences(self.live))))

    def restart(self) -> None:
        self.put(None)

    def gone(self) -> None:
        error = ProtocolError(Reason("no-match"))
        self.put(f.encode(f.Error(error.code, error.reason.slug, error.message(self.lang))))
        self.put(None)

    def outdated(self, error: UnauthorisedError) -> None:
        message = f.Error(error.code, error.reason.slug, error.message(self.lang))
        self.put(f.encode(message))
        self.put(None)


async def _lines(
    live: LiveMatch, devices: Devices, token: Token, lang: str
) -> AsyncIterator[bytes]:
    player = token.player
    line = StreamListener(live, player, lang)
    live.join(line)
    devices.hold(token, line)
    try:
        here, watchers = live.present()
        match = live.match
        state = full_view(match, seats_of(match, player), now(), lang)
        yield f.encode(f.State(state, sorted(here), watchers, absences(live))) + b"\n"
        while True:
            try:
                message = await asyncio.wait_for(line.queue.get(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"
                continue
            if message is None:
                return
            yield message + b"\n"
    finally:
        devices.release(token, line)
        live.leave(line)


@get(
    "/matches/{match_id:str}/stream",
    responses=refusals(401, 404),
    summary="The match as it happens, one JSON object a line",
    media_type="application/x-ndjson",
)
async def stream(request: Ask, match_id: MatchId) -> Stream:
    token = token_of(request)
    live = await live_match_of(request, match_id)
    lines = _lines(live, context(request).known_devices, token, language(request))
    return Stream(lines, media_type="application/x-ndjson")


@post(
    "/matches/{match_id:str}/commands",
    responses=refusals(401, 404, 409),
    summary="Carry a command out",
    status_code=200,
)
async def command(request: Ask, match_id: MatchId, data: CommandRequest) -> f.Ack:
    player = player_of(request)
    live = await live_match_of(request, match_id)
    version = await live.command(data.command, player, data.version, f"{player}/{data.id}")
    return f.Ack(data.id, version)


bot_api = Router("/api/bot", route_handlers=[stream, command])
