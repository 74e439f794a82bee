"""Numbers in sentences: plural forms wherever a number governs a noun, in every language."""

import re
from collections.abc import Iterator
from itertools import chain
from string import Formatter

import pytest

from cruces.core.registry import families
from cruces.locales import Entry, catalogue, languages, text
from cruces.locales.numbers import Figure
from cruces.locales.plurals import category
from tests.locales.test_catalogue import CATALOGUES, read


def names(written: str) -> frozenset[str]:
    return frozenset(written.split())


COUNTS = names(
    """boards bytes count days decisions depth events exceptions games lines minutes most needed
    nodes past played players plies points positions seats seconds sheets sound wanted_players won
    workers"""
)
"""Placeholders for how many there are of something."""

LABELS = names(
    """decision default dot each event face first last least length number other own position second
    seat size sum turn version wanted"""
)
"""Placeholders for numbers that count nothing: the third event, a six, seconds with their sign."""

WORDS = names(
    """action address after allowed args before best bot bots checkpoint code command cost course
    database detail dice example expected extra families family file folder format from game
    good high host how inaccuracy known level line link lost low luck match mean mistake move
    name names option percent port pushes reason role roll row rows ruling score scores
    share side signature signer signs skips square squares state sums take text there time
    title to type usual value waiting wanted_ruling what why work worth"""
)
"""Placeholders for words."""

GOVERNS_NOTHING = {
    "cli.analyse.looked": {"depth", "seconds"},  # a depth, and the sign of a unit
    "cli.analyse.more": {"count"},
    "cli.analyse.option.lines": {"lines"},
    "cli.analyse.played-out": {"seconds"},
    "cli.db.option.days": {"days"},
    "cli.event.penalty": {"count", "most", "points"},
    "cli.games.practice": {"seats"},
    "cli.play.choose-again": {"most"},
    "cli.prove.counts": {"won", "played", "past", "exceptions"},
    "cli.prove.differs": {"positions", "won", "played", "past"},
    "cli.qwixx.skips": {"count"},
    "cli.solve.friendly": {"players"},
    "cli.sheet.option.per-page": {"most"},  # a bound
    "cli.usage.name": {"most"},
    "cli.usage.seconds": {"most"},
    "cli.usage.whole-up-to": {"most"},  # a bound
    "cli.usage.too-many-players": {"players", "seats"},
    "coach.choices": {"sound"},  # 3 of 5 choices
    "coach.choices-alone": {"sound"},
    "page.game.at": {"count"},
    "page.game.coach.far-left": {"seconds"},
    "oracle.friendly": {"players"},  # two or more
    "error.too-many-positions": {"most"},  # a bound, far above one
    "error.joint": {"seats"},  # which, not how many
    "error.record-too-large": {"most"},
    "error.table-other": {"players"},
    "error.weights-other": {"players", "wanted_players"},
    "page.learn.exercises": {"count"},  # 3 of 5
    "page.learn.step": {"count"},
    "web.clock.bank": {"minutes", "seconds"},
    "web.clock.days": {"days"},
    "web.pass.costs": {"points"},
    "web.penalties": {"count", "most"},
    "web.value.in": {"plies"},
    "web.watchers": {"count"},
    "why.penalty": {"points"},
    "why.penalty-best": {"points"},
}
"""Where a count stands alone, behind a colon or before the sign of a unit."""


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def sentences(
    entry: Entry, chosen: frozenset[str] = frozenset()
) -> Iterator[tuple[str, frozenset[str]]]:
    """Every sentence of a text, with the placeholders by which it was chosen."""
    if isinstance(entry, str):
        yield entry, chosen
    else:
        for name, forms in entry.items():
            for form in forms.values():
                yield from sentences(form, chosen | {name})


def without_plural(key: str, entry: Entry) -> set[str]:
    """The counts that stand in a sentence of this text without having chosen its form."""
    pardoned = GOVERNS_NOTHING.get(key, set())
    return {
        name
        for sentence, chosen in sentences(entry)
        for name in placeholders(sentence) & COUNTS
        if name not in chosen and name not in pardoned
    }


def without_form(entry: Entry, lang: str) -> set[int]:
    """The numbers up to 200 whose form is missing."""
    if isinstance(entry, str):
        return set()
    ((_, forms),) = entry.items()
    missing = {
        number
        for number in range(201)
        if str(number) not in forms and category(number, lang) not in forms
    }
    return missing.union(*(without_form(form, lang) for form in forms.values()))


def texts(lang: str) -> dict[str, Entry]:
    return dict(chain.from_iterable(read(folder, lang).items() for folder in CATALOGUES))


@pytest.mark.parametrize("lang", languages())
def test_a_count_in_a_sentence_chooses_its_form(lang: str) -> None:
    wrong = {key: without_plural(key, entry) for key, entry in texts(lang).items()}
    assert {key: names for key, names in wrong.items() if names} == {}


@pytest.mark.parametrize("lang", languages())
def test_every_number_has_its_form(lang: str) -> None:
    wrong = {key: without_form(entry, lang) for key, entry in texts(lang).items()}
    assert {key: numbers for key, numbers in wrong.items() if numbers} == {}


def test_the_checks_find_what_is_missing() -> None:
    assert without_plural("a.key", "{count} events") == {"count"}
    assert without_plural("a.key", {"events": {"other": "{count} of {events}"}}) == {"count"}
    assert without_plural("web.watchers", "{count} {games}") == {"games"}
    both: Entry = {"events": {"other": {"count": {"other": "{count} of {events}"}}}}
    assert without_plural("a.key", both) == set()
    one_form: Entry = {"count": {"other": "{count} events"}}
    assert without_form(one_form, "en") == {1}
    assert 1 in without_form({"count": {"one": "", "other": one_form}}, "en")
    polish: Entry = {"count": {"one": "plik", "few": "pliki", "other": "pliku"}}
    assert {0, 5, 12, 112} <= without_form(polish, "pl")
    assert not without_form({"count": {"one": "", "few": "", "many": "", "other": ""}}, "pl")


def test_every_placeholder_is_known_for_what_it_is() -> None:
    assert not COUNTS & LABELS
    assert not WORDS & (COUNTS | LABELS)
    used = {
        name
        for entry in texts("en").values()
        for sentence, _ in sentences(entry)
        for name in placeholders(sentence)
    }
    assert used == COUNTS | LABELS | WORDS


def test_the_exceptions_are_needed() -> None:
    for key, names in GOVERNS_NOTHING.items():
        used = [placeholders(sentence) - chosen for sentence, chosen in sentences(texts("en")[key])]
        assert all(names <= each for each in used), key


@pytest.mark.parametrize(
    ("lang", "points", "said"),
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("en", -1, "−1 point"),
        ("en", Figure(1, 1), "1.0 points"),
        ("en", 12345, "12,345 points"),
        ("es", 1, "1 punto"),
        ("es", 1234, "1234 puntos"),
        ("es", Figure(1.66, 1), "1,7 puntos"),
        ("es", 1_000_000, "1\u00a0000\u00a0000 puntos"),
    ],
)
def test_a_plural(lang: str, points: object, said: str) -> None:
    assert text("value.points", lang, points=points) == said


def test_a_number_may_have_a_form_of_its_own() -> None:
    assert families()  # their texts are in the catalogue now
    said = [text("why.skips", "es", count=count) for count in (0, 1, 5)]
    assert said == ["no se salta ningún número", "se salta un número", "se salta 5 números"]


def test_what_is_not_a_number_takes_the_general_form() -> None:
    assert text("cli.games.seats", "en", seats="2–5") == "2–5 players"
    assert text("cli.games.seats", "en", seats=1) == "1 player"


@pytest.mark.parametrize(
    ("lang", "numbers"),
    [
        ("pl", {"one": 1, "few": 104, "many": 12}),
        ("ar", {"zero": 0, "one": 1, "two": 2, "few": 103, "many": 11, "other": 100}),
        ("fr", {"one": 0, "many": 2_000_000, "other": 2}),
    ],
)
def test_languages_with_other_forms_can_be_added(lang: str, numbers: dict[str, int]) -> None:
    assert {form: form for form in numbers} == {
        form: category(number, lang) for form, number in numbers.items()
    }


def test_no_text_writes_a_percent_sign_itself() -> None:
    """The sign is the language's: see ``number.percent``."""
    for lang in languages():
        written = {
            key: sentence
            for key, entry in texts(lang).items()
            for sentence, _ in sentences(entry)
            if re.search(r"\}\s*%", sentence)
        }
        assert set(written) == {"number.percent"}
        assert catalogue(lang)["number.percent"] == written["number.percent"]
