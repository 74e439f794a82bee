"""`cruces db`: maintenance of the server's database."""

import os
import secrets
import sys
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.files import STANDARD, check_target
from cruces.cli.localised_click import Argument, Command, words

ACTIONS = ("upgrade", "export", "import", "prune", "new-key", "forget-keys")
DAY = 24 * 3600 * 1000
DAYS_KEPT = 90


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(action: str, file: str, database: str | None, days: int, force: bool) -> None:
        from cruces.server.settings import Settings
        from cruces.storage import DeviceStore, export, is_match, open_store, restore
        from cruces.storage.devices import KEY_BYTES

        store = open_store(Settings.from_environment({"database": database}).database)
        try:
            match action:
                case "upgrade":
                    click.echo(say("db.upgraded"), err=True)
                case "export":
                    with _output(file, force) as out:
                        count = sum(is_match(line) for line in export(store) if out.write(line))
                    click.echo(say("db.exported", count=count), err=True)
                case "import":
                    with _input(file) as lines:
                        click.echo(say("db.imported", count=restore(store, lines)), err=True)
                case "prune":
                    before = int(time.time() * 1000) - days * DAY
                    count = store.prune(before, ("gathering", "over"))
                    DeviceStore(store.engine).prune(before)
                    click.echo(say("db.pruned", count=count), err=True)
                case "new-key":
                    key = secrets.token_bytes(KEY_BYTES)
                    count = len(DeviceStore(store.engine).add_keys([key], first=True))
                    click.echo(say("db.key", count=count - 1), err=True)
                case "forget-keys":
                    count = DeviceStore(store.engine).forget_keys()
                    click.echo(say("db.keys-forgotten", count=count), err=True)
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
        "cruces db new-key",
    )
    return Command("db", lang, run, params, examples)


def _output(name: str, force: bool) -> AbstractContextManager[BinaryIO]:
    """The file to write to, readable for its owner alone: it contains keys and secrets."""
    if name == STANDARD:
        return nullcontext(sys.stdout.buffer)  # which stays open
    target = check_target(name, force)
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    Path(target).chmod(0o600)  # also if it was there
    return os.fdopen(handle, "wb")


def _input(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == STANDARD else Path(name).open("rb")
