"""`cruces prove`: the verdict in words and as data, and what is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from cruces.games.quixo.locales.proof import proof_page
from cruces.games.quixo.solver.certificate import certificate_of, write
from cruces.locales import languages

Run = Callable[..., Result]


def test_a_proof(cruces: Run) -> None:
    shown = cruces("prove", "quixo", "--size", "3")
    assert shown.exit_code == 0
    assert "48 positions: 41 with a visible win, 7 without one" in shown.output
    assert "never loses" in shown.output
    told = json.loads(cruces("prove", "quixo", "--size", "3", "--json").output)
    assert told["proven"] is True
    assert (told["positions"], told["role"], told["loses_by"]) == (48, "first", None)
    assert told["loses_as"] is None


def test_a_player_who_loses(cruces: Run) -> None:
    shown = cruces("prove", "quixo", "--size", "3", "--role", "second")
    assert shown.exit_code == 1
    assert "can lose, as the second player: " in shown.output
    assert shown.output.count(">") >= 6
    told = cruces("prove", "quixo", "--size", "3", "--role", "both", "--json")
    assert told.exit_code == 1
    data = json.loads(told.output)
    assert (data["proven"], data["loses_as"]) == (False, "second")
    assert len(data["loses_by"]) >= 6


def test_a_certificate_that_tells_of_other_positions(cruces: Run, tmp_path: Path) -> None:
    told = certificate_of(3)
    assert told is not None
    path = tmp_path / "certificate"
    with path.open("wb") as file:
        write(file, replace(told, counts=told.counts._replace(won=99)))
    shown = cruces("prove", "quixo", "--size", "3", "--certificate", str(path))
    assert "This player never loses.\nBut" in shown.output
    assert "99" in shown.output
    data = cruces("prove", "quixo", "--size", "3", "--certificate", str(path), "--json")
    assert json.loads(data.output)["as_told"] is False


@pytest.mark.parametrize("lang", languages())
def test_the_proof_is_explained(cruces: Run, lang: str) -> None:
    shown = cruces("prove", "quixo", "--explain", lang=lang)
    assert shown.exit_code == 0
    title, *rest = proof_page(lang).splitlines()
    assert shown.output.startswith(title.removeprefix("# "))
    assert "2007.15895" in shown.output
    assert "**" not in shown.output
    assert len(shown.output.splitlines()) > len(rest)


def test_work_is_cleared_away(cruces: Run, tmp_path: Path) -> None:
    work = tmp_path / "work"
    assert cruces("prove", "quixo", "--size", "3", "--work", str(work)).exit_code == 0
    assert not work.exists()


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("qwixx",), 1, "does not work for qwixx, only for: quixo"),
        (("quixo", "--size", "2"), 1, "no certificate for 2×2"),
        (("quixo", "--size", "9"), 2, "9"),
        (("quixo", "--role", "third"), 2, "first, second, both"),
        (("quixo", "--certificate", "no-such-file"), 1, "no-such-file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_refusals(cruces: Run, args: tuple[str, ...], code: int, said: str) -> None:
    shown = cruces("prove", *args)
    assert shown.exit_code == code
    assert said in shown.output
