"""A way to Redis that can be cut."""

import asyncio
from typing import Any

from tests.servers import free_port


class Proxy:
    """Stands between a server and Redis: passes on, stays silent (mute), or refuses (cut)."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self._to = port
        self._mute = self._cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def close(self) -> None:
        self._server.close()
        self.cut(True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self, yes: bool) -> None:
        """Whether all connections are closed, and new ones at once."""
        self._cut = yes
        if yes:
            for writer in list(self._open):
                writer.transport.abort()

    def mute(self, yes: bool) -> None:
        """Whether everything that is sent gets lost; what was lost breaks the connection after."""
        if self._mute and not yes:
            self.cut(True)
            self.cut(False)
        self._mute = yes

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._open.add(writer)
        try:
            if not self._cut:
                there, back = await asyncio.open_connection("127.0.0.1", self._to)
                self._open.add(back)
                try:
                    await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
                finally:
                    self._open.discard(back)
                    back.transport.abort()
        except OSError:
            pass
        finally:
            self._open.discard(writer)
            writer.transport.abort()
            self._tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if not self._mute:
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
