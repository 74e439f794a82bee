"""Find the certificates of Quixo that come with the package.

python -m tools.quixo_certificate 3 4                 on the smaller boards, won by the first player
python -m tools.quixo_certificate 5 --work FOLDER     on 5×5, in both roles; needs a GPU

On 5×5 the table is computed first (two minutes). With a work folder, the order is
trained level by level before the exceptions are found: the weights of each level are kept there and
reused by the next run. Every attempt is printed as a line of JSON.
"""

import argparse
import json
import time
from functools import partial
from pathlib import Path

import numpy as np

from cruces.games.quixo.solver import certificate
from cruces.games.quixo.solver.certificate import Keys
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, shipped_path
from cruces.games.quixo.solver.certificate_search import (
    Improver,
    LevelValues,
    Weights,
    find_certificate,
)
from cruces.games.quixo.solver.certificate_training import (
    Attempt,
    TrainingOptions,
    improver,
    initial_weights,
)
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.oracle import oracle
from cruces.games.quixo.solver.table import ValueTable, solve_table

FOLDER = shipped_path(5).parent


def main() -> None:
    defaults = TrainingOptions()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="+", choices=(3, 4, 5))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--device", default="cuda")
    for name, value in defaults._asdict().items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    arguments = parser.parse_args()
    training = TrainingOptions(*(getattr(arguments, name) for name in TrainingOptions._fields))
    for size in arguments.sizes:
        started = time.monotonic()
        table = oracle(size) if size < 5 else solve_table(backend(arguments.device, size))
        assert table is not None
        say(started, table=size)
        make(table, arguments.out, arguments.work, training, started)


def make(
    table: ValueTable, out: Path, work: Path | None, training: TrainingOptions, started: float
) -> None:
    """Write the certificate of a board."""
    roles = FIRST if table.size < 5 else FIRST | SECOND
    report = partial(say, started)
    improve_level = cached_improver(table.size, work, training, started) if work else None
    result = find_certificate(
        table, initial_weights(table.size), roles, report, better=improve_level
    )
    target = out / f"quixo-{table.size}.certificate"
    with target.open("wb") as file:
        certificate.write(file, result)
    report(**result.counts._asdict(), bytes=target.stat().st_size)


def cached_improver(size: int, work: Path, training: TrainingOptions, started: float) -> Improver:
    """An improver that reuses the weights that an earlier run left in the folder."""
    work.mkdir(parents=True, exist_ok=True)

    def report(attempt: Attempt) -> None:
        say(started, **attempt._asdict())

    improve = improver(size, training, report)

    def improve_level(
        weights: Weights, keys: Keys, here: LevelValues, above: LevelValues
    ) -> Weights:
        path = work / f"quixo-{size}-{here.cubes}.npy"
        if not path.exists():
            np.save(path, improve(weights, keys, here, above)[here.cubes])
        weights = weights.copy()
        weights[here.cubes] = np.load(path)
        return weights

    return improve_level


def say(started: float, part: float = 0.0, **fields: object) -> None:
    print(
        json.dumps(
            {"seconds": round(time.monotonic() - started, 1), "part": round(part, 3), **fields}
        ),
        flush=True,
    )


if __name__ == "__main__":
    main()
