"""The command line's texts: the same keys and the same placeholders in every language."""

import string

import pytest

from cruces.locales import catalogue, languages

OURS = sorted(key for key in catalogue("en") if key.startswith("cli."))


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("lang", languages())
def test_same_keys(lang: str) -> None:
    assert sorted(key for key in catalogue(lang) if key.startswith("cli.")) == OURS


@pytest.mark.parametrize("lang", languages())
def test_same_placeholders(lang: str) -> None:
    for key in OURS:
        assert placeholders(catalogue(lang)[key]) == placeholders(catalogue("en")[key]), key


@pytest.mark.parametrize("lang", languages())
def test_no_empty_texts(lang: str) -> None:
    assert all(catalogue(lang)[key].strip() for key in OURS)


def test_languages_differ() -> None:
    """A sentence that reads the same in both was probably forgotten."""
    same = [key for key in OURS if catalogue("en")[key] == catalogue("es")[key]]
    long = [key for key in same if len(catalogue("en")[key]) > 25]
    assert long == []
