"""`cruces serve`: the server."""

import os
import sys

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.localised_click import Command, words
from cruces.core import BadOptionError, Reason

HOST, PORT, LAST_PORT = "127.0.0.1", 8000, 65_535
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def in_terminal() -> bool:
    """Whether somebody reads what is written."""
    return sys.stderr.isatty()


def qr_lines(text: str) -> list[str]:
    """A text as a QR code for a terminal: black on white, whatever its colours are."""
    import segno  # late: other commands need not load it

    rows = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    halves = " ▄▀█"
    return [
        "\x1b[30;47m"
        + "".join(halves[2 * u + d] for u, d in zip(up, down, strict=True))
        + "\x1b[0m"
        for up, down in zip(rows[::2], rows[1::2], strict=True)
    ]


def can_show_qr() -> bool:
    """Whether the terminal has colours and the characters of a QR code."""
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        "▀▄█".encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def announce(host: str, port: int, where: str, network: str | None, lan: bool) -> None:
        """Say where the games are, and who can open them."""
        click.echo(say("serve.address", address=where), err=True)
        if network is not None:
            click.echo(say("serve.network", address=network), err=True)
            if can_show_qr():
                click.echo("\n".join(("", *qr_lines(network), "")), err=True, color=True)
            click.echo(say("serve.network.help", port=str(port)), err=True)
        elif lan:
            click.echo(say("serve.network.none"), err=True)
        elif host == HOST:
            click.echo(say("serve.here", command="cruces serve --lan (make lan)"), err=True)

    def run(
        host: str | None,
        lan: bool,
        port: int,
        workers: int,
        browser: bool,
        **given: str | int | None,
    ) -> None:
        # Late: other commands need not load a web server.
        from cruces.server.invitations import NETWORK_PORT, network_host
        from cruces.server.serve import ANYWHERE, address, check_port, check_services, serve
        from cruces.server.settings import Settings
        from cruces.storage import only_server

        # All that can be wrong is said before where the server is.
        if lan and host is not None:
            raise BadOptionError(Reason("lan-and-host"))
        host = ANYWHERE if lan else host or HOST
        settings = Settings.from_environment(given)
        real_port = check_port(host, port)
        with only_server(settings.database):
            trouble = check_services(settings, workers)
            network: str | None = None
            if lan:
                os.environ[NETWORK_PORT] = str(real_port)  # for invitations
                found = network_host()
                network = address(found, real_port) if found else None
            # On this computer some things work only under its own name: see docs/browser.md.
            where = address(HOST if lan else host, real_port)
            if in_terminal():  # else the log says it, in its own form
                if trouble:
                    click.echo(say("serve.no-redis", detail=trouble), err=True)
                announce(host, real_port, where, network, lan)
            serve(settings, host, real_port, workers, browser=where if browser else None)

    number, url = say("metavar.number"), say("metavar.url")

    def option(name: str, metavar: str, **attrs: object) -> click.Option:
        help_text = say(f"serve.option.{name.removeprefix('--')}")
        return click.Option([name], metavar=metavar, help=help_text, **attrs)  # type: ignore[arg-type]

    params: list[click.Parameter] = [
        option("--host", say("metavar.host")),
        click.Option(["--lan"], is_flag=True, default=False, help=say("serve.option.lan")),
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
        option("--keep-pads", number, type=WholeNumber(lang)),
        option("--log-level", "|".join(LEVELS), type=OneOf(lang, LEVELS)),
    ]
    examples = (
        "cruces serve --open",
        "cruces serve --open --lan",
        "cruces serve --host 0.0.0.0 --port 80",
        "cruces serve --database postgresql://db/cruces --redis redis://cache --workers 4",
    )
    return Command("serve", lang, run, params, examples)
