"""Answers of players and kernels, for comparison: run it with CRUCES_INTERPRETED=1 or without."""

import json
import sys
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from cruces.core import CHANCE, Play
from cruces.games.quixo.kernel.forced import forced_win
from cruces.games.quixo.kernel.search import BoardTables
from cruces.games.quixo.players import engine, teams_engine
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.quixo.solver.certificate import opening_policy
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.players import Limits, get_bot

AnyPlay = Play[Any, Any, Any]


def advanced(play: AnyPlay, events: int, rng: Random) -> AnyPlay:
    """A game after some greedy moves."""
    bot = get_bot("greedy", play.game.id)
    for _ in range(events):
        if CHANCE in play.to_act:
            play.happen(play.game.chance(play.state).sample(rng))
        else:
            seat = min(play.to_act)
            play.act(seat, bot.choose(play.view(seat), Limits(), rng))
    return play


def quixo() -> list[str]:
    found = []
    policy = opening_policy(5)[0]
    tables: BoardTables = policy.board_tables()
    for plies in (0, 3, 6, 9, 14):
        for game, thinks in ((QUIXO, engine), (QUIXO_TEAMS, teams_engine)):
            play = advanced(Play(game), plies, Random(plies))
            if play.outcome is not None:
                continue
            seat = min(play.to_act)
            for seed, blind in ((1, 0), (2, 300)):
                *_, last = thinks.think(
                    play.state, seat, Limits(depth=2), variations=3, seed=seed, blind=blind
                )
                found.append(str(replace(last, seconds=0.0)))
            if game is QUIXO:
                mover, other = engine.masks(play.state.board, seat)
                found.append(str(certified_push(policy, tables, mover, other)))
                found.append(str(forced_win(tables, mover, other, 3)))
    return found


def qwixx() -> list[str]:
    found = []
    for game, seats in ((QWIXX, 2), (QWIXX, 3), (BIG_POINTS, 2)):
        for events in (2, 30, 60):
            play = advanced(Play(game, None, seats), events, Random(events))
            while CHANCE in play.to_act:
                play.happen(game.chance(play.state).sample(Random(events)))
            if play.outcome is not None:
                continue
            seat = min(play.to_act)
            for name in ("level-1", "level-4", "level-7", "strong"):
                chosen = get_bot(name, game.id).choose(play.view(seat), Limits(), Random(5))
                found.append(f"{name} {game.format_action(chosen)}")
    return found


def main() -> None:
    np.seterr(over="ignore")
    found = {"numba": "numba" in sys.modules, "quixo": quixo(), "qwixx": qwixx()}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
