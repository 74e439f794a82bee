"""`cruces perft`: the size of the game tree."""

from time import perf_counter

import click

from cruces.cli.arguments import AnyGame, WholeNumber, game_argument
from cruces.cli.localised_click import Command, echo_json, json_option, words
from cruces.core import Value, perft
from cruces.core.registry import family_of

MOST_DEPTH = 100
"""Deeper than anybody can wait for, and not too deep to recurse."""


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(game: AnyGame, depth: int, size: int | None, seats: int | None, as_json: bool) -> None:
        options: dict[str, Value] = dict(family_of(game).perft_options(game))
        if size is not None:
            options["size"] = size
        state = game.initial(options, seats)
        start = perf_counter()
        nodes = perft(game, state, depth)
        if not as_json:
            click.echo(nodes)
            return
        echo_json(
            {
                "game": game.id,
                "depth": depth,
                "size": game.settings(state).get("size"),
                "seats": game.seats(state),
                "nodes": nodes,
                "seconds": round(perf_counter() - start, 6),
            }
        )

    number = say("metavar.number")
    params: list[click.Parameter] = [
        game_argument(lang),
        click.Option(
            ["--depth"],
            type=WholeNumber(lang, most=MOST_DEPTH),
            required=True,
            metavar=number,
            help=say("perft.option.depth"),
        ),
        click.Option(
            ["--size"], type=WholeNumber(lang), metavar=number, help=say("perft.option.size")
        ),
        click.Option(["--seats"], type=WholeNumber(lang), metavar=number, help=say("option.seats")),
        json_option(lang),
    ]
    return Command("perft", lang, run, params, ())
