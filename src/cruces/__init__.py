"""Cruces: play, practise and study board and dice games.

``start`` begins a game, ``load`` reads one, ``GAMES`` has every game by its id. Whatever is named
here is stable and described in ``docs/library.md``. It is loaded when it is first used, so that
``import cruces`` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cruces.analysis import Analysis, ExactValue, Judgement
    from cruces.analysis.oracle import ActionValue, ChanceValue, Oracle
    from cruces.analysis.regret import Mistake, Regret
    from cruces.analysis.review import Review
    from cruces.analysis.simulate import Estimate, Policy, Simulation
    from cruces.arena.tournament import Tournament
    from cruces.core import (
        CHANCE,
        PASS,
        BadOptionError,
        CrucesError,
        Family,
        Game,
        GameOverError,
        IllegalError,
        Legal,
        MalformedError,
        MissingExtraError,
        NotYourTurnError,
        Outcome,
        Player,
        Record,
        RecordError,
        View,
        WrongTypeError,
    )
    from cruces.core.registry import GAMES, register
    from cruces.games.library.competing import tournament
    from cruces.games.library.judging import analyse, best, exact_value, review
    from cruces.games.library.oracles import dataset, oracle, policy_value, regret
    from cruces.games.library.play import Play
    from cruces.games.library.simulating import policy, simulate
    from cruces.games.library.starting import get_game, load, start
    from cruces.players import Bot, Limits, bots_for, get_bot
    from cruces.render.document import Picture
    from cruces.render.picture import picture

    __version__: str

_WHERE = {
    "analysis": ("Analysis", "ExactValue", "Judgement"),
    "analysis.oracle": ("ActionValue", "ChanceValue", "Oracle"),
    "analysis.regret": ("Mistake", "Regret"),
    "analysis.review": ("Review",),
    "analysis.simulate": ("Estimate", "Policy", "Simulation"),
    "arena.tournament": ("Tournament",),
    "core": (
        *("CHANCE", "PASS", "BadOptionError", "CrucesError", "Family", "Game", "GameOverError"),
        *("IllegalError", "Legal", "MalformedError", "MissingExtraError", "NotYourTurnError"),
        *("Outcome", "Player", "Record", "RecordError", "View", "WrongTypeError"),
    ),
    "core.registry": ("GAMES", "register"),
    "games.library.competing": ("tournament",),
    "games.library.judging": ("analyse", "best", "exact_value", "review"),
    "games.library.oracles": ("dataset", "oracle", "policy_value", "regret"),
    "games.library.play": ("Play",),
    "games.library.simulating": ("policy", "simulate"),
    "games.library.starting": ("get_game", "load", "start"),
    "players": ("Bot", "Limits", "bots_for", "get_bot"),
    "render.document": ("Picture",),
    "render.picture": ("picture",),
}
_MODULES = {name: f"{__name__}.{module}" for module, names in _WHERE.items() for name in names}

__all__ = [
    "CHANCE",
    "GAMES",
    "PASS",
    "ActionValue",
    "Analysis",
    "BadOptionError",
    "Bot",
    "ChanceValue",
    "CrucesError",
    "Estimate",
    "ExactValue",
    "Family",
    "Game",
    "GameOverError",
    "IllegalError",
    "Judgement",
    "Legal",
    "Limits",
    "MalformedError",
    "MissingExtraError",
    "Mistake",
    "NotYourTurnError",
    "Oracle",
    "Outcome",
    "Picture",
    "Play",
    "Player",
    "Policy",
    "Record",
    "RecordError",
    "Regret",
    "Review",
    "Simulation",
    "Tournament",
    "View",
    "WrongTypeError",
    "__version__",
    "analyse",
    "best",
    "bots_for",
    "dataset",
    "exact_value",
    "get_bot",
    "get_game",
    "load",
    "oracle",
    "picture",
    "policy",
    "policy_value",
    "register",
    "regret",
    "review",
    "simulate",
    "start",
    "tournament",
]


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # a type checker shall notice a name that there is not

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            value: object = version(__name__)
        elif name in _MODULES:
            value = getattr(import_module(_MODULES[name]), name)
        elif name == "core":  # `import cruces` has always been enough for cruces.core
            return import_module(f"{__name__}.core")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value
