"""Play many random games, with all seats and options, and report everything that must not happen.

    python -m cruces.testing.fuzz --events 1000000

The same seed plays the same games with any number of processes. On failure the exit code is 1, the
problem is on stderr, and stdout has the record of the game that leads to it.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from multiprocessing import get_context
from typing import TextIO

from cruces.core.registry import GAMES
from cruces.testing.fuzz_run import FuzzReport, fuzz_game
from cruces.testing.random_play import AnyGame

PORTION = 5_000
"""Events in one job: enough to be worth sending, few enough for a smooth progress bar."""
BAR = 30

Job = tuple[AnyGame, str, int]


def jobs(games: Sequence[AnyGame], seed: int, events: int) -> list[Job]:
    """The jobs, with the games in turn; determined by these arguments alone."""
    portion = min(PORTION, ceil(events / len(games)))
    count = ceil(events / portion)
    return [(games[n % len(games)], f"{seed}/{n}", portion) for n in range(count)]


def reports(work: Sequence[Job], processes: int) -> Iterator[FuzzReport]:
    """The report of each job, in order."""
    if processes == 1:
        yield from map(_fuzz_game, work)
        return
    # Spawned: forking a process with threads is not safe, and some systems cannot fork.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(_fuzz_game, work)
        finally:
            pool.shutdown(cancel_futures=True)


def _fuzz_game(job: Job) -> FuzzReport:
    return fuzz_game(*job)


def add_up(parts: Iterable[FuzzReport], totals: dict[str, FuzzReport]) -> Iterator[FuzzReport]:
    """Add up reports by game; stops after the first failure."""
    for report in parts:
        total = totals.setdefault(report.game, FuzzReport(report.game))
        total.events += report.events
        total.games += report.games
        total.longest = max(total.longest, report.longest)
        total.ends += report.ends
        total.failure = report.failure
        yield total
        if report.failure is not None:
            return


def summary(totals: Mapping[str, FuzzReport]) -> str:
    """A line for each game, and one for all."""
    lines = [f"{'game':12} {'events':>10} {'games':>9} {'longest':>8}  ends"]
    for total in totals.values():
        ends = ", ".join(f"{reason} {count:,}" for reason, count in total.ends.most_common())
        lines.append(
            f"{total.game:12} {total.events:10,} {total.games:9,} {total.longest:8,}  {ends}"
        )
    events, games = (sum(getattr(t, n) for t in totals.values()) for n in ("events", "games"))
    return "\n".join([*lines, f"{'all':12} {events:10,} {games:9,}"])


class FuzzProgress:
    """A progress bar with an estimate; invisible unless the stream is a terminal."""

    def __init__(self, events: int, stream: TextIO) -> None:
        self._events = events
        self._stream = stream
        self._start = time.monotonic()
        self._visible = stream.isatty()

    def show(self, done: int) -> None:
        """Draw the bar again."""
        if not self._visible or not done:
            return
        spent = time.monotonic() - self._start
        part = min(1.0, done / self._events)
        bar = ("#" * int(BAR * part)).ljust(BAR, ".")
        rest = spent / part - spent
        rate = done / max(spent, 1e-9)
        line = f"[{bar}] {part:4.0%} {done:11,} events {rate:8,.0f}/s, about {rest:4.0f} s left"
        self._stream.write(f"\r{line}")
        self._stream.flush()

    def clear(self) -> None:
        """Clear the line."""
        if self._visible:
            self._stream.write("\r\033[K")
            self._stream.flush()


def main(argv: Sequence[str] | None = None, known: Mapping[str, AnyGame] = GAMES) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m cruces.testing.fuzz")
    parser.add_argument(
        "--events", type=_positive, default=1_000_000, help="minimum number of events"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", choices=list(known), default=list(known))
    parser.add_argument("--processes", type=_positive, default=os.cpu_count() or 1)
    args = parser.parse_args(argv)
    games = [known[name] for name in args.games]
    totals: dict[str, FuzzReport] = {}
    progress, start = FuzzProgress(args.events, sys.stderr), time.monotonic()
    for total in add_up(reports(jobs(games, args.seed, args.events), args.processes), totals):
        progress.show(sum(each.events for each in totals.values()))
        if total.failure is not None:
            progress.clear()
            print(summary(totals), f"\nFAILED: {total.failure.what}", file=sys.stderr)
            print(total.failure.record, end="")
            return 1
    progress.clear()
    spent = time.monotonic() - start
    rate = sum(total.events for total in totals.values()) / spent
    print(f"{summary(totals)}\nno trouble with seed {args.seed}")
    print(f"{spent:.1f} s, {rate:,.0f} events/s", file=sys.stderr)
    return 0


def _positive(written: str) -> int:
    number = int(written)
    if number < 1:
        raise ValueError(written)
    return number


if __name__ == "__main__":
    sys.exit(main())
