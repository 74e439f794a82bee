"""`cruces perft`: how many ways play can go."""

from time import perf_counter

import click

from cruces.cli.arguments import AnyGame, Whole, game_argument
from cruces.cli.frame import Command, echo_json, json_option, words
from cruces.core import Value, perft


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(game: AnyGame, depth: int, size: int | None, seats: int | None, as_json: bool) -> None:
        options: dict[str, Value] = {}
        if any(option.name == "repetition" for option in game.options):
            # Without a memory of earlier boards equal positions are one, and counted once.
            options["repetition"] = None
        if size is not None:
            options["size"] = size
        state = game.initial(options, seats)
        begun = perf_counter()
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
                "seconds": round(perf_counter() - begun, 6),
            }
        )

    number = say("metavar.number")
    params: list[click.Parameter] = [
        game_argument(lang),
        click.Option(
            ["--depth"],
            type=Whole(lang),
            required=True,
            metavar=number,
            help=say("perft.option.depth"),
        ),
        click.Option(["--size"], type=Whole(lang), metavar=number, help=say("perft.option.size")),
        click.Option(["--seats"], type=Whole(lang), metavar=number, help=say("option.seats")),
        json_option(lang),
    ]
    examples = ("cruces perft quixo --depth 4", "cruces perft quixo --depth 6 --size 3 --json")
    return Command("perft", lang, run, params, examples)
