"""One catalogue for browser, terminal and server: every text people read, in every language.

A language is a file ``<code>.json`` here: one flat object of keys and sentences with
``{placeholders}``. Adding a file adds a language; what it has not translated appears in the
default language. A family of games has its own texts in the folder ``locales`` of its package.

If a sentence depends on a number, the key has plural forms instead, by placeholder and category
(see ``plurals``) or by an exact number::

    "why.skips": {"count": {"0": "skips none", "one": "skips one", "other": "skips {count}"}}

A form may itself have forms by another placeholder. Numbers are written as in the language.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeAlias

from cruces.locales.numbers import Figure, NumberFormat
from cruces.locales.plurals import CATEGORIES, category

DEFAULT = "en"
LONGEST_TAG = 8
"""The parts of a language tag that are read: clients may send any number of them."""

Entry: TypeAlias = "str | Mapping[str, Mapping[str, Entry]]"
"""A sentence, or its plural forms by placeholder and category."""

_families: list[str] = []


def add_family(package: str) -> None:
    """Add the texts of a family to the catalogue; refuses keys that already exist."""
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
    """Remove the texts of a family from the catalogue."""
    _families.remove(package)
    catalogue.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """The codes of the available languages."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def catalogue(lang: str) -> Mapping[str, Entry]:
    """All texts of a language, with the default language's where one is missing."""
    code = language(lang)
    texts: dict[str, Entry] = {}
    for folder in (files(__package__), *map(_folder, _families)):
        texts.update(_read(folder, DEFAULT))
    if code != DEFAULT:
        for folder in (files(__package__), *map(_folder, _families)):
            for key, entry in _read(folder, code).items():
                texts[key] = filled(entry, texts.get(key, entry), code)
    return {**texts, "lang.code": code}


def filled(entry: Entry, default: Entry, lang: str) -> Entry:
    """A text with the default language's form for every plural form that it lacks."""
    if isinstance(entry, str):
        return entry
    ((name, forms),) = entry.items()
    theirs = {} if isinstance(default, str) else default.get(name, {})
    if "other" not in forms:
        if "other" not in theirs:
            return default
        return {name: {**theirs, **forms}}
    needed = {category(number, lang) for number in range(200)}
    lacking = [one for one in theirs if one in needed and one not in forms]
    return {name: {**{one: theirs[one] for one in lacking}, **forms}}


def language(wanted: str) -> str:
    """The language itself if it is available, else the default."""
    return wanted if wanted in languages() else DEFAULT


def _folder(package: str) -> Traversable:
    return files(package) / "locales"


def _read(folder: Traversable, code: str) -> dict[str, Entry]:
    file = folder / f"{code}.json"
    if not file.is_file():
        return {}
    try:
        texts = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    if not isinstance(texts, dict):
        raise ValueError(f"{file} is not one object of keys and sentences")
    for key, entry in texts.items():
        if not is_entry(entry):
            raise ValueError(f"{file}: {key} is neither a sentence nor the forms of a plural")
    return texts


def is_entry(value: object) -> bool:
    """Whether this is a text: a sentence, or forms by one placeholder, each a text."""
    if not isinstance(value, dict):
        return isinstance(value, str)
    if len(value) != 1:
        return False
    (forms,) = value.values()
    return isinstance(forms, dict) and all(
        (form in CATEGORIES or form.isdecimal()) and is_entry(entry)
        for form, entry in forms.items()
    )


def text(key: str, lang: str, **params: object) -> str:
    """The sentence under a key, filled in. An unknown key is a programming error.

    >>> text("web.pass", "es")
    'Pasar'
    >>> text("value.points", "en", points=1), text("value.points", "es", points=Figure(1234.5, 1))
    ('1 point', '1234,5 puntos')
    """
    entry = catalogue(lang)[key]
    if not params and isinstance(entry, str):
        return entry.format_map(params)
    while not isinstance(entry, str):
        ((name, forms),) = entry.items()
        entry = forms[form_of(forms, params[name], lang)]
    return entry.format_map({name: _written(value, lang) for name, value in params.items()})


def listed(names: Sequence[str], lang: str) -> str:
    """Names as a sentence lists them.

    >>> listed(["Ana"], "en"), listed(["Ana", "Leo", "Eva"], "es")
    ('Ana', 'Ana, Leo y Eva')
    >>> listed(["Teo", "Irene"], "es"), listed(["Teo", "Hielo"], "es")
    ('Teo e Irene', 'Teo y Hielo')
    """
    *others, end = names
    if not others:
        return end
    key = "list.and-before-i" if _begins_with_i(end) else "list.and"
    return text(key, lang, names=", ".join(others), name=end)


def _begins_with_i(name: str) -> bool:
    """Whether a name begins with the sound of an i, as it is written in Spanish."""
    plain = unicodedata.normalize("NFD", name.casefold())
    return re.match(r"i|hi(?!e)", plain) is not None


def ending(reason: str, lang: str, names: Sequence[str], you: bool, **params: object) -> str:
    """How a game ended: ``reason.<reason>``, naming who ended it if there is a text for that.

    >>> ending("resignation", "en", ["Ana"], False), ending("resignation", "es", ["Ana"], True)
    ('Ana resigned.', 'Te has rendido.')
    """
    texts = catalogue(lang)
    if you and f"reason.{reason}.you" in texts:
        return text(f"reason.{reason}.you", lang, **params)
    if names and f"reason.{reason}.by" in texts:
        params = {"names": listed(names, lang), "count": len(names), **params}
        return text(f"reason.{reason}.by", lang, **params)
    return text(f"reason.{reason}", lang)


def form_of(forms: Mapping[str, object], count: object, lang: str) -> str:
    """The plural form that a number takes; anything but a number takes ``other``."""
    value, digits = count if isinstance(count, Figure) else (count, 0)
    if not isinstance(value, int | float):
        return "other"
    if not digits and str(value) in forms:
        return str(value)
    shown = round(value, digits) if isinstance(count, Figure) else value
    chosen = category(shown, language(lang), digits)
    return chosen if chosen in forms else "other"


def _written(value: object, lang: str) -> object:
    if isinstance(value, Figure):
        return number(value.value, lang, value.digits)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value, lang)
    return value


@cache
def number_format(lang: str) -> NumberFormat:
    """How a language writes numbers."""
    return NumberFormat(
        text("number.decimal", lang),
        text("number.group", lang),
        int(text("number.grouped-from", lang)),
        text("number.percent", lang, number="{number}"),
    )


def number(value: float, lang: str, digits: int | None = None) -> str:
    """A number as written in the language, with all decimals or this many.

    >>> number(1.7, "es"), number(12345, "en"), number(-3, "en")
    ('1,7', '12,345', '−3')
    """
    return number_format(lang).number(value, digits)


def percent(share: float, lang: str, digits: int = 0) -> str:
    """A share from 0 to 1 in percent, with the sign as in the language.

    >>> percent(0.6, "en"), percent(0.605, "es", 1).split()
    ('60%', ['60,5', '%'])
    """
    return number_format(lang).percent(share, digits)


def negotiate(*wanted: str | None) -> str:
    """The first available language among these locales or language tags.

    >>> negotiate("es_AR.UTF-8"), negotiate("ca-ES", "ca", "es"), negotiate("fr"), negotiate(None)
    ('es', 'es', 'en', 'en')
    """
    known = {code.lower(): code for code in languages()}
    for locale in wanted:
        tag = re.split(r"[.@]", locale or "", maxsplit=1)[0].replace("_", "-").lower()
        parts = tag.split("-")[:LONGEST_TAG]
        for length in range(len(parts), 0, -1):
            if (code := known.get("-".join(parts[:length]))) is not None:
                return code
    return DEFAULT


def preferences(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` header, most preferred first.

    >>> preferences("en;q=0.3, ca-ES, es;q=0.8, fr;q=0")
    ['ca-ES', 'es', 'en']
    """
    weighed: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, *params = (word.strip() for word in part.split(";"))
        weight = next((_weight(one[2:]) for one in params if one[:2].lower() == "q="), 1.0)
        if tag and weight > 0:
            weighed.append((weight, tag))
    return [tag for _, tag in sorted(weighed, key=lambda one: -one[0])]


def _weight(written: str) -> float:
    """The weight, from 0 to 1; anything else counts as 0."""
    try:
        weight = float(written)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0


@cache
def family_page(package: str, name: str, lang: str) -> str:
    """A page of a family, ``locales/<name>.<language>.md``, as Markdown."""
    for code in (language(lang), DEFAULT):
        file = _folder(package).joinpath(*f"{name}.{code}.md".split("/"))
        if file.is_file():
            return file.read_text("utf-8")
    raise FileNotFoundError(f"{package}: locales/{name}.{DEFAULT}.md")
