"""Tasks for workers, in a module that their processes can import."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Dies:
    """Squares numbers; on a certain one its process dies, so many times."""

    folder: str
    at: int
    times: int = 1

    def __call__(self, number: int) -> int:
        print("not an answer")  # noqa: T201
        deaths = list(Path(self.folder).iterdir())
        if number == self.at and len(deaths) < self.times:
            Path(self.folder, str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


def fails(number: int) -> int:
    """Raises an error on a certain number."""
    if number == 3:
        raise ValueError(f"number {number}")
    return number


def sleeps(number: int) -> None:
    """Says that it has begun, and takes longer than anybody waits."""
    print("begun", flush=True)  # noqa: T201
    time.sleep(3600)


class StrangeError(Exception):
    """An error that cannot be sent to another process."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__("strange")


def fails_strangely(number: int) -> int:
    """Raises one."""
    raise StrangeError(1, number)
