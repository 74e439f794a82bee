"""Every text people read is in the catalogue, in every language, and used."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from cruces import locales
from cruces.core.game import WITHOUT_SEAT
from cruces.core.options import value_text
from cruces.core.registry import GAMES, families, family_of
from cruces.locales import (
    DEFAULT,
    Entry,
    catalogue,
    is_entry,
    languages,
    listed,
    negotiate,
    text,
)

SOURCE = Path(__file__).parents[2] / "src" / "cruces"


def sentences(entry: Entry) -> Iterator[str]:
    """A sentence, or all of its plural forms."""
    if isinstance(entry, str):
        yield entry
    else:
        for forms in entry.values():
            for form in forms.values():
                yield from sentences(form)


def placeholders(entry: Entry) -> set[str]:
    return {
        name
        for sentence in sentences(entry)
        for _, name, _, _ in Formatter().parse(sentence)
        if name
    }


def unknown(own: Mapping[str, Entry], default: Mapping[str, Entry]) -> list[str]:
    """The texts of a language that the default one does not have, or fills in with less."""
    return [
        key
        for key, entry in own.items()
        if key not in default or not placeholders(entry) <= placeholders(default[key])
    ]


CATALOGUES = [SOURCE / "locales", *sorted(SOURCE.glob("games/*/locales"))]
COMPLETE = ("en", "es")
"""Languages in which nothing may be missing; others may be half done."""


def read(folder: Path, lang: str) -> dict[str, Entry]:
    texts: dict[str, Entry] = json.loads((folder / f"{lang}.json").read_text("utf-8"))
    return texts


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", languages())
def test_no_language_has_keys_or_placeholders_of_its_own(lang: str, folder: Path) -> None:
    assert unknown(read(folder, lang), read(folder, DEFAULT)) == []


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", COMPLETE)
def test_a_complete_language_has_every_key_and_placeholder(lang: str, folder: Path) -> None:
    own, default = read(folder, lang), read(folder, DEFAULT)
    assert own.keys() == default.keys()
    for key in own:
        assert placeholders(own[key]) == placeholders(default[key]), key


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", languages())
def test_the_keys_are_sorted_and_no_text_is_empty(lang: str, folder: Path) -> None:
    texts = read(folder, lang)
    assert list(texts) == sorted(texts)
    assert all(is_entry(entry) and all(sentences(entry)) for entry in texts.values())


def test_half_a_language_is_accepted_but_nothing_unknown_in_it() -> None:
    default = read(CATALOGUES[0], DEFAULT)
    assert unknown({"web.pass": "Pasuj"}, default) == []
    assert unknown({"value.points": {"points": {"few": "{points} punkty"}}}, default) == []
    assert unknown({"web.past": "Pasuj"}, default) == ["web.past"]
    assert unknown({"web.pass": "Pasuj, {name}"}, default) == ["web.pass"]
    few: Entry = {"points": {"few": "{points} {punkty}"}}
    assert unknown({"value.points": few}, default) == ["value.points"]


@pytest.fixture
def half_polish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language of four texts, two of them with only some of their forms."""
    texts: dict[str, Entry] = {
        "web.pass": "Pasuj",
        "number.decimal": ",",
        "value.points": {"points": {"one": "{points} punkt", "few": "{points} punkty"}},
        "web.free": {"count": {"one": "{count} miejsce", "other": "{count} miejsca"}},
    }
    read_file = locales._read

    def read_all(folder: Any, code: str) -> dict[str, Entry]:
        own = str(folder).endswith("cruces/locales")
        return read_file(folder, code) if code != "pl" else texts if own else {}

    monkeypatch.setattr(locales, "_read", read_all)
    monkeypatch.setattr(locales, "languages", lambda: (*COMPLETE, "pl"))
    clear = (locales.catalogue, locales.number_format)
    for cached in clear:
        cached.cache_clear()
    yield
    for cached in clear:
        cached.cache_clear()


@pytest.mark.usefixtures("half_polish")
def test_half_a_language_falls_back_key_by_key_and_form_by_form() -> None:
    assert text("web.pass", "pl") == "Pasuj"
    assert text("web.won", "pl") == text("web.won", DEFAULT)
    assert text("game.quixo-teams", "pl") == text("game.quixo-teams", DEFAULT)
    said = [text("value.points", "pl", points=points) for points in (1, 3, 5, 0.5)]
    assert said == ["1 punkt", "3 punkty", "5 points", "0,5 points"]
    said = [text("web.free", "pl", count=count) for count in (1, 3, 5)]
    assert said == ["1 miejsce", "3 miejsca", "5 miejsca"]
    assert locales.percent(0.5, "pl") == "50%"
    assert text("lang.code", "pl") == "pl"
    assert negotiate("pl_PL.UTF-8") == "pl"


@pytest.mark.parametrize(
    ("own", "filled"),
    [
        ("Punkty", "Punkty"),
        ({"count": {"one": "a"}}, {"count": {"0": "none", "one": "a", "other": "many"}}),
        ({"count": {"other": "b"}}, {"count": {"one": "one", "other": "b"}}),
        ({"games": {"one": "a"}}, {"count": {"0": "none", "one": "one", "other": "many"}}),
        ({"games": {"other": "b"}}, {"games": {"other": "b"}}),
    ],
)
def test_forms_that_a_language_lacks_are_the_defaults(own: Entry, filled: Entry) -> None:
    default: Entry = {"count": {"0": "none", "one": "one", "other": "many"}}
    assert locales.filled(own, default, "es") == filled


@pytest.mark.parametrize(
    "entry", [3, None, {}, {"a": "b"}, {"a": {"some": "b"}}, {"a": {"one": 1}}, {"a": {}, "b": {}}]
)
def test_what_is_no_text_is_refused(entry: object) -> None:
    assert not is_entry(entry)


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


@pytest.mark.parametrize("reason", ["abandonment", "resignation", "time"])
def test_a_reason_names_who_did_it(reason: str) -> None:
    for lang in languages():
        by = locales.ending(reason, lang, ["Ana", "Leo"], you=False)
        you, nobody = (locales.ending(reason, lang, [], you) for you in (True, False))
        assert locales.listed(["Ana", "Leo"], lang) in by
        assert len({by, you, nobody}) == 3
        assert locales.ending("agreement", lang, ["Ana"], you=True) == text(
            "reason.agreement", lang
        )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_ways_to_end_a_game_have_all_their_sentences(game: object) -> None:
    """With nobody in it, without placeholders; with the reader; with names."""
    for lang in languages():
        texts = catalogue(lang)
        for how in game.conclusions:  # type: ignore[attr-defined]
            assert text(f"reason.{how}", lang).endswith(".")
            if how not in WITHOUT_SEAT:
                assert {f"reason.{how}.by", f"reason.{how}.you"} <= texts.keys()


def test_reasons_come_in_threes_or_alone() -> None:
    keys = {key for key in catalogue(DEFAULT) if key.startswith("reason.")}
    plain = {key for key in keys if key.count(".") == 1}
    for key in plain:
        assert not placeholders(catalogue(DEFAULT)[key]), key
        assert (f"{key}.by" in keys) == (f"{key}.you" in keys), key
    assert keys == {f"{key}{more}" for key in plain for more in ("", ".by", ".you")} & keys


def test_an_unknown_key_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        text("no.such.key", "en")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Irene", "e"),
        ("íñigo", "e"),
        ("Hilario", "e"),
        ("Ísis", "e"),
        ("Hielo", "y"),
        ("Yago", "y"),
        ("Ana", "y"),
        ("Hugo", "y"),
        ("1", "y"),
    ],
)
def test_spanish_says_e_before_an_i(name: str, word: str) -> None:
    assert listed(["Teo", name], "es") == f"Teo {word} {name}"
    assert listed(["Ana", "Teo", name], "es") == f"Ana, Teo {word} {name}"
    assert listed(["Teo", name], "en") == f"Teo and {name}"
