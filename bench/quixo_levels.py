"""Level against level in Quixo: colours alternate, decided games count, with 95 % intervals.

.venv/bin/python bench/quixo_levels.py                     # each level against the one two below
.venv/bin/python bench/quixo_levels.py --pairs 8-4 --games 200
.venv/bin/python bench/quixo_levels.py --game quixo-teams  # partners are of the same level
"""

import argparse
import math
import time
from random import Random

from cruces.core.registry import get_game
from cruces.games.quixo.players.levels import SKILLS
from cruces.games.quixo.rules.pushing import team_of
from cruces.players import Limits, get_bot

PAIRS = [f"{level}-{level - 2}" for level in range(3, 9)] + ["8-4"]
LONGEST = 200
"""Pushes after which a game counts as drawn."""


def play(game_id: str, first: int, second: int, seed: int, limits: Limits) -> int:
    """1 if the team that begins wins, -1 if the other, 0 if nobody."""
    game, random = get_game(game_id), Random(seed)
    bots = [get_bot(f"level-{n}", game_id) for n in (first, second)]
    state = game.initial()
    while game.outcome(state) is None and state.ply < LONGEST:
        (seat,) = game.to_act(state)
        view = game.view(state, seat)
        state = game.apply(state, seat, bots[team_of(seat)].choose(view, limits, random))
    outcome = game.outcome(state)
    return outcome.scores[0] if outcome else 0


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
    parser.add_argument("--game", choices=list(SKILLS), default="quixo")
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
            levels = (strong, weak) if first else (weak, strong)
            ended = play(given.game, *levels, seed, limits)
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
