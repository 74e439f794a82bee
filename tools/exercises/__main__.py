"""Find the exercises that come with the package.

python -m tools.exercises quixo --work FOLDER
python -m tools.exercises qwixx --work FOLDER

Games are played one after the other, each from its own seed, and searched for positions with one
clearly best action. What a game yields is kept in the work folder at once: a run that was
interrupted goes on there. When every kind has as many as are wanted, the files of the family are
written: the same arguments give the same files.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from types import ModuleType

import msgspec
from tools.exercises import quixo, qwixx
from tools.exercises.find import Find, Yield

from cruces.core.registry import family_of
from cruces.learning.content import Exercise

MAKERS: Mapping[str, ModuleType] = {"quixo": quixo, "qwixx": qwixx}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("family", choices=MAKERS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="the folder of the family, if not given")
    arguments = parser.parse_args()
    maker = MAKERS[arguments.family]
    arguments.work.mkdir(parents=True, exist_ok=True)
    kept = arguments.work / f"{arguments.family}-{arguments.seed}.jsonl"
    chosen = choose(yields(maker.search, kept, arguments.seed), maker.WANTED)
    package = family_of(next(iter(chosen))).package.replace(".", "/")
    out = arguments.out or Path("src") / package / "learning"
    for game, exercises in chosen.items():
        lines = map(msgspec.json.encode, sorted(exercises, key=lambda one: one.grade))
        (out / f"{game}.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def yields(
    search: Callable[[int, int], Iterator[Find]], kept: Path, seed: int
) -> Iterator[tuple[Find, ...]]:
    """What game after game yields: first what is kept, then what is found now."""
    lines = kept.read_bytes().splitlines(keepends=True) if kept.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]  # the last may be interrupted
    for line in whole:
        yield msgspec.json.decode(line, type=Yield).finds
    with kept.open("wb") as file:
        file.writelines(whole)
        for number in count(len(whole)):
            found = Yield(number, tuple(search(seed, number)))
            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            yield found.finds


def choose(
    games: Iterator[tuple[Find, ...]], wanted: Mapping[str, Mapping[str, int]]
) -> dict[str, list[Exercise]]:
    """The first exercises of each kind, as many as are wanted, no two alike."""
    chosen: dict[str, list[Exercise]] = {game: [] for game in wanted}
    missing = Counter(
        {(game, kind): n for game, kinds in wanted.items() for kind, n in kinds.items()}
    )
    seen: set[str] = set()
    total, started = missing.total(), time.monotonic()
    for number, finds in enumerate(games, 1):
        for find in finds:
            key = find.game, find.kind
            if missing[key] > 0 and find.once not in seen:
                seen.add(find.once)
                missing[key] -= 1
                chosen[find.game].append(find.exercise)
        left = {" ".join(key): n for key, n in missing.items() if n}
        part = 1 - missing.total() / total
        print(f"{time.monotonic() - started:6.0f} s, game {number}, {part:.1%}, missing {left}")
        if not left:
            return chosen
    raise AssertionError("the games never end")


if __name__ == "__main__":
    main()
