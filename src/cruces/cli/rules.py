"""`cruces rules`: the rules of a game, as explained or to the letter, and its options."""

import textwrap
from collections.abc import Iterator, Mapping

import click

from cruces.cli.arguments import AnyGame, agreed, game_argument, setting_options
from cruces.cli.localised_click import Command, words
from cruces.core import Value
from cruces.core.options import value_text
from cruces.core.registry import family_of
from cruces.render.terminal.reading import set_page
from cruces.render.terminal.style import Style, colour_wanted, terminal_width

INDENT = " " * 6


def command(lang: str) -> Command:
    """The command in a language."""

    def run(
        game: AnyGame, settings: tuple[tuple[str, str], ...], edition: str | None, exact: bool
    ) -> None:
        values = agreed(game, settings, edition)
        style = Style(lang, colour_wanted())
        click.echo(rules_text(style, game, game.resolve(values), exact), color=style.colour)

    exactly = click.Option(["--exact"], is_flag=True, help=words(lang)("rules.option.exact"))
    params = [game_argument(lang), *setting_options(lang), exactly]
    return Command("rules", lang, run, params, ())


def rules_text(
    style: Style, game: AnyGame, settings: Mapping[str, Value], exact: bool = False
) -> str:
    """The page, or the one to the letter if there is one, followed by the options in force."""
    family, width = family_of(game), terminal_width()
    explained = family.rules_page(game, style.lang)
    letter = family.exact_rules_page(game, style.lang)
    page = set_page(style, game, letter if exact and letter else explained, width)
    if letter and not exact:
        more = style.say("rules.more", command=f"cruces rules {game.id} --exact")
        page = f"{page}\n\n{more}"
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
