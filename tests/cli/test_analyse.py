"""`cruces analyse`: what every move is worth."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import Result

from cruces.cli.progress import Live
from cruces.games.quixo.rules import QUIXO
from cruces.locales import languages

Run = Callable[..., Result]

SMALL = "XX./O../... O 4"
BEGUN = "X..O./...../O..../X...O/OXX.O X 11"


def test_a_small_board_is_proven(cruces: Run) -> None:
    shown = cruces("analyse", SMALL, "--lines", "2")
    assert shown.exit_code == 0, shown.output
    assert shown.output.splitlines()[-6:] == [
        "",
        "  a2>a1  ✓ loses in 4 turns",
        "  a3>a1  ✓ loses in 4 turns",
        "… and 13 more",
        "Best: a2>a1 – loses, like every move; the opponent wins in 3 turns.",
        "Proven with best play: ✓ loses in 4 turns.",
    ]
    assert "┌───┬───┬───┐" in shown.output


@pytest.mark.parametrize("lang", languages())
def test_a_large_board_is_estimated(cruces: Run, lang: str) -> None:
    shown = cruces("analyse", BEGUN, "--depth", "3", lang=lang)
    assert shown.exit_code == 0, shown.output
    rows = [line for line in shown.output.splitlines() if line.startswith("  ") and ">" in line]
    assert len(rows) == 10
    assert all(" ≈ " in row and "%" in row for row in rows)
    assert "✓" not in shown.output
    again = cruces("analyse", BEGUN, "--depth", "3", lang=lang)
    assert again.output.splitlines()[:-1] == shown.output.splitlines()[:-1]


def test_as_data(cruces: Run) -> None:
    found = json.loads(cruces("analyse", SMALL, "--json").output)
    moves = found.pop("moves")
    assert found.pop("seconds") >= 0
    assert found == {
        "game": "quixo",
        "position": SMALL,
        "seat": 1,
        "exact": True,
        "depth": 0,
        "nodes": 0,
    }
    state = QUIXO.parse_position(SMALL)
    assert sorted(move["action"] for move in moves) == sorted(
        map(QUIXO.format_action, QUIXO.legal(state, 1))
    )
    assert moves[0] == {
        "action": "a2>a1",
        "result": -1,
        "plies": 4,
        "exact": True,
        "score": None,
        "chance": 0.0,
        "points": None,
        "line": ["a2>a1"],
        "why": "loses, like every move; the opponent wins in 3 turns",
        "name": "a2>a1",
        "value": "loses in 4 turns",
        "brief": "in 4",
        "kind": "bad",
        "listed": True,
    }
    assert len(json.loads(cruces("analyse", SMALL, "--json", "--lines", "3").output)["moves"]) == 3


def test_where_the_result_changed(cruces: Run, tmp_path: Path) -> None:
    """On 3×3 everything is proven, and the first player can win."""
    path = tmp_path / "small.json"
    args = ("--player", "bot:random", "--player", "bot:random", "--set", "size=3")
    cruces("play", "quixo", *args, "--seed", "3", "--save", str(path))
    found = json.loads(cruces("analyse", str(path), "--json").output)
    assert (found["game"], found["options"]["size"]) == ("quixo", 3)
    decisions = found["decisions"]
    assert all(decision["exact"] for decision in decisions)
    assert decisions[0]["best"]["result"] == 1
    for decision in decisions:
        best, played = decision["best"]["result"], decision["played"]["result"]
        changed = None if best == played else {"before": best, "after": played}
        assert decision["changed"] == changed
    changes = [decision for decision in decisions if decision["changed"]]
    assert changes
    told = cruces("analyse", str(path)).output
    assert told.count("from a win to a loss") == len(changes)
    assert cruces("analyse", str(path), lang="es").output.count("de la victoria a la") == len(
        changes
    )


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("r3,5 | - ; p1 roll",), 1, "Something has to be rolled or drawn first."),
        (("nonsense",), 1, "neither an existing file nor a valid position"),
        (("X./.. O 2", "--seconds", "0"), 2, "“0” is not a number of seconds"),
        (("X./.. O 2", "--seconds", "soon"), 2, "“soon” is not a number of seconds"),
        (("X./.. O 2", "--depth", "0"), 2, "not a whole number of at least 1"),
        (("XXX/OO./... O 6",), 1, "The game is over."),
        (("game.json", "--game", "quixo"), 2, "A saved game already says"),
        (("game.json", "--lines", "3"), 2, "--lines works only with a position"),
        (("X./.. O 2", "--plot", "chart.svg"), 2, "--plot works only with a saved game"),
        (("game.json", "--plot", "game.json"), 1, "game.json"),
    ],
)
def test_refusals(
    cruces: Run, game_file: Path, args: tuple[str, ...], code: int, said: str
) -> None:
    refused = cruces("analyse", *args)
    assert refused.exit_code == code, refused.output
    assert said in refused.stderr
    data = json.loads(cruces("analyse", *args, "--json").stdout or "{}")
    assert code == 2 or said in data["message"]


def test_a_position_with_dice(cruces: Run) -> None:
    shown = cruces("analyse", "r3,5 y2 ; p1 white w41 r3 y5 g2 b6", lang="es")
    assert shown.exit_code == 0, shown.output
    assert "✓ 116,9 puntos  b10" in shown.output
    assert "reserva la segunda jugada para el 10 azul" in shown.output
    two = cruces("analyse", "r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 ?", "--nodes", "9000")
    assert "≈" in two.output
    assert "✓" not in two.output
    assert "games played to the end" in two.output
    found = json.loads(
        cruces("analyse", "r2 | - ; p2 white w41 r3 y5 g2 b6 : p1 r5", "--json").output
    )
    assert found["position"] == "r2 | - ; p2 white w41 r3 y5 g2 b6 : p1 ?"
    assert (found["seat"], found["exact"], found["depth"]) == (1, False, 0)
    assert all(
        0 <= move["chance"] <= 1 and move["points"] and move["why"] for move in found["moves"]
    )


def test_ctrl_c_is_heard_while_it_thinks() -> None:
    command = [sys.executable, "-m", "cruces", "analyse", BEGUN, "--depth", "60"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as thinking:
        try:
            os.close(theirs)
            assert select.select([ours], [], [], 120)[0], "it shows how far it is"
            assert thinking.poll() is None
            thinking.send_signal(signal.SIGINT)
            assert thinking.wait(60) == 130
        finally:
            thinking.kill()
            os.close(ours)


def test_progress_is_for_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    seen, unseen = Terminal(), StringIO()
    for stream in (seen, unseen):
        monkeypatch.setattr("sys.stderr", stream)
        live = Live(lambda: 1.0)
        live.show(lambda now: f"at {now}")
        live.show(lambda now: "too soon")
        live.clear()
    assert seen.getvalue() == "\r\x1b[Kat 1.0\r\x1b[K"
    assert unseen.getvalue() == ""
