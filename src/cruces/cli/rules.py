"""`cruces rules`: our rules page of a game, and what would be agreed."""

import textwrap
from collections.abc import Iterator, Mapping

import click

from cruces.cli.arguments import AnyGame, agreed, game_argument, setting_options
from cruces.cli.frame import Command
from cruces.cli.page import set_page, terminal_width
from cruces.cli.pen import Pen, colour_wanted
from cruces.core import Value
from cruces.core.options import value_text
from cruces.locales import rules_page

INDENT = " " * 6


def command(lang: str) -> Command:
    """The command in a language."""

    def run(game: AnyGame, settings: tuple[tuple[str, str], ...], edition: str | None) -> None:
        given = agreed(game, settings, edition)
        pen = Pen(lang, colour_wanted())
        click.echo(rules_text(pen, game, game.resolve(given)), color=pen.colour)

    examples = (
        "cruces rules quixo",
        "cruces rules qwixx --lang es --edition gamewright-2014",
        "cruces rules big-points --set circle_die=either",
    )
    return Command("rules", lang, run, [game_argument(lang), *setting_options(lang)], examples)


def rules_text(pen: Pen, game: AnyGame, settings: Mapping[str, Value]) -> str:
    """The page, and under it the options in force."""
    width = terminal_width()
    page = set_page(pen, rules_page(game.id, pen.lang), width)
    return "\n".join([page, "", *_in_force(pen, game, settings, width)])


def _in_force(pen: Pen, game: AnyGame, settings: Mapping[str, Value], width: int) -> Iterator[str]:
    yield pen.paint(pen.say("rules.in-force"), bold=True)
    for option in game.options:
        value = value_text(settings[option.name])
        ruling = pen.say("rules.ruling") if option.ruling else ""
        meaning = pen.text(f"option.{option.name}.{value}")
        yield f"  {option.name}={value}  ({option.rule}{ruling})"
        said = f"{pen.text(f'option.{option.name}')}: {meaning}"
        yield textwrap.fill(said, width, initial_indent=INDENT, subsequent_indent=INDENT)
