"""Names that people can read and tell apart.

Nothing of this is asked of names that are already in a log: those of earlier releases stay as they
are.
"""

import unicodedata
from collections.abc import Collection, Iterator

from cruces.core import CrucesError, Reason

LONGEST_NAME = 30
"""The most letters or signs, each with its accents, in a name."""
MOST_MARKS = 2
"""The most accents on one letter."""

NAMELESS = "?"
PICTURE = "\ufe0f"
"""Asks for a sign as a coloured picture: the only invisible character that a name may have."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that leave no trace, though their categories are those of visible ones."""
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE0F), *range(0x180B, 0x1810))))
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# Letters that look like Latin ones: Cyrillic, then Greek.
_TWINS = {
    "A": "\u0410\u0391",
    "B": "\u0412\u0392",
    "C": "\u0421",
    "E": "\u0415\u0395",
    "H": "\u041d\u0397",
    "I": "\u0406\u0399",
    "J": "\u0408",
    "K": "\u041a\u039a",
    "M": "\u041c\u039c",
    "N": "\u039d",
    "O": "\u041e\u039f",
    "P": "\u0420\u03a1",
    "S": "\u0405",
    "T": "\u0422\u03a4",
    "X": "\u0425\u03a7",
    "Y": "\u0423\u03a5",
    "Z": "\u0396",
    "a": "\u0430\u03b1",
    "c": "\u0441",
    "d": "\u0501",
    "e": "\u0435",
    "i": "\u0456\u03b9\u0131",
    "j": "\u0458",
    "l": "\u04cf",
    "o": "\u043e\u03bf",
    "p": "\u0440\u03c1",
    "s": "\u0455",
    "u": "\u03c5",
    "v": "\u03bd",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3",
}
_LATIN = str.maketrans({twin: letter for letter, twins in _TWINS.items() for twin in twins})
_STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "o"})


class BadNameError(CrucesError):
    """A name that people could not read, or could mistake for another."""

    code = "refused"


def visible(text: str, longest: int) -> str:
    """A text of one line without anything that cannot be seen, in its usual form.

    Refuses an empty or too long one, and characters that are invisible, control how others are
    shown, or pile up.
    """
    name = " ".join(filter(None, unicodedata.normalize("NFC", text).split(" ")))
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise BadNameError(Reason("name-blank"))
    if not all(_is_visible(sign) for sign in name) or _piled(name):
        raise BadNameError(Reason("name-invisible"))
    if sum(1 for _ in _bases(name)) > longest:
        raise BadNameError(Reason("name-long", {"most": longest}))
    return name


def alike(name: str, other: str) -> bool:
    """Whether people could take one name for the other."""
    (word, look), (other_word, other_look) = _forms(name), _forms(other)
    return word == other_word or look == other_look


def check_name(name: str, taken: Collection[str]) -> str:
    """A name as it is stored; refuses one that is like one of those taken."""
    wanted = visible(name, LONGEST_NAME)
    for other in taken:
        if alike(wanted, other):
            raise BadNameError(Reason("name-taken", {"name": other}))
    return wanted


def free_name(name: str, taken: Collection[str]) -> str:
    """The name if it may be used, else one close to it."""
    readable = "".join(filter(_is_visible, name)).strip()
    for base in (readable or NAMELESS, NAMELESS):
        for number in range(1, 2 * len(taken) + 2):  # a name is like at most two of these
            ending = f" {number}" if number > 1 else ""
            try:
                return check_name(base[: LONGEST_NAME - len(ending)] + ending, taken)
            except BadNameError:
                continue
    raise AssertionError("some number is free")


def _is_visible(sign: str) -> bool:
    if sign in (" ", PICTURE):
        return True
    if sign in _INVISIBLE or sign in _SELECTORS:
        return False
    return unicodedata.category(sign)[0] not in "CZ"


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" or sign in _TONES


def _bases(name: str) -> Iterator[str]:
    """What is counted as the length of a name."""
    return (sign for sign in name if not _is_mark(sign))


def _piled(name: str) -> bool:
    """Whether there are marks without a letter, or too many on one."""
    marks = MOST_MARKS  # before the first letter there may be none
    for sign in name:
        marks = marks + 1 if _is_mark(sign) else 0
        if marks > MOST_MARKS:
            return True
    return False


def _forms(name: str) -> tuple[str, str]:
    """The name without accents and capitals, as it is read and as it looks."""
    plain = unicodedata.normalize("NFKD", name.translate(_LATIN))
    letters = "".join(_bases(plain)).replace(" ", "")
    return letters.casefold(), letters.translate(_STROKES).casefold()
