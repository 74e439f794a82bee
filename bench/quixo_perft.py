"""How fast the kernel of Quixo counts, on one core.

usage: python bench/quixo_perft.py [--depth N] [--runs N]

Times are CPU times, best of several runs, so other load on the machine does not count.
The counts are the signature: they must not move.
"""

import argparse
from collections.abc import Callable
from time import process_time
from typing import TypeVar

from cruces.games.quixo.kernel.perft import perft, perft_with_endings

T = TypeVar("T")


def best(count: Callable[[], T], runs: int) -> tuple[T, float]:
    """What is counted, and the seconds of the fastest run."""
    seconds = []
    for _ in range(runs):
        begun = process_time()
        found = count()
        seconds.append(process_time() - begun)
    return found, min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    perft(5, 2), perft_with_endings(5, 2)  # compile
    leaves, seconds = best(lambda: perft(5, asked.depth), asked.runs)
    print(f"5x5 depth {asked.depth}, last pushes counted in bulk:")
    print(f"  {leaves:,} leaves  {seconds:.3f} s  {leaves / seconds / 1e6:,.0f} M/s")
    (made, ended), seconds = best(lambda: perft_with_endings(5, asked.depth), asked.runs)
    print(f"5x5 depth {asked.depth}, every last push made and tested for lines:")
    print(f"  {made:,} leaves, {ended:,} ended  {seconds:.3f} s  {made / seconds / 1e6:,.0f} M/s")


if __name__ == "__main__":
    main()
