"""Faults of every kind, round after round: python -m bench.faults --rounds 20 [--seed N]

Two server processes on PostgreSQL and Redis are killed, paused, cut off and restarted, on a
schedule drawn from the seed, while people play. Each round is checked as in
``tests/server/test_faults.py``: every acknowledged command once and in order, every view equal to
what is stored. A round that fails prints its schedule, the rounds after it have everything anew,
and the exit status is 1.
"""

import argparse
import asyncio
import sys
import time
import traceback

from tests.server.faults import KINDS, PLANS, Place, place, play_round, schedule
from tests.server.process import Nursery
from tests.servers import RedisServer

LONGEST = 7.0
"""Seconds that a fault lasts at most: longer than a lease, and than Redis remembers a process."""


async def run(first: int, rounds: int, seed: int, longest: float) -> bool:
    """All rounds, on the same processes as long as none fails; whether everything held."""
    redis, nursery = RedisServer(), Nursery()
    redis.start()
    columns = "round | s | matches | acknowledged | sent again | done before | seen | connections"
    print(f"| {columns} |\n|{'---:|' * (columns.count('|') + 1)}", flush=True)
    failed: list[int] = []
    number = first
    try:
        while number < first + rounds:
            async with place(nursery, redis) as there:
                while number < first + rounds and await one_round(there, number, seed, longest):
                    number += 1
            if number < first + rounds:
                failed.append(number)
                number += 1
    finally:
        nursery.close()
        redis.stop()
    print(
        f"{rounds - len(failed)} of {rounds} rounds held", *(["failed:", *failed] if failed else [])
    )
    return not failed


async def one_round(there: Place, number: int, seed: int, longest: float) -> bool:
    """A round, and a line about it; whether everything held."""
    name = f"{seed}:{number}"
    faults = [*schedule(name, KINDS, longest), *schedule(f"{name}:again", KINDS, longest / 4)]
    began = time.monotonic()
    try:
        found = await play_round(there, name, PLANS, faults)
    except Exception:
        traceback.print_exc()
        print(f"round {number} of seed {seed} failed:", *faults, sep="\n  ")
        for server in there.servers:
            print(server.log[-3000:], file=sys.stderr)
        return False
    figures = (
        number,
        round(time.monotonic() - began),
        found.matches,
        found.acknowledged,
        found.sent_again,
        found.done_before,
        found.seen,
        found.connections,
    )
    print(f"| {' | '.join(map(str, figures))} |", flush=True)
    return True


def main() -> None:
    """Print one line a round."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the number of the first round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds of a fault")
    given = parser.parse_args()
    held = asyncio.run(run(given.first, given.rounds, given.seed, given.longest))
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
