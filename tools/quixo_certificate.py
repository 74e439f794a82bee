"""Find the certificates of Quixo that come with the package.

python -m tools.quixo_certificate 3 4                 on the smaller boards, won by the first player
python -m tools.quixo_certificate 5 --work FOLDER     on 5×5, in both roles; needs a GPU

On 5×5 the table is computed first (two minutes). With a work folder, the order is
trained level by level before the exceptions are found: the weights of each level are kept there and
reused by the next run. Every attempt is printed as a line of JSON.

--workers N uses so many threads, by default one for each core. --ray ADDRESS looks positions up on
a Ray cluster instead; the certificate is the same. On 5×5 that needs --table FILE, which has to be
in the same place on every machine (`cruces solve quixo --size 5 --device cuda --out FILE`).
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
from cruces.games.quixo.solver.table import ValueTable, open_table, solve_table
from cruces.parallel import Cluster, Place, Threads, cores

FOLDER = shipped_path(5).parent


def main() -> None:
    defaults = TrainingOptions()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="+", choices=(3, 4, 5))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--ray")
    for name, value in defaults._asdict().items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    arguments = parser.parse_args()
    training = TrainingOptions(*(getattr(arguments, name) for name in TrainingOptions._fields))
    table: ValueTable | None
    for size in arguments.sizes:
        started = time.monotonic()
        if arguments.table is not None:
            table = open_table(arguments.table, size)
        elif size < 5:
            table = oracle(size)
        elif arguments.ray:
            parser.error("--ray needs --table")
        else:
            table = solve_table(backend(arguments.device, size))
        assert table is not None
        say(started, table=size)
        place = Cluster(arguments.ray) if arguments.ray else Threads(arguments.workers)
        make(table, arguments.out, arguments.work, training, started, place)


def make(
    table: ValueTable,
    out: Path,
    work: Path | None,
    training: TrainingOptions,
    started: float,
    place: Place,
) -> None:
    """Write the certificate of a board."""
    roles = FIRST if table.size < 5 else FIRST | SECOND
    report = partial(say, started)
    improve_level = cached_improver(table, work, training, started, place) if work else None
    result = find_certificate(
        table, initial_weights(table.size), roles, report, better=improve_level, place=place
    )
    target = out / f"quixo-{table.size}.certificate"
    with target.open("wb") as file:
        certificate.write(file, result)
    report(**result.counts._asdict(), bytes=target.stat().st_size)


def cached_improver(
    table: ValueTable, work: Path, training: TrainingOptions, started: float, place: Place
) -> Improver:
    """An improver that reuses the weights that an earlier run left in the folder."""
    work.mkdir(parents=True, exist_ok=True)

    def report(attempt: Attempt) -> None:
        say(started, **attempt._asdict())

    improve = improver(table, training, report, place=place)

    def improve_level(weights: Weights, keys: Keys, cubes: int) -> Weights:
        path = work / f"quixo-{table.size}-{cubes}.npy"
        if not path.exists():
            np.save(path, improve(weights, keys, cubes)[cubes])
        weights = weights.copy()
        weights[cubes] = np.load(path)
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
