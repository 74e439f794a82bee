"""Qwixx: what can be expected alone, or of every seat among friends."""

from time import perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli.arguments import OneOf, Whole
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.games.qwixx.rules import Qwixx, Sheet
from cruces.games.qwixx.solver import RULINGS
from cruces.solvers.errors import TableError

if TYPE_CHECKING:
    from cruces.games.qwixx.solver.table import Table


def run(lang: str, game: Qwixx, players: int | None, ruling: str | None, as_json: bool) -> None:
    """Find the table, or compute it, and say what the start is worth."""
    players, ruling = players or 1, ruling or RULINGS[0]
    game.check_seats(players)
    # Late: the other commands need not wait for a compiler to load.
    from cruces.games.qwixx.solver.oracle import found

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


def options(lang: str) -> list[click.Parameter]:
    """The options in a language."""
    say = words(lang)
    return [
        click.Option(
            ["--players"],
            type=Whole(lang, least=1),
            metavar=say("metavar.number"),
            help=say("solve.option.players"),
        ),
        click.Option(
            ["--ruling"],
            type=OneOf(lang, RULINGS),
            metavar="|".join(RULINGS),
            help=say("solve.option.ruling"),
        ),
        json_option(lang),
    ]


COMMAND = FamilyCommand(
    "solve",
    (Qwixx.id,),
    options,
    run,
    (
        Example("cruces solve qwixx", "solve.example.4"),
        Example("cruces solve qwixx --players 3 --ruling finish-turn", "solve.example.5"),
    ),
)


def _data(table: "Table") -> dict[str, object]:
    from cruces.games.qwixx.solver.index import PENALTIES, PLACES

    return {
        "game": Qwixx.id,
        "players": table.players,
        "ruling": table.ruling,
        "sheets": PLACES * PENALTIES,
        "seats": _seats(table),
    }


def _seats(table: "Table") -> list[float]:
    """What the start is worth to each seat: the later, the more white rolls before one's turn."""
    return [table.value(Sheet.empty(Qwixx.layout), waits) for waits in range(table.players)]


def _lines(table: "Table", lang: str) -> list[str]:
    say, data = words(lang), _data(table)
    title = say("solve.alone" if table.players == 1 else "solve.friendly", **data)
    seats = _seats(table)
    return [
        title,
        say("solve.expected"),
        *(f"  {say('solve.seat', seat=n)} {value:>9.4f}" for n, value in enumerate(seats, 1)),
    ]
