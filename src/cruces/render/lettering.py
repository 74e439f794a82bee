"""Words in a picture: shortened where they would not fit, though nobody knows the font."""

import unicodedata

from cruces.core import Outcome
from cruces.locales import text

ELLIPSIS = "…"
_JOINER = "\u200d"
_NARROW = frozenset("ijlftrI.,:;'’|!()[] ")
_BROAD = frozenset("mwMW@%&—…")


def shorten(words: str, size: float, room: float) -> str:
    """The words on one line, cut with an ellipsis where it would be wider than the room.

    >>> shorten("Ana", 16, 100), shorten("Maximiliana von Hohenfels", 16, 100)
    ('Ana', 'Maximili…')
    """
    plain = " ".join(words.split())
    if width(plain, size) <= room:
        return plain
    kept = ""
    for cluster in _clusters(plain):
        if width(kept + cluster + ELLIPSIS, size) > room:
            break
        kept += cluster
    return kept.rstrip() + ELLIPSIS


def wrap(words: str, size: float, room: float) -> list[str]:
    """The words on as many lines as they need.

    >>> wrap("a line of one's own mark", 16, 150)
    ["a line of one's", 'own mark']
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, size, room))
    return lines


def width(words: str, size: float) -> float:
    """About as wide as the words get, bold, in the broadest of the usual fonts."""
    return size * sum(map(_advance, words))


def verdict(outcome: Outcome, lang: str) -> str:
    """Why it ended. Who won, stars say: a name in this sentence would read as the culprit's."""
    reason = text(f"reason.{outcome.reason}", lang)
    return reason[:1].upper() + reason[1:]


def _advance(char: str) -> float:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.25
    if char in _NARROW:
        return 0.42
    if char in _BROAD:
        return 1.05
    return 0.78 if char.isupper() else 0.7


def _clusters(words: str) -> list[str]:
    """What people see as one character each: no accent, skin or flag is torn in two."""
    found: list[str] = []
    for char in words:
        before = found[-1] if found else ""
        joins = (
            unicodedata.category(char) in ("Mn", "Me", "Cf", "Sk")
            or before.endswith(_JOINER)
            or (_is_flag(char) and len(before) == 1 and _is_flag(before))
        )
        if joins and before:
            found[-1] += char
        else:
            found.append(char)
    return found


def _is_flag(char: str) -> bool:
    """A regional indicator: two of them make a flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"
