"""How many games of Qwixx the heuristic of docs/library.md plays with `cruces.simulate`.

usage: python bench/simulate.py [--games N] [--runs N]

All cores, best of several runs by the clock, against `greedy`. The first line is the time until the
first game is over: to compile, or to load what was compiled. The points are the signature.
"""

import argparse
from time import perf_counter, process_time

import cruces
from cruces.games.qwixx.kernel.rating import Move


@cruces.policy("qwixx", weights=(2.0, 1.9, -0.1, 3.0))
def tuned(move: Move, weights: tuple[float, ...]) -> float:
    """Few skipped numbers, but rows that are closed."""
    limit, due, build, close = weights
    if move.is_pass:
        penalty = move.second and not move.crossed_first
        return -limit - due * penalty
    return build * move.crosses + close * move.closes - move.skips


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    begun = perf_counter()
    cruces.simulate("qwixx", [tuned, "greedy"], games=2)
    print(f"ready after {perf_counter() - begun:.1f} s")
    best, spent = None, 0.0
    for _ in range(asked.runs):
        begun = process_time()
        result = cruces.simulate("qwixx", [tuned, "greedy"], games=asked.games)
        if best is None or result.games_per_second > best.games_per_second:
            best, spent = result, process_time() - begun
    print(best)
    print(f"{asked.games / spent:,.0f} games per second of processor time")


if __name__ == "__main__":
    main()
