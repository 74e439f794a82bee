"""The errors that a request can cause.

Every error has a stable ``code`` (its kind), a stable ``reason`` (a slug within that kind), the
``params`` that fill its sentence, and the ``position`` in which it happened, redacted for the
player who made the request. The sentences are in the catalogue under ``error.<reason>``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from cruces.locales import text


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a slug of the catalogue and the parameters of its sentence."""

    slug: str
    params: Mapping[str, object] = field(default_factory=dict)

    def message(self, lang: str = "en") -> str:
        """The sentence to show; a parameter that is itself a reason is replaced by its sentence.

        >>> Reason("not-your-turn", {"seat": 2}).message()
        "It is not player 2's turn."
        """
        params = {
            name: value.message(lang) if isinstance(value, Reason) else value
            for name, value in self.params.items()
        }
        return text(f"error.{self.slug}", lang, **params)


class CrucesError(Exception):
    """Base class of every error that Cruces raises deliberately."""

    code: ClassVar[str] = "error"

    def __init__(self, reason: Reason, position: str | None = None) -> None:
        super().__init__(reason, position)
        self.reason = reason
        self.position = position

    def message(self, lang: str = "en") -> str:
        """What is wrong, in one sentence to show to a person."""
        return self.reason.message(lang)

    def to_dict(self, lang: str = "en") -> dict[str, object]:
        """The error as plain data, for programs."""
        return {
            "code": self.code,
            "reason": self.reason.slug,
            "message": self.message(lang),
            "position": self.position,
        }

    def __str__(self) -> str:
        where = f" [{self.position}]" if self.position else ""
        return f"{self.message()}{where}"


class MalformedError(CrucesError):
    """The text or value is not an action, position or record at all."""

    code = "malformed"


class WrongTypeError(MalformedError, TypeError):
    """An argument of the library has a type that it cannot have."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        params = {"name": name, "type": type(value).__name__, "allowed": allowed}
        super().__init__(Reason("wrong-type", params))


class IllegalError(CrucesError):
    """Well formed, but the rules forbid it here; the reason says which rule."""

    code = "illegal"


class NotYourTurnError(CrucesError):
    """It is another player's turn, or a chance event is due."""

    code = "not-your-turn"


class GameOverError(CrucesError):
    """The game has ended."""

    code = "game-over"


class BadOptionError(CrucesError):
    """Unknown option, invalid value or unsupported number of seats."""

    code = "bad-option"
