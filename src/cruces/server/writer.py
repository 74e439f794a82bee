"""Durable before it is acknowledged: one thread writes, and everyone waits for his own write.

Whatever is waiting when the thread comes back from the disk goes into the next transaction.
"""

import asyncio
import queue
import threading
from collections.abc import Sequence

from cruces.storage import Append, Store

MOST_TOGETHER = 256

Entry = tuple[Append, "asyncio.Future[bool]"]


class Writer:
    """A queue in front of the store, made and used on one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="cruces-writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> bool:
        """Wait until it is durable; False if another writer was first."""
        future: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put((append, future))
        return await future

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            waiting = [self._queue.get()]
            while len(waiting) < MOST_TOGETHER and not self._queue.empty():
                waiting.append(self._queue.get())
            going = None not in waiting
            self._write([entry for entry in waiting if entry is not None])

    def _write(self, entries: list[Entry]) -> None:
        if not entries:
            return
        try:
            done: Sequence[bool | Exception] = self._store.append_all([e[0] for e in entries])
        except Exception as error:
            if len(entries) > 1:
                # One of them may be at fault: alone, the others get through.
                for entry in entries:
                    self._write([entry])
                return
            done = [error]
        # Once for all of them: to wake the loop costs as much as to write an event.
        self._loop.call_soon_threadsafe(_settle, entries, done)


def _settle(entries: list[Entry], done: Sequence[bool | Exception]) -> None:
    for (_, future), result in zip(entries, done, strict=True):
        if future.done():
            continue  # who asked is gone; it is written all the same
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
