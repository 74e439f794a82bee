"""The connection to a match: it connects again by itself, and nothing is carried out twice.

A command that was not acknowledged is sent again under the same id, as the protocol has it.
"""

import asyncio
import random
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cruces.core import CrucesError
from cruces.match import frames as f
from cruces.match import messages as m
from cruces.tui.online.api import (
    LARGEST,
    SECONDS,
    TOKEN_REFUSALS,
    Api,
    BrokenServerError,
    MovedError,
    ServerRefusalError,
    UnreachableError,
)

Link = Literal["online", "lost", "closed"]
"""It works, it is being mended, or it has ended for good."""

FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0
"""Seconds before it is tried again."""
PING_SECONDS, PONG_SECONDS = 10.0, 10.0
LONGEST_TOLD_WAIT = 60.0
"""The longest that one waits because the server says so."""
FINAL = TOKEN_REFUSALS | {"no-match", "superseded", "internal"}
"""Reasons after which trying again is in vain."""


@dataclass(slots=True)
class _Waiting:
    """A command that is not answered yet."""

    message: f.Do
    answer: asyncio.Future[int]


class _Direct(connect):
    """Follows nobody to another address: the first message has the token."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class Connection:
    """Receives what happens in a match, and carries out commands."""

    def __init__(
        self,
        api: Api,
        match: str,
        version: int | None,
        receive: Callable[[f.ToClient], None],
        report: Callable[[Link, str], None],
    ) -> None:
        self.version = version
        self._api, self._match = api, match
        self._receive, self._report = receive, report
        self._waiting: dict[str, _Waiting] = {}
        self._socket: ClientConnection | None = None
        self._online = False
        self._wait = FIRST_WAIT
        self._final = ""

    async def run(self) -> None:
        """Stay connected until it is cancelled, or the server has closed it for good."""
        try:
            while not await self._ended():
                self._report("lost", "")
                await asyncio.sleep(self._wait * random.uniform(0.75, 1.25))
                self._wait = min(LONGEST_WAIT, 2 * self._wait)
            self._report("closed", self._final)
        finally:
            for waiting in self._waiting.values():
                waiting.answer.cancel()

    async def _ended(self) -> bool:
        """Connect, and listen until the connection is cut: whether that is for good."""
        try:
            token = await self._api.token()
            async with _Direct(
                self._api.where.socket,
                max_size=LARGEST,
                ping_interval=PING_SECONDS,
                ping_timeout=PONG_SECONDS,
                close_timeout=1,
            ) as socket:
                self._socket = socket
                hello = f.Hello(token, self._match, self.version, self._api.lang)
                await self._send(hello)
                async with asyncio.timeout(SECONDS) as patience:
                    async for message in socket:
                        await self._hear(f.decode_answer(message))
                        if self._online:  # it has shown the match: it may be silent now
                            patience.reschedule(None)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._end(BrokenServerError(self._api.where.url))
        except (ServerRefusalError, MovedError, BrokenServerError) as error:
            self._end(error)
        except (OSError, WebSocketException, UnreachableError):
            pass
        finally:
            self._socket, self._online = None, False
        return bool(self._final)

    def _end(self, error: CrucesError) -> None:
        self._final = error.message(self._api.lang)

    async def _hear(self, message: f.ToClient) -> None:
        match message:
            case f.State() | f.Events():
                shown = message.state if isinstance(message, f.State) else message.now
                self.version = shown["version"]
                self._receive(message)
                if not self._online:
                    self._online, self._wait = True, FIRST_WAIT
                    self._report("online", "")
                    for waiting in list(self._waiting.values()):
                        await self._send(waiting.message)
            case f.Ack():
                self._answered(message.id, message.version)
            case f.Error():
                await self._refused(message)
            case f.Presence():
                self._receive(message)

    async def _refused(self, error: f.Error) -> None:
        wait = min(error.wait, LONGEST_TOLD_WAIT)
        if error.id and wait > 0:
            asyncio.get_running_loop().call_later(wait, self._again, error.id)
        elif error.id:
            self._answered(error.id, ServerRefusalError(error.reason, error.message))
        elif error.reason in FINAL:
            self._end(ServerRefusalError(error.reason, error.message))
        else:
            self._wait = max(self._wait, wait)

    def _answered(self, request: str, answer: int | Exception) -> None:
        waiting = self._waiting.pop(request, None)
        if waiting is None or waiting.answer.done():
            return
        if isinstance(answer, int):
            waiting.answer.set_result(answer)
        else:
            waiting.answer.set_exception(answer)

    def _again(self, request: str) -> None:
        if request in self._waiting and self._online:
            self._sending = asyncio.ensure_future(self._send(self._waiting[request].message))

    async def _send(self, message: f.FromClient) -> None:
        """Send, if there is a connection; if it breaks, what has no answer is sent again."""
        if self._socket is not None:
            with suppress(WebSocketException):
                await self._socket.send(f.encode(message).decode())

    async def do(self, command: m.Command) -> int:
        """Carry a command out, now or once there is a connection; the resulting version."""
        message = f.Do(uuid.uuid4().hex, self.version or 0, command)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = _Waiting(message, answer)
        if self._online:
            await self._send(message)
        return await answer
