"""`cruces solve qwixx`: expected scores alone, or of every seat in a friendly game."""

from time import perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.games.qwixx.rules import Qwixx, Sheet
from cruces.games.qwixx.solver import RULINGS
from cruces.locales import number
from cruces.solvers.errors import TableError

if TYPE_CHECKING:
    from cruces.games.qwixx.solver.table import ValueTable


def run(lang: str, game: Qwixx, players: int | None, ruling: str | None, as_json: bool) -> None:
    """Load or compute the table, and print what the start is worth."""
    players, ruling = players or 1, ruling or RULINGS[0]
    game.check_seats(players)
    # Imported late: other commands should not wait for the compiler to load.
    from cruces.games.qwixx.solver.oracle import load_or_solve

    say, bar, started = words(lang), Bar(lang), perf_counter()

    def report_refusal(error: TableError) -> None:
        click.echo(say("solve.again", why=error.message(lang)), err=True)

    try:
        table = load_or_solve(players, ruling, bar, report_refusal)
    finally:
        bar.clear()
    if as_json:
        echo_json({**_data(table), "seconds": perf_counter() - started})
    else:
        click.echo("\n".join(_lines(table, lang)))


def options(lang: str) -> list[click.Parameter]:
    """The options in a language."""
    say = words(lang)
    return [
        click.Option(
            ["--players"],
            type=WholeNumber(lang, least=1),
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


def _data(table: "ValueTable") -> dict[str, object]:
    from cruces.games.qwixx.solver.index import PENALTIES, PLACES

    return {
        "game": Qwixx.id,
        "players": table.players,
        "ruling": table.ruling,
        "sheets": PLACES * PENALTIES,
        "seats": _seats(table),
    }


def _seats(table: "ValueTable") -> list[float]:
    """What the start is worth to each seat: later seats have more white rolls before their turn."""
    return [table.value(Sheet.empty(Qwixx.layout), waits) for waits in range(table.players)]


def _lines(table: "ValueTable", lang: str) -> list[str]:
    say, data = words(lang), _data(table)
    title = say("solve.alone" if table.players == 1 else "solve.friendly", **data)
    seats = _seats(table)
    return [
        title,
        say("solve.expected"),
        *(
            f"  {say('solve.seat', seat=n)} {number(value, lang, 4):>9}"
            for n, value in enumerate(seats, 1)
        ),
    ]
