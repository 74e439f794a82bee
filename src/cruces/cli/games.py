"""`cruces games`: what there is to play."""

from collections.abc import Iterator

import click

from cruces.cli.arguments import AnyGame
from cruces.cli.frame import Command, echo_json, json_option
from cruces.cli.pen import Pen, colour_wanted
from cruces.core import Option
from cruces.core.options import value_text
from cruces.games import GAMES
from cruces.locales import text


def command(lang: str) -> Command:
    """The command in a language."""

    def run(as_json: bool) -> None:
        if as_json:
            echo_json([_data(game, lang) for game in GAMES.values()])
        else:
            pen = Pen(lang, colour_wanted())
            blocks = ["\n".join(_lines(game, pen)) for game in GAMES.values()]
            click.echo("\n\n".join([*blocks, pen.say("games.ruling")]), color=pen.colour)

    examples = ("cruces games", "cruces games --json")
    return Command("games", lang, run, [json_option(lang)], examples)


def _data(game: AnyGame, lang: str) -> dict[str, object]:
    return {
        "id": game.id,
        "name": game.name(lang),
        "about": text(f"about.{game.id}", lang),
        "seats": sorted(game.seat_counts),
        "usual_seats": game.seat_counts[0],
        "practice_seats": sorted(game.practice_counts),
        "options": [
            {
                "name": option.name,
                "about": text(f"option.{option.name}", lang),
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
                "ruling": option.ruling,
            }
            for option in game.options
        ],
    }


def _lines(game: AnyGame, pen: Pen) -> Iterator[str]:
    title = pen.paint(f"{game.id:<12} {game.name(pen.lang)}", bold=True)
    yield f"{title} · {_seats(game, pen)}"
    yield f"  {pen.text(f'about.{game.id}')}"
    for option in game.options:
        mark = "*" if option.ruling else ""
        yield f"    --set {option.name}={_values(option)}"
        yield f"      {f'{option.rule}{mark}':<5}{pen.text(f'option.{option.name}')}"


def _seats(game: AnyGame, pen: Pen) -> str:
    real = sorted(set(game.seat_counts) - set(game.practice_counts))
    span = str(real[0]) if len(real) == 1 else f"{real[0]}–{real[-1]}"
    practice = ", ".join(map(str, game.practice_counts))
    said = pen.say("games.seats", seats=span)
    return said + pen.say("games.practice", seats=practice) if practice else said


def _values(option: Option) -> str:
    """The values as typed, the default first: ``3|none|2``."""
    default = value_text(option.default)
    others = (value_text(value) for value in option.values)
    return "|".join([default, *(value for value in others if value != default)])
