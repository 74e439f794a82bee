"""`cruces train`: its file, its record, its checkpoints, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from cruces.cli.progress import Bar
from cruces.games.qwixx.commands import train
from cruces.games.qwixx.players.weights import read
from cruces.games.qwixx.rules import QWIXX_LAYOUT

Run = Callable[..., Result]


def test_weights_and_record(cruces: Run, tmp_path: Path) -> None:
    out = tmp_path / "small.npz"
    shown = cruces("train", "qwixx", "--games", "512", "--out", str(out))
    assert shown.exit_code == 0
    assert shown.output.splitlines()[0].split() == [
        "games",
        "loss",
        "margin",
        "±",
        "turns",
        "points",
    ]
    assert shown.output.splitlines()[-1] == f"Saved: {out}"
    assert read(out, QWIXX_LAYOUT, 2)
    record = json.loads(out.with_suffix(".json").read_text("utf-8"))
    assert record["command"] == "cruces train qwixx --players 2 --games 512 --seed 1"
    assert [mark["games"] for mark in record["curve"]] == [256, 512]
    again = tmp_path / "again.npz"
    found = json.loads(
        cruces("train", "qwixx", "--games", "512", "--out", str(again), "--json").output
    )
    assert found["curve"] == record["curve"]
    assert again.read_bytes() == out.read_bytes()
    assert cruces("train", "qwixx", "--out", str(out)).exit_code == 1  # it is there already


def test_resuming(cruces: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["train", "big-points", "--players", "3", "--games", "512"]
    whole, out = tmp_path / "whole.npz", tmp_path / "out.npz"
    assert cruces(*asked, "--out", str(whole)).exit_code == 0

    def interrupted(self: object, part: float) -> None:
        if part == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(train, "CHECKPOINT_SECONDS", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(Bar, "__call__", interrupted)
        assert cruces(*asked, "--out", str(out)).exit_code == 130
    assert not out.exists()
    checkpoint = tmp_path / "out.npz.checkpoint"
    assert checkpoint.exists()
    refused = cruces(*asked, "--seed", "2", "--out", str(out), "--resume")
    assert refused.exit_code == 1
    assert "another training" in refused.stderr
    assert cruces(*asked, "--out", str(out), "--resume").exit_code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert not checkpoint.exists()
    nothing = cruces(*asked, "--out", str(tmp_path / "new.npz"), "--resume")
    assert nothing.exit_code == 1
    assert "Nothing to resume" in nothing.stderr


def test_what_cannot_be_trained(cruces: Run) -> None:
    refused = cruces("train", "quixo")
    assert refused.exit_code == 1
    assert "does not work for quixo, only for: qwixx, big-points." in refused.stderr
    assert cruces("train", "qwixx", "--players", "6").exit_code == 2
