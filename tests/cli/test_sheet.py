"""`cruces sheet`: blank sheets to print, and who cannot have them."""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import Result
from pypdf import PdfReader

Run = Callable[..., Result]
MILLIMETRE = 72 / 25.4


def test_sheets_of_the_size_and_number_asked_for(cruces: Run, tmp_path: Path) -> None:
    out = tmp_path / "sheets.pdf"
    args = ("big-points", "--paper", "letter", "--per-page", "6", "--black-and-white")
    assert cruces("sheet", *args, "--out", str(out), lang="es").exit_code == 0
    (page,) = PdfReader(out).pages
    sides = sorted(round(float(side) / MILLIMETRE, 1) for side in page.mediabox[2:])
    assert sides == [215.9, 279.4]
    said = page.extract_text()
    assert said.count("Nombre") == said.count("Qwixx Big Points") == 6


def test_sheets_to_standard_output(cruces: Run) -> None:
    made = cruces("sheet", "qwixx", "--out", "-")
    (page,) = PdfReader(BytesIO(made.stdout_bytes)).pages
    assert page.extract_text().count("Name") == 4


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["quixo"], 1, "Quixo is not played on paper: there are sheets for qwixx, big-points."),
        (["qwixx", "--per-page", "9"], 2, "“9” is not a whole number from 1 to 8."),
        (["qwixx", "--paper", "a9"], 2, "“a9” is not one of: a4, letter."),
    ],
)
def test_what_is_not_printed(
    cruces: Run, tmp_path: Path, args: list[str], code: int, sentence: str
) -> None:
    refused = cruces("sheet", *args, "--out", str(tmp_path / "x.pdf"))
    assert refused.exit_code == code
    assert sentence in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_it_does_not_overwrite(cruces: Run, tmp_path: Path) -> None:
    out = tmp_path / "sheets.pdf"
    out.write_text("mine", "utf-8")
    assert "already exists" in cruces("sheet", "qwixx", "--out", str(out)).stderr
    assert out.read_text("utf-8") == "mine"
    assert cruces("sheet", "qwixx", "--out", str(out), "--force").exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


def test_without_the_extra(cruces: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cruces.render.pdf", raising=False)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    failed = cruces("sheet", "qwixx", "--out", "-")
    assert failed.exit_code == 1
    assert failed.stderr.endswith("pip install 'cruces[pictures]'\n")
    assert len(failed.stderr.splitlines()) == 1
