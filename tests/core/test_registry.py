"""Families are found by their entry points; a broken one is reported and stops nothing."""

import json
import logging
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from cruces import locales
from cruces.core import BadOptionError, registry
from cruces.core.family import Family
from cruces.core.registry import GAMES, FamilyError, family_of, get_game
from cruces.games.quixo.family import FAMILY as QUIXO_FAMILY
from cruces.games.quixo.rules import QUIXO, Quixo
from cruces.locales import text
from cruces.players import Limits, Skill

GOOD = """
from cruces.core.family import Family
from cruces.games.quixo.rules.game import Quixo

class Mine(Quixo):
    id = "{game}"

class MyFamily(Family):
    name = "{family}"
    package = __package__
    games = (Mine(),)

FAMILY = MyFamily()
"""
NAMELESS = """
from cruces.core.family import Family
FAMILY = Family()
"""
SITES: dict[str, tuple[str, dict[str, object], str]] = {
    "import_error": ("import no_such_module_anywhere", {}, "no_such_module_anywhere"),
    "syntax_error": ("def", {}, "SyntaxError"),
    "raises": ("raise RuntimeError('on strike')", {}, "on strike"),
    "exits": ("raise SystemExit('on strike')", {}, "SystemExit: on strike"),
    "unordered": (
        GOOD.format(game="mine", family="other").replace("games =", "order = 'first'\n    games ="),
        {},
        "is not a whole number",
    ),
    "bad_silence": (
        GOOD.format(game="mine", family="other"),
        {"en.json": {"game.mine": "Mine"}},
        "mine has no texts for about.mine",
    ),
    "bad_rules": (
        GOOD.format(game="mine", family="other"),
        {"en.json": {"game.mine": "Mine", "about.mine": "About"}},
        "rules/mine.en.md",
    ),
    "wrong_object": ("FAMILY = 7", {}, "is not a cruces.core.family.Family"),
    "no_object": ("", {}, "FAMILY"),
    "nameless": (NAMELESS, {}, "has no name, package, games"),
    "taken_id": (GOOD.format(game="qwixx", family="other"), {}, "there is a game 'qwixx' already"),
    "taken_name": (
        GOOD.format(game="mine", family="quixo"),
        {},
        "there is a family 'quixo' already",
    ),
    "taken_text": (
        GOOD.format(game="mine", family="other"),
        {"en.json": {"game.mine": "Mine", "game.qwixx": "Ours now"}},
        "texts that there are already: game.qwixx",
    ),
    "taken_spanish": (
        GOOD.format(game="mine", family="other"),
        {"en.json": {"game.mine": "Mine"}, "es.json": {"web.pass": "Otra cosa"}},
        "texts that there are already: web.pass",
    ),
    "bad_texts": (
        GOOD.format(game="mine", family="other"),
        {"en.json": "no object"},
        "is not one object of keys and sentences",
    ),
    "no_package": (
        GOOD.format(game="mine", family="other").replace("__package__", '"nowhere_at_all"'),
        {},
        "nowhere_at_all",
    ),
}
"""By the name of the package: its source, its texts, and what is reported about it."""


def _install(site: Path, package: str) -> None:
    source, texts, _ = SITES[package]
    folder = site / package
    (folder / "locales").mkdir(parents=True)
    (folder / "__init__.py").write_text(source, "utf-8")
    for name, content in texts.items():
        (folder / "locales" / name).write_text(json.dumps(content), "utf-8")
    info = site / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", "utf-8")
    points = f"[cruces.games]\nthe_{package} = {package}:FAMILY\n"
    (info / "entry_points.txt").write_text(points, "utf-8")


@pytest.fixture
def program(tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which every broken family is installed."""
    for package in SITES:
        _install(tmp_path, package)
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "CRUCES_LANG": "en"}


def _run(environment: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def test_broken_families_are_reported_by_name_and_stop_nothing(program: dict[str, str]) -> None:
    process = _run(program, "-m", "cruces", "games")
    assert "qwixx" in process.stdout
    assert "quixo" in process.stdout
    lines = process.stderr.splitlines()
    assert len(lines) == len(SITES)
    for package, (_, _, why) in SITES.items():
        name = f"the_{package}"
        if package.startswith(("taken", "bad", "no_package")):
            name = "quixo" if package == "taken_name" else "other"
        reports = [line for line in lines if f"“{name}” are left out" in line and why in line]
        assert reports, (package, lines)


def test_json_stays_clean_and_other_commands_say_nothing(program: dict[str, str]) -> None:
    process = _run(program, "-m", "cruces", "games", "--json")
    games = [game["id"] for game in json.loads(process.stdout)]
    assert games == ["qwixx", "big-points", "quixo", "quixo-teams"]
    assert "are left out" in process.stderr
    player = "bot:random"
    process = _run(
        program, "-m", "cruces", "play", "quixo", "--player", player, "--player", player, "--seed=1"
    )
    assert process.stderr == ""


def test_a_server_writes_them_to_its_log(program: dict[str, str]) -> None:
    code = "from cruces.core import registry; registry.families(); "
    code += "from cruces.server import logs; logs.set_up('INFO')"
    lines = [json.loads(line) for line in _run(program, "-c", code).stderr.splitlines()]
    assert len(lines) == len(SITES)
    assert {line["message"] for line in lines} == {"games left out"}
    assert {line["level"] for line in lines} == {"warning"}
    assert "the_import_error" in [line["family"] for line in lines]
    assert all(line["why"] for line in lines)


def test_a_library_can_read_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "cruces"):
        registry._Registry()._leave_out("quarry", ValueError("no stones"))
    assert "the games of 'quarry' are left out: ValueError: no stones" in caplog.text


def test_installed_families_are_found_in_order() -> None:
    names = [family.name for family in registry.families()]
    assert names == ["qwixx", "quixo"]
    assert registry.broken_families() == ()
    assert family_of("quixo-teams") is family_of(get_game("quixo"))
    with pytest.raises(BadOptionError):
        family_of("no such game")


def test_a_family_can_be_registered_once_and_removed_again() -> None:
    family = import_module("toy_race.family").FAMILY
    registry.register(family)
    try:
        assert family_of("toy-race") is family
        assert GAMES["toy-race"].name("es") == text("game.toy-race", "es")
        with pytest.raises(FamilyError, match="there is a family 'toy' already"):
            registry.register(family)
    finally:
        registry.unregister(family)
    assert "toy-race" not in GAMES
    with pytest.raises(KeyError):
        text("game.toy-race", "en")


def test_a_family_has_defaults_for_everything() -> None:
    """All but name, package and games has a default: the product's general answer."""

    class Quarry(Family):
        name = "quarry"

    family, game = Quarry(), get_game("quixo")
    state = game.initial()
    action = next(iter(game.legal(state, 0)))
    assert family.wire(game, state) == {}
    assert family.action_phrase(game, action, "en") == game.format_action(action)
    assert family.position_text(game, state) == game.format_position(state)
    assert family.view is None
    assert family.analyser(game) is None
    assert not family.skills(game)
    with pytest.raises(NotImplementedError):
        family.play_level(None, Skill(), Limits(), Random(1))


class Point:
    """An entry point that loads an object, or fails."""

    def __init__(self, name: str, target: object) -> None:
        self.name, self.value, self._target = name, f"{name}:FAMILY", target

    def load(self) -> object:
        if isinstance(self._target, BaseException):
            raise self._target
        return self._target


class Unordered(Family):
    name, package, games, order = "unordered", "tests", (), "first"  # type: ignore[assignment]


class Twice(Family):
    name, package, games = "twice", "tests.toy", ()


class Taken(Family):
    name, package, games = "taken", "tests.toy", (QUIXO,)


class Speechless(Family):
    name, package = "speechless", "tests.toy"
    games = (type("Speechless", (Quixo,), {"id": "speechless"})(),)


class Unruly(Family):
    name, package = "unruly", "tests.toy"
    games = (type("Unruly", (Quixo,), {"id": "quixo", "seat_counts": ()})(),)


def test_why_each_entry_point_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        Point("exits", SystemExit(3)),
        Point("raises", RuntimeError("on strike")),
        Point("number", 7),
        Point("bare", Family()),
        Point("unordered", Unordered()),
        Point("twice", Twice()),
        Point("again", Twice()),
        Point("quixo", QUIXO_FAMILY),
        Point("taken", Taken()),
        Point("speechless", Speechless()),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    loader = registry._Registry()
    loader.load()
    assert [family.name for family in loader.families] == ["quixo", "twice"]
    assert {broken.name: broken.why for broken in loader.broken} == {
        "exits": "SystemExit: 3",
        "raises": "RuntimeError: on strike",
        "number": "number:FAMILY is not a cruces.core.family.Family",
        "bare": "bare:FAMILY has no name, package, games",
        "unordered": "the order of unordered:FAMILY is not a whole number",
        "twice": "there is a family 'twice' already",
        "taken": "there is a game 'quixo' already",
        "speechless": "speechless has no texts for game.speechless, about.speechless",
    }
    locales.remove_family(Twice.package)


def test_the_texts_of_a_refused_family_are_removed() -> None:
    with pytest.raises(FamilyError, match=r"rules/quixo\.en\.md"):
        registry._Registry().add(Unruly())
    assert not locales.has_family(Unruly.package)


def test_texts_that_another_family_of_the_package_uses_stay() -> None:
    locales.add_family(Unruly.package)
    try:
        with pytest.raises(FamilyError, match=r"rules/quixo\.en\.md"):
            registry._Registry().add(Unruly())
        assert locales.has_family(Unruly.package)
    finally:
        locales.remove_family(Unruly.package)


def test_a_failing_answer_is_replaced_by_the_default(caplog: pytest.LogCaptureFixture) -> None:
    def fails(number: int) -> int:
        raise ZeroDivisionError(number)

    assert registry.ask(5, fails, 7) == 5
    assert registry.ask(5, abs, -7) == 7
    assert "fails failed" in caplog.text


def test_the_games_are_a_mapping() -> None:
    assert len(GAMES) == len(list(GAMES)) >= 4
    assert registry.broken_families() == ()
    assert {family_of(game).name for game in GAMES.values()} >= {"qwixx", "quixo"}
