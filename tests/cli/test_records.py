"""`cruces replay` and `cruces verify`, on good files and on bad ones."""

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cruces.core.registry import GAMES
from cruces.locales import languages

Run = Callable[..., Result]


def saved(cruces: Run, game: str, path: Path) -> dict[str, Any]:
    bots = ["--player", "bot:random"] * GAMES[game].seat_counts[0]
    assert cruces("play", game, *bots, "--seed", "3", "--save", str(path)).exit_code == 0
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data


def rewrite(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_replay(cruces: Run, game: str, lang: str, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    events = saved(cruces, game, path)["events"]
    shown = cruces("replay", str(path), lang=lang)
    assert shown.exit_code == 0
    assert f"\n{len(events):>5}  " in shown.output
    assert GAMES[game].name(lang) in shown.output
    assert max(map(len, shown.output.split("\n── ")[0].splitlines())) <= 80
    assert shown.output.splitlines()[-1].startswith(("Position: ", "Posición: "))


@pytest.mark.parametrize("game", GAMES)
def test_replay_as_data(cruces: Run, game: str, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    data = saved(cruces, game, path)
    whole = json.loads(cruces("replay", str(path), "--json").output)
    assert whole["game"] == game
    assert [step["event"] for step in whole["steps"]] == [None, *data["events"]]
    assert whole["steps"][-1]["result"] == data["result"]
    for number in (0, 2, len(data["events"])):
        one = json.loads(cruces("replay", str(path), "--json", "--event", str(number)).output)
        assert one == whole["steps"][number]
        plain = cruces("replay", str(path), "--event", str(number)).output
        assert plain.splitlines()[-1] == f"Position: {one['position']}"


def test_replay_beyond_the_end(cruces: Run, game_file: Path) -> None:
    failed = cruces("replay", str(game_file), "--event", "1000")
    assert failed.exit_code == 1
    assert failed.stderr.startswith("cruces: There is no event 1,000: the last one is ")
    assert json.loads(cruces("replay", str(game_file), "--event", "1000", "--json").stdout)


def test_standard_input(cruces: Run, game_file: Path) -> None:
    written = game_file.read_text("utf-8")
    assert cruces("verify", "-", input=written).exit_code == 0
    assert cruces("replay", "-", input=written).exit_code == 0


def test_verify_good_and_bad(cruces: Run, game_file: Path, tmp_path: Path) -> None:
    good = cruces("verify", str(game_file))
    assert good.exit_code == 0
    assert good.output.startswith(f"{game_file}: ok (quixo, ")
    data = json.loads(game_file.read_text("utf-8"))
    data["events"][4]["text"] = "c3>c5"
    bad = rewrite(tmp_path / "bad.json", data)
    both = cruces("verify", str(game_file), str(bad), lang="es")
    assert both.exit_code == 1
    first, second = both.output.splitlines()
    assert first.endswith("terminada; sin dados)")
    assert second.startswith(f"{bad}: El evento 5, «c3>c5», es ilegal: Solo se sacan cubos")


def test_verify_as_data(cruces: Run, game_file: Path, tmp_path: Path) -> None:
    data = json.loads(game_file.read_text("utf-8"))
    data["events"] = data["events"][:3]
    data["result"] = None
    part = rewrite(tmp_path / "part.json", data)
    data["events"][2]["seat"] = 1
    bad = rewrite(tmp_path / "bad.json", data)
    shown = cruces("verify", "--json", str(part), str(bad), "nowhere.json")
    assert shown.exit_code == 1
    found = json.loads(shown.output)
    assert found[0] == {
        "file": str(part),
        "ok": True,
        "game": "quixo",
        "events": 3,
        "over": False,
        "dice": "rules-only",
        "draws": 0,
        "signer": None,
    }
    assert found[1]["error"]["event"] == 3
    assert found[1]["error"]["reason"] == "record-event-not-your-turn"
    assert found[2]["error"]["reason"] == "missing"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The record is empty."),
        (b'{"format": "cruces-record"', "The record is cut off"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "The record is not JSON"),
        (b"\xff\xfe\x00", "The record is not JSON"),
        (b"[" * 100_000, "The record is"),
        (b"{}", "This is not a Cruces record"),
        (b'{"format": "cruces-record", "version": 99}', "version 99"),
        (b" " * (4 * 2**20 + 1), "larger than 4 MB"),
    ],
    ids=["empty", "cut", "png", "utf-16", "deep", "foreign", "newer", "large"],
)
def test_broken_files(cruces: Run, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    verified = cruces("verify", str(path))
    assert verified.exit_code == 1
    assert verified.output.startswith(f"{path}: ")
    assert sentence in verified.output
    for args in (["replay"], ["play", "--load"], ["render", "--out", "-"]):
        failed = cruces(*args, str(path))
        assert failed.exit_code == 1, failed.output
        assert failed.stderr.startswith("cruces: ")
        assert sentence in failed.stderr
        assert failed.stdout == ""


def test_places_that_are_no_files(cruces: Run, tmp_path: Path) -> None:
    missing = cruces("replay", "nowhere.json", lang="es")
    assert (missing.exit_code, missing.stderr) == (
        1,
        "cruces: No existe el archivo nowhere.json.\n",
    )
    folder = cruces("replay", str(tmp_path))
    assert folder.exit_code == 1
    assert folder.stderr.endswith("is a folder, not a file.\n")
    (tmp_path / "file").touch()
    below = cruces("replay", str(tmp_path / "file" / "x.json"))
    assert below.stderr.endswith("part of the path is not a folder.\n")
    long = cruces("verify", "x" * 5000)
    assert long.exit_code == 1
    assert long.output.endswith("the name is too long. Choose a shorter one.\n")


def test_a_file_that_may_not_be_read(
    cruces: Run, game_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(game_file))

    monkeypatch.setattr(Path, "open", denied)  # taking the right away does not stop root
    failed = cruces("replay", str(game_file))
    assert failed.exit_code == 1
    assert "permission denied. Check the permissions" in failed.stderr


def test_strangers_cannot_steer_the_terminal(cruces: Run, game_file: Path, tmp_path: Path) -> None:
    data = json.loads(game_file.read_text("utf-8"))
    data["seats"][0]["name"] = "\x1b[2Jgone"
    named = rewrite(tmp_path / "named.json", data)
    shown = cruces("replay", str(named))
    assert shown.exit_code == 0
    assert "\x1b" not in shown.output
    data["events"][0]["text"] = "\x1b[31m"
    for output in (
        cruces("verify", str(rewrite(named, data))).output,
        cruces("replay", str(named)).stderr,
    ):
        assert "\x1b" not in output
        assert "[31m" in output
