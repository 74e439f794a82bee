"""What is prepared, in which order, and what is said about it."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from cruces.core.registry import GAMES, family_of
from cruces.players import bots_for, preparation
from cruces.players.preparation import (
    COMMAND,
    NOT_KEPT,
    Preparation,
    Queue,
    is_prepared,
    preparations,
    prepare,
    usual,
)

QUICK = "quixo-certificate"
"""What is prepared in a few seconds."""


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Three things to prepare, in an empty cache; what was run."""
    run: list[str] = []
    known = {name: Preparation(name, partial(run.append, name)) for name in "abc"}
    monkeypatch.setattr(preparation, "preparations", lambda: known)
    monkeypatch.setattr(preparation, "machine_code_folder", lambda: tmp_path / "code")
    return run


def test_everything_that_is_needed_can_be_prepared() -> None:
    known = preparations()
    for game in GAMES.values():
        for seats in game.seat_counts:
            state = game.initial(None, seats)
            for bot in (None, *bots_for(game.id)):
                for name in family_of(game).needs(game, state, bot):
                    assert name in known, (game.id, bot)
    for simple in ("random", "greedy"):
        assert not family_of("quixo").needs(GAMES["quixo"], GAMES["quixo"].initial(), simple)


def test_families_take_turns() -> None:
    """No family waits until another has everything."""
    first, second = list(preparations())[:2]
    assert first.startswith("qwixx")
    assert second.startswith("quixo")
    assert set(usual()) < set(preparations())


def test_what_is_prepared_is_not_prepared_again(toys: list[str]) -> None:
    told: list[str] = []
    assert not is_prepared("a")
    prepare(Queue(["a", "b"]), told.append)
    prepare(Queue(["a", "b", "c"]), told.append)
    assert toys == ["a", "b", "c"]
    assert told == ["a", "b", "a", "b", "c"]
    assert is_prepared("a")


def test_a_touched_source_is_noticed(toys: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would not take what it finds on disk: so neither do we say that it is there."""
    prepare(Queue(["a"]), lambda name: None)
    monkeypatch.setattr(preparation, "_fingerprint", lambda: "another")
    assert not is_prepared("a")


def test_what_is_asked_for_comes_next(toys: list[str]) -> None:
    queue = Queue(["a", "b"])
    done = []
    for name in queue:
        done.append(name)
        if name == "a":
            for asked in ("a", "c", "nothing-known", "b"):
                queue.ask(asked)
    assert done == ["a", "b", "c"]


def test_the_process_prepares_and_tells(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*COMMAND, QUICK], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read() == f"{QUICK}\n"
        assert process.wait() == 0
    assert list(tmp_path.glob("cruces/tables/quixo-5-*.exceptions"))
    asked = f"from cruces.players.preparation import is_prepared as p; print(p({QUICK!r}))"
    done = subprocess.run(
        [sys.executable, "-c", asked], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"


def test_nobody_prepares_for_somebody_who_is_gone(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(
        COMMAND, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0
    assert not list(tmp_path.glob("cruces/machine-code/*/prepared/qwixx-*"))


def test_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "cruces").touch()  # where a folder should be
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(
        [*COMMAND, QUICK], env=env, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.wait(60) == NOT_KEPT
