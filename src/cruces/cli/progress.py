"""A line on standard error that says how far long work has come, where somebody can see it."""

import sys
from collections.abc import Callable
from time import monotonic

from cruces.cli.localised_click import words

WIDTH = 30
OFTEN = 0.2
"""Seconds between two lines: fast enough to be alive, slow enough to be read."""


class Live:
    """One line that is written over and over, where a terminal shows it."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._drawn: float | None = None
        self._seen = sys.stderr.isatty()

    def show(self, line: Callable[[float], str]) -> None:
        """Write what is made of the moment, unless something was written just now."""
        now = self._clock()
        if self._seen and (self._drawn is None or now - self._drawn >= OFTEN):
            self._drawn = now
            sys.stderr.write(f"\r\x1b[K{line(now)}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave the line as it was."""
        if self._drawn is not None:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Bar(Live):
    """Draws the part that is done, from 0 to 1, and how long the rest should take."""

    def __init__(self, lang: str, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(clock)
        self._say = words(lang)
        self._begun = clock()

    def __call__(self, part: float) -> None:
        self.show(lambda now: self.line(part, now - self._begun))

    def line(self, part: float, gone: float) -> str:
        """The bar, the part, the estimate."""
        full = round(WIDTH * part)
        left = self._time(gone / part - gone) if part else "…"
        bar = "█" * full + "░" * (WIDTH - full)
        return f"{bar} {100 * part:5.1f} %  {self._say('progress.left', time=left)}"

    def _time(self, seconds: float) -> str:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
