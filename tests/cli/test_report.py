"""The coach's report of a saved game: readable, in both languages, for every game."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from cruces.locales import languages, text

Run = Callable[..., Result]

GAMES = {
    "qwixx": ("qwixx", "greedy", "random"),
    "big-points": ("big-points", "greedy", "random", "greedy"),
    "quixo": ("quixo", "random", "greedy"),
    "quixo-teams": ("quixo-teams", "greedy", "random", "greedy", "random"),
}
NODES = ("--nodes", "400")
ENGLISH = re.compile(
    r"\b(the|dice|choices?|best|good|points|won|lost|skips|passing|leaves|wins|loses|better)\b",
    re.IGNORECASE,
)


def saved(cruces: Run, game: str, *bots: str) -> str:
    players = [part for bot in bots for part in ("--player", f"bot:{bot}")]
    played = cruces("play", game, *players, "--seed", "5", "--save", f"{game}.json")
    assert played.exit_code == 0, played.output
    return f"{game}.json"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_each_kind_in_both_languages(cruces: Run, name: str) -> None:
    path = saved(cruces, *GAMES[name])
    said = {}
    for lang in languages():
        shown = cruces("analyse", path, *NODES, lang=lang)
        assert shown.exit_code == 0, shown.output
        said[lang] = shown.output
        for key in ("coach.decisions", "coach.turning", "coach.curve.chance"):
            assert text(key, lang) in shown.output
        assert "{" not in shown.output
        assert "None" not in shown.output.replace("None:", "")
    # Players are named after bots, whose names are English; so is that of a game.
    spanish = re.sub(r"greedy( \d)?|random( \d)?|Big Points", "", said["es"])
    assert not ENGLISH.findall(spanish)
    # The same choices and turning points.
    numbers = {lang: re.findall(r"^ +(\d+)  \S", text, re.MULTILINE) for lang, text in said.items()}
    assert numbers["en"] == numbers["es"] != []
    assert all(len(line) <= 80 for text in said.values() for line in text.splitlines())
    again = cruces("analyse", path, *NODES)
    assert again.output == said["en"]


def test_alone_it_is_about_points(cruces: Run) -> None:
    record = Path("solo.json")
    record.write_text(SOLO, "utf-8")
    shown = cruces("analyse", "solo.json", lang="es")
    assert shown.exit_code == 0, shown.output
    assert "All" not in shown.output
    assert "Todos los valores son exactos." in shown.output
    assert "Puntuación final esperada" in shown.output
    assert "%" not in shown.output


SOLO = """{
 "format": "cruces-record", "version": 1, "game": "qwixx",
 "options": {"edition": "es-original", "start": "lot", "after_second_lock": "ends"},
 "seats": [{"name": "Ana"}],
 "events": [
  {"type": "chance", "text": "w55 r3 y3 g3 b3"}, {"type": "action", "seat": 0, "text": "r10"},
  {"type": "action", "seat": 0, "text": "pass"},
  {"type": "chance", "text": "w12 r3 y3 g3 b3"}, {"type": "action", "seat": 0, "text": "y3"},
  {"type": "action", "seat": 0, "text": "pass"}
 ],
 "result": null
}"""


def test_an_unfinished_game_alone_as_data(cruces: Run) -> None:
    Path("solo.json").write_text(SOLO, "utf-8")
    found = json.loads(cruces("analyse", "solo.json", "--json").output)
    assert (found["exact"], found["alone"]) == (True, True)
    first = found["decisions"][0]
    assert (first["number"], first["grade"], first["played_name"]) == (2, "blunder", "red 10")
    assert first["cost"] == first["points"] > 4
    assert first["played"]["chance"] is None
    assert first["best"]["points"] == pytest.approx(first["played"]["points"] + first["cost"], 1e-3)
    assert found["summaries"][0]["worst"] == 2
    assert [one["number"] for one in found["dice"]] == [1, 4]
    assert [one["number"] for one in found["curve"]] == [0, 1, 3, 4]


def test_the_chart(cruces: Run, game_file: Path) -> None:
    shown = cruces("analyse", str(game_file), *NODES, "--plot", "chart.svg", lang="es")
    assert shown.exit_code == 0, shown.output
    assert "Momentos decisivos" in shown.output
    drawn = Path("chart.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "Probabilidad de ganar" in drawn
    refused = cruces("analyse", str(game_file), *NODES, "--plot", "chart.svg")
    assert refused.exit_code == 1
    alone = cruces("analyse", str(game_file), *NODES, "--plot", "-")
    assert alone.output.startswith("<svg")
    assert "Turning points" not in alone.output
