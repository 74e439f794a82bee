"""Players in files: also in other processes, and where there is no such file any more."""

import inspect
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import cruces
from cruces.players import Limits
from cruces.players.source import FilePlayer, file_player

SOURCE = """from __future__ import annotations
from dataclasses import dataclass

GAME = "quixo"

@dataclass
class Own:
    name: str = "own"

    def choose(self, view, limits, rng):
        return list(view.legal)[-1]

def other(view):
    return next(iter(view.legal))
"""


def read(folder: Path, name: str = "") -> FilePlayer:
    file = folder / "own.py"
    file.write_text(SOURCE)
    player = file_player(f"{file}{name}")
    assert player is not None
    return player


def test_a_class_makes_a_bot_and_a_function_plays(tmp_path: Path) -> None:
    view = cruces.start("quixo").view(0)
    own, other = read(tmp_path, ":Own"), read(tmp_path, ":other")
    assert (own.name, other.name, own.game) == ("own", "other", "quixo")
    assert own.load() is not own.load(), "every game has a new one"
    chosen = [player.choose(view, Limits(), Random(1)) for player in (own, other)]
    assert chosen == [list(view.legal)[-1], next(iter(view.legal))]
    with pytest.raises(cruces.BadOptionError, match="Own, other"):
        read(tmp_path)


def test_the_text_goes_along_and_functions_find_it(tmp_path: Path) -> None:
    other = read(tmp_path, ":other")
    assert other.name == "other"
    pickled = pickle.dumps(other)
    Path(other.path).unlink()
    program = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()).name)"
    told = subprocess.check_output([sys.executable, "-c", program], input=pickled)
    assert told == b"other\n"
    assert "next(iter(view.legal))" in inspect.getsource(other.load())


def test_what_fails_in_a_file_is_told_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    def choose(self): ...\n    def __init__(self): 1 / 0\n")
    with pytest.raises(cruces.BadOptionError, match=r"bad.py cannot be run. ZeroDivisionError"):
        file_player(str(file))
    assert file_player("level-2") is None
