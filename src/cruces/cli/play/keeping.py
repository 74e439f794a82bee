"""What survives the game: its record, its clock, and a calm end when somebody pulls the plug."""

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


class Keeper:
    """Writes the record where it was asked to, or nowhere."""

    def __init__(self, name: str | None, force: bool) -> None:
        self.name = name
        self.target: Path | None = None
        if name == files.STANDARD:
            raise CliError("special", file=name)
        if name is not None:
            self.target = files.check_target(name, force)

    def keep(self, play: AnyPlay) -> None:
        """Write the game as it stands."""
        if self.target is not None:
            files.write(self.target, encode(play.record()))


class Clock:
    """Milliseconds since the game began; silent for a game that has no date."""

    def __init__(self, play: AnyPlay) -> None:
        self.started = play.started
        self.least = max((e.at for e in play.events if isinstance(e.at, int)), default=0)
        if play.started is not None:
            since = datetime.now(UTC) - _aware(play.started)
            self.least = max(self.least, int(since.total_seconds() * 1000))
        self.begun = time.monotonic()

    def at(self) -> int | None:
        """When, for the record."""
        if self.started is None:
            return None
        return self.least + int((time.monotonic() - self.begun) * 1000)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Stopped(BaseException):
    """The system asked the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stoppable() -> Iterator[None]:
    """A closed window or a polite kill becomes ``Stopped``, so that the game can be kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
