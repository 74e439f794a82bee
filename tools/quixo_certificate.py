"""Find the certificates of Quixo that come with the package.

python -m tools.quixo_certificate 3 4

On the smaller boards the table is at hand, and who begins wins.
"""

import argparse
from pathlib import Path

from cruces.kernels.quixo.evaluation import simple
from cruces.solvers.quixo import certificate
from cruces.solvers.quixo.certificate import FIRST
from cruces.solvers.quixo.find import find
from cruces.solvers.quixo.oracle import oracle

FOLDER = Path(certificate.__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sizes", type=int, nargs="+", choices=(3, 4))
    for size in parser.parse_args().sizes:
        table = oracle(size)
        assert table is not None
        found = find(table, simple(size), FIRST)
        target = FOLDER / f"quixo-{size}.certificate"
        with target.open("wb") as file:
            certificate.write(file, found)
        print(f"{target.name}: {len(found.keys):,} exceptions, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
