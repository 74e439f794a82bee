"""A WebSocket client that costs little: text frames in and out, and nothing else.

The load must come from less processor than the servers take, so this is written for the two of them
and not for the open sea: no fragments, no compression, and a mask of zeros.
"""

import asyncio
import struct
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_NO_MASK = bytes(4)


def frame(opcode: int, payload: bytes) -> bytes:
    """A masked frame, as a client must send it; a mask of zeros changes nothing.

    >>> frame(TEXT, b"hi").hex()
    '8182000000006869'
    """
    size = len(payload)
    if size < 126:
        head = bytes((0x80 | opcode, 0x80 | size))
    else:
        head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
    return head + _NO_MASK + payload


class WebSocket(asyncio.Protocol):
    """One connection. ``heard`` gets every text; ``lost`` is called if the server closes."""

    def __init__(self, on_message: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._heard = on_message
        self._lost = lost
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Taken down before the handshake, nobody asks any more why it failed.
        self._open.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._closing = False

    @classmethod
    async def connect(
        cls, port: int, path: str, on_message: Callable[[bytes], None], lost: Callable[[], None]
    ) -> "WebSocket":
        """Connect on loopback and shake hands."""
        loop = asyncio.get_running_loop()
        transport, socket = await loop.create_connection(
            lambda: cls(on_message, lost), "127.0.0.1", port
        )
        request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        transport.write(request.encode())
        await asyncio.wait_for(socket._open, 60)
        return socket

    def send(self, text: bytes) -> None:
        assert self._transport is not None, "connected"
        self._transport.write(frame(TEXT, text))

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.write(frame(CLOSE, struct.pack("!H", 1000)))
            self._transport.close()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport), "TCP"
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed before the handshake"))
        elif not self._closing:
            self._lost()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open.done() and not self._shaken():
            return
        while not self._closing and (found := self._next()) is not None:
            opcode, payload = found
            if opcode == TEXT:
                self._heard(payload)
            elif opcode == PING and self._transport is not None:
                self._transport.write(frame(PONG, payload))
            elif opcode == CLOSE and self._transport is not None:
                self._transport.close()

    def _shaken(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self._open.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
            return False
        self._open.set_result(None)
        self._buffer = bytearray(rest)
        return True

    def _next(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size == 126:
            start = 4
        elif size == 127:
            start = 10
        if len(buffer) < start:
            return None
        if start > 2:
            size = int.from_bytes(buffer[2:start], "big")
        end = start + size
        if len(buffer) < end:
            return None
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[start:end])
        if not buffer[0] & 0x80:
            raise ConnectionError("a fragment")
        del buffer[:end]
        return opcode, payload
