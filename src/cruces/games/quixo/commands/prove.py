"""`cruces prove`: proves that a player never loses, or shows how it does."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.failures import CliError
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.games.quixo.locales.proof import proof_page
from cruces.games.quixo.rules import Quixo
from cruces.render.terminal.reading import set_page
from cruces.render.terminal.style import Style, colour_wanted, terminal_width

if TYPE_CHECKING:
    from cruces.games.quixo.solver.certificate import Certificate
    from cruces.games.quixo.solver.certificate_header import PositionCounts
    from cruces.games.quixo.solver.prove import ProofResult

ROLES = ("first", "second", "both")
"""In the order of their flags in a certificate, from 1 up."""


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
    """Run the proof, or explain it, and print the result."""
    say = words(lang)
    if explain:
        style = Style(lang, colour_wanted())
        page = set_page(style, game, proof_page(lang), terminal_width())
        click.echo(page, color=style.colour)
        return
    game.resolve({"size": size})
    # Imported late: other commands should not wait for the compiler to load.
    from cruces.games.quixo.solver.certificate import certificate_of, read

    proof_certificate = certificate_of(size) if certificate is None else read(Path(certificate))
    if proof_certificate is None:
        raise CliError("no-certificate", size=size)
    roles = proof_certificate.roles if role is None else 1 + ROLES.index(role)
    started = perf_counter()
    result = _run_proof(proof_certificate, roles, work, Bar(lang))
    loses_as, pushes = _losing(proof_certificate, roles, result)
    counts_match = roles != proof_certificate.roles or result.tally == proof_certificate.counts
    if as_json:
        echo_json(
            {
                "game": game.id,
                "size": proof_certificate.size,
                "role": ROLES[roles - 1],
                "positions": result.tally.won + result.tally.played,
                **result.tally._asdict(),
                "exceptions": len(proof_certificate.exceptions),
                "proven": result.lost is None,
                "as_told": counts_match,
                "loses_as": loses_as,
                "loses_by": pushes,
                "seconds": round(perf_counter() - started, 6),
            }
        )
    else:
        click.echo(
            say("prove.title", size=proof_certificate.size, role=say(f"prove.{ROLES[roles - 1]}"))
        )
        exceptions = len(proof_certificate.exceptions)
        click.echo(say("prove.counts", **_counts(result.tally), exceptions=exceptions))
        if pushes is not None:
            push_list = " ".join(pushes)
            click.echo(say("prove.lost", role=say(f"prove.{loses_as}"), pushes=push_list))
        else:
            click.echo(say("prove.proven"))
            if not counts_match:
                click.echo(say("prove.differs", **_counts(proof_certificate.counts)))
    if result.lost is not None:
        click.get_current_context().exit(1)


def options(lang: str) -> list[click.Parameter]:
    """The options in a language."""
    say = words(lang)
    number, file = say("metavar.number"), say("metavar.file")
    return [
        click.Option(
            ["--size"],
            type=WholeNumber(lang),
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


def _counts(counts: "PositionCounts") -> dict[str, int]:
    return {"positions": counts.won + counts.played, **counts._asdict()}


def _run_proof(certificate: "Certificate", roles: int, work: str | None, bar: Bar) -> "ProofResult":
    from cruces.games.quixo.solver.proof_checkpoint import load_checkpoint
    from cruces.games.quixo.solver.prove import prove

    checkpoint = None if work is None else load_checkpoint(Path(work), certificate, roles)
    try:
        result = prove(certificate, roles, bar, checkpoint=checkpoint)
    finally:
        bar.clear()
    if checkpoint is not None:
        checkpoint.path.unlink(missing_ok=True)
    return result


def _losing(
    certificate: "Certificate", roles: int, result: "ProofResult"
) -> tuple[str | None, list[str] | None]:
    """The role in which the player loses, and the pushes of that game, if it does."""
    if result.lost is None:
        return None, None
    from cruces.games.quixo.rules import QUIXO, Push
    from cruces.games.quixo.rules.geometry import pushes, squares
    from cruces.games.quixo.solver.losing_line import losing_line

    places, ends = squares(certificate.size), list(pushes(certificate.size))
    losing_game = losing_line(certificate, roles, result.lost, result.met)
    pushes_made = [ends[number] for number in losing_game.numbers]
    texts = [QUIXO.format_action(Push(places[taken], places[end])) for taken, end in pushes_made]
    return ROLES[0 if losing_game.first else 1], texts
