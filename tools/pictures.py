"""Draw the pictures of the documentation, one of each game, into docs/img.

usage: pictures.py [--check]; with --check, draw nothing and fail if a picture is out of date.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cruces.core import Game, Play, Player
from cruces.core.log import GameLog
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.render import Picture, picture

FOLDER = Path(__file__).parents[1] / "docs" / "img"

AnyPlay = Play[Any, Any, Any]


def begin(game: Game[Any, Any, Any], names: Iterable[str], position: str | None = None) -> AnyPlay:
    """A play from the start, or from the middle of a game that nobody has to play for it."""
    play = Play(game, players=[Player(name) for name in names])
    if position is not None:
        play.log = GameLog(game, game.parse_position(position))
    return play


def qwixx() -> AnyPlay:
    """Green is closed, both have just crossed a 7, and Marta is to add a colour."""
    marta = "r2,3,5,6,8 y3,4 g12,11,9,8 b10,9 p1"
    luis = "r4,6,7,9 y2,3,5,6 g12,11,9,8,6,5,2 b12,11,8"
    play = begin(QWIXX, ("Marta", "Luis"), f"{marta} | {luis} ; p1 roll")
    play.happen("w43 r5 y2 b4")
    play.act(0, "y7")
    play.act(1, "b7")
    return play


def big_points() -> AnyPlay:
    """Yellow is closed, its circles are not: Ana has just crossed one."""
    ana = "r2,4,5,7,8 y3,4,5,8 ry2,4,5 g11,10,8 b12,10,8 gb10,8"
    leo = "r3,4,6 y3,5,6,7,9,12 ry3,6 g12,9,8 b11,9,8 gb9,8 p1"
    play = begin(BIG_POINTS, ("Ana", "Leo"), f"{ana} | {leo} ; p1 roll")
    play.happen("w52 r3 g6 b4")
    play.act(0, "ry7")
    play.act(1, "g7")
    return play


def quixo() -> AnyPlay:
    """Crosses have just completed the long diagonal."""
    pushes = (
        "e3>a3 e4>a4 c1>e1 a5>a1 b1>e1 a1>a5 d1>e1 c5>e5 d1>d5 b1>b5 "
        "e3>a3 e3>e5 d1>d5 a2>e2 e1>a1 a4>a5 d5>e5 e3>a3 b1>b5"
    )
    return pushed(begin(QUIXO, ("Marta", "Luis")), pushes)


def quixo_teams() -> AnyPlay:
    """Every dot points at who may take the cube; it is Ana's turn, at the top."""
    pushes = (
        "a4>a1@1 c1>a1@2 a5>a1@1 e5>a5@2 e4>a4@1 e2>a2@2 c5>a5@3 c1>c5@2 e2>a2@3 "
        "e4>e1@4 e5>a5@1 c1>c5@4 e4>a4@3 e4>a4@4 e3>e5@1 c5>a5@4 a1>e1@3 a3>e3@4"
    )
    return pushed(begin(QUIXO_TEAMS, ("Marta", "Luis", "Ana", "Leo")), pushes)


def pushed(play: AnyPlay, pushes: str) -> AnyPlay:
    """The play after these pushes, each by who is to act."""
    for push in pushes.split():
        (seat,) = play.to_act
        play.act(seat, push)
    return play


PICTURES = {
    "qwixx": qwixx,
    "big-points": big_points,
    "quixo": quixo,
    "quixo-teams": quixo_teams,
}
"""What the pictures show, by their names."""


def draw(name: str) -> Picture:
    """A picture of the documentation, by light or by dark as its reader prefers."""
    return picture(PICTURES[name](), theme="auto")


def outdated(folder: Path) -> list[str]:
    """The pictures in the folder that are not there or not as they would be drawn now."""
    files = {name: folder / f"{name}.svg" for name in PICTURES}
    return [
        name
        for name, file in files.items()
        if not file.exists() or file.read_bytes() != draw(name).svg.encode()
    ]


def main(arguments: list[str], folder: Path = FOLDER) -> int:
    parser = argparse.ArgumentParser(description="Draw the pictures of the documentation.")
    parser.add_argument("--check", action="store_true", help="draw nothing; fail if out of date")
    check = parser.parse_args(arguments).check
    old = outdated(folder)
    if check:
        for name in old:
            print(f"{name}.svg is out of date: run `make pictures`", file=sys.stderr)
        return 1 if old else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in old:
        draw(name).save(folder / f"{name}.svg")
        print(f"{name}.svg is drawn again")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
