"""What families bring to learn from: the steps of a course, and exercises."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from cruces.core.options import Value

GRADES = 5
"""Exercises are graded from 1, easy, to this."""


class Step(Struct, frozen=True):
    """A step of a course: a position and the actions of which one is to be made there.

    Its texts are ``page.learn.<name>``, the task; ``….done``, after it was done; and ``….wrong``,
    after another action. A step that expects nothing is only read.
    """

    name: str
    position: str
    expects: tuple[str, ...] = ()
    seat: int = 0
    options: dict[str, Value] = {}


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in which a seat has one clearly best action.

    Of several ``answers`` all lead to the same; ``claim`` is in the family's own terms, so that a
    test can check it and the family can explain it.
    """

    position: str
    seat: int
    answers: tuple[str, ...]
    grade: int
    claim: dict[str, Any]
    options: dict[str, Value] = {}


@cache
def read_exercises(package: str, name: str) -> tuple[Exercise, ...]:
    """The exercises in a file of a package, one JSON object a line, from easy to hard.

    Their place in the file is their number, and devices remember it: new ones go to the end of
    their grade only in a new file.
    """
    lines = (files(package) / name).read_bytes().splitlines()
    decode = msgspec.json.Decoder(Exercise).decode
    return tuple(map(decode, lines))


def of_the_day(game: str, count: int, day: int) -> int:
    """The number, from 1, of a day's exercise out of so many: the same for everyone.

    ``day`` counts from 1970 on the clock of the whole world. Every exercise has its day before one
    comes again.
    """
    return _order(game, count)[day % count]


@cache
def _order(game: str, count: int) -> tuple[int, ...]:
    return tuple(sorted(range(1, count + 1), key=lambda n: sha256(f"{game} {n}".encode()).digest()))
