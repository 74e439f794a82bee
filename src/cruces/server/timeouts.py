"""Uvicorn's protocols, for clients that send too slowly, too much, or do not read.

Every request has to arrive in time. Connections that nothing is being answered on, because their
request is not complete or they are idle, are few: the oldest makes room for the newest. A client
that reads nothing is cut, however little it is.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined] # in C where possible

from cruces.server.connections import Newcomers, raise_file_limit
from cruces.server.limits import Bucket, Rate
from cruces.server.socket import ABORT, POLICY, WRITE

HEADER_SECONDS = 10.0
"""How long a client has to send the head of a request, from connecting or from its first byte."""
BODY_SECONDS = 60.0
"""How long it then has to send the body."""
STALL_SECONDS = 20.0
"""How long a client may read nothing while something waits to be sent."""
CLOSE_SECONDS = 3.0
"""How long a client has to answer that a socket is closed."""
MOST_HEADERS = 100
MOST_HEADER_BYTES = 32 * 1024
MOST_PIPELINED = 16
"""The most requests that may wait for the answer to the one before."""
MOST_FRAGMENTS = 64
"""The most pieces that a message may come in."""
FRAMES = Rate(600, 60)
"""The frames of a connection: each takes time to read, pings and pongs too, and may be empty."""
PIECE = 4 * 1024
"""How much is read before its frames are counted, in bytes."""
READ_AHEAD = 8
"""The messages that are read before the first of them is taken: each stop of reading costs time."""
MOST_WAITING = 2000
"""The most connections of a process that nothing is being answered on."""

_waiting: Newcomers | None = None


def waiting() -> Newcomers:
    """The connections of this process that nothing is being answered on."""
    global _waiting  # noqa: PLW0603
    if _waiting is None:
        _waiting = Newcomers(min(MOST_WAITING, raise_file_limit() // 4))
    return _waiting


class _StallGuard(asyncio.Protocol):
    """Aborts a connection whose client has read nothing for a while."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _stall_timer: asyncio.TimerHandle | None = None
    _unread = 0

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._stall_timer = self.loop.call_later(STALL_SECONDS, self._look_at_reader)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_watching()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _stop_watching(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def _look_at_reader(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread >= self._unread:
            self.transport.abort()
        else:
            self._unread = unread
            self._stall_timer = self.loop.call_later(STALL_SECONDS, self._look_at_reader)


class HttpProtocol(_StallGuard, HttpToolsProtocol):
    """HTTP, with a time for every request to arrive and a size for its head."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._in_body = False
        self._head_bytes = 0
        self._refusal = 400
        self._answered: RequestResponseCycle | None = None  # `cycle` is the last one that came

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()
        self._set_timer(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)
        self.pipeline.clear()
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _await_request(self) -> None:
        waiting().add(self, self.transport.abort)

    def _stop_waiting(self) -> None:
        waiting().remove(self)
        self._set_timer(None)

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        """Nobody waits any longer for the rest of the request."""
        self._timer = None
        if self.transport.is_closing():
            return
        if self._is_answering():
            self.transport.abort()  # an answer has begun, and the request is not complete
        elif self._in_head or self._in_body:
            self._refusal = 408
            self.send_400_response("The request took too long.")
        else:
            self.transport.close()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.response_started and not cycle.response_complete

    def data_received(self, data: bytes) -> None:
        in_head, in_body = self._in_head, self._in_body
        super().data_received(data)
        if self.transport.is_closing() or self.parser is None:
            return
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEADER_BYTES:
                self._refuse_head()
            elif self._timer is None or not in_head:
                self._set_timer(HEADER_SECONDS)
        elif self._in_body and (not in_body or self._timer is None):
            self._set_timer(BODY_SECONDS)

    def _refuse_head(self) -> None:
        self._refusal = 431
        self.send_400_response("The head of the request is too large.")

    def send_400_response(self, msg: str) -> None:
        if self.transport.is_closing():
            return
        if self.pipeline:
            self.transport.abort()  # this would not be the answer that is waited for
            return
        body = b'{"code":"http","reason":"%d","message":"%s"}' % (self._refusal, msg.encode())
        lines = [
            STATUS_LINE[self._refusal],
            b"content-type: application/json\r\n",
            b"content-length: %d\r\n" % len(body),
            b"connection: close\r\n\r\n",
            body,
        ]
        self.transport.write(b"".join(lines))
        self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._in_body, self._head_bytes = True, False, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._head_bytes += len(name) + len(value)
        if len(self.headers) > MOST_HEADERS or self._head_bytes > MOST_HEADER_BYTES:
            self._refusal = 431
            raise ValueError("the head of the request is too large")  # ends the parsing

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body = False, True
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests wait")  # ends the parsing
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        self._in_body = False
        cycle: RequestResponseCycle | None = self.cycle  # none yet if it is a handshake
        if cycle is not None and cycle.response_complete:
            self._set_timer(HEADER_SECONDS)  # answered before it was complete: wait for another
        else:
            self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self._await_request()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade()


class SocketProtocol(_StallGuard, WebSocketsSansIOProtocol):
    """WebSockets, for clients that say nothing, read nothing, or write nonsense."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = CLOSE_SECONDS
        self._frame_bucket = Bucket(FRAMES)
        self._between_frames = False  # whether what comes next is the beginning of a message

    def data_received(self, data: bytes) -> None:
        if len(data) <= PIECE:
            self._receive(data)
            return
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            self._receive(data[start : start + PIECE])

    def _receive(self, data: bytes) -> None:
        """Nearly every message comes alone and whole: such a one is not taken to the parser."""
        if self._between_frames and self.handshake_complete and not self.close_sent:
            message = whole_message(data)
            if message is not None:
                if self._frame_bucket.take():
                    self._fail(POLICY)
                else:
                    self._queue_text(message)
                return
        self._between_frames = self._between_frames and has_whole_messages(data)
        super().data_received(data)

    def handle_events(self) -> None:
        if any(self._frame_bucket.take() for _ in self.conn.events):
            self.conn.events_received()  # forgets them
            self._fail(POLICY)
            self.transport.close()
        else:
            super().handle_events()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self._between_frames = True
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[ABORT] = self.transport.abort
            extensions[WRITE] = self.write_now

    def write_now(self, messages: Sequence[bytes]) -> bool:
        """Write text messages past the queues of ASGI; False if they have to wait their turn."""
        if not self.writable.is_set() or self.close_sent or not self.handshake_complete:
            return False
        if self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(text_frame, messages)))
        return True

    def handle_ping(self) -> None:
        # Answers to somebody who does not read them would wait without bound.
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self._fail(1009)
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Queue a message. Uvicorn would stop reading after each, and log bad UTF-8."""
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        self._queue_text(message)

    def _queue_text(self, message: bytes) -> None:
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self._fail(1007)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= READ_AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: int) -> None:
        self.frames = []
        if not self.close_sent:
            self.conn.fail(code)
            self.handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        # Closing waits until everything is sent, which may be never.
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def whole_message(data: bytes) -> bytes | None:
    """The text message that the data consists of: one frame, of a usual size, masked.

    None if it is anything else, which is for the parser to take apart or to refuse.

    >>> whole_message(bytes.fromhex("81 85 37 fa 21 3d 7f 9f 4d 51 58"))
    b'Hello'
    """
    if len(data) < 6 or data[0] != 0x81:
        return None
    size, start = data[1] - 0x80, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4]), 4
    if size < 0 or len(data) != start + 4 + size:
        return None
    message: bytes = apply_mask(data[start + 4 :], data[start : start + 4])
    return message


def has_whole_messages(data: bytes) -> bool:
    """Whether the data consists of whole frames, and none of them is a part of a message.

    >>> frame = bytes.fromhex("81 85 37 fa 21 3d 7f 9f 4d 51 58")
    >>> has_whole_messages(frame + frame), has_whole_messages(frame + frame[:-1])
    (True, False)
    """
    at = 0
    while at + 2 <= len(data):
        if not data[at] & 0x80:
            return False
        size, start = data[at + 1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[at + 2 : at + start])
        at += start + 4 * (data[at + 1] >> 7) + size
    return at == len(data)


def text_frame(message: bytes) -> bytes:
    """A text message in one frame, as a server sends it (RFC 6455, 5.2).

    >>> text_frame(b"Hello").hex(" ")
    '81 05 48 65 6c 6c 6f'
    """
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 2**16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), message)
