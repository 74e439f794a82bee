"""Players for the tests of the arena: functions, and a program that misbehaves in many ways."""

import sys
from pathlib import Path
from typing import Any

import msgspec

from cruces.arena import Contestant, Setup, contestant, new_setup, of_object
from cruces.arena.program import ProgramLimits
from cruces.core import View
from cruces.core.registry import get_game
from cruces.players import Limits

PROGRAM = Path(__file__).with_name("program.py")
LIMITS = ProgramLimits(seconds=60, megabytes=200)
HURRIED = ProgramLimits(seconds=0.3, megabytes=200)
"""For programs that shall run into the limit; the others may be on a busy machine."""
AnyView = View[Any, Any, Any]


def first(view: AnyView) -> Any:
    """The first legal action."""
    return next(iter(view.legal))


def last(view: AnyView) -> Any:
    """The last legal action."""
    return list(view.legal)[-1]


def program(*words: str, limits: ProgramLimits = LIMITS, name: str = "") -> Contestant:
    """The program, told what to do."""
    written = f"program:{sys.executable} -I -S {PROGRAM} {' '.join(words)}"
    label = f"{name or '-'.join(words)}="
    return contestant(label + written, get_game("quixo"), limits)


def setup(game: str, *players: Any, seats: int | None = None, **options: Any) -> Setup:
    """A tournament between names, functions and contestants."""
    chosen = get_game(game)
    contestants = [
        player if hasattr(player, "sit") else of_object(player, chosen, LIMITS)
        for player in players
    ]
    return new_setup(
        chosen, contestants, seats=seats, seed=5, limits=Limits(nodes=50), options=options
    )


def encoded(games: Any) -> bytes:
    """Games as bytes, to compare."""
    return msgspec.json.encode(games)
