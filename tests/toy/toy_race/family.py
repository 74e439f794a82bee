"""What Cruces asks about Toy Race."""

from collections.abc import Sequence
from typing import Any

from cruces.core.family import AnyGame, Family
from cruces.locales import text

from .rules import GOAL, ToyRace


class ToyFamily(Family):
    name = "toy"
    package = "toy_race"
    games = (ToyRace(),)
    view = "view.js"

    def wire(self, game: AnyGame, state: Any) -> dict[str, Any]:
        at = [square + state.ahead * (s == state.seat) for s, square in enumerate(state.runners)]
        return {"goal": GOAL, "safe": state.runners, "at": at, "die": state.die}

    def action_name(self, game: AnyGame, action: Any, lang: str) -> str:
        return text(f"toy-race.{action}", lang)

    def chance_phrase(
        self, game: AnyGame, state: Any, outcome: Any, names: Sequence[str], lang: str
    ) -> str:
        return text("toy-race.rolled", lang, name=names[state.seat], face=outcome)


FAMILY = ToyFamily()
