"""Text in a picture: shortened where it would not fit, by an estimate, as fonts vary."""

import unicodedata

from cruces.core import Outcome
from cruces.locales import text

ELLIPSIS = "…"
_JOINER = "\u200d"
_NARROW = frozenset("ijlftrI.,:;'’|!()[] ")
_BROAD = frozenset("mwMW@%&—…")


def shorten(words: str, size: float, room: float) -> str:
    """The words on one line, shortened with an ellipsis to fit the room.

    >>> shorten("Ana", 16, 100), shorten("Maximiliana von Hohenfels", 16, 100)
    ('Ana', 'Maximili…')
    """
    plain = " ".join(words.split())
    if width(plain, size) <= room:
        return plain
    start = ""
    for cluster in _clusters(plain):
        if width(start + cluster + ELLIPSIS, size) > room:
            break
        start += cluster
    return start.rstrip() + ELLIPSIS


def wrap(words: str, size: float, room: float) -> list[str]:
    """The words on as many lines as they need.

    >>> wrap("A line was completed.", 16, 150)
    ['A line was', 'completed.']
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
    """The estimated width of the words, in bold, in the widest of the usual fonts."""
    return size * sum(map(_advance, words))


def verdict(outcome: Outcome, lang: str) -> str:
    """Why the game ended, without names: stars mark the winners."""
    return text(f"reason.{outcome.reason}", lang)


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
    """The characters as people see them, with accents, skin tones and flags kept together."""
    clusters: list[str] = []
    for char in words:
        before = clusters[-1] if clusters else ""
        joins = (
            unicodedata.category(char) in ("Mn", "Me", "Cf", "Sk")
            or before.endswith(_JOINER)
            or (_is_flag(char) and len(before) == 1 and _is_flag(before))
        )
        if joins and before:
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _is_flag(char: str) -> bool:
    """A regional indicator: two of them make a flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"
