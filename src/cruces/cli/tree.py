"""All the commands, in one language."""

from importlib.metadata import version

import click

from cruces.cli import (
    analyse,
    completion,
    database,
    games,
    perft,
    picture,
    prove,
    records,
    rules,
    schema,
    serve,
    train,
)
from cruces.cli.frame import Group, words
from cruces.cli.play import command as play
from cruces.cli.solve import command as solve

COMMANDS = (
    play.command,
    serve.command,
    rules.command,
    games.command,
    records.replay_command,
    records.verify_command,
    picture.command,
    analyse.command,
    perft.command,
    solve.command,
    prove.command,
    train.command,
    schema.command,
    database.command,
    completion.command,
)
"""In the order of the help: what people want first comes first."""


def build(lang: str) -> Group:
    """The command `cruces`, whose every text is in this language."""
    tree = Group("cruces", lang, [_version_option(lang)])
    for command in COMMANDS:
        tree.add_command(command(lang))
    return tree


def _version_option(lang: str) -> click.Option:
    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(f"cruces {version('cruces')}")
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help=words(lang)("option.version"),
    )
