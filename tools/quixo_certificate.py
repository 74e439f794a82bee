"""Find the certificates of Quixo that come with the package.

python -m tools.quixo_certificate 3 4                 on the smaller boards, where who begins wins
python -m tools.quixo_certificate 5 --work FOLDER     on 5×5, in both roles; needs a GPU

On 5×5 the table is computed first (two minutes). With a folder to work in there are tries: each
learns from all before it, is surveyed, and is kept in the folder; where there are tries already, it
goes on behind them. At last the exceptions are found that the best of them needs. All that is
found out is printed, in lines of JSON.
"""

import argparse
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cruces.solvers.quixo import certificate
from cruces.solvers.quixo.certificate import FIRST, SECOND
from cruces.solvers.quixo.devices import backend
from cruces.solvers.quixo.find import find
from cruces.solvers.quixo.improve import Row, Survey, Weights, beginning, learn, survey
from cruces.solvers.quixo.oracle import oracle
from cruces.solvers.quixo.table import Table, computed

LESSONS = Survey._fields[1:]
FOLDER = Path(certificate.__file__).parent
MOST, KEPT = 400_000, 40_000
"""Positions of each number of cubes that a survey looks at, and that are learned from."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="+", choices=(3, 4, 5))
    parser.add_argument("--work", type=Path)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--faithful", type=float, default=0.01)
    parser.add_argument("--ambitious", type=float, default=0.1)
    parser.add_argument("--device", default="cuda")
    asked = parser.parse_args()
    if 5 in asked.sizes and asked.work is None:
        parser.error("5×5 needs --work FOLDER")
    for size in asked.sizes:
        begun = time.monotonic()
        table = oracle(size) if size < 5 else computed(backend(asked.device, size))
        assert table is not None
        say(begun, table=size)
        roles = FIRST if size < 5 else FIRST | SECOND
        weights = best(table, roles, asked, begun) if asked.work else beginning(size)
        found = find(table, weights, roles, partial(say, begun))
        target = asked.out / f"quixo-{size}.certificate"
        with target.open("wb") as file:
            certificate.write(file, found)
        say(begun, **found.told._asdict(), bytes=target.stat().st_size)


def say(begun: float, part: float = 0.0, **told: object) -> None:
    print(
        json.dumps({"seconds": round(time.monotonic() - begun, 1), "part": round(part, 3), **told}),
        flush=True,
    )


def best(table: Table, roles: int, asked: argparse.Namespace, begun: float) -> Weights:
    """The weights of the best try; each try is kept as soon as there is one."""
    folder: Path = asked.work
    folder.mkdir(parents=True, exist_ok=True)
    first = beginning(table.size)
    surveys: list[Survey] = []
    weights = [first]
    for number in range(asked.tries):
        path = folder / f"try-{number}.npz"
        if path.exists():
            surveys.append(kept(path, weights))
        else:
            if surveys:
                weights.append(learn(first, weights[-1], surveys, asked.faithful, asked.ambitious))
            like = surveys[0] if surveys else None
            found = survey(table, weights[-1], roles, MOST, KEPT, like)
            if found is None:
                say(begun, number=number, given_up="far too many positions")
                weights.pop()
                break
            surveys.append(found)
            keep(path, weights[-1], found)
        rows = surveys[-1].rows
        say(
            begun,
            number=number,
            seen=sum(row.seen for row in rows.values()),
            exceptions=round(surveys[-1].exceptions),
            by_cubes={cubes: row._asdict() for cubes, row in rows.items()},
        )
    exceptions = [found.exceptions for found in surveys]
    return weights[int(np.argmin(exceptions))]


def keep(path: Path, weights: Weights, found: Survey) -> None:
    rows = np.array([(cubes, *row) for cubes, row in found.rows.items()])
    lessons: dict[str, Any] = dict(zip(LESSONS, found[1:], strict=True))
    np.savez(path, weights=weights, rows=rows, **lessons)


def kept(path: Path, weights: list[Weights]) -> Survey:
    """A survey of an earlier run; its weights are added to those known."""
    with np.load(path) as old:
        if path.name != "try-0.npz":
            weights.append(old["weights"])
        rows = {int(r[0]): Row(int(r[1]), r[2], int(r[3]), int(r[4])) for r in old["rows"]}
        return Survey(rows, *(old[part] for part in LESSONS))


if __name__ == "__main__":
    main()
