"""`cruces sheet`: blank sheets of a game to print, as PDF."""

from typing import get_args

import click

from cruces.cli import files
from cruces.cli.arguments import AnyGame, OneOf, WholeNumber, game_argument
from cruces.cli.failures import CliError
from cruces.cli.localised_click import Command, words
from cruces.core.registry import GAMES, family_of
from cruces.render.paper import MOST, USUAL, Paper, blank_page

PAPERS: tuple[Paper, ...] = get_args(Paper)


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(
        game: AnyGame, out: str, paper: Paper, per_page: int, black_and_white: bool, force: bool
    ) -> None:
        page = blank_page(game, lang, paper, per_page, "black" if black_and_white else "colour")
        if page is None:
            raise CliError("no-sheet", game=game.name(lang), known=", ".join(_with_sheet(lang)))
        if out != files.STANDARD:
            files.check_target(out, force)
        from cruces.render.pdf import pdf  # late: part of an extra

        files.put(out, pdf(page, game.name(lang), lang), force)

    params: list[click.Parameter] = [
        game_argument(lang),
        click.Option(
            ["--out"], required=True, metavar=say("metavar.file"), help=say("sheet.option.out")
        ),
        click.Option(
            ["--paper"],
            type=OneOf(lang, PAPERS),
            default=PAPERS[0],
            metavar="|".join(PAPERS),
            help=say("sheet.option.paper"),
        ),
        click.Option(
            ["--per-page"],
            type=WholeNumber(lang, 1, MOST),
            default=USUAL,
            metavar=say("metavar.number"),
            help=say("sheet.option.per-page", most=MOST, default=USUAL),
        ),
        click.Option(["--black-and-white"], is_flag=True, help=say("sheet.option.black-and-white")),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
    ]
    return Command("sheet", lang, run, params, ())


def _with_sheet(lang: str) -> list[str]:
    """The games that are played on sheets."""
    return [id for id, game in GAMES.items() if family_of(game).blank_sheet(game, lang)]
