"""The page fills in sentences, writes numbers and chooses plural forms as the server does."""

import json
import shutil
import subprocess
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cruces.core.registry import families
from cruces.locales import catalogue, languages, number, percent, text
from cruces.locales.plurals import RULES, category

SENTENCES: list[tuple[str, dict[str, Any]]] = [
    *(("value.points", {"points": points}) for points in (0, 1, 2, -1, 1.5, 12345, 1_000_000)),
    *(("why.skips", {"count": count}) for count in (0, 1, 2, 11)),
    ("cli.games.seats", {"seats": "2–5"}),
    ("web.winner", {"names": "Ana", "count": 1}),
    ("web.clock.bank", {"minutes": 0.5, "seconds": 10}),
    ("verify.good", {"count": 0}),
    ("verify.good", {"count": 1}),
    ("verify.good", {"count": 40}),
]
NUMBERS: list[tuple[float, int | None]] = [
    *((value, None) for value in (0, 7, -3, 999, 1000, 9999, 10_000, 1234567, 1.7, 12345.25)),
    *product((0, 1.75, -0.25, 2, 1234.5, -99999.96), (0, 1, 4)),
]
SHARES = [0, 0.005, 0.6, 1, 0.123, 12.5]
CATEGORIES = [
    *product((*languages(), *RULES), [*range(201), 1000, 1_000_000, 1_000_001], (0,)),
    *product(("en", "es"), (0, 1, 1.5, 2), (1,)),
]


@cache
def page(lang: str) -> dict[str, Any]:
    """What the page says."""
    node = shutil.which("node")
    assert node, "tests of the browser's modules need Node: sh tools/system.sh says how"
    assert families(), "their texts are in the catalogue once they are known"
    questions = {
        "texts": catalogue(lang),
        "sentences": SENTENCES,
        "numbers": NUMBERS,
        "shares": SHARES,
        "categories": CATEGORIES,
    }
    done = subprocess.run(
        [node, "--import", "./setup.mjs", "texts.mjs"],
        cwd=Path(__file__).parent,
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("lang", languages())
def test_sentences(lang: str) -> None:
    assert page(lang)["sentences"] == [text(key, lang, **params) for key, params in SENTENCES]


@pytest.mark.parametrize("lang", languages())
def test_numbers_and_percentages(lang: str) -> None:
    assert page(lang)["numbers"] == [number(value, lang, digits) for value, digits in NUMBERS]
    assert page(lang)["shares"] == [percent(share, lang) for share in SHARES]


def test_plural_categories() -> None:
    said = dict(zip(CATEGORIES, page("en")["categories"], strict=True))
    assert said == {each: category(each[1], each[0], each[2]) for each in CATEGORIES}


def test_a_text_of_another_version_is_reported_once_and_no_reason_to_show_nothing() -> None:
    assert page("en")["lost"] == ["web.of-another-version"] * 2
    assert page("en")["complaints"] == ["no text web.of-another-version"]


def test_the_languages_that_are_asked_for() -> None:
    assert page("es")["asked"] == ["/api/texts/ca-ES,es"]
    assert page("es")["wanted"] == [[["ca-ES", "es"], ["en"]], [["es"], ["en"]]]
