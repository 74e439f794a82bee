"""How long it takes to solve a board, nothing written to disk. The counts are the signature.

.venv/bin/python bench/quixo_solve.py                           # 4×4, on the processor
.venv/bin/python bench/quixo_solve.py --size 5 --device cuda    # level by level, on a GPU

On the processor: best of several runs, compiled already, by the clock and by the processor, with
distances and without. On a GPU: one run, its compilation included.
"""

import argparse
from collections.abc import Callable
from time import perf_counter, process_time

from cruces.games.quixo.solver.backend import DISTANCES_UP_TO
from cruces.games.quixo.solver.cpu import CpuDistances, CpuValues
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.index import pairs
from cruces.games.quixo.solver.solve import Solution, solve


def on_processor(size: int, runs: int, threads: int | None) -> None:
    """Best of several runs."""
    for kind in (CpuDistances, CpuValues) if size <= DISTANCES_UP_TO else (CpuValues,):
        warm = kind(2)
        solve(warm)
        warm.close()
        ready = kind(size, threads)
        clock, processor = [], []
        for _ in range(runs):
            begun, used = perf_counter(), process_time()
            solution = solve(ready)
            clock.append(perf_counter() - begun)
            processor.append(process_time() - used)
        ready.close()
        won, lost, drawn = solution.total()
        print(f"{size}x{size} {kind.__name__}: {won:,} won, {lost:,} lost, {drawn:,} drawn")
        print(f"  {min(clock):.2f} s by the clock, {min(processor):.2f} s of processor time")


def on_gpu(size: int) -> None:
    """One run; when each level was finished is told by its progress, a call for each pair."""
    begun = perf_counter()
    ends: list[float] = []
    solution = solve(backend("cuda", size), progress=_record_times(ends))
    print("| marked cubes | won | lost | drawn | seconds |")
    print("|---|---|---|---|---|")
    before, done = begun, 0
    for cubes in range(size**2, -1, -1):
        done += len(pairs(cubes))
        won, lost, drawn = solution.total(cubes)
        print(f"| {cubes} | {won:,} | {lost:,} | {drawn:,} | {ends[done - 1] - before:.2f} |")
        before = ends[done - 1]
    _print_summary(solution, perf_counter() - begun)


def _record_times(ends: list[float]) -> Callable[[float], None]:
    def progress(part: float) -> None:
        ends.append(perf_counter())

    return progress


def _print_summary(solution: Solution, seconds: float) -> None:
    won, lost, drawn = solution.total()
    print(f"{won:,} won, {lost:,} lost, {drawn:,} drawn; start {solution.start}; {seconds:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    if asked.device == "cuda":
        on_gpu(asked.size)
    else:
        on_processor(asked.size, asked.runs, asked.threads)


if __name__ == "__main__":
    main()
