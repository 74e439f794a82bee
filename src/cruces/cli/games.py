"""`cruces games`: the list of games."""

from collections.abc import Iterator

import click

from cruces.cli.arguments import AnyGame
from cruces.cli.localised_click import Command, echo_json, json_option
from cruces.core import Option
from cruces.core.options import value_text
from cruces.core.registry import GAMES, broken_families
from cruces.locales import text
from cruces.render.terminal.style import Style, colour_wanted


def command(lang: str) -> Command:
    """The command in a language."""

    def run(as_json: bool) -> None:
        if as_json:
            echo_json([_data(game, lang) for game in GAMES.values()])
        else:
            style = Style(lang, colour_wanted())
            blocks = ["\n".join(_lines(game, style)) for game in GAMES.values()]
            click.echo("\n\n".join([*blocks, style.say("games.ruling")]), color=style.colour)
        for family in broken_families():
            told = text("cli.games.broken", lang, family=family.name, why=family.why)
            click.echo(told, err=True)

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
                "about": game.option_text(option.name, lang),
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
                "ruling": option.ruling,
            }
            for option in game.options
        ],
    }


def _lines(game: AnyGame, style: Style) -> Iterator[str]:
    title = style.paint(f"{game.id:<12} {game.name(style.lang)}", bold=True)
    yield f"{title} · {_seats(game, style)}"
    yield f"  {style.text(f'about.{game.id}')}"
    for option in game.options:
        mark = "*" if option.ruling else ""
        yield f"    --set {option.name}={_values(option)}"
        yield f"      {f'{option.rule}{mark}':<5}{game.option_text(option.name, style.lang)}"


def _seats(game: AnyGame, style: Style) -> str:
    real = sorted(set(game.seat_counts) - set(game.practice_counts))
    span = real[0] if len(real) == 1 else f"{real[0]}–{real[-1]}"
    practice = ", ".join(map(str, game.practice_counts))
    said = style.say("games.seats", seats=span)
    return said + style.say("games.practice", seats=practice) if practice else said


def _values(option: Option) -> str:
    """The values as typed, the default first: ``3|none|2``."""
    default = value_text(option.default)
    others = (value_text(value) for value in option.values)
    return "|".join([default, *(value for value in others if value != default)])
