"""Players of Qwixx and Big Points against each other, with 95 % intervals.

.venv/bin/python bench/qwixx_match.py strong-greedy strong-friendly --games 20000
.venv/bin/python bench/qwixx_match.py strong-greedy --players 4    # one strong among three greedies
.venv/bin/python bench/qwixx_match.py level-3/level-1 --game big-points
.venv/bin/python bench/qwixx_match.py strong+search-strong --games 2000
.venv/bin/python bench/qwixx_match.py strong-strong --game big-points --players 1   # the points

The first of a pair sits in every seat once with the same dice, the second in all others: so luck
cancels out where both play alike, and the interval is over such rows of games, not over games. An
equal score is a shared win. Everybody's share would be 1 / players if all were equally good.
"""

import argparse
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from cruces.games.qwixx.kernel.batch import play_batch
from cruces.games.qwixx.kernel.search import SearchSettings
from cruces.games.qwixx.kernel.strong import strong
from cruces.games.qwixx.kernel.turn import KernelRules, kernel_rules
from cruces.games.qwixx.players.compiled import CompiledPlayer, compiled_player
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.players.weights import read
from cruces.games.qwixx.rules import Layout, Options
from cruces.kernels.jit import taking_functions


@cache
def against(one: Callable[..., int], others: Callable[..., int]) -> Callable[..., int]:
    """The policy that is one player in one seat and another in the others."""

    @taking_functions
    def policy(
        data: Any,
        rules: KernelRules,
        sheets: Any,
        seat: int,
        active: int,
        roll: int,
        first: int,
        squares: int,
        circles: int,
        stream: Any,
    ) -> int:
        mine, theirs, at = data
        if seat == at:
            return one(mine, rules, sheets, seat, active, roll, first, squares, circles, stream)
        return others(theirs, rules, sheets, seat, active, roll, first, squares, circles, stream)

    return policy


def with_samples(compiled: CompiledPlayer, samples: int | None) -> CompiledPlayer:
    """The player with this many samples, if it searches."""
    if samples is None or not isinstance(compiled.data, SearchSettings):
        return compiled
    return CompiledPlayer(compiled.policy, compiled.data._replace(samples=samples))


def with_weights(
    weights: Path | None, compiled: CompiledPlayer, layout: Layout, seats: int
) -> CompiledPlayer:
    """The player with other weights, if given and if it is ``strong``."""
    if weights is None or compiled.policy is not strong:
        return compiled
    return CompiledPlayer(strong, read(weights, layout, seats))


def match(
    one: CompiledPlayer,
    other: CompiledPlayer,
    layout: Layout,
    seats: int,
    games: int,
    seed: int,
    threads: int | None,
    options: Options,
) -> tuple[Any, Any, Any]:
    """The first one's share of the wins with the same dice in all seats, and both sides' scores."""
    policy = against(one.policy, other.policy)
    rules = kernel_rules(layout, options)
    shares, mine, theirs = [], [], []
    for seat in range(seats):
        data = (one.data, other.data, seat)
        ended = play_batch(policy, rules, seats, games // seats, seed, data, threads)
        best = ended.scores == ended.scores.max(1, keepdims=True)
        shares.append(best[:, seat] / best.sum(1))
        mine.append(ended.scores[:, seat])
        theirs.append(np.delete(ended.scores, seat, 1).ravel())
    return np.mean(shares, 0), np.concatenate(mine), np.concatenate(theirs)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pairs", nargs="+", help="such as strong-greedy or level-3/level-1")
    parser.add_argument("--game", choices=tuple(NETWORKS.values()), default="qwixx")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--samples", type=int, help="a choice, in a search; it has a default")
    parser.add_argument("--same-turn", action="store_true", help="the house rule of B4")
    parser.add_argument("--against", type=Path, help="weights for the second, if it is strong")
    asked = parser.parse_args()
    options = Options(circle_same_turn=asked.same_turn)
    layout = next(layout for layout, game in NETWORKS.items() if game == asked.game)
    print("| players | share of wins | 95 % interval | points | others' points | seconds |")
    print("|---|---|---|---|---|---|")
    for pair in asked.pairs:
        names = pair.split("/" if "/" in pair else "-")
        one, other = (
            with_samples(compiled_player(name, layout, asked.players), asked.samples)
            for name in names
        )
        other = with_weights(asked.against, other, layout, asked.players)
        begun = perf_counter()
        shares, mine, theirs = match(
            one,
            other,
            layout,
            asked.players,
            asked.games,
            asked.seed,
            asked.threads,
            options,
        )
        wide = 1.96 * shares.std() / len(shares) ** 0.5
        middle = shares.mean()
        others = f"{theirs.mean():.1f}" if theirs.size else "–"
        print(
            f"| {names[0]}, {names[1]} | {middle:.1%} | {middle - wide:.1%} to {middle + wide:.1%}"
            f" | {mine.mean():.1f} | {others} | {perf_counter() - begun:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
