"""`cruces games`, `cruces rules`, `cruces schema`."""

import json
from collections.abc import Callable

import jsonschema
import pytest
from click.testing import Result

from cruces.core.record import schema
from cruces.core.registry import GAMES, family_of
from cruces.locales import languages
from cruces.render.terminal.page import set_page
from cruces.render.terminal.style import Style

Run = Callable[..., Result]


@pytest.mark.parametrize("lang", languages())
def test_games_lists_everything(cruces: Run, lang: str) -> None:
    shown = cruces("games", lang=lang)
    assert shown.exit_code == 0
    for game in GAMES.values():
        assert game.id in shown.output
        assert game.name(lang) in shown.output
        assert all(f"--set {option.name}=" in shown.output for option in game.options)
        assert all(option.rule in shown.output for option in game.options)
    assert max(map(len, shown.output.splitlines())) <= 80


def test_games_as_data(cruces: Run) -> None:
    listed = json.loads(cruces("games", "--json", lang="es").output)
    assert [one["id"] for one in listed] == list(GAMES)
    quixo = listed[2]
    assert quixo["seats"] == [2]
    assert quixo["options"][1] == {
        "name": "repetition",
        "about": "Tablas al repetirse una posición",
        "values": [3, None, 2, 4, 5],
        "default": 3,
        "rule": "Q6",
        "ruling": True,
    }
    assert listed[0]["practice_seats"] == [1]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_rules(cruces: Run, game: str, lang: str) -> None:
    shown = cruces("rules", game, lang=lang)
    assert shown.exit_code == 0
    assert "\033" not in shown.output
    assert "**" not in shown.output
    assert "```" not in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    for option in GAMES[game].options:
        assert f"  {option.name}=" in shown.output
    assert f"cruces rules {game} --exact" in shown.output


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_exact_rules(cruces: Run, game: str, lang: str) -> None:
    shown = cruces("rules", game, "--exact", lang=lang)
    assert shown.exit_code == 0
    assert max(map(len, shown.output.splitlines())) <= 80
    # Not a sign of the page is lost on the way, but for Markdown's own.
    source = family_of(game).exact_rules_page(GAMES[game], lang)
    assert source is not None
    page, found = (
        "".join(sign for sign in written if not (sign.isspace() or sign in "#*`|-"))
        for written in (source, shown.output)
    )
    assert sorted(page) == sorted(found[: len(page)])


def test_pictures_in_the_rules_are_drawn_as_text(cruces: Run) -> None:
    shown = cruces("rules", "qwixx", lang="es").output
    assert "◆ rojo       ·   ·   ·  ×5   ·  ×7   8   9  10  11  12  [ ]" in shown
    assert "Blancos [4] [1] = 5    ◆[3]  ●[5]  ▲[2]  ■[6]" in shown
    assert "position" not in shown
    assert "    3  O O O O O" in cruces("rules", "quixo").output
    assert "    5  X1 ·  X3 ·  O4" in cruces("rules", "quixo-teams").output


def test_rules_show_what_was_set(cruces: Run) -> None:
    plain = cruces("rules", "qwixx").output
    assert "start=lot  (X4)" in plain
    assert "after_second_lock=ends  (X12, our ruling)" in plain
    edition = cruces("rules", "qwixx", "--edition", "gamewright-2014", lang="es").output
    assert "start=first-six  (X4)" in edition
    assert "Quién empieza: el primero que saca un seis" in edition
    both = cruces("rules", "qwixx", "--edition", "gamewright-2014", "--set", "start=lot").output
    assert "start=lot" in both


def test_a_page_in_colour() -> None:
    page = (
        "# T\n\nA **bold word** and `code`.\n\n- one\n  - two\n\n"
        "| a | b |\n|---|---|\n| 1 | `2` |\n"
    )
    quixo = GAMES["quixo"]
    inked = set_page(Style("en", colour=True), quixo, page)
    assert "\033[1mbold word\033[0m" in inked
    assert "\033[36mcode\033[0m" in inked
    assert "  1  2" in inked
    assert "`" not in inked
    plain = set_page(Style("en"), quixo, page).splitlines()
    assert plain == [
        "T",
        "",
        "A bold word and `code`.",
        "",
        "- one",
        "  - two",
        "",
        "  a  b",
        "  1  2",
    ]


def test_a_page_in_a_terminal_has_every_kind_of_block() -> None:
    page = (
        "1. first\n2. second\n\n> said\n\n    code\n\nA [link](#there), *leaning*.\\\nNew line.\n"
    )
    assert set_page(Style("en"), GAMES["quixo"], page).splitlines() == [
        "1. first",
        "2. second",
        "",
        "said",
        "",
        "    code",
        "",
        "A link, leaning. New line.",
    ]


def test_schema(cruces: Run) -> None:
    shown = cruces("schema")
    assert shown.exit_code == 0
    assert json.loads(shown.output) == json.loads(json.dumps(schema()))
    jsonschema.Draft202012Validator.check_schema(schema())
