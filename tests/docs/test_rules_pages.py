"""The rules pages: each point has its id, and each id a test that cites it."""

import ast
import re
from pathlib import Path

import pytest

from cruces.core.options import value_text
from cruces.core.registry import GAMES, family_of, get_game
from cruces.locales import languages

ROOT = Path(__file__).parents[2]
OPENER = re.compile(r"\*\*([XBQT]\d+) [^*]+\*\*")
IDS = {
    "qwixx": [f"X{n}" for n in range(1, 16)],
    "big-points": [f"B{n}" for n in range(1, 11)],
    "quixo": [f"Q{n}" for n in range(1, 7)],
    "quixo-teams": [f"T{n}" for n in range(1, 8)],
}


def rules_page(game: str, lang: str) -> str:
    return family_of(game).rules_page(get_game(game), lang)


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
    assert sorted(OPENER.findall(rules_page(game_id, lang))) == sorted(IDS[game_id])


def test_every_point_is_proved_by_a_test() -> None:
    on_pages = {id_ for game_id in GAMES for id_ in OPENER.findall(rules_page(game_id, "en"))}
    assert on_pages
    assert on_pages - cited() == set()
    assert cited() - on_pages == set()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_is_on_the_page_with_its_values(game_id: str, lang: str) -> None:
    page = rules_page(game_id, lang)
    own = "XBQT"[list(GAMES).index(game_id)]
    for option in get_game(game_id).options:
        if option.rule.startswith(own) and option.name not in ("size", "edition"):
            assert f"`{option.name} = " in page
        if option.name == "edition":
            assert all(f"`{value_text(value)}`" in page for value in option.values)


def test_the_pages_are_found_in_the_documentation() -> None:
    pages = sorted(path.name for path in (ROOT / "docs" / "rules").glob("*.md"))
    assert pages == sorted(f"{game}.{lang}.md" for game in GAMES for lang in languages())
