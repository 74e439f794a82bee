"""`cruces rules`: the rules page of a game, and its options."""

import textwrap
from collections.abc import Iterator, Mapping

import click

from cruces.cli.arguments import AnyGame, agreed, game_argument, setting_options
from cruces.cli.localised_click import Command
from cruces.cli.markdown import set_page, terminal_width
from cruces.core import Value
from cruces.core.options import value_text
from cruces.core.registry import family_of
from cruces.render.terminal.style import Style, colour_wanted

INDENT = " " * 6


def command(lang: str) -> Command:
    """The command in a language."""

    def run(game: AnyGame, settings: tuple[tuple[str, str], ...], edition: str | None) -> None:
        values = agreed(game, settings, edition)
        style = Style(lang, colour_wanted())
        click.echo(rules_text(style, game, game.resolve(values)), color=style.colour)

    return Command("rules", lang, run, [game_argument(lang), *setting_options(lang)], ())


def rules_text(style: Style, game: AnyGame, settings: Mapping[str, Value]) -> str:
    """The page, followed by the options in force."""
    width = terminal_width()
    page = set_page(style, family_of(game).rules_page(game, style.lang), width)
    if not game.options:
        return page
    return "\n".join([page, "", *_in_force(style, game, settings, width)])


def _in_force(
    style: Style, game: AnyGame, settings: Mapping[str, Value], width: int
) -> Iterator[str]:
    yield style.paint(style.say("rules.in-force"), bold=True)
    for option in game.options:
        value = value_text(settings[option.name])
        ruling = style.say("rules.ruling") if option.ruling else ""
        meaning = game.option_text(option.name, style.lang, value)
        yield f"  {option.name}={value}  ({option.rule}{ruling})"
        sentence = f"{game.option_text(option.name, style.lang)}: {meaning}"
        yield textwrap.fill(sentence, width, initial_indent=INDENT, subsequent_indent=INDENT)
