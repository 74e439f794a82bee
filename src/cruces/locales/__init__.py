"""One catalogue for browser, terminal and server: every text people read, in every language.

A language is a file ``<code>.json`` here: one flat object of keys and sentences with
``{placeholders}``. Adding a file adds a language.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

DEFAULT = "en"


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of a language; the default's when there is no such language."""
    code = lang if lang in languages() else DEFAULT
    loaded: dict[str, str] = json.loads((files(__package__) / f"{code}.json").read_text("utf-8"))
    return loaded


def text(key: str, lang: str, **params: object) -> str:
    """The sentence under a key, filled in. An unknown key is a programming error.

    >>> text("game.quixo", "es")
    'Quixo'
    """
    return catalogue(lang)[key].format(**params)


def negotiate(wanted: str | None) -> str:
    """The language for a locale such as ``es_ES.UTF-8`` or ``en-GB``.

    >>> negotiate("es_AR.UTF-8"), negotiate("fr"), negotiate(None)
    ('es', 'en', 'en')
    """
    code = (wanted or "").replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in languages() else DEFAULT


@cache
def rules_page(game: str, lang: str) -> str:
    """Our own rules of a game, as Markdown."""
    code = lang if lang in languages() else DEFAULT
    return (files(__package__) / "rules" / f"{game}.{code}.md").read_text("utf-8")
