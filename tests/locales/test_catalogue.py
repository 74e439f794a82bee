"""Every text people read is in the catalogue, in every language, and used."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from cruces.core.options import value_text
from cruces.core.registry import GAMES, families, family_of
from cruces.locales import DEFAULT, catalogue, languages, negotiate, text

SOURCE = Path(__file__).parents[2] / "src" / "cruces"


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


CATALOGUES = [SOURCE / "locales", *sorted(SOURCE.glob("games/*/locales"))]


def read(folder: Path, lang: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((folder / f"{lang}.json").read_text("utf-8"))
    return texts


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", languages())
def test_every_language_has_the_same_keys_and_placeholders(lang: str, folder: Path) -> None:
    own, other = read(folder, lang), read(folder, DEFAULT)
    assert own.keys() == other.keys()
    for key in own:
        assert placeholders(own[key]) == placeholders(other[key]), key


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", languages())
def test_the_keys_are_sorted_and_no_text_is_empty(lang: str, folder: Path) -> None:
    texts = read(folder, lang)
    assert list(texts) == sorted(texts)
    assert all(texts.values())


def test_no_key_is_in_two_catalogues() -> None:
    keys = [key for folder in CATALOGUES for key in read(folder, DEFAULT)]
    assert len(CATALOGUES) == 1 + len(families())
    assert len(keys) == len(set(keys))
    assert set(keys) <= catalogue(DEFAULT).keys()  # a game that is tested may have added its own


def test_every_reason_in_the_source_has_a_sentence_and_every_sentence_a_use() -> None:
    source = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    used = set(re.findall(r'Reason\(\s*"([a-z-]+)"', source))
    used |= {f"record-event-{code}" for code in ("malformed", "illegal", "not-your-turn")}
    used.add("record-event-game-over")
    used.discard("odd")  # a doctest's
    known = {key.removeprefix("error.") for key in catalogue(DEFAULT) if key.startswith("error.")}
    assert used == known


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_and_options_have_names(game: object) -> None:
    for lang in languages():
        assert text(f"game.{game.id}", lang)  # type: ignore[attr-defined]
        assert text(f"about.{game.id}", lang)  # type: ignore[attr-defined]
        for option in game.options:  # type: ignore[attr-defined]
            assert text(f"option.{option.name}", lang)
            for value in option.values:
                assert text(f"option.{option.name}.{value_text(value)}", lang)


def test_an_unknown_language_falls_back() -> None:
    assert text("game.quixo-teams", "xx") == text("game.quixo-teams", DEFAULT)
    family, game = family_of("quixo"), GAMES["quixo"]
    assert family.rules_page(game, "xx") == family.rules_page(game, DEFAULT)
    assert [negotiate(wanted) for wanted in ("es-MX", "EN", "C", "")] == ["es", "en", "en", "en"]


def test_an_unknown_key_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        text("no.such.key", "en")
