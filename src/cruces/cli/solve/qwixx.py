"""Qwixx: what can be expected alone, or of every seat among friends."""

from time import perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli.frame import echo_json, words
from cruces.cli.progress import Bar
from cruces.games.qwixx import Qwixx, Sheet
from cruces.solvers.errors import TableError

if TYPE_CHECKING:
    from cruces.solvers.qwixx.table import Table


def run(lang: str, game: Qwixx, players: int, ruling: str, as_json: bool) -> None:
    """Find the table, or compute it, and say what the start is worth."""
    game.check_seats(players)
    # Late: the other commands need not wait for a compiler to load.
    from cruces.solvers.qwixx.oracle import found

    say, bar, begun = words(lang), Bar(lang), perf_counter()

    def refused(error: TableError) -> None:
        click.echo(say("solve.again", why=error.message(lang)), err=True)

    try:
        table = found(players, ruling, bar, refused)
    finally:
        bar.clear()
    if as_json:
        echo_json({**_data(table), "seconds": perf_counter() - begun})
    else:
        click.echo("\n".join(_lines(table, lang)))


def _data(table: "Table") -> dict[str, object]:
    from cruces.solvers.qwixx.index import PENALTIES, PLACES

    return {
        "game": Qwixx.id,
        "players": table.players,
        "ruling": table.ruling,
        "sheets": PLACES * PENALTIES,
        "seats": _seats(table),
    }


def _seats(table: "Table") -> list[float]:
    """What the start is worth to each seat: the later, the more white rolls before one's turn."""
    return [table.value(Sheet.empty(), waits) for waits in range(table.players)]


def _lines(table: "Table", lang: str) -> list[str]:
    say, data = words(lang), _data(table)
    title = say("solve.alone" if table.players == 1 else "solve.friendly", **data)
    seats = _seats(table)
    return [
        title,
        say("solve.expected"),
        *(f"  {say('solve.seat', seat=n)} {value:>9.4f}" for n, value in enumerate(seats, 1)),
    ]
