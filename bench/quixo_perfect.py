"""The strongest level of Quixo against a player who knows the value of every position.

usage: python bench/quixo_perfect.py [--games N] [--seconds S] [--device cpu|cuda | --table FILE]
                                     [--from-start]

Games begin in drawn positions that were reached by random pushes of at least two and at most ten
plies, each opening once with either colour; with --from-start at the start of the game. The perfect
player never gives up what a position is worth, and among such pushes takes one that leaves as few
good answers as it can; from the start, where the games would be alike, one in four is any of them.
A loss then makes the exit code 1, for with a certificate it cannot happen. A game is lost as soon
as the level plays into a lost position; it is held when the rules end it as a draw, or after so
many plies. Prints a line of JSON for each game, then the sum.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from pathlib import Path
from random import Random

import numpy as np

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.players import engine as engine_quixo
from cruces.games.quixo.rules import QUIXO, Push, State
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.table import ValueTable, open_table, solve_table
from cruces.players import Limits, get_bot

LEVEL = "level-8"
SHORTEST_OPENING, LONGEST_OPENING = 2, 10
MOST_PLIES = 60
ANY = 0.25
"""From the start, how many of the perfect player's pushes are any that keep the value."""
TABLES: list[ValueTable] = []
"""The one that every process shares: they are forked when it is there."""


def after(state: State) -> tuple[list[Push], Masks, Masks]:
    """Every push, and the boards after them as the opponent sees them."""
    (seat,) = QUIXO.to_act(state)
    pushes = [action for action in QUIXO.legal(state, seat) if isinstance(action, Push)]
    boards = [engine_quixo.masks(QUIXO.apply(state, seat, push).board, 1 - seat) for push in pushes]
    movers, others = np.array(boards, np.uint32).T
    return pushes, movers.copy(), others.copy()


def value_preserving(state: State) -> list[tuple[Push, State]]:
    """The pushes of a drawn position that lead to drawn ones."""
    (seat,) = QUIXO.to_act(state)
    pushes, movers, others = after(state)
    values = TABLES[0].values(movers, others)
    drawn = [push for push, value in zip(pushes, values, strict=True) if value == 0]
    return [(push, QUIXO.apply(state, seat, push)) for push in drawn]


def hardest(state: State, rng: Random, varied: bool) -> State:
    """The position after the perfect player's push."""
    ways, kept = [], value_preserving(state)
    if varied and rng.random() < ANY:
        return rng.choice(kept)[1]
    for _, reached in kept:
        if QUIXO.outcome(reached) is not None:  # a repetition: only if there is nothing better
            ways.append((2.0, rng.random(), reached))
            continue
        _, movers, others = after(reached)
        ways.append((float(np.mean(TABLES[0].values(movers, others) == 0)), rng.random(), reached))
    return min(ways, key=lambda way: way[:2])[2]


def opening(seed: int) -> State:
    """A drawn position after some random plies."""
    rng = Random(seed)
    state = QUIXO.initial()
    for _ in range(rng.randint(SHORTEST_OPENING, LONGEST_OPENING)):
        state = rng.choice(value_preserving(state))[1]
    return state


def game(job: tuple[int, float, bool]) -> dict[str, object]:
    """One game of the level; what became of it."""
    number, seconds, from_start = job
    rng = Random(number)
    state, colour = QUIXO.initial() if from_start else opening(number // 2), number % 2
    bot, moves, begun = get_bot(LEVEL, QUIXO.id), 0, time.monotonic()
    report: dict[str, object] = {"game": number, "colour": colour, "opening": state.ply}
    while QUIXO.outcome(state) is None and state.ply < MOST_PLIES:
        (seat,) = QUIXO.to_act(state)
        if seat != colour:
            state = hardest(state, rng, from_start)
            continue
        before = state
        push = bot.choose(QUIXO.view(state, seat), Limits(seconds=seconds), rng)
        state = QUIXO.apply(state, seat, push)
        moves += 1
        mover, other = engine_quixo.masks(state.board, 1 - seat)
        if TABLES[0].value(int(mover), int(other)) != 0:
            report |= {"lost": QUIXO.format_position(before), "push": QUIXO.format_action(push)}
            break
    report |= {"held": "lost" not in report, "moves": moves, "plies": state.ply}
    return {**report, "seconds": round(time.monotonic() - begun, 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--from-start", action="store_true")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    TABLES.append(
        open_table(asked.table, 5) if asked.table else solve_table(backend(asked.device, 5))
    )
    engine_quixo.warm_up()
    game((0, 0.01, asked.from_start))  # loads what all will use
    fork = multiprocessing.get_context("fork")
    held = moves = played = 0
    with fork.Pool(asked.processes) as pool:
        jobs = [(number, asked.seconds, asked.from_start) for number in range(asked.games)]
        for report in pool.imap_unordered(game, jobs):
            print(json.dumps(report), flush=True)
            played += 1
            held += bool(report["held"])
            moves += int(str(report["moves"]))
    lost = played - held
    print(f"{played} games, {held} held ({held / played:.1%}), {lost} lost;")
    print(f"{moves} moves, {(moves - lost) / moves:.2%} of them kept the value")
    return 1 if lost and asked.from_start else 0


if __name__ == "__main__":
    sys.exit(main())
