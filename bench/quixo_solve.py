"""How long the processor takes to solve a board, tables in memory, compiled already.

usage: python bench/quixo_solve.py [--size N] [--runs N] [--threads N]

Best of several runs, by the clock and by the processor. The counts are the signature.
"""

import argparse
from time import perf_counter, process_time

from cruces.solvers.quixo.backend import DISTANCES_UP_TO
from cruces.solvers.quixo.cpu import CpuDistances, CpuValues
from cruces.solvers.quixo.solve import solve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    for kind in (CpuDistances, CpuValues) if asked.size <= DISTANCES_UP_TO else (CpuValues,):
        warm = kind(2)
        solve(warm)
        warm.close()
        ready = kind(asked.size, asked.threads)
        clock, processor = [], []
        for _ in range(asked.runs):
            begun, used = perf_counter(), process_time()
            solution = solve(ready)
            clock.append(perf_counter() - begun)
            processor.append(process_time() - used)
        ready.close()
        won, lost, drawn = solution.total()
        name = f"{asked.size}x{asked.size} {kind.__name__}"
        print(f"{name}: {won:,} won, {lost:,} lost, {drawn:,} drawn")
        print(f"  {min(clock):.2f} s by the clock, {min(processor):.2f} s of processor time")


if __name__ == "__main__":
    main()
