"""What is measured, and how it is printed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

TARGET = 0.150
"""The latency, in seconds, that 99 of 100 commands should stay below."""


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed.

    >>> quantile([4, 1, 3, 2], 0.5), quantile([1, 2], 1), quantile([], 0.99)
    (2, 2, nan)
    """
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass(slots=True)
class LoadCounts:
    """Seconds from a command to its acknowledgement and to the other player's socket."""

    acked: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: int = 0
    """Commands that were due before the previous one had arrived."""
    games: int = 0
    errors: dict[str, int] = field(default_factory=dict)

    def error(self, what: str) -> None:
        self.errors[what] = self.errors.get(what, 0) + 1


@dataclass(frozen=True, slots=True)
class Figures:
    """One run on one server."""

    side: str
    matches: int
    seconds: float
    tally: LoadCounts
    server_cpu: float
    client_cpu: float
    client_lag: float
    others_cpu: float
    """Other load on the machine: figures from a busy machine mean little."""
    rss_empty: int
    rss_full: int

    @property
    def rate(self) -> float:
        return len(self.tally.seen) / self.seconds

    @property
    def p99(self) -> float:
        return max(quantile(self.tally.acked, 0.99), quantile(self.tally.seen, 0.99))

    def cells(self) -> list[str]:
        tally = self.tally
        return [
            self.side,
            str(self.matches),
            f"{self.rate:.0f}",
            *(_three(values) for values in (tally.acked, tally.seen)),
            f"{100 * self.server_cpu:.0f} %",
            f"{1000 * self.server_cpu / self.rate:.2f}" if self.rate else "—",
            f"{self.rss_full / 2**20:.0f} MiB",
            f"{(self.rss_full - self.rss_empty) / max(1, self.matches) / 1024:.0f} KiB",
            str(tally.games),
            str(tally.late),
            str(sum(tally.errors.values())),
            f"{100 * self.client_cpu:.0f} %",
            f"{1000 * self.client_lag:.0f}",
            f"{100 * self.others_cpu:.0f} %",
        ]


HEADINGS = [
    "server",
    "matches",
    "commands/s",
    "acknowledged ms (p50 / p99 / max)",
    "seen by the other ms (p50 / p99 / max)",
    "CPU",
    "CPU ms a command",
    "RSS",
    "RSS a match",
    "games ended",
    "late",
    "errors",
    "client CPU",
    "client lag p99 ms",
    "others' CPU",
]


def _three(values: Sequence[float]) -> str:
    shown = (quantile(values, 0.5), quantile(values, 0.99), max(values, default=math.nan))
    return " / ".join(f"{1000 * value:.1f}" for value in shown)


def table(runs: Sequence[Figures]) -> str:
    """A table in Markdown."""
    rows = [HEADINGS, ["---"] * len(HEADINGS), *(run.cells() for run in runs)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
