"""What a score of the Quixo search is worth in games: the scale of the winning chance.

Two equally strong players play from random openings. Each position of theirs is scored with a short
search; a score that has seen the end counts as proven and is left out. The scale of the logistic
curve, and what having the turn is worth, are those under which the results, a draw counting
half, are most likely: if the turn is worth much, the evaluation fails to count it. The table shows
how well the curve fits: what it says, and what was scored, by tenths of the chance.

.venv/bin/python bench/quixo_chance.py --games 300
.venv/bin/python bench/quixo_chance.py --games 100 --game quixo-teams
"""

import argparse
import math
import time
from random import Random

import numpy as np

from cruces.games.quixo.players import engine as engine_quixo
from cruces.games.quixo.players import teams_engine as engine_quixo_teams
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS, Quixo, State
from cruces.players import Limits, get_bot

GAMES: dict[str, Quixo] = {game.id: game for game in (QUIXO, QUIXO_TEAMS)}
LONGEST = 200
"""Pushes after which a game counts as drawn."""


def opening(game: Quixo, random: Random) -> State:
    """A few pushes at random, without an end."""
    while True:
        state = game.initial()
        for _ in range(random.randrange(4, 13)):
            (seat,) = game.to_act(state)
            state = game.apply(state, seat, random.choice(list(game.legal(state, seat))))
            if game.outcome(state) is not None:
                break
        else:
            return state


def score_of(game: Quixo, state: State, depth: int) -> int | None:
    """The score for the one to move; None when the end is seen."""
    (seat,) = game.to_act(state)
    engine = engine_quixo if game is QUIXO else engine_quixo_teams
    *_, last = engine.think(state, seat, Limits(depth=depth))
    return None if last.variations[0].plies is not None else last.variations[0].score


def play(name: str, level: int, depth: int, nodes: int, seed: int) -> list[tuple[int, float]]:
    """The scores of a game's positions, and what the one to move got in the end."""
    game, random, bot = GAMES[name], Random(seed), get_bot(f"level-{level}", name)
    state, scores = opening(game, random), []
    while game.outcome(state) is None and state.ply < LONGEST:
        (seat,) = game.to_act(state)
        score = score_of(game, state, depth)
        if score is not None:
            scores.append((seat, score))
        action = bot.choose(game.view(state, seat), Limits(nodes=nodes), random)
        state = game.apply(state, seat, action)
    outcome = game.outcome(state)
    got = outcome.scores if outcome else (0, 0, 0, 0)
    return [(score, (1 + got[seat]) / 2) for seat, score in scores]


def fit(results: list[tuple[int, float]]) -> tuple[float, float]:
    """The scale, and the points for having the turn, under which they are most likely (Newton)."""
    scores, got = np.array(results).T
    given = np.stack([scores, np.ones_like(scores)])
    at = np.zeros(2)
    for _ in range(50):
        share = 1 / (1 + np.exp(-at @ given))
        at += np.linalg.solve((given * share * (1 - share)) @ given.T, given @ (got - share))
    return float(1 / at[0]), float(at[1] / at[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=GAMES, default=QUIXO.id)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--depth", type=int, default=6, help="of the search that scores")
    parser.add_argument("--nodes", type=int, default=20_000, help="a move, at most")
    given = parser.parse_args()
    began, random = time.monotonic(), Random(0)
    games = [
        play(given.game, given.level, given.depth, given.nodes, seed) for seed in range(given.games)
    ]
    results = [pair for game in games for pair in game]
    points, turn = fit(results)
    # Whole games are drawn again: the positions of one hang together.
    drawn = (random.choices(games, k=len(games)) for _ in range(200))
    again = [fit([pair for game in some for pair in game]) for some in drawn]
    took = time.monotonic() - began
    print(f"{len(results)} positions of {given.games} games, {took:.0f} seconds")
    for name, value, each in zip(
        ("scale", "turn"), (points, turn), zip(*again, strict=True), strict=True
    ):
        low, high = np.quantile(each, (0.025, 0.975))
        print(f"{name} {value:.1f} points, 95 % interval {low:.1f} to {high:.1f}")
    print()

    def chance(score: int) -> float:
        return 1 / (1 + math.exp(-(score + turn) / points))

    print("| the curve says | positions | scored |")
    print("|---|---|---|")
    for tenth in range(10):
        inside = [got for score, got in results if int(10 * chance(score)) == tenth]
        if inside:
            share = sum(inside) / len(inside)
            print(f"| {10 * tenth} to {10 * tenth + 10} % | {len(inside)} | {share:.0%} |")


if __name__ == "__main__":
    main()
