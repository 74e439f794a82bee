"""Which plural form a number takes: the categories of the Unicode CLDR, by language.

A language that is not listed has two forms, like English. One that differs, such as Polish or
Arabic, needs a rule of a few lines here; browsers have the same rules built in.
"""

from collections.abc import Callable
from typing import Literal

Category = Literal["zero", "one", "two", "few", "many", "other"]
CATEGORIES: tuple[Category, ...] = ("zero", "one", "two", "few", "many", "other")

Rule = Callable[[float, int], Category]
"""The category of a number that is shown with this many decimals."""


def _english(number: float, decimals: int) -> Category:
    return "one" if number == 1 and not decimals else "other"


def _spanish(number: float, decimals: int) -> Category:
    if number == 1:
        return "one"
    return "many" if not decimals and number and not number % 1_000_000 else "other"


def _french(number: float, decimals: int) -> Category:
    if number < 2:
        return "one"
    return "many" if not decimals and not number % 1_000_000 else "other"


def _polish(number: float, decimals: int) -> Category:
    if decimals or number % 1:
        return "other"
    if number == 1:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


def _arabic(number: float, decimals: int) -> Category:
    match number:
        case 0:
            return "zero"
        case 1:
            return "one"
        case 2:
            return "two"
    last = number % 100
    if number % 1 or last < 3:
        return "other"
    return "few" if last <= 10 else "many"


RULES: dict[str, Rule] = {"ar": _arabic, "es": _spanish, "fr": _french, "pl": _polish}


def category(number: float, lang: str, decimals: int = 0) -> Category:
    """
    >>> category(1, "en"), category(1, "en", decimals=1), category(3, "pl"), category(5, "pl")
    ('one', 'other', 'few', 'many')
    """
    return RULES.get(lang.partition("-")[0], _english)(abs(number), decimals)
