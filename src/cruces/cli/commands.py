"""All the commands, in one language."""

from importlib.metadata import version

import click

from cruces.cli import (
    analyse,
    arena,
    completion,
    database,
    games,
    perft,
    prepare,
    records,
    render,
    rules,
    schema,
    serve,
    sheet,
)
from cruces.cli.family_command import family_commands
from cruces.cli.localised_click import Group, words
from cruces.cli.oracle import command as oracle
from cruces.cli.play import command as play

COMMANDS = (
    play.command,
    serve.command,
    rules.command,
    games.command,
    records.replay_command,
    records.verify_command,
    render.command,
    sheet.command,
    analyse.command,
    arena.command,
    oracle.command,
    perft.command,
    prepare.command,
)
"""In the order of the help; the commands of families come last."""
LAST = (schema.command, database.command, completion.command)


def build(lang: str) -> Group:
    """The command `cruces`, with all texts in this language."""
    tree = Group("cruces", lang, [_version_option(lang)])
    for command in (
        *(command(lang) for command in COMMANDS),
        *family_commands(lang),
        *(command(lang) for command in LAST),
    ):
        tree.add_command(command)
    return tree


def _version_option(lang: str) -> click.Option:
    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(f"cruces {version('cruces')}")
            ctx.exit()

    return click.Option(
        ["--version", "-V"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help=words(lang)("option.version"),
    )
