"""`cruces oracle`: reports on players, in both languages and as data, and tables to learn from."""

import json
import re
from pathlib import Path

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]
from tests.cli.conftest import Run

import cruces as library
from cruces.locales import languages, text

FIRST = "def player(view):\n    return next(iter(view.legal))\n"
ONE = ("--workers", "1")
SMALL = ("--game", "quixo", "--set", "size=3", *ONE)


def write(text: str) -> str:
    Path("mine.py").write_text(text, "utf-8")
    return "mine.py"


def test_a_report_in_both_languages(cruces: Run) -> None:
    said = {}
    for lang in languages():
        shown = cruces("oracle", "report", write(FIRST), *SMALL, "--games", "20", lang=lang)
        assert shown.exit_code == 0, shown.output
        said[lang] = shown.output
        assert "size=3" in shown.output
        assert text("mistake.win-at-once", lang) in " ".join(shown.output.split())
        assert all(len(line) <= 100 for line in shown.output.splitlines())
        assert "{" not in shown.output
    # The same positions as examples.
    found = {lang: re.findall(r"^ +([.XO]{3}/.*)", said[lang], re.MULTILINE) for lang in said}
    assert found["en"] == found["es"] != []
    for position in found["en"]:
        library.get_game("quixo").parse_position(position, {"size": 3})


def test_the_same_as_data(cruces: Run) -> None:
    arguments = ("oracle", "report", write(FIRST), *SMALL, "--games", "20", "--json")
    shown = cruces(*arguments)
    data = json.loads(shown.output)
    assert (data["game"], data["player"], data["games"]) == ("quixo", "player", 20)
    assert data["options"]["size"] == 3
    found = library.regret(
        "quixo", lambda view: next(iter(view.legal)), 20, options={"size": 3}, seed=1
    )
    assert data["regret_per_game"]["mean"] == pytest.approx(found.per_game.mean, abs=1e-6)
    assert data["decisions"] == found.decisions
    assert len(data["worst"]) == min(10, len(found.mistakes))
    assert data["worst"][0]["regret"] == max(one["regret"] for one in data["worst"])
    assert data["score"] is data["optimum"] is None
    assert data["exact"] is None
    kinds = {kind["kind"]: kind["count"] for kind in data["kinds"]}
    assert sum(kinds.values()) == data["mistakes"] == len(found.mistakes)
    assert cruces(*arguments).output == shown.output
    assert cruces(*arguments, "--seed", "2").output != shown.output


def test_what_a_player_is_exactly_worth(cruces: Run) -> None:
    tiny = ("--game", "quixo", "--set", "size=2", *ONE)
    arguments = ("oracle", "report", write(FIRST), *tiny, "--exact")
    data = json.loads(cruces(*arguments, "--json").output)
    assert data["exact"] == [0, 0]  # although the first player could win
    start = library.start("quixo", {"size": 2})
    assert start.exact_value(0) == library.ExactValue(0, 1, 3)
    shown = cruces(*arguments)
    assert "Against perfect play it always loses in seat 1." in shown.output
    assert "Against perfect play it always loses in seat 2." in shown.output


def test_who_sits_in_the_other_seat(cruces: Run) -> None:
    shown = cruces("oracle", "report", "random", *SMALL, "--games", "3", "--against", write(FIRST))
    assert "The other seats: player." in shown.output


def test_the_number_of_processes_changes_nothing(cruces: Run) -> None:
    report = ("oracle", "report", write(FIRST), *SMALL, "--games", "9", "--json")
    assert cruces(*report).output == cruces(*report, "--workers", "2").output
    data = ("oracle", "data", "quixo", "--set", "size=3", "--positions", "30", "--out", "-")
    one, two = (cruces(*data, "--workers", workers).stdout_bytes for workers in ("1", "2"))
    assert one == two != b""
    for arguments in (report, data):
        refused = cruces(*arguments, "--ray", "nonsense:no")
        assert refused.exit_code == 1
        assert "nonsense:no" in refused.stderr


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("x = 3\n", "no player"),
        ("def a(view): ...\ndef b(view): ...\n", "a, b"),
        ("import nowhere\n", "ModuleNotFoundError"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("def player(view:\n", "SyntaxError"),
    ],
)
def test_what_is_wrong_with_a_file(cruces: Run, source: str, why: str) -> None:
    shown = cruces("oracle", "report", write(source), *SMALL)
    assert shown.exit_code == 2
    assert why in shown.stderr
    assert "mine.py" in shown.stderr
    assert "Traceback" not in shown.output


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("class Own:\n    name = 'own'\n    def choose(self, view, limits, rng):\n"
         "        return rng.choice(list(view.legal))\n", "own"),
        ("def helper(view): ...\ndef choose(view):\n    return next(iter(view.legal))\n", "choose"),
        ("GAME = 'quixo'\nonly = lambda view: next(iter(view.legal))\n", "<lambda>"),
    ],
)  # fmt: skip
def test_the_forms_of_a_player(cruces: Run, source: str, name: str) -> None:
    game = SMALL[2:] if "GAME" in source else SMALL
    arguments = ("oracle", "report", write(source), *game, "--games", "2", "--json")
    data = json.loads(cruces(*arguments).output)
    assert (data["player"], data["game"]) == (name, "quixo")


def test_one_of_several_players_by_name(cruces: Run) -> None:
    file = write("def one(view): ...\ndef two(view):\n    return next(iter(view.legal))\n")
    done = cruces("oracle", "report", f"{file}:two", *SMALL, "--games", "2", "--json")
    assert json.loads(done.output)["player"] == "two"
    assert "`six`" in cruces("oracle", "report", f"{file}:six", *SMALL).stderr


def test_unknown_players_and_files(cruces: Run) -> None:
    assert "Unknown bot" in cruces("oracle", "report", "nobody", *SMALL).stderr
    assert "not found" in cruces("oracle", "report", "nothing.py", *SMALL).stderr
    assert "Nobody knows" in cruces("oracle", "report", "random", "--game", "quixo-teams").stderr
    near = cruces("oracle", "reprot").stderr
    assert "report" in near


def test_a_file_of_positions(cruces: Run) -> None:
    data = ("oracle", "data", "quixo", "--set", "size=3", "--positions", "30", *ONE)
    done = cruces(*data, "--out", "positions.parquet")
    assert "30 positions" in done.output
    table = parquet.read_table("positions.parquet")
    assert table.equals(library.dataset("quixo", 30, options={"size": 3}))
    first = Path("positions.parquet").read_bytes()
    assert cruces(*data, "--out", "positions.parquet").exit_code == 1
    again = cruces(*data, "--out", "positions.parquet", "--force", lang="es")
    assert "30 posiciones" in again.output
    assert Path("positions.parquet").read_bytes() == first
    piped = cruces(*data, "--out", "-")
    assert piped.stdout_bytes == first
    oracle = library.oracle("quixo", {"size": 3})
    for row in table.to_pylist():
        state = oracle.game.parse_position(row["position"], {"size": 3})
        actions = oracle.actions(state, row["seat"])
        assert actions is not None
        values = {oracle.game.format_action(each.action): each.value.worth for each in actions}
        assert dict(zip(row["actions"], row["values"], strict=True)) == values
