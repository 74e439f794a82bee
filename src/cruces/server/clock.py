"""The time of a process, which never jumps.

Players' clocks, leases and the times of events count from it. It starts at the machine's wall
clock, or at the time of the other processes (`Clock.join`), and then counts the seconds that really
pass. When somebody sets the wall clock it follows slowly, so that nobody loses on time, and it
never goes back.
"""

import time
from collections.abc import Callable

MOST_CORRECTION = 10_000
"""The most by which it goes faster or slower than real time, in millionths: a hundredth."""
FOLLOW_SECONDS = 10
"""How soon a small difference from the wall clock is gone, in seconds."""
AGREEMENT = 2_000
"""By how many milliseconds processes may differ."""

Nanoseconds = Callable[[], int]


class Clock:
    """Counts from the wall clock's time at its start."""

    def __init__(
        self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._since = steady()
        self._base = wall()
        self._rate = 0  # millionths by which it goes faster

    def _at(self, moment: int) -> int:
        passed = moment - self._since
        return self._base + passed + passed * self._rate // 1_000_000

    def now(self) -> int:
        """Milliseconds since the epoch."""
        passed = self._steady() - self._since  # as in `_at`: every command asks several times
        return (self._base + passed + passed * self._rate // 1_000_000) // 1_000_000

    def follow(self) -> float:
        """Go a little faster or slower if the wall clock differs; returns by how many seconds.

        To be called about once a second.
        """
        moment = self._steady()
        self._base, self._since = self._at(moment), moment
        behind = (self._wall() - self._base) / 1e9
        wanted = round(behind / FOLLOW_SECONDS * 1_000_000)
        self._rate = max(-MOST_CORRECTION, min(MOST_CORRECTION, wanted))
        return behind

    def join(self, time_of_others: int) -> bool:
        """Take the time of the processes that are already running, if this one disagrees.

        Only before anything has happened in this process: it may jump here.
        """
        if abs(time_of_others - self.now()) <= AGREEMENT:
            return False
        self._base, self._since = time_of_others * 1_000_000, self._steady()
        return True


CLOCK = Clock()
"""The clock of this process."""
