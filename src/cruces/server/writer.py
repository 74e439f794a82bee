"""Writing events durably before they are acknowledged: one thread writes, and callers wait for it.

Everything that is waiting when a write is finished goes into the next transaction. The thread also
knows best whether the database can be written.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from cruces.storage import Append, DatabaseError, Store, trouble

MOST_TOGETHER = 256
CHECK_SECONDS = 5.0
"""Seconds after a write during which nobody doubts that the database can be written."""
FAILED_SECONDS = 10.0
"""Seconds for which events that could not be written count, unless others are: when the disk is
full, so little as a probe may still fit."""
ANSWER_SECONDS = 2.0
"""The longest that a check waits for its turn and for the database."""

Entry = tuple[Append, "asyncio.Future[bool]"]
Probe = asyncio.Future[None]


class Writer:
    """A queue in front of the store, for use on one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._arrived: list[Entry] = []
        self._queue: queue.SimpleQueue[list[Entry] | Probe | None] = queue.SimpleQueue()
        self._written_at = -CHECK_SECONDS
        self._failure: tuple[str, float] | None = None
        self._probe: Probe | None = None
        self.waiting = 0  # appends that are not written yet
        self._thread = threading.Thread(target=self._run, name="cruces-writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> bool:
        """Wait until the events are durable; False if another writer was first."""
        future: asyncio.Future[bool] = self._loop.create_future()
        if not self._arrived:
            self._loop.call_soon(self._hand_over)
        self._arrived.append((append, future))
        self.waiting += 1
        return await future

    def _hand_over(self) -> None:
        """Hand over all that arrived in one round of the loop: waking the thread takes time."""
        if self._arrived:
            self._queue.put(self._arrived)
            self._arrived = []

    async def check(self) -> str:
        """Why nothing can be written at the moment, in a word; empty if it can.

        Writes something if nothing was written for a few seconds.
        """
        moment = time.monotonic()
        failed = self._failure
        if failed is not None and moment - failed[1] < FAILED_SECONDS:
            return failed[0]
        if self._probe is None and moment - self._written_at < CHECK_SECONDS:
            return ""
        if self._probe is None:
            self._probe = self._loop.create_future()
            self._queue.put(self._probe)
        done, _ = await asyncio.wait({self._probe}, timeout=ANSWER_SECONDS)
        if not done:
            return "busy"
        failed = self._failure
        return "" if failed is None else failed[0]

    def close(self) -> None:
        """Write everything in the queue, then stop."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            items = [self._queue.get()]
            while not self._queue.empty():
                items.append(self._queue.get())
            going = None not in items
            entries = [entry for item in items if isinstance(item, list) for entry in item]
            for start in range(0, len(entries), MOST_TOGETHER):
                self._write(entries[start : start + MOST_TOGETHER])
            for probe in items:
                if isinstance(probe, asyncio.Future):
                    self._write_probe(probe)

    def _write_probe(self, probe: Probe) -> None:
        try:
            self._store.probe()
            self._failure, self._written_at = None, time.monotonic()
        except Exception as error:
            self._failure = trouble(error), time.monotonic()
        self._loop.call_soon_threadsafe(self._probed, probe)

    def _probed(self, probe: Probe) -> None:
        self._probe = None
        probe.set_result(None)

    def _write(self, entries: list[Entry]) -> None:
        try:
            results: Sequence[bool | Exception] = self._store.append_all([e[0] for e in entries])
            self._failure, self._written_at = None, time.monotonic()
        except Exception as error:
            if len(entries) > 1:
                # One of them may have failed: written separately, the others succeed.
                for entry in entries:
                    self._write([entry])
                return
            if isinstance(error, DatabaseError | SQLAlchemyError):
                self._failure = trouble(error), time.monotonic()
            results = [error]
        # Once for all: waking the loop costs as much as writing an event.
        self._loop.call_soon_threadsafe(self._answer, entries, results)

    def _answer(self, entries: list[Entry], results: Sequence[bool | Exception]) -> None:
        self.waiting -= len(entries)
        for (_, future), result in zip(entries, results, strict=True):
            if future.done():
                continue  # the caller was cancelled; the events are written all the same
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)
