"""`cruces db`: maintenance of the server's database."""

import sys
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.files import STANDARD, check_target
from cruces.cli.localised_click import Argument, Command, words

ACTIONS = ("upgrade", "export", "import", "prune")
DAY = 24 * 3600 * 1000
DAYS_KEPT = 90


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(action: str, file: str, database: str | None, days: int, force: bool) -> None:
        from cruces.server.settings import Settings
        from cruces.storage import export, open_store, restore

        store = open_store(Settings.from_environment({"database": database}).database)
        try:
            match action:
                case "upgrade":
                    click.echo(say("db.upgraded"), err=True)
                case "export":
                    with _output(file, force) as out:
                        count = sum(1 for line in export(store) if out.write(line))
                    click.echo(say("db.exported", count=count), err=True)
                case "import":
                    with _input(file) as lines:
                        click.echo(say("db.imported", count=restore(store, lines)), err=True)
                case "prune":
                    before = int(time.time() * 1000) - days * DAY
                    count = store.prune(before, ("gathering", "over"))
                    click.echo(say("db.pruned", count=count), err=True)
        finally:
            store.close()

    params: list[click.Parameter] = [
        Argument(
            ["action"],
            say("argument.db-action"),
            type=OneOf(lang, ACTIONS),
            metavar="|".join(ACTIONS),
        ),
        Argument(
            ["file"],
            say("argument.db-file"),
            required=False,
            default=STANDARD,
            metavar=f"[{say('metavar.file')}]",
        ),
        click.Option(["--database"], metavar=say("metavar.url"), help=say("serve.option.database")),
        click.Option(
            ["--days"],
            type=WholeNumber(lang),
            default=DAYS_KEPT,
            metavar=say("metavar.number"),
            help=say("db.option.days", days=DAYS_KEPT),
        ),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
    ]
    examples = (
        "cruces db upgrade",
        "cruces db export matches.jsonl",
        "cruces db import matches.jsonl --database postgresql://db/cruces",
        "cruces db prune --days 30",
    )
    return Command("db", lang, run, params, examples)


def _output(name: str, force: bool) -> AbstractContextManager[BinaryIO]:
    if name == STANDARD:
        return nullcontext(sys.stdout.buffer)  # which stays open
    return check_target(name, force).open("wb")


def _input(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == STANDARD else Path(name).open("rb")
