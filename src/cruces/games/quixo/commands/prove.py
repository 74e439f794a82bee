"""`cruces prove`: that a player never loses, or how it does."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli.arguments import OneOf, Whole
from cruces.cli.failures import CliError
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, grouped, json_option, words
from cruces.cli.markdown import set_page, terminal_width
from cruces.cli.progress import Bar
from cruces.games.quixo.locales.proof import proof_page
from cruces.games.quixo.rules import Quixo
from cruces.render.terminal.style import Style, colour_wanted

if TYPE_CHECKING:
    from cruces.games.quixo.solver.certificate import Certificate
    from cruces.games.quixo.solver.certificate_header import Tally
    from cruces.games.quixo.solver.prove import Verdict

ROLES = ("first", "second", "both")
"""In the order of their numbers in a certificate, which begin with 1."""


def run(
    lang: str,
    game: Quixo,
    size: int,
    role: str | None,
    certificate: str | None,
    work: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Prove it, or explain the proof, and say what was found."""
    say = words(lang)
    if explain:
        style = Style(lang, colour_wanted())
        click.echo(set_page(style, proof_page(lang), terminal_width()), color=style.colour)
        return
    game.resolve({"size": size})
    # Late: the other commands need not wait for a compiler to load.
    from cruces.games.quixo.solver.certificate import certificate_of, read

    told = certificate_of(size) if certificate is None else read(Path(certificate))
    if told is None:
        raise CliError("no-certificate", size=size)
    roles = told.roles if role is None else 1 + ROLES.index(role)
    begun = perf_counter()
    verdict = _proven(told, roles, work, Bar(lang))
    loses_as, pushes = _losing(told, roles, verdict)
    as_told = roles != told.roles or verdict.tally == told.told
    if as_json:
        echo_json(
            {
                "game": game.id,
                "size": told.size,
                "role": ROLES[roles - 1],
                "positions": verdict.tally.won + verdict.tally.played,
                **verdict.tally._asdict(),
                "exceptions": len(told.exceptions),
                "proven": verdict.lost is None,
                "as_told": as_told,
                "loses_as": loses_as,
                "loses_by": pushes,
                "seconds": round(perf_counter() - begun, 6),
            }
        )
    else:
        click.echo(say("prove.title", size=told.size, role=say(f"prove.{ROLES[roles - 1]}")))
        listed = grouped(len(told.exceptions))
        click.echo(say("prove.counts", **_counts(verdict.tally), exceptions=listed))
        if pushes is not None:
            way = " ".join(pushes)
            click.echo(say("prove.lost", role=say(f"prove.{loses_as}"), pushes=way))
        else:
            click.echo(say("prove.proven"))
            if not as_told:
                click.echo(say("prove.differs", **_counts(told.told)))
    if verdict.lost is not None:
        click.get_current_context().exit(1)


def options(lang: str) -> list[click.Parameter]:
    """The options in a language."""
    say = words(lang)
    number, file = say("metavar.number"), say("metavar.file")
    return [
        click.Option(
            ["--size"],
            type=Whole(lang),
            default=5,
            metavar=number,
            help=say("prove.option.size"),
        ),
        click.Option(
            ["--role"],
            type=OneOf(lang, ROLES),
            metavar="|".join(ROLES),
            help=say("prove.option.role"),
        ),
        click.Option(["--certificate"], metavar=file, help=say("prove.option.certificate")),
        click.Option(["--work"], metavar=file, help=say("prove.option.work")),
        click.Option(["--explain"], is_flag=True, help=say("prove.option.explain")),
        json_option(lang),
    ]


COMMAND = FamilyCommand(
    "prove",
    (Quixo.id,),
    options,
    run,
    (
        Example("cruces prove quixo --size 4", "prove.example.1"),
        Example("cruces prove quixo --size 3 --role second", "prove.example.2"),
        Example("cruces prove quixo --explain", "prove.example.3"),
    ),
)


def _counts(tally: "Tally") -> dict[str, str]:
    counts = {"positions": tally.won + tally.played, **tally._asdict()}
    return {name: grouped(count) for name, count in counts.items()}


def _proven(told: "Certificate", roles: int, work: str | None, bar: Bar) -> "Verdict":
    from cruces.games.quixo.solver.proof_checkpoint import work_in
    from cruces.games.quixo.solver.prove import prove

    kept = None if work is None else work_in(Path(work), told, roles)
    try:
        verdict = prove(told, roles, bar, work=kept)
    finally:
        bar.clear()
    if kept is not None:
        kept.path.unlink(missing_ok=True)
    return verdict


def _losing(
    told: "Certificate", roles: int, verdict: "Verdict"
) -> tuple[str | None, list[str] | None]:
    """In which role the player loses, and by which pushes, if it does."""
    if verdict.lost is None:
        return None, None
    from cruces.games.quixo.rules import QUIXO, Push
    from cruces.games.quixo.rules.geometry import pushes, squares
    from cruces.games.quixo.solver.losing_line import losing_line

    places, known = squares(told.size), list(pushes(told.size))
    line = losing_line(told, roles, verdict.lost, verdict.met)
    ways = [known[number] for number in line.numbers]
    shown = [QUIXO.format_action(Push(places[taken], places[end])) for taken, end in ways]
    return ROLES[0 if line.first else 1], shown
