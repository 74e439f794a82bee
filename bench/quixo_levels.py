"""Level against level in Quixo: colours alternate, decided games count, with 95 % intervals.

.venv/bin/python bench/quixo_levels.py                     # each level against the one two below
.venv/bin/python bench/quixo_levels.py --pairs 8-4 --games 200
"""

import argparse
import math
import time
from random import Random

from cruces.bots import Limits, get_bot
from cruces.games import QUIXO

PAIRS = [f"{level}-{level - 2}" for level in range(3, 9)] + ["8-4"]
LONGEST = 200
"""Pushes after which a game counts as drawn."""


def play(first: int, second: int, seed: int, limits: Limits) -> int:
    """1 if the first player wins, -1 if the second, 0 if nobody."""
    bots, random = [get_bot(f"level-{n}", "quixo") for n in (first, second)], Random(seed)
    state = QUIXO.initial()
    while QUIXO.outcome(state) is None and state.ply < LONGEST:
        (seat,) = QUIXO.to_act(state)
        view = QUIXO.view(state, seat)
        state = QUIXO.apply(state, seat, bots[seat].choose(view, limits, random))
    outcome = QUIXO.outcome(state)
    winners = outcome.winners if outcome else ()
    return 0 if len(winners) != 1 else 1 - 2 * winners[0]


def interval(won: int, games: int) -> tuple[float, float]:
    """Where the true share lies, by Wilson."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    spread *= z / (1 + z * z / games)
    return middle - spread, middle + spread


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", nargs="*", default=PAIRS, help="such as 8-4")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=60_000, help="a move, at most")
    given = parser.parse_args()
    print("| levels | won | lost | drawn | share of decided games | 95 % interval | seconds |")
    print("|---|---|---|---|---|---|---|")
    for pair in given.pairs:
        strong, weak = map(int, pair.split("-"))
        began, won, lost = time.monotonic(), 0, 0
        for seed in range(given.games):
            limits = Limits(nodes=given.nodes)
            first = seed % 2 == 0
            ended = play(*((strong, weak) if first else (weak, strong)), seed, limits)
            won += ended == (1 if first else -1)
            lost += ended == (-1 if first else 1)
        low, high = interval(won, won + lost)
        share = won / (won + lost) if won + lost else 0.5
        spent = time.monotonic() - began
        print(
            f"| {strong} against {weak} | {won} | {lost} | {given.games - won - lost} "
            f"| {share:.0%} | {low:.0%} to {high:.0%} | {spent:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
