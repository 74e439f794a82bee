"""Saving a game: its record, its clock, and a clean end when the program is terminated."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from cruces.cli import files
from cruces.cli.failures import CliError
from cruces.core import Play
from cruces.core.record import encode

AnyPlay = Play[Any, Any, Any]


class RecordSaver:
    """Writes the record to the chosen file, if any."""

    def __init__(self, name: str | None, force: bool) -> None:
        self.name = name
        self.target: Path | None = None
        if name == files.STANDARD:
            raise CliError("special", file=name)
        if name is not None:
            self.target = files.check_target(name, force)

    def keep(self, play: AnyPlay) -> None:
        """Save the game so far."""
        if self.target is not None:
            files.write(self.target, encode(play.record()))


class RecordClock:
    """Milliseconds since the start of the game; None for a game without a date."""

    def __init__(self, play: AnyPlay) -> None:
        self.started = play.started
        self.least = max((e.at for e in play.events if isinstance(e.at, int)), default=0)
        if play.started is not None:
            since = datetime.now(UTC) - _aware(play.started)
            self.least = max(self.least, int(since.total_seconds() * 1000))
        self.begun = time.monotonic()

    def at(self) -> int | None:
        """The time for the next event of the record."""
        if self.started is None:
            return None
        return self.least + int((time.monotonic() - self.begun) * 1000)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class TerminatedError(BaseException):
    """The system asked the program to terminate."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn SIGHUP and SIGTERM into ``TerminatedError``, so that the game can be saved."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TerminatedError(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
