"""Games of the unbeatable level of Quixo against others, from the start.

usage: python bench/quixo_certified.py [--games N] [--against random greedy level-7] [--seconds S]

Plays N games against each, with alternating colours. A deterministic bot would only ever play two
different games, so the others choose their first one to six pushes at random. Prints the games won,
drawn and lost, how long the certified push and the whole decision took, and a line of JSON. A loss
is printed with its pushes, and the exit code is 1.

--certificate FILE tests another certificate than the one of the package; a poor one loses games.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from cruces.games.quixo.players import certified as certified_quixo
from cruces.games.quixo.players import engine as engine_quixo
from cruces.games.quixo.rules import QUIXO
from cruces.games.quixo.solver.certificate import read
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.players import Limits, get_bot
from cruces.players.levels import STRONGEST

SIZE = 5
AGAINST = ("random", "greedy", "level-7")
MAX_RANDOM_PUSHES = 6
"""The most random pushes that the other bot makes before it starts to think."""
LONGEST = 300
"""Pushes after which a game counts as drawn."""
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


class Job(NamedTuple):
    """A game to be played; ``seed`` decides who starts."""

    against: str
    seed: int
    limits: Limits


class GameResult(NamedTuple):
    """The result, and how long certified pushes and decisions took."""

    against: str
    result: int
    pushes: list[str]
    certified: list[float]
    decisions: list[float]


def game(job: Job) -> GameResult:
    """One game of the level."""
    rng, seat = Random(f"{job.against} {job.seed}"), job.seed % 2
    level, other = get_bot(STRONGEST, QUIXO.id), get_bot(job.against, QUIXO.id)
    known = certified_quixo.certified(SIZE)
    assert known is not None, "without a certificate nothing is played"
    blind, state, game_result = (
        rng.randint(1, MAX_RANDOM_PUSHES),
        QUIXO.initial(),
        GameResult(job.against, 0, [], [], []),
    )
    while QUIXO.outcome(state) is None and state.ply < LONGEST:
        (mover,) = QUIXO.to_act(state)
        view = QUIXO.view(state, mover)
        if mover == seat:
            push_start = time.perf_counter()
            certified_push(*known, *engine_quixo.masks(state.board, seat))
            push_end = time.perf_counter()
            action = level.choose(view, job.limits, rng)
            game_result.certified.append(push_end - push_start)
            game_result.decisions.append(time.perf_counter() - push_end)
        elif state.ply // 2 < blind:
            action = rng.choice(list(view.legal))
        else:
            action = other.choose(view, Limits(), rng)
        game_result.pushes.append(QUIXO.format_action(action))
        state = QUIXO.apply(state, mover, action)
    outcome = QUIXO.outcome(state)
    return game_result._replace(result=outcome.scores[seat] if outcome else 0)


def spread(seconds: list[float]) -> dict[str, float]:
    """Milliseconds: the middle, all but one in a hundred, the longest."""
    known = sorted(seconds)
    at = {"p50": len(known) // 2, "p99": len(known) * 99 // 100, "max": len(known) - 1}
    return {name: round(1e3 * known[place], 2) for name, place in at.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=3_334, help="against each")
    parser.add_argument("--against", nargs="*", default=AGAINST)
    parser.add_argument("--seconds", type=float, help="a decision, at most")
    parser.add_argument("--nodes", type=int, default=20_000, help="a decision without --seconds")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--certificate", type=Path)
    asked = parser.parse_args()
    if asked.certificate:
        other = read(asked.certificate)
        vars(certified_quixo)["kept_certificate"] = {other.size: other}.get
    push_start = time.perf_counter()
    if certified_quixo.certified(SIZE) is None:
        print("there is no certificate for both roles on 5×5", file=sys.stderr)
        return 2
    loaded = time.perf_counter() - push_start
    limits = Limits(seconds=asked.seconds) if asked.seconds else Limits(nodes=asked.nodes)
    jobs = [Job(name, seed, limits) for name in asked.against for seed in range(asked.games)]
    certified_quixo.warm_up()
    game(Job("random", 0, limits))  # loads what all will use
    counts: Counter[tuple[str, int]] = Counter()
    certified: list[float] = []
    decisions: list[float] = []
    with multiprocessing.get_context("fork").Pool(asked.processes) as pool:
        for done, game_result in enumerate(pool.imap_unordered(game, jobs, chunksize=4), 1):
            counts[game_result.against, game_result.result] += 1
            certified += game_result.certified
            decisions += game_result.decisions
            if game_result.result < 0:
                print(
                    f"lost against {game_result.against}: {' '.join(game_result.pushes)}",
                    flush=True,
                )
            if sys.stderr.isatty():
                end = "\n" if done == len(jobs) else ""
                print(f"\r{done} of {len(jobs)} games", end=end, file=sys.stderr, flush=True)
    games = {
        name: {said: counts[name, result] for result, said in RESULTS.items()}
        for name in asked.against
    }
    for name, each in games.items():
        print(f"{name}: {', '.join(f'{count} {said}' for said, count in each.items())}")
    summary = {
        "games": games,
        "certified_ms": spread(certified),
        "decision_ms": spread(decisions),
        "loaded_ms": round(1e3 * loaded, 1),
        "seconds": round(time.perf_counter() - push_start, 1),
    }
    print(json.dumps(summary))
    return 1 if any(result < 0 for _, result in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
