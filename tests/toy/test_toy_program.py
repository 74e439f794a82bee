"""The toy game on the command line, without a line outside its folder."""

import json
import re
from pathlib import Path

import pytest

from tests.toy.conftest import Program


@pytest.fixture
def saved(cruces: Program, tmp_path: Path) -> Path:
    """A finished game between two levels."""
    path = tmp_path / "game.json"
    bots = ("--player", "bot:level-1", "--player", "bot:level-2")
    done = cruces("play", "toy-race", *bots, "--seed", "1", "--save", str(path))
    assert done.returncode == 0, done.stderr
    assert "Toy Race" in done.stdout or "level-1 rolls a" in done.stdout
    assert "Winner: level-" in done.stdout
    return path


def test_it_is_among_the_games(cruces: Program) -> None:
    done = cruces("games")
    assert done.returncode == 0
    assert "toy-race     Toy Race · 2–4 players" in done.stdout
    assert done.stderr == ""
    (game,) = [one for one in json.loads(cruces("games", "--json").stdout) if "toy" in one["id"]]
    assert game["seats"] == [2, 3, 4]


def test_its_rules_can_be_read(cruces: Program) -> None:
    assert "you trip and go back" in cruces("rules", "toy-race").stdout
    assert "tropiezas" in cruces("rules", "toy-race", "--lang", "es").stdout


def test_a_person_plays_it(cruces: Program) -> None:
    done = cruces("play", "toy-race", "--player", "Ana", "--player", "bot:random", "--seed", "3",
                  input="\n".join(["2"] * 60))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Ana: stop here" in done.stdout
    assert re.search(r"The game is over\. (Ana|random) reached the goal\.", done.stdout)


def test_a_saved_game_is_replayed_verified_and_drawn(cruces: Program, saved: Path) -> None:
    replayed = cruces("replay", str(saved))
    assert "level-1 rolls a" in replayed.stdout
    verified = cruces("verify", str(saved))
    assert verified.returncode == 0
    assert "ok (toy-race" in verified.stdout
    drawn = cruces("render", str(saved), "--out", "-")
    assert drawn.stdout.startswith("<svg")
    position = cruces("render", "12/7 p1+5 die 5", "--out", "-")
    assert "12/7 p1+5 die 5" in position.stdout


def test_the_coach_reviews_it(cruces: Program, saved: Path) -> None:
    done = cruces("analyse", str(saved), "--nodes", "200")
    assert done.returncode == 0, done.stderr
    assert "Luck with the dice:" in done.stdout
    assert "choices good or best" in done.stdout
    position = cruces("analyse", "0/0 p1+24 die 4", "--nodes", "2000")
    assert "Best: stop here" in position.stdout, position.stdout


def test_its_positions_are_counted(cruces: Program) -> None:
    """Of 6 dice 5 leave 2 choices, and after a 1 the next player's 6 dice come."""
    assert cruces("perft", "toy-race", "--depth", "2").stdout.split()[-1] == str(5 * 2 + 6)
