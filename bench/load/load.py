"""Load test: how many matches of Quixo one core carries, on our server and on a peer.

    python bench/load/load.py --matches 1000 --pace 4 --seconds 60 --peer

Everything stays on loopback and in a temporary folder. ``docs/bench.md`` says what figures mean.
"""

import argparse
import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.load.figures import TARGET, Figures, table  # noqa: E402
from bench.load.machine import many_files  # noqa: E402
from bench.load.matches import Load  # noqa: E402
from bench.load.targets import PEER, CrucesTarget, LoadTarget, PeerTarget  # noqa: E402

MODULES = ROOT / "build" / "peer" / "node_modules"
MOST_MATCHES, MOST_SECONDS = 20_000, 3_600


def main() -> None:
    options = arguments()
    many_files()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("the server needs a core of its own, and the load another")
    os.sched_setaffinity(0, cores[1:])
    if options.peer:
        install_peer()
    runs: list[Figures] = []
    for matches in options.matches:
        for target in targets(options):
            runs.append(run(target, cores[0], matches, options))
            print(f"\r{summary_line(runs[-1])}\033[K", file=sys.stderr)
    print(table(runs))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--matches", type=counts, default=[1000], help="at once; several as 500,1000,2000")
    add("--pace", type=float, default=4, help="seconds between the actions of a match")
    add("--closed", action="store_true", help="no pace: as fast as the server answers")
    add("--seconds", type=float, default=60, help="how long to count")
    add("--warm-up", type=float, default=10, help="seconds before that")
    add("--database", default="", help="a PostgreSQL URL; SQLite in a temporary folder if none")
    add("--folder", type=Path, help="where the temporary folder is made")
    add("--peer", action="store_true", help="boardgame.io, too, under the same load")
    add("--peer-storage", type=storages, default=["memory"], help="memory, flatfile or both")
    add("--only-peer", action="store_true")
    options = parser.parse_args()
    options.peer |= options.only_peer
    if max(options.seconds, options.warm_up) > MOST_SECONDS:
        parser.error(f"at most {MOST_SECONDS} seconds")
    return options


def counts(text: str) -> list[int]:
    found = [int(part) for part in text.split(",")]
    if not all(0 < count <= MOST_MATCHES for count in found):
        raise argparse.ArgumentTypeError(f"from 1 to {MOST_MATCHES}")
    return found


def storages(text: str) -> list[str]:
    found = ["memory", "flatfile"] if text == "both" else [text]
    if not set(found) <= {"memory", "flatfile"}:
        raise argparse.ArgumentTypeError("memory, flatfile or both")
    return found


def targets(options: argparse.Namespace) -> Iterator[Callable[[Path, int], LoadTarget]]:
    if not options.only_peer:
        yield partial(CrucesTarget, database=options.database)
    for storage in options.peer_storage if options.peer else ():
        yield partial(PeerTarget, modules=MODULES, storage=storage)


def run(
    make: Callable[[Path, int], LoadTarget], core: int, matches: int, options: argparse.Namespace
) -> Figures:
    """A fresh server, loaded and taken down."""
    with tempfile.TemporaryDirectory(dir=options.folder, ignore_cleanup_errors=True) as folder:
        target = make(Path(folder), core)

        async def loaded() -> Figures:
            try:
                load = Load(target, matches, 0 if options.closed else options.pace)
                return await load.run(options.warm_up, options.seconds)
            finally:
                await target.close()

        return asyncio.run(loaded())


def summary_line(figures: Figures) -> str:
    """One run in a line, and what went wrong in it."""
    good = "keeps" if figures.p99 <= TARGET else "misses"
    line = (
        f"{figures.side}: {figures.matches} matches, {figures.rate:.0f} commands/s, "
        f"{good} p99 of {1000 * TARGET:.0f} ms with {1000 * figures.p99:.1f} ms"
    )
    errors = sorted(figures.tally.errors.items(), key=lambda item: -item[1])
    return "\n".join([line, *(f"  {count} × {what}" for what, count in errors[:10])])


def install_peer() -> None:
    """boardgame.io as locked, into build/, unless it is there."""
    folder = MODULES.parent
    wanted = (PEER / "package-lock.json").read_bytes()
    with contextlib.suppress(FileNotFoundError):
        if MODULES.is_dir() and (folder / "package-lock.json").read_bytes() == wanted:
            return
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PEER / name, folder)
    subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        cwd=folder,
        check=True,
        stdout=sys.stderr,
    )


if __name__ == "__main__":
    main()
