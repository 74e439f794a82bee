"""Writing events durably before they are acknowledged: one thread writes, and callers wait for it.

Everything that is waiting when a write is finished goes into the next transaction.
"""

import asyncio
import queue
import threading
from collections.abc import Sequence

from cruces.storage import Append, Store

MOST_TOGETHER = 256

Entry = tuple[Append, "asyncio.Future[bool]"]


class Writer:
    """A queue in front of the store, for use on one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="cruces-writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> bool:
        """Wait until the events are durable; False if another writer was first."""
        future: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put((append, future))
        return await future

    def close(self) -> None:
        """Write everything in the queue, then stop."""
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
            results: Sequence[bool | Exception] = self._store.append_all([e[0] for e in entries])
        except Exception as error:
            if len(entries) > 1:
                # One of them may have failed: written separately, the others succeed.
                for entry in entries:
                    self._write([entry])
                return
            results = [error]
        # Once for all: waking the loop costs as much as writing an event.
        self._loop.call_soon_threadsafe(_resolve_futures, entries, results)


def _resolve_futures(entries: list[Entry], results: Sequence[bool | Exception]) -> None:
    for (_, future), result in zip(entries, results, strict=True):
        if future.done():
            continue  # the caller was cancelled; the events are written all the same
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
