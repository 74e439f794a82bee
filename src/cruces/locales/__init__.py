"""One catalogue for browser, terminal and server: every text people read, in every language.

A language is a file ``<code>.json`` here: one flat object of keys and sentences with
``{placeholders}``. Adding a file adds a language. A family of games brings the texts of its own in
a folder ``locales`` of its package; what it has not translated appears in the default language.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

DEFAULT = "en"

_families: list[str] = []


def add_family(package: str) -> None:
    """Take the texts of a family into the catalogue; refuses keys that there are already."""
    if package in _families:
        return
    own = {key for code in languages() for key in _read(_folder(package), code)}
    taken = own & catalogue(DEFAULT).keys()
    if taken:
        raise ValueError(f"{package} has texts that there are already: {', '.join(sorted(taken))}")
    _families.append(package)
    catalogue.cache_clear()


def has_family(package: str) -> bool:
    """Whether the texts of a family are in the catalogue."""
    return package in _families


def remove_family(package: str) -> None:
    """Leave the texts of a family out again."""
    _families.remove(package)
    catalogue.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of a language; the default's where there is none in it."""
    texts: dict[str, str] = {}
    for code in dict.fromkeys((DEFAULT, language(lang))):
        for folder in (files(__package__), *map(_folder, _families)):
            texts.update(_read(folder, code))
    return texts


def language(wanted: str) -> str:
    """The language itself if it is one of ours, else the default."""
    return wanted if wanted in languages() else DEFAULT


def _folder(package: str) -> Traversable:
    return files(package) / "locales"


def _read(folder: Traversable, code: str) -> dict[str, str]:
    file = folder / f"{code}.json"
    if not file.is_file():
        return {}
    try:
        texts = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    if not isinstance(texts, dict):
        raise ValueError(f"{file} is not one object of keys and sentences")
    return texts


def text(key: str, lang: str, **params: object) -> str:
    """The sentence under a key, filled in. An unknown key is a programming error.

    >>> text("web.pass", "es")
    'Pasar'
    """
    return catalogue(lang)[key].format(**params)


def negotiate(wanted: str | None) -> str:
    """The language for a locale such as ``es_ES.UTF-8`` or ``en-GB``.

    >>> negotiate("es_AR.UTF-8"), negotiate("fr"), negotiate(None)
    ('es', 'en', 'en')
    """
    return language((wanted or "").replace("-", "_").split("_")[0].split(".")[0].lower())


@cache
def family_page(package: str, name: str, lang: str) -> str:
    """A page of a family, ``locales/<name>.<language>.md``, as Markdown."""
    for code in (language(lang), DEFAULT):
        file = _folder(package).joinpath(*f"{name}.{code}.md".split("/"))
        if file.is_file():
            return file.read_text("utf-8")
    raise FileNotFoundError(f"{package}: locales/{name}.{DEFAULT}.md")
