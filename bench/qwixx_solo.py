"""How long solo Qwixx takes to solve, compiled already, and whether play agrees with the table.

usage: python bench/qwixx_solo.py [--games N] [--threads N]

The expected score is the signature. Then N games are played by the table: nineteen times out
of twenty the interval around their mean should hold it.
"""

import argparse
from time import perf_counter, process_time

import numpy as np

from cruces.games.qwixx.kernel.batch import play_batch
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.turn import KernelRules
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Sheet
from cruces.games.qwixx.solver import RULINGS
from cruces.games.qwixx.solver.policy import best, policy_tables
from cruces.games.qwixx.solver.solve import LEVELS, solve
from cruces.games.qwixx.solver.table import ValueTable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    solve(1, True, down_to=LEVELS - 8)  # compile
    for ruling in RULINGS:
        begun, used = perf_counter(), process_time()
        values = solve(1, ruling == "ends", threads=asked.threads)
        clock, processor = perf_counter() - begun, process_time() - used
        values.setflags(write=False)
        table = ValueTable(ruling, values)
        start = table.value(Sheet.empty(QWIXX_LAYOUT))
        print(f"{ruling}: {start:.6f} points")
        print(f"  {clock:.2f} s by the clock, {processor:.2f} s of processor time")
        rules = KernelRules(
            shape(QWIXX_LAYOUT), ruling == "finish-turn", either_die=False, same_turn=False
        )
        play_batch(best, rules, 1, 1, seed=1, data=policy_tables(table))  # compile
        begun, used = perf_counter(), process_time()
        scores = play_batch(
            best, rules, 1, asked.games, 1, policy_tables(table), asked.threads
        ).scores[:, 0]
        clock, processor = perf_counter() - begun, process_time() - used
        within = 1.96 * scores.std() / np.sqrt(asked.games)
        print(f"  {asked.games:,} games: {scores.mean():.4f} ± {within:.4f} (95 %)", end="")
        print(f"  {clock:.1f} s by the clock, {processor:.1f} s of processor time")


if __name__ == "__main__":
    main()
