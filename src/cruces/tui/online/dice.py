"""What this app keeps of the dice of a match, and whether the server has kept its promise."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec

from cruces.core import CrucesError
from cruces.locales import text
from cruces.match.match_view import FairView, FullMatchView
from cruces.match.verify import Kept, verified

PROBLEMS = {
    "record-other-commitment": "commitment",
    "record-no-commitment": "commitment",
    "record-commitment": "secret",
    "record-no-secret": "secret",
    "record-other-contribution": "own-text",
    "record-contributions": "texts",
    "record-dice": "rolls",
    "record-other-key": "key",
    "record-unsigned": "signature",
    "record-signature": "signature",
}
"""The texts under ``dice.problem`` for what ``verify`` finds; for anything else ``record``."""


@dataclass(slots=True)
class Promise:
    """The first commitment that was shown, the server's key, and the texts sent from here."""

    commitment: str
    early: bool
    """Whether it was shown before the game began."""
    key: str = ""
    own: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, value: FullMatchView) -> "Promise":
        """What a match promises now."""
        return cls(value["fair"]["commitment"], value["phase"] == "gathering")

    def moved(self, seats: tuple[int, ...]) -> None:
        """The open seats were removed: the others have new numbers."""
        self.own = {seats.index(s): text for s, text in self.own.items() if s in seats}

    def broken(self, shown: FairView) -> bool:
        """Whether another commitment is shown than at first."""
        return shown["commitment"] != self.commitment

    def check(self, record: bytes, value: FullMatchView, lang: str) -> tuple[bool, str]:
        """Whether all is as promised in the record of the end, and a sentence about it.

        The sentence is empty for a game without dice.
        """
        signed = find_spec("cryptography") is not None
        kept = Kept(self.commitment, self.own, self.key or None if signed else None)
        try:
            finding = verified(record if signed else _unsigned(record), kept)
        except CrucesError as error:
            return False, _problem(PROBLEMS.get(error.reason.slug, "record"), lang)
        if finding.play.events != tuple(value["events"]):
            return False, _problem("record", lang)
        if not finding.draws:
            return True, ""
        key = "dice.checked" if self.early else "dice.checked-late"
        return True, text(key, lang, count=finding.draws)


def _unsigned(record: bytes) -> bytes:
    """The record without a signature that cannot be checked here."""
    with suppress(ValueError, RecursionError):  # ``verified`` says what is wrong with it
        document = json.loads(record)
        if isinstance(document, dict):
            document.pop("signature", None)
            return json.dumps(document).encode()
    return record


def _problem(name: str, lang: str) -> str:
    return f"{text('dice.alarm', lang)} {text(f'dice.problem.{name}', lang)}"
