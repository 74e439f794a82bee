"""The weights of Quixo's evaluation, learned from the exact values of positions.

python -m tools.quixo_weights sample FOLDER    solves 5×5 (on a GPU, two minutes), plays many games
                                               badly, and keeps positions of them with their values
python -m tools.quixo_weights fit FOLDER       finds the weights that tell best who wins

Both are reproducible from their seeds.
"""

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, Masks, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.evaluation import (
    KINDS,
    LOGIT,
    MIN_CUBES,
    PATTERNS,
    WEIGHTS,
    evaluate,
    kind_of,
    simple_weights,
)
from cruces.games.quixo.kernel.search import BoardTables
from cruces.games.quixo.players.engine import board_tables
from cruces.games.quixo.rules.geometry import lines
from cruces.kernels.jit import compiled

SIZE = 5
A_JOB = 200_000
MOST_PLIES = 90
LONGEST_OPENING = 14
MOST_NOISE = 480
RATE, RIDGE = 0.1, 1e-5


@compiled
def some_positions(tables: BoardTables, seed: int, movers: Masks, others: Masks) -> None:
    """Fill arrays with positions of noisy games, and with what a careless push makes of them."""
    np.random.seed(seed)
    found = 0
    after = np.zeros((2, 44), np.uint32)
    while found < movers.size:
        mover, other = np.uint32(0), np.uint32(0)
        opening = np.random.randint(LONGEST_OPENING + 1)
        noise = np.random.randint(MOST_NOISE + 1)
        for ply in range(MOST_PLIES):
            count, best, chosen = 0, -1e9, -1
            for number in range(tables.pushes.taken.size):
                if not may_push(tables.pushes, number, other):
                    continue
                mine = pushed_own(tables.pushes, number, mover)
                theirs = pushed(tables.pushes, number, other)
                if has_line(tables.shape, mine) or has_line(tables.shape, theirs):
                    continue
                after[0, count], after[1, count] = theirs, mine
                worth = np.random.random()
                if ply >= opening:
                    worth = noise * (worth - 0.5) - evaluate(tables.evaluation, theirs, mine)
                    if _wins_at_once(tables, theirs, mine):
                        worth -= 10_000
                if worth > best:
                    best, chosen = worth, count
                count += 1
            if count == 0 or (ply >= opening and _wins_at_once(tables, mover, other)):
                break
            careless = np.random.randint(count)
            for number in (chosen, careless):
                if found < movers.size:
                    movers[found], others[found] = after[0, number], after[1, number]
                    found += 1
            mover, other = after[0, chosen], after[1, chosen]


@compiled
def _wins_at_once(tables: BoardTables, mover: Mask, other: Mask) -> bool:
    for number in range(tables.pushes.taken.size):
        if may_push(tables.pushes, number, other):
            mine = pushed_own(tables.pushes, number, mover)
            theirs = pushed(tables.pushes, number, other)
            if has_line(tables.shape, mine) and not has_line(tables.shape, theirs):
                return True
    return False


def sample_positions(
    seed: int, enough: int, most_jobs: int, threads: int
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Different positions, at most ``enough`` of each number of cubes."""
    kept: list[list[npt.NDArray[np.uint64]]] = [[] for _ in range(SIZE**2 + 1)]

    known = board_tables(SIZE).evaluation._replace(weights=simple_weights(SIZE))
    naive = board_tables(SIZE)._replace(evaluation=known)

    def job(number: int) -> npt.NDArray[np.uint64]:
        movers, others = np.empty(A_JOB, np.uint32), np.empty(A_JOB, np.uint32)
        some_positions(naive, seed + number, movers, others)
        return movers.astype(np.uint64) << np.uint64(25) | others

    with ThreadPoolExecutor(threads) as pool:
        for keys in pool.map(job, range(most_jobs)):
            cubes = np.bitwise_count(keys)
            for n in range(MIN_CUBES, SIZE**2 + 1):
                if sum(map(len, kept[n])) < 2 * enough:  # many come more than once
                    kept[n].append(keys[cubes == n])
    rng = np.random.default_rng(seed)
    different = [np.unique(np.concatenate(keys)) for keys in kept if keys]
    chosen = np.concatenate([rng.permutation(keys)[:enough] for keys in different])
    low = np.uint64((1 << 25) - 1)
    return (chosen >> np.uint64(25)).astype(np.uint32), (chosen & low).astype(np.uint32)


def sample(folder: Path, device: str, seed: int, enough: int, jobs: int, threads: int) -> None:
    """Keep positions and values in files of a million and a half."""
    from cruces.games.quixo.solver.devices import backend
    from cruces.games.quixo.solver.table import solve_table

    movers, others = sample_positions(seed, enough, jobs, threads)
    table = solve_table(backend(device, SIZE))
    values = table.values(movers, others)
    order = np.random.default_rng(seed).permutation(len(values))
    for number, part in enumerate(np.array_split(order, -(-len(order) // 1_500_000))):
        np.savez(folder / f"{number}.npz", mover=movers[part], other=others[part],
                 value=values[part])  # fmt: skip
    for n in range(MIN_CUBES, SIZE**2 + 1):
        some = values[np.bitwise_count(movers) + np.bitwise_count(others) == n]
        shares = [np.mean(some == value) for value in (1, 0, -1)] if len(some) else []
        print(n, len(some), *(f"{share:.3f}" for share in shares))


def patterns(movers: Masks, others: Masks) -> npt.NDArray[np.int64]:
    """For each line of each position which weight counts; a pattern and its mirror are one."""
    found = []
    for number, line in enumerate(lines(SIZE)):
        ahead, back = np.zeros((2, len(movers)), np.int64)
        for i, square in enumerate(line):
            for masks, shift in ((movers, 0), (others, SIZE)):
                marks = (masks >> np.uint32(square) & np.uint32(1)).astype(np.int64)
                ahead |= marks << shift + i
                back |= marks << shift + SIZE - 1 - i
        found.append(np.minimum(ahead, back) + PATTERNS * kind_of(SIZE, number))
    return np.array(found)


def fit_weights(
    which: npt.NDArray[np.int64], wanted: npt.NDArray[np.float64], steps: int
) -> npt.NDArray[np.float64]:
    """Weights whose sum, through the logistic curve, comes nearest to 1, ½ or 0 (Adam)."""
    flat, each = which.ravel(), len(which)
    weights = np.zeros(KINDS * PATTERNS)
    mean, square = np.zeros((2, len(weights)))
    for step in range(1, steps + 1):
        error = (_chance(weights, which) - wanted) / len(wanted)
        slope = np.bincount(flat, np.tile(error, each), len(weights)) + RIDGE * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        rate = RATE * (1 - step / steps) + RATE / 50
        weights -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return weights


def _chance(
    weights: npt.NDArray[np.float64], which: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    result: npt.NDArray[np.float64] = 1 / (1 + np.exp(-weights[which].sum(0)))
    return result


def fit(folder: Path, steps: int) -> None:
    """Find and keep the weights; a tenth of the positions is for judging them."""
    files = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    movers, others, values = (
        np.concatenate([file[name] for file in files]) for name in ("mover", "other", "value")
    )
    cubes = np.bitwise_count(movers) + np.bitwise_count(others)
    found, losses, numbers = [], [], []
    for n in range(MIN_CUBES, SIZE**2 + 1):
        which = patterns(movers[cubes == n], others[cubes == n])
        wanted = (values[cubes == n] + 1) / 2
        judged = np.arange(len(wanted)) % 10 == 0
        weights = fit_weights(which[:, ~judged], wanted[~judged], steps)
        chance = _chance(weights, which[:, judged])
        far = wanted[judged] - chance
        losses.append(float(np.mean(far**2)))
        numbers.append(len(wanted))
        print(f"{n} cubes: {len(wanted):,} positions, mean square {losses[-1]:.4f}", flush=True)
        whole = weights.reshape(KINDS, PATTERNS)
        found.append(np.rint(LOGIT * whole).astype(np.int16))
    np.savez_compressed(WEIGHTS, weights=np.array(found), losses=losses, positions=numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("sample", "fit"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--enough", type=int, default=350_000, help="positions of each number")
    parser.add_argument("--jobs", type=int, default=400)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--steps", type=int, default=400)
    asked = parser.parse_args()
    if asked.what == "fit":
        fit(asked.folder, asked.steps)
    else:
        sample(asked.folder, asked.device, asked.seed, asked.enough, asked.jobs, asked.threads)


if __name__ == "__main__":
    main()
