"""How many games of Qwixx and Big Points the kernel plays, on one core.

usage: python bench/qwixx_play.py [--games N] [--runs N] [--seats N]

Times are CPU times, best of several runs, so other load on the machine does not count. A
decision is an action with something to cross. The points are the signature: they must not move.
"""

import argparse
from time import process_time

from cruces.games.qwixx.kernel.batch import play_batch
from cruces.games.qwixx.kernel.policies import at_random, greedy
from cruces.games.qwixx.kernel.turn import kernel_rules
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Options


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seats", type=int, default=2)
    asked = parser.parse_args()
    for game in (QWIXX, BIG_POINTS):
        rules = kernel_rules(game.layout, Options())
        for name, policy in (("greedy", greedy), ("random", at_random)):
            play_batch(policy, rules, asked.seats, 1, seed=1, threads=1)  # compile
            seconds = []
            for _ in range(asked.runs):
                begun = process_time()
                ended = play_batch(policy, rules, asked.seats, asked.games, seed=1, threads=1)
                seconds.append(process_time() - begun)
            best = min(seconds)
            points, decisions = int(ended.scores.sum()), int(ended.decisions.sum())
            print(f"{game.id}, {asked.seats} × {name}: {points:,} points in {asked.games:,} games")
            rate = decisions / best / 1e6
            print(f"  {asked.games / best:,.0f} games/s  {rate:.1f} M decisions/s")


if __name__ == "__main__":
    main()
