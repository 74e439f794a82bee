"""Level against level in Quixo: colours alternate, decided games count, with 95 % intervals.

.venv/bin/python bench/quixo_levels.py                     # each level against the one two below
.venv/bin/python bench/quixo_levels.py --pairs 8-4 --games 200
.venv/bin/python bench/quixo_levels.py --game quixo-teams  # partners are of the same level
"""

import argparse
import math
import time

import cruces
from cruces.games.quixo.players.levels import SKILLS
from cruces.parallel import cores

PAIRS = [f"{level}-{level - 2}" for level in range(3, 9)] + ["8-4"]


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
        began = time.monotonic()
        levels = [f"level-{level}" for level in pair.split("-")]
        games = cruces.tournament(
            given.game, levels, given.games, nodes=given.nodes, workers=cores()
        ).games
        decided = [game for game in games if set(game.places) != {1}]
        won = sum(game.places[game.players.index(0)] == 1 for game in decided)
        lost = len(decided) - won
        low, high = interval(won, won + lost)
        share = won / (won + lost) if won + lost else 0.5
        spent = time.monotonic() - began
        print(
            f"| {pair.replace('-', ' against ')} | {won} | {lost} | {len(games) - len(decided)} "
            f"| {share:.0%} | {low:.0%} to {high:.0%} | {spent:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
