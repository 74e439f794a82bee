"""Prints what is still compiled for first moves after everything has been prepared."""

import json
import sys
from random import Random

import numba.core.event as events

from cruces.analysis.analyse import analyse
from cruces.core import CHANCE, Play
from cruces.core.registry import GAMES
from cruces.players import Limits, bots_for, get_bot
from cruces.players.preparation import preparations, warm_up

FEW = Limits(seconds=0.3)


def main() -> None:
    warm_up()
    preparations()["qwixx-table-2-ends"].run()
    with events.install_recorder("numba:compile") as recorder:
        for game in GAMES.values():
            play = Play(game, None, min(n for n in game.seat_counts if n > 1))
            for turn in range(2):
                while CHANCE in play.to_act:
                    play.happen(game.chance(play.state).sample(Random(turn)))
                seat = min(play.to_act)
                for bot in bots_for(game.id):
                    chosen = get_bot(bot, game.id).choose(play.view(seat), FEW, Random(1))
                analyse(game, play.state, FEW, seat)
                play.act(seat, chosen)
    compiled = sorted({str(event.data["dispatcher"]) for _, event in recorder.buffer})
    sys.stdout.write(json.dumps(compiled))


if __name__ == "__main__":
    main()
