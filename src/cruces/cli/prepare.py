"""`cruces prepare`: prepare everything that bots need before anyone plays."""

import subprocess

import click

from cruces.cli.failures import FAILED
from cruces.cli.localised_click import Command, words
from cruces.cli.progress import Bar
from cruces.players.preparation import COMMAND, is_prepared, preparations, usual


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(everything: bool) -> int:
        known = preparations()
        names = list(known) if everything else usual()
        missing = [name for name in names if not is_prepared(name)]
        if missing and not _prepared(missing, {name: known[name].seconds for name in names}, lang):
            click.echo(say("prepare.failed"), err=True)
            return FAILED
        click.echo(say("prepare.done"))
        return 0

    option = click.Option(
        ["--all", "everything"], is_flag=True, default=False, help=say("prepare.option.all")
    )
    return Command("prepare", lang, run, [option], ("cruces prepare",), codes=("0", "1", "130"))


def _prepared(missing: list[str], seconds: dict[str, float], lang: str) -> bool:
    """Prepare in a process of its own, with a progress bar; whether it succeeded."""
    bar, todo = Bar(lang), set(missing)
    with subprocess.Popen(
        [*COMMAND, *missing],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            bar(1 - sum(map(seconds.__getitem__, todo)) / sum(seconds.values()))
            for line in process.stdout or ():
                todo.discard(line.strip())
                bar(1 - sum(map(seconds.__getitem__, todo)) / sum(seconds.values()))
        except BaseException:
            process.kill()  # at Ctrl-C; finished preparations are kept
            raise
        finally:
            bar.clear()
    return process.returncode == 0
