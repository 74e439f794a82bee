"""Let the built-in players of every game compete, and write docs/leaderboard.md.

usage: leaderboard.py [GAME...] [--games N] [--workers N]
"""

import argparse
import os
import platform
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import cruces
from cruces.analysis.simulate import Estimate

PAGE = Path(__file__).parents[1] / "docs" / "leaderboard.md"
GAMES = 300
NODES = 200
"""How much players search at each move, so that the same games come out on every machine."""

INTRODUCTION = """# Leaderboard

The players that come with each game, everyone against everyone in [the
arena](how-to/run-an-arena.md), as often in every seat and with the same dice. *wins* is the share
of the wins, a shared one and a draw counting in part, with its 95 % interval; *rating* is that of
OpenSkill, which begins at 25 for everyone, and its standard deviation. Where intervals overlap, the
order may be luck.

`make leaderboard` writes this page. Players that search look at {nodes:,} positions or sampled
games at each move, so the same games come out on every machine; people who play against a level
meet the same player with more time to think.

Written on {date} on {cores} cores ({machine}) in {minutes:.0f} minutes, by `{command}`.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=list(cruces.GAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES, help="of each game, rounded up")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    begun = time.perf_counter()
    tables = ["\n".join(table(game, chosen.games, chosen.workers)) for game in chosen.ids]
    introduction = INTRODUCTION.format(
        nodes=NODES,
        date=datetime.now(UTC).date().isoformat(),
        cores=os.cpu_count(),
        machine=f"{platform.system()}, {platform.machine()}",
        minutes=max(1, (time.perf_counter() - begun) / 60),
        command=f"make leaderboard ARGS='{' '.join(chosen.ids)} --games {chosen.games}'",
    )
    PAGE.write_text("\n".join([introduction, *tables]), "utf-8", newline="\n")


def table(game: str, games: int, workers: int) -> Iterator[str]:
    """The section of a game."""
    begun = time.perf_counter()
    players = cruces.bots_for(game)
    found = cruces.tournament(game, players, games, nodes=NODES, workers=workers)
    assert not found.faults, found.faults
    ratings = found.ratings
    assert ratings is not None, "games for several"
    points = cruces.get_game(game).has_points
    yield f"## {cruces.get_game(game).name('en')}"
    yield ""
    seconds = time.perf_counter() - begun
    yield f"{found.setup.seats} players, {len(found.games):,} games in {seconds:,.0f} seconds."
    yield ""
    yield f"| | player | games | wins |{' points |' if points else ''} rating |"
    yield f"|--:|---|--:|--:|{'--:|' if points else ''}--:|"
    for rank, player in enumerate(found.order, 1):
        rating, share = ratings[player], found.share(player)
        assert share is not None, "games for several"
        cells = [str(rank), f"`{players[player]}`", f"{found.played(player):,}", percent(share)]
        score = found.points(player)
        if score is not None:
            cells.append(f"{score:.1f}")
        cells.append(f"{rating.mean:.1f} ± {rating.deviation:.1f}")
        yield f"| {' | '.join(cells)} |"
    yield ""


def percent(share: Estimate) -> str:
    return f"{share:.1%}".replace("%", " %")


if __name__ == "__main__":
    main()
