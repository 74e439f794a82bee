"""`cruces serve`: the server."""

import sys

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.localised_click import Command, words

HOST, PORT, LAST_PORT = "127.0.0.1", 8000, 65_535
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def in_terminal() -> bool:
    """Whether somebody reads what is written."""
    return sys.stderr.isatty()


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(host: str, port: int, workers: int, browser: bool, **given: str | int | None) -> None:
        # Late: other commands need not load a web server.
        from cruces.server.serve import address, check_port, check_services, serve
        from cruces.server.settings import Settings
        from cruces.storage import only_server

        # All that can be wrong is said before where the server is.
        settings = Settings.from_environment(given)
        real_port = check_port(host, port)
        with only_server(settings.database):
            trouble = check_services(settings, workers)
            where = address(host, real_port)
            if in_terminal():  # else the log says it, in its own form
                if trouble:
                    click.echo(say("serve.no-redis", detail=trouble), err=True)
                click.echo(say("serve.address", address=where), err=True)
            serve(settings, host, real_port, workers, browser=where if browser else None)

    number, url = say("metavar.number"), say("metavar.url")

    def option(name: str, metavar: str, **attrs: object) -> click.Option:
        help_text = say(f"serve.option.{name.removeprefix('--')}")
        return click.Option([name], metavar=metavar, help=help_text, **attrs)  # type: ignore[arg-type]

    params: list[click.Parameter] = [
        option("--host", say("metavar.host"), default=HOST),
        option("--port", number, type=WholeNumber(lang, most=LAST_PORT), default=PORT),
        click.Option(
            ["--open", "browser"], is_flag=True, default=False, help=say("serve.option.open")
        ),
        option("--workers", number, type=WholeNumber(lang, least=1), default=1),
        option("--database", url),
        option("--redis", url),
        option("--origins", url),
        option("--hosts", say("metavar.host")),
        option("--unlimited", say("metavar.network")),
        option("--bot-threads", number, type=WholeNumber(lang, least=1)),
        option("--metrics", say("metavar.address")),
        option("--keep-finished", number, type=WholeNumber(lang)),
        option("--keep-abandoned", number, type=WholeNumber(lang)),
        option("--log-level", "|".join(LEVELS), type=OneOf(lang, LEVELS)),
    ]
    examples = (
        "cruces serve --open",
        "cruces serve --host 0.0.0.0 --port 80",
        "cruces serve --database postgresql://db/cruces --redis redis://cache --workers 4",
    )
    return Command("serve", lang, run, params, examples)
