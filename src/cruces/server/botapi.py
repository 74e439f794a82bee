"""For other people's programs: the socket's messages over plain HTTP.

A program reads a stream with one JSON object a line and posts commands. It is a device like any
other: the same token, the same seats, the same limits.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Annotated

from litestar import Router, get, post
from litestar.response import Stream
from msgspec import Meta, Struct

from cruces.match import messages as m
from cruces.match.match import Match
from cruces.match.visibility import Seats, seats_of, whole
from cruces.server import frames as f
from cruces.server.api import Ask, MatchId, language, player_of, table_of
from cruces.server.errors import refusals
from cruces.server.protocols import Versioned
from cruces.server.socket import absences, news
from cruces.server.table import Table, now

QUEUE = 256
ALIVE_SECONDS = 15
"""An empty line so often tells both ends that the other is there."""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, with an id of the program's own and the version it was made for."""

    id: f.RequestId
    version: Annotated[int, Meta(ge=0)]
    command: m.Command


class Line:
    """A listener that keeps what it hears until it is sent."""

    def __init__(self, table: Table, player: str, lang: str) -> None:
        self.table = table
        self.player = player
        self.lang = lang
        self.queue: asyncio.Queue[f.ToClient | None] = asyncio.Queue(QUEUE)

    def put(self, message: f.ToClient | None) -> None:
        """Keep a message; whoever does not read is cut off and may ask again."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = None
        self.queue.put_nowait(message)

    def happened(self, match: Match, events: Sequence[Versioned]) -> None:
        self.put(news(match, events, seats_of(match, self.player), self.lang))

    def presence(self, seats: Seats, watchers: int) -> None:
        self.put(f.Presence(sorted(seats), watchers, absences(self.table)))

    def restart(self) -> None:
        self.put(None)


async def _lines(table: Table, player: str, lang: str) -> AsyncIterator[bytes]:
    line = Line(table, player, lang)
    table.join(line)
    try:
        here, watchers = table.present()
        match = table.match
        state = whole(match, seats_of(match, player), now(), lang)
        yield f.encode(f.State(state, sorted(here), watchers, absences(table))) + b"\n"
        while True:
            try:
                message = await asyncio.wait_for(line.queue.get(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"
                continue
            if message is None:
                return
            yield f.encode(message) + b"\n"
    finally:
        table.leave(line)


@get(
    "/matches/{match_id:str}/stream",
    responses=refusals(401, 404),
    summary="The match as it happens, one JSON object a line",
    media_type="application/x-ndjson",
)
async def stream(request: Ask, match_id: MatchId) -> Stream:
    player = player_of(request)
    table = await table_of(request, match_id)
    return Stream(_lines(table, player, language(request)), media_type="application/x-ndjson")


@post(
    "/matches/{match_id:str}/commands",
    responses=refusals(401, 404, 409),
    summary="Carry a command out",
    status_code=200,
)
async def command(request: Ask, match_id: MatchId, data: Order) -> f.Ack:
    player = player_of(request)
    table = await table_of(request, match_id)
    version = await table.command(data.command, player, data.version, f"{player}/{data.id}")
    return f.Ack(data.id, version)


bot_api = Router("/api/bot", route_handlers=[stream, command])
