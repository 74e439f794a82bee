"""A progress line on standard error, if that is a terminal."""

import sys
from collections.abc import Callable
from time import monotonic

from cruces.cli.localised_click import words
from cruces.locales import percent

WIDTH = 30
OFTEN = 0.2
"""Seconds between two updates: frequent enough to look alive, slow enough to read."""


class Live:
    """One line that is updated in place, if standard error is a terminal."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._drawn: float | None = None
        self._seen = sys.stderr.isatty()

    def show(self, line: Callable[[float], str]) -> None:
        """Update the line, unless that was done a moment ago."""
        now = self._clock()
        if self._seen and (self._drawn is None or now - self._drawn >= OFTEN):
            self._drawn = now
            sys.stderr.write(f"\r\x1b[K{line(now)}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Clear the line."""
        if self._drawn is not None:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Bar(Live):
    """A progress bar: the share that is done, from 0 to 1, and the estimated remaining time."""

    def __init__(self, lang: str, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(clock)
        self._lang = lang
        self._say = words(lang)
        self._begun = clock()

    def __call__(self, part: float) -> None:
        self.show(lambda now: self.line(part, now - self._begun))

    def line(self, part: float, gone: float) -> str:
        """The bar, the part, the estimate."""
        full = round(WIDTH * part)
        left = self._time(gone / part - gone) if part else "…"
        bar = "█" * full + "░" * (WIDTH - full)
        return f"{bar} {percent(part, self._lang, 1):>7}  {self._say('progress.left', time=left)}"

    def _time(self, seconds: float) -> str:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
