"""Eight levels, from a fair opponent for a child to all that the computer can.

In Quixo a weaker level looks less far ahead, and overlooks: of the pushes and replies that there
are it does not see some. It never plays at random what it has seen to be bad. The highest level for
two never loses, where there is a certificate: ``cruces.bots.certified_quixo``. How levels of Qwixx
err is in ``cruces.bots.skills_qwixx``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any

from cruces.bots import strong_qwixx
from cruces.bots.bot import Limits
from cruces.core import PASS, Value, View
from cruces.games import get_game
from cruces.solvers.errors import TableError
from cruces.solvers.quixo.claim import FIRST, SECOND, claim_of


@dataclass(frozen=True, slots=True)
class Skill:
    """How far a level looks, and how many of a thousand pushes it does not see."""

    depth: int
    blind: int


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """A player who never loses a game that it plays from the start, with these options."""

    bot: str
    options: Mapping[str, Value]


SKILLS: Mapping[str, tuple[Skill, ...]] = MappingProxyType(
    {  # measured against each other: bench/quixo_levels.py
        "quixo": (
            Skill(2, 450),
            Skill(2, 300),
            Skill(3, 200),
            Skill(3, 100),
            Skill(4, 50),
            Skill(5, 15),
            Skill(7, 0),
            Skill(60, 0),
        ),
        "quixo-teams": (
            Skill(2, 450),
            Skill(2, 300),
            Skill(3, 200),
            Skill(3, 100),
            Skill(4, 50),
            Skill(5, 15),
            Skill(6, 0),
            Skill(60, 0),
        ),
    }
)
"""Quixo's, by game, from the weakest up."""
QWIXX = strong_qwixx.StrongBot.games
CERTIFIED = "quixo"
"""The game in which a certificate may say that the highest level never loses."""
LEVELS = range(1, 9)
STRONGEST = f"level-{LEVELS[-1]}"
MANY_NODES = 2_000_000
"""How much a level looks at, at most, when it is given no limit: some seconds."""


class LevelBot:
    """One of the levels."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.name = f"level-{level}"

    def plays(self, game: str) -> bool:
        return game in SKILLS or game in QWIXX

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        assert view.seat is not None, "a spectator has nothing to choose"
        if view.game.id in QWIXX:
            return strong_qwixx.choose(self.name, view, limits, rng)
        if PASS in view.legal:  # only where nothing else is
            return PASS
        skill = SKILLS[view.game.id][self.level - 1]
        depth = min(skill.depth, limits.depth or skill.depth)
        nodes = MANY_NODES if limits == Limits() else limits.nodes
        limits = Limits(limits.seconds, nodes, depth)
        if view.game.id == CERTIFIED and self.name == STRONGEST:
            return _strongest(view.state, view.seat, limits, rng)
        *_, last = _engine(view.game.id).think(
            view.state, view.seat, limits, seed=rng.getrandbits(32), blind=skill.blind
        )
        return last.lines[0].pushes[0]


def _strongest(state: Any, seat: int, limits: Limits, rng: Random) -> Any:
    """By the certificate where it helps, else by a search with all that is known exactly."""
    from cruces.bots import certified_quixo
    from cruces.solvers.quixo.oracle import oracle

    certified = certified_quixo.choose(state, seat, limits)
    if certified is not None:
        return certified
    table = oracle(state.options.size)
    seed = rng.getrandbits(32)
    *_, last = _engine(CERTIFIED).think(state, seat, limits, seed=seed, table=table)
    return last.lines[0].pushes[0]


def unbeaten(game: str) -> list[Unbeaten]:
    """Who cannot be beaten, and on what board."""
    if game != CERTIFIED:
        return []
    (size,) = (option for option in get_game(game).options if option.name == "size")
    return [Unbeaten(STRONGEST, {size.name: value}) for value in size.values if never_loses(value)]


@cache
def never_loses(size: int) -> bool:
    """Whether there is a certificate for both roles, as far as one sees without unpacking it."""
    try:
        claim = claim_of(size)
    except (OSError, TableError):
        return False
    return claim is not None and claim.roles == FIRST | SECOND


def _engine(game: str) -> Any:
    """Who thinks in a game. Imported late: Numba takes a while to load."""
    if game == "quixo-teams":
        from cruces.bots import engine_quixo_teams

        return engine_quixo_teams
    from cruces.bots import engine_quixo

    return engine_quixo


def warm_up() -> None:
    """Have the machine code of all levels ready before somebody waits for it."""
    from cruces.bots import certified_quixo
    from cruces.solvers.quixo.oracle import SHIPPED_SIZE, oracle

    for game in SKILLS:
        _engine(game).warm_up()
    oracle(SHIPPED_SIZE)
    certified_quixo.warm_up()
    strong_qwixx.warm_up()
