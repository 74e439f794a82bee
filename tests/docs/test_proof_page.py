"""The explanation of the proof: in every language, with the figures that are so."""

from pathlib import Path

import pytest

from cruces.games.quixo.commands.prove import ROLES
from cruces.games.quixo.locales import proof
from cruces.games.quixo.locales.proof import figures, proof_page
from cruces.games.quixo.rules import QUIXO
from cruces.games.quixo.solver.certificate import certificate_of
from cruces.games.quixo.solver.certificate_header import shipped_path
from cruces.games.quixo.solver.prove import prove
from cruces.locales import DEFAULT, languages

ROOT = Path(__file__).parents[2]
SIZES = [int(str(size)) for o in QUIXO.options if o.name == "size" for size in o.values]
QUICK = 4
"""Boards up to this size are proven in seconds."""


def test_the_documentation_has_the_page() -> None:
    written = (ROOT / "docs" / "proof.md").read_text("utf-8")
    assert written == proof_page(DEFAULT), "make proof"


@pytest.mark.parametrize("lang", languages())
def test_the_page_is_whole_in_every_language(lang: str) -> None:
    page, other = proof_page(lang), proof_page(DEFAULT)
    assert "{" not in page
    assert page.count("\n## ") == other.count("\n## ") > 5
    assert page.count("\n| ") == other.count("\n| ") == 1 + len(figures())
    assert page.count("\ncruces prove ") == other.count("\ncruces prove ")
    assert "arXiv 2007.15895" in page


def test_numbers_are_written_as_people_write_them() -> None:
    assert "| 4×4 | first | 182,815 |" in proof_page("en")
    assert "| 4×4 | primero | 182\u00a0815 |" in proof_page("es")


def test_long_times_are_minutes_and_an_unknown_language_falls_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert proof_page("xx") == proof_page(DEFAULT)
    long = [{**figures()[0], "size": 5, "role": "both", "seconds": 2400.0, "megabytes": 157}]
    monkeypatch.setattr(proof, "figures", lambda: long)
    grouped_bytes = f"{long[0]['bytes']:,}"
    row = f"| 5×5 | both | 48 | 41 | 1 | {grouped_bytes} | 40 min | 157 |"
    assert row in proof_page.__wrapped__(DEFAULT)


def test_every_certificate_has_its_figures() -> None:
    told = {one["size"]: one for one in figures()}
    there = {size: found for size in SIZES if (found := certificate_of(size)) is not None}
    assert told.keys() == there.keys()
    for size, found in there.items():
        assert told[size]["bytes"] == shipped_path(size).stat().st_size
        assert told[size]["role"] == ROLES[found.roles - 1]
        assert told[size]["exceptions"] == len(found.exceptions)


def test_the_figures_of_small_boards_are_counted_again() -> None:
    small = [one for one in figures() if int(one["size"]) <= QUICK]
    assert small
    for one in small:
        found = certificate_of(int(one["size"]))
        assert found is not None
        verdict = prove(found, found.roles)
        assert verdict.lost is None
        assert one["won"] == verdict.tally.won
        assert one["positions"] == verdict.tally.won + verdict.tally.played
        assert verdict.tally == found.counts
