"""All the commands, in one language."""

from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

import click

from cruces.cli.localised_click import Group, words

COMMANDS = {
    "play": "play.command:command",
    "serve": "serve:command",
    "rules": "rules:command",
    "games": "games:command",
    "replay": "records:replay_command",
    "verify": "records:verify_command",
    "render": "render:command",
    "sheet": "sheet:command",
    "analyse": "analyse:command",
    "arena": "arena:command",
    "oracle": "oracle.command:command",
    "perft": "perft:command",
    "prepare": "prepare:command",
}
"""Where each is made, in the order of the help; the commands of families come last."""
LAST = {
    "schema": "schema:command",
    "db": "database:command",
    "completion": "completion:command",
}


def build(lang: str, arguments: Sequence[str] = ()) -> Group:
    """The command `cruces`, with all texts in this language.

    If the arguments begin with one of our commands, it has that one alone: to load the others
    takes longer than most of them do.
    """
    tree = Group("cruces", lang, [_version_option(lang)])
    ours = {**COMMANDS, **LAST}
    if arguments and arguments[0] in ours:
        tree.add_command(_made(ours[arguments[0]], lang))
        return tree
    from cruces.cli.family_command import family_commands

    for command in (
        *(_made(place, lang) for place in COMMANDS.values()),
        *family_commands(lang),
        *(_made(place, lang) for place in LAST.values()),
    ):
        tree.add_command(command)
    return tree


def _made(place: str, lang: str) -> click.Command:
    module, _, name = place.partition(":")
    command: click.Command = getattr(import_module(f"cruces.cli.{module}"), name)(lang)
    return command


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
