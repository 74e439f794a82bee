"""What the arena costs beyond the games themselves, in processor time.

usage: python bench/arena.py [--games N]

A function against `random` in Quixo: with `cruces.simulate`, in the arena, and as a program, whose
time is by the clock. Best of three runs.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import cruces

PROGRAM = Path(__file__).parents[1] / "examples" / "arena_bot.py"


def first(view: cruces.View[Any, Any, Any]) -> Any:
    """The first legal action."""
    return next(iter(view.legal))


def best(play: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    times = []
    for _ in range(3):
        begun = clock()
        play()
        times.append(clock() - begun)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    games = parser.parse_args().games
    alone = best(lambda: cruces.simulate("quixo", [first, "random"], games)) / games
    arena = best(lambda: cruces.tournament("quixo", [first, "random"], games)) / games
    played = cruces.tournament("quixo", [first, "random"], games)
    events = sum(game.events for game in played.games) / games
    begun = perf_counter()
    assert played.ratings
    rated = (perf_counter() - begun) / games
    program: list[Any] = [first, f"program:{sys.executable} -I -S {PROGRAM}"]
    told = best(lambda: cruces.tournament("quixo", program, games // 10), perf_counter)
    print(
        f"simulate: {1 / alone:,.0f} games per second of processor time, {events:.0f} events each"
    )
    print(f"arena: {1 / arena:,.0f}; {1000 * (arena - alone):.2f} ms more a game")
    print(f"ratings: {1000 * rated:.2f} ms a game")
    print(f"a program: {1000 * told / (games // 10):.0f} ms a game, by the clock")


if __name__ == "__main__":
    main()
