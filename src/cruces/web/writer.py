"""Durable before it is acknowledged: one thread writes, and everyone waits for his own write.

Whatever is waiting when the thread comes back from the disk goes into the next transaction.
"""

import asyncio
import queue
import threading
from concurrent.futures import Future

from cruces.storage import Append, Store

MOST_TOGETHER = 256


class Writer:
    """A queue in front of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: queue.SimpleQueue[tuple[Append, Future[bool]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="cruces-writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> bool:
        """Wait until it is durable; False if another writer was first."""
        future: Future[bool] = Future()
        self._queue.put((append, future))
        return await asyncio.wrap_future(future)

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

    def _write(self, entries: list[tuple[Append, Future[bool]]]) -> None:
        if not entries:
            return
        try:
            done = self._store.append_all([append for append, _ in entries])
        except Exception as error:
            if len(entries) == 1:
                entries[0][1].set_exception(error)
                return
            # One of them may be at fault: alone, the others get through.
            for entry in entries:
                self._write([entry])
            return
        for (_, future), ok in zip(entries, done, strict=True):
            future.set_result(ok)
