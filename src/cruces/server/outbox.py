"""Messages that wait to be sent to somebody who may read slowly, or not at all."""

import asyncio
from collections.abc import Sequence

MOST_MESSAGES = 256
MOST_BYTES = 2**20
"""The longest queue of one connection; a single message may be longer."""
MOST_BYTES_OF_ALL = 128 * 2**20
"""The longest that all queues of a process may be together."""
SMALL = 64 * 2**10
"""A queue that is kept, in bytes, even if all together are too long."""


class Outbox:
    """Messages, and finally a code to close with, that wait for the one task that sends them.

    It is bounded in messages and in bytes: when there is no room, its reader is to be cut.
    """

    bytes_of_all = 0

    def __init__(self) -> None:
        self._messages: list[bytes | int] = []
        self._bytes = 0  # of those that wait
        self._taken = 0  # taken and perhaps not sent yet
        self._taken_bytes = 0
        self._arrival: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages) + self._taken

    @property
    def size(self) -> int:
        """In bytes."""
        return self._bytes + self._taken_bytes

    def has_room(self, more: int) -> bool:
        """Whether a message of this many bytes may be put."""
        if not len(self):
            return True
        total = self.size + more
        return (
            len(self) < MOST_MESSAGES
            and total <= MOST_BYTES
            and (total <= SMALL or Outbox.bytes_of_all + more <= MOST_BYTES_OF_ALL)
        )

    def put(self, message: bytes | int, *, wake: bool = True) -> None:
        """Add a message; the task that sends is woken now, or when the caller calls ``wake``."""
        self._messages.append(message)
        if not isinstance(message, int):
            self._bytes += len(message)
            Outbox.bytes_of_all += len(message)
        if wake:
            self.wake()

    def wake(self) -> None:
        """Have the task send what waits."""
        if self._messages and self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    @property
    def waiting(self) -> Sequence[bytes | int]:
        """What has not been taken."""
        return self._messages

    def clear(self) -> None:
        """Forget what has not been taken."""
        Outbox.bytes_of_all -= self._bytes
        self._messages, self._bytes = [], 0

    def close(self) -> None:
        """Forget everything; nothing is taken any more."""
        self.clear()
        self._sent()

    def _sent(self) -> None:
        Outbox.bytes_of_all -= self._taken_bytes
        self._taken = self._taken_bytes = 0

    async def take(self) -> list[bytes | int]:
        """All that waits, as soon as there is anything. Called when the last ones are sent."""
        self._sent()
        if not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            try:
                await self._arrival
            finally:
                self._arrival = None
        messages, self._messages = self._messages, []
        self._taken, self._taken_bytes, self._bytes = len(messages), self._bytes, 0
        return messages
