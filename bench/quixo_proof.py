"""What a part of the 5×5 proof costs: python bench/quixo_proof.py [--cubes 13] [--workers 2 16]

Checks all positions with up to so many marked cubes, in both roles, once for each number of workers
and again in turn. Prints what was counted, which must not change, and the processor time.
"""

import argparse
import os
import time

from cruces.games.quixo.solver.certificate import certificate_of
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND
from cruces.games.quixo.solver.prove import batches


def check(most_cubes: int, workers: int) -> str:
    """A row of the table; what was compiled before the first positions does not count."""
    met = won = 0
    began: tuple[float, float] | None = None
    certificate = certificate_of(5)
    assert certificate is not None, "it is part of the package"
    for batch in batches(certificate, FIRST | SECOND, threads=workers):
        began = began or (time.perf_counter(), time.process_time())
        if len(batch.keys) and int(batch.keys[0]).bit_count() - 1 > most_cubes:
            break
        met += len(batch.keys)
        won += int(batch.tally[0])
    assert began is not None, "there are positions"
    clock, processor = time.perf_counter() - began[0], time.process_time() - began[1]
    return f"| {workers} | {met:,} | {won:,} | {clock:.1f} | {processor:.1f} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cubes", type=int, default=13)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 16])
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| workers | positions | visible wins | s | processor s |\n|---|---:|---:|---:|---:|")
    for workers in given.workers * 2:
        print(check(given.cubes, workers), flush=True)


if __name__ == "__main__":
    main()
