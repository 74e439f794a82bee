"""The rules pages: explained with pictures, and exact, where each point has its id and a test."""

import ast
import re
from pathlib import Path

import pytest

from cruces.core.options import value_text
from cruces.core.registry import GAMES, family_of, get_game
from cruces.locales import languages

ROOT = Path(__file__).parents[2]
OPENER = re.compile(r"\*\*([XBQT]\d+) [^*]+\*\*")
ID = re.compile(r"\b[XBQT]\d+\b")
FIGURE = re.compile(r"^```position.*?^```$", re.MULTILINE | re.DOTALL)
MOST_WORDS = 620
"""Somewhat more than two minutes of quick reading, captions and all."""
IDS = {
    "qwixx": [f"X{n}" for n in range(1, 16)],
    "big-points": [f"B{n}" for n in range(1, 11)],
    "quixo": [f"Q{n}" for n in range(1, 7)],
    "quixo-teams": [f"T{n}" for n in range(1, 8)],
}


def rules_page(game: str, lang: str) -> str:
    return family_of(game).rules_page(get_game(game), lang)


def exact_page(game: str, lang: str) -> str:
    page = family_of(game).exact_rules_page(get_game(game), lang)
    assert page is not None
    return page


def cited() -> set[str]:
    """The ids in every ``@pytest.mark.rule(...)`` of the tests."""
    names: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                names |= {str(ast.literal_eval(argument)) for argument in node.args}
    return names


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game_id", GAMES)
def test_every_point_stands_on_its_page_once(game_id: str, lang: str) -> None:
    assert sorted(OPENER.findall(exact_page(game_id, lang))) == sorted(IDS[game_id])


def test_every_point_is_proved_by_a_test() -> None:
    on_pages = {id_ for game_id in GAMES for id_ in OPENER.findall(exact_page(game_id, "en"))}
    assert on_pages
    assert on_pages - cited() == set()
    assert cited() - on_pages == set()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_is_on_the_page_with_its_values(game_id: str, lang: str) -> None:
    page = exact_page(game_id, lang)
    own = "XBQT"[list(GAMES).index(game_id)]
    for option in get_game(game_id).options:
        if option.rule.startswith(own) and option.name not in ("size", "edition"):
            assert f"`{option.name} = " in page
        if option.name == "edition":
            assert all(f"`{value_text(value)}`" in page for value in option.values)


def test_the_exact_pages_are_found_in_the_documentation() -> None:
    folder = ROOT / "docs" / "rules"
    pages = sorted(path.name for path in folder.glob("*.md"))
    assert pages == sorted(f"{game}.{lang}.md" for game in GAMES for lang in languages())
    for game in GAMES:
        for lang in languages():
            assert (folder / f"{game}.{lang}.md").read_text("utf-8") == exact_page(game, lang)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game_id", GAMES)
def test_a_page_for_people_has_no_ids_and_is_soon_read(game_id: str, lang: str) -> None:
    page = rules_page(game_id, lang)
    words = re.sub(r"^```position[^`]*?\n\n|^\|.*$|```", " ", page, flags=re.MULTILINE).split()
    assert 200 < len(words) <= MOST_WORDS
    # A1 and B2 are seats, where two teams play.
    seats = {"B1", "B2"} if game_id == "quixo-teams" else set()
    assert set(ID.findall(page)) <= seats
    assert "`" not in FIGURE.sub("", page), "notation is for the exact rules"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_language_shows_the_same_pictures(game_id: str) -> None:
    shown = {
        lang: [block.partition("\n\n")[0] for block in FIGURE.findall(rules_page(game_id, lang))]
        for lang in languages()
    }
    assert len(shown["en"]) >= 5
    assert all(pictures == shown["en"] for pictures in shown.values())
