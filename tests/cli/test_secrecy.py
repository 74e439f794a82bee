"""Action 1 of Qwixx: nobody sees another's choice before all have chosen."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from cruces.core import PASS, View
from cruces.games.qwixx.rules import HIDDEN, Phase
from cruces.players import Limits, players_of

Run = Callable[..., Result]

TABLE = ("--player", "Ana", "--player", "Leo", "--player", "bot:random")
GAME = ("play", "qwixx", *TABLE, "--seed", "2")


def test_nothing_is_shown_before_all_have_chosen(cruces: Run) -> None:
    shown = cruces(*GAME, input="\nr9\n\npass\nquit\n").output
    asked = shown.index("Leo> ")
    told = shown.index("① Ana: ◆ red 9")
    assert shown.index("Ana> ") < asked < told
    assert "Ana> \n" in shown, "a secret answer is not repeated"
    between = shown[shown.index("Ana> ") : told]
    assert "Ana:" not in between
    assert "×" not in between, "no sheet has a cross yet"
    # The two were asked alone, one after the other.
    first, second = (shown.index(f"Pass the keyboard to {name}.") for name in ("Ana", "Leo"))
    assert first < shown.index("Ana> ") < second < asked


def test_mistakes_do_not_give_it_away(cruces: Run) -> None:
    shown = cruces(*GAME, input="\nr8\nr9\n\npass\nquit\n", lang="es").output
    assert shown.index("solo vale la suma de los dados blancos: 9") < shown.index(
        "Pásale el teclado a Leo"
    )
    between = shown[shown.index("Pásale el teclado a Leo") : shown.index("① Ana:")]
    assert "Ana:" not in between


def test_what_happened_in_public_is_told_at_the_handing_over(cruces: Run) -> None:
    shown = cruces(*GAME, input="\nr9\n\npass\ny8\n\nquit\n").output
    handing = shown.rindex("Pass the keyboard to Ana.")
    assert "② Ana: ● yellow 8" in shown[handing - 60 : handing]


def test_one_person_needs_no_ceremony(cruces: Run) -> None:
    shown = cruces("play", "qwixx", "--seed", "2", input="1\nquit\n").output
    assert "keyboard" not in shown
    assert "You> 1\n" in shown


def test_quixo_has_no_secrets(cruces: Run) -> None:
    shown = cruces("play", "quixo", *TABLE[:4], input="a1>a5\na1>e1\nquit\n").output
    assert "keyboard" not in shown
    assert "Leo> a1>e1" in shown


def test_bots_see_their_own_view(cruces: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View[Any, Any, Any]] = []

    class Spy:
        name = "spy"

        def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
            seen.append(view)
            return PASS

    known = {**players_of("qwixx"), "spy": Spy()}
    monkeypatch.setattr("cruces.players.players_of", lambda game: known)
    table = (*TABLE[:4], "--player", "bot:spy")
    cruces("play", "qwixx", *table, "--seed", "2", input="\nr9\n\npass\nquit\n")
    assert [view.seat for view in seen] == [2]
    assert seen[0].state.phase is Phase.WHITE
    assert seen[0].state.choices == (HIDDEN, HIDDEN, None)


def test_a_game_left_between_two_choices(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    cruces(*GAME, "--save", str(path), input="\nr9\n\nquit\n")
    last = json.loads(path.read_text("utf-8"))["events"][-1]
    assert last == {"type": "action", "seat": 0, "text": "r9"}
    shown = cruces("play", "--load", str(path), input="\npass\nquit\n").output
    assert shown.index("Pass the keyboard to Leo.") < shown.index("Leo> ") < shown.index("① Ana:")
    assert "Pass the keyboard to Ana" not in shown[: shown.index("Leo> ")]
