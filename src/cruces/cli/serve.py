"""`cruces serve`: the server."""

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.localised_click import Command, words

HOST, PORT = "127.0.0.1", 8000
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(host: str, port: int, workers: int, browser: bool, **given: str | int | None) -> None:
        # Late: other commands need not load a web server.
        from cruces.server.serve import address, check_port, serve
        from cruces.server.settings import Settings

        settings = Settings.from_environment(given)
        check_port(host, port)
        where = address(host, port)
        click.echo(say("serve.address", address=where), err=True)
        serve(settings, host, port, workers, browser=where if browser else None)

    number, url = say("metavar.number"), say("metavar.url")

    def option(name: str, metavar: str, **attrs: object) -> click.Option:
        help_text = say(f"serve.option.{name.removeprefix('--')}")
        return click.Option([name], metavar=metavar, help=help_text, **attrs)  # type: ignore[arg-type]

    params: list[click.Parameter] = [
        option("--host", say("metavar.host"), default=HOST),
        option("--port", number, type=WholeNumber(lang), default=PORT),
        click.Option(
            ["--open", "browser"], is_flag=True, default=False, help=say("serve.option.open")
        ),
        option("--workers", number, type=WholeNumber(lang, least=1), default=1),
        option("--database", url),
        option("--redis", url),
        option("--origins", url),
        option("--bot-threads", number, type=WholeNumber(lang, least=1)),
        option("--log-level", "|".join(LEVELS), type=OneOf(lang, LEVELS)),
    ]
    examples = (
        "cruces serve --open",
        "cruces serve --host 0.0.0.0 --port 80",
        "cruces serve --database postgresql://db/cruces --redis redis://cache --workers 4",
    )
    return Command("serve", lang, run, params, examples)
