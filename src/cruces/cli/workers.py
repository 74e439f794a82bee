"""`--workers` and `--ray`: who does long work."""

import click

from cruces.cli.arguments import WholeNumber
from cruces.cli.localised_click import words
from cruces.parallel import Place, cores, place_of

MOST = 1024


def worker_options(lang: str) -> list[click.Parameter]:
    """Both options; `chosen_place` takes their values."""
    say = words(lang)
    return [
        click.Option(
            ["--workers"],
            type=WholeNumber(lang, least=1, most=MOST),
            metavar=say("metavar.number"),
            help=say("option.workers"),
        ),
        click.Option(["--ray"], metavar=say("metavar.ray"), help=say("option.ray")),
    ]


def chosen_place(workers: int | None, ray: str | None) -> Place:
    """Where the work is done: by default, on every core of this computer."""
    return place_of(workers or cores(), ray)
