"""`cruces render`: a game or a position as a picture."""

import os
from collections.abc import Iterable
from typing import Any, Literal, get_args

import click

from cruces.cli import files
from cruces.cli.arguments import AnyGame, GameId, OneOf, agreed, setting_options
from cruces.cli.failures import CliError, UsageProblem
from cruces.cli.localised_click import Argument, Command, words
from cruces.cli.records import event_option, rewind
from cruces.core import CrucesError
from cruces.core.registry import GAMES
from cruces.render.terminal.style import printable

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(
        source: str,
        out: str,
        game: AnyGame | None,
        settings: tuple[tuple[str, str], ...],
        edition: str | None,
        theme: Theme,
        event: int | None,
        force: bool,
    ) -> None:
        # Late: pictures are seldom needed.
        from cruces.render import picture

        if source == files.STANDARD or os.path.exists(source):
            if game or settings or edition:
                raise UsageProblem(say("usage.record-has-options"))
            play = files.read_play(source)
            rewind(play, event)
            image = picture(play, theme=theme, lang=lang)
        else:
            if event is not None:
                raise UsageProblem(say("usage.position-has-no-events"))
            chosen_game, state = position(source, game, settings, edition)
            image = picture(state, theme=theme, lang=lang, game=chosen_game)
        files.put(out, image.svg, force)

    params: list[click.Parameter] = [
        Argument(["source"], say("render.argument"), metavar=say("render.metavar")),
        click.Option(
            ["--out"], required=True, metavar=say("metavar.file"), help=say("render.option.out")
        ),
        click.Option(
            ["--game"],
            type=GameId(lang),
            metavar=say("metavar.game"),
            help=say("render.option.game"),
        ),
        *setting_options(lang),
        click.Option(
            ["--theme"],
            type=OneOf(lang, THEMES),
            default=THEMES[0],
            metavar="|".join(THEMES),
            help=say("render.option.theme"),
        ),
        event_option(lang),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
    ]
    examples = (
        "cruces render game.json --out game.svg",
        "cruces render game.json --event 12 --theme dark --out after12.svg",
    )
    return Command("render", lang, run, params, examples)


def position(
    written: str,
    game: AnyGame | None,
    settings: Iterable[tuple[str, str]],
    edition: str | None,
) -> tuple[AnyGame, Any]:
    """The game and state of a position text; by default the first game that can parse it."""
    if game is not None:
        return game, game.parse_position(written, agreed(game, settings, edition))
    for candidate in GAMES.values():
        try:
            return candidate, candidate.parse_position(
                written, agreed(candidate, settings, edition)
            )
        except CrucesError:
            continue
    raise CliError("no-source", text=printable(written))
