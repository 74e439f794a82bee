"""Find the certificates of Quixo that come with the package.

python -m tools.quixo_certificate 3 4                 on the smaller boards, where who begins wins
python -m tools.quixo_certificate 5 --work FOLDER     on 5×5, in both roles; needs a GPU

On 5×5 the table is computed first (two minutes). With a folder to work in, the order is learned
level by level before the exceptions are found: each level keeps its weights there, and is not
learned again when they are found. All that is tried is printed, in lines of JSON.
"""

import argparse
import json
import time
from functools import partial
from pathlib import Path

import numpy as np

from cruces.games.quixo.solver import certificate
from cruces.games.quixo.solver.certificate import Keys
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, shipped
from cruces.games.quixo.solver.certificate_search import Better, Level, Weights, find
from cruces.games.quixo.solver.certificate_training import Effort, Try, beginning, improving
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.oracle import oracle
from cruces.games.quixo.solver.table import Table, computed

FOLDER = shipped(5).parent


def main() -> None:
    usual = Effort()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="+", choices=(3, 4, 5))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--device", default="cuda")
    for name, value in usual._asdict().items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    asked = parser.parse_args()
    effort = Effort(*(getattr(asked, name) for name in Effort._fields))
    for size in asked.sizes:
        begun = time.monotonic()
        table = oracle(size) if size < 5 else computed(backend(asked.device, size))
        assert table is not None
        say(begun, table=size)
        make(table, asked.out, asked.work, effort, begun)


def make(table: Table, out: Path, work: Path | None, effort: Effort, begun: float) -> None:
    """Write the certificate of a board."""
    roles = FIRST if table.size < 5 else FIRST | SECOND
    report = partial(say, begun)
    better = learned(table.size, work, effort, begun) if work else None
    found = find(table, beginning(table.size), roles, report, better=better)
    target = out / f"quixo-{table.size}.certificate"
    with target.open("wb") as file:
        certificate.write(file, found)
    report(**found.told._asdict(), bytes=target.stat().st_size)


def learned(size: int, work: Path, effort: Effort, begun: float) -> Better:
    """Weights made better, or as an earlier run has left them in the folder."""
    work.mkdir(parents=True, exist_ok=True)

    def report(tried: Try) -> None:
        say(begun, **tried._asdict())

    improve = improving(size, effort, report)

    def better(weights: Weights, keys: Keys, here: Level, above: Level) -> Weights:
        path = work / f"quixo-{size}-{here.cubes}.npy"
        if not path.exists():
            np.save(path, improve(weights, keys, here, above)[here.cubes])
        weights = weights.copy()
        weights[here.cubes] = np.load(path)
        return weights

    return better


def say(begun: float, part: float = 0.0, **told: object) -> None:
    print(
        json.dumps({"seconds": round(time.monotonic() - begun, 1), "part": round(part, 3), **told}),
        flush=True,
    )


if __name__ == "__main__":
    main()
