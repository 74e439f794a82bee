"""What is measured during an attack, and how it is printed."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.load.figures import TARGET, quantile

MOST_MEMORY = 2**30
MOST_GROWTH = 2**28
"""What one attacker may make the server hold."""
SLOW = 2.0
"""Seconds after which nobody waits for the lobby any more."""
ROBOT_GRACE = 0.15
"""Seconds that a robot may need in any case: twice next to nothing is still nothing."""


@dataclass
class Times:
    """Seconds that something took. What had not come at the end counts with its wait so far."""

    values: list[float] = field(default_factory=list)
    failures: int = 0
    since: float | None = None
    """When the one began that is still awaited."""

    def add(self, seconds: float) -> None:
        self.values.append(seconds)

    def close(self, moment: float) -> None:
        """Count what is still awaited, which took at least this long."""
        if self.since is not None:
            self.values.append(moment - self.since)
            self.since = None

    def at(self, share: float) -> float:
        return quantile(self.values, share)

    @property
    def longest(self) -> float:
        return max(self.values, default=math.nan)


@dataclass
class Experience:
    """What a player at another table notices, and what it costs the server."""

    acks: Times = field(default_factory=Times)
    robot: Times = field(default_factory=Times)
    ready: Times = field(default_factory=Times)
    lobby: Times = field(default_factory=Times)
    refusals: Counter[str] = field(default_factory=Counter)
    cuts: int = 0
    memory: int = 0
    descriptors: int = 0
    lag: Times = field(default_factory=Times)
    """How late our own event loop was: that much of every time may be ours."""

    def close(self, moment: float) -> None:
        for times in (self.acks, self.robot, self.ready, self.lobby):
            times.close(moment)


@dataclass
class Row:
    """One attack: what it did, and what others noticed."""

    line: str
    name: str
    did: str
    refused: Counter[str]
    usual: Experience
    during: Experience
    load: float
    broken: list[str]

    @property
    def missed(self) -> list[str]:
        """The promises that were not kept."""
        during, missed = self.during, list(self.broken)
        if not during.acks.at(0.99) <= TARGET:
            missed.append("acknowledgements")
        usual = self.usual.robot.at(0.9)
        if not during.robot.at(0.9) <= max(2 * usual, ROBOT_GRACE):
            missed.append("robot")
        for name, times in (("ready", during.ready), ("lobby", during.lobby)):
            if times.failures or times.longest > SLOW:
                missed.append(name)
        growth = during.memory - self.usual.memory
        if during.memory >= MOST_MEMORY or growth >= MOST_GROWTH:
            missed.append("memory")
        return missed

    def cells(self) -> list[str]:
        during = self.during
        return [
            self.line,
            self.name,
            self.did,
            ", ".join(f"{count} × {code}" for code, count in self.refused.most_common(5)) or "—",
            f"{_ms(during.acks.at(0.5))} / {_ms(during.acks.at(0.99))}",
            f"{_ms(self.usual.robot.at(0.9))} → {_ms(during.robot.at(0.9))}"
            f" / {_ms(during.robot.longest)}",
            _worst(during.ready),
            _worst(during.lobby),
            f"{self.usual.memory / 2**20:.0f} → {during.memory / 2**20:.0f}",
            f"{self.usual.descriptors} → {during.descriptors}",
            _ms(during.lag.at(0.99)),
            f"{self.load:.1f}",
            ", ".join(self.missed) or "held",
        ]


HEADINGS = [
    "line",
    "attack",
    "what it got",
    "refused",
    "acks p50 / p99 ms",
    "robot p90 before → during / longest ms",
    "/ready longest ms",
    "lobby longest ms",
    "RSS MiB",
    "descriptors",
    "own lag p99 ms",
    "load",
    "verdict",
]


def _ms(seconds: float) -> str:
    return "none" if math.isnan(seconds) else f"{1000 * seconds:.0f}"


def _worst(times: Times) -> str:
    failed = f", {times.failures} failed" if times.failures else ""
    return _ms(times.longest) + failed


def table(rows: Sequence[Sequence[str]], headings: Sequence[str]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
