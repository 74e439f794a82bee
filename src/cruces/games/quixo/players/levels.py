"""How the levels of Quixo play.

A weaker level looks less far ahead, and overlooks: of the pushes and replies that there are it does
not see some. It never plays at random what it has seen to be bad. The highest level for two never
loses, where there is a certificate: see ``certified``.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any

from cruces.core import PASS, View
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.quixo.rules.geometry import SIZES
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, claim_of
from cruces.players.bot import Limits
from cruces.players.levels import STRONGEST
from cruces.players.skill import Skill, Unbeaten
from cruces.solvers.errors import TableError

SKILLS: Mapping[str, tuple[Skill, ...]] = MappingProxyType(
    {  # measured against each other: bench/quixo_levels.py
        QUIXO.id: (
            Skill(2, 450),
            Skill(2, 300),
            Skill(3, 200),
            Skill(3, 100),
            Skill(4, 50),
            Skill(5, 15),
            Skill(7),
            Skill(60, search=True),
        ),
        QUIXO_TEAMS.id: (
            Skill(2, 450),
            Skill(2, 300),
            Skill(3, 200),
            Skill(3, 100),
            Skill(4, 50),
            Skill(5, 15),
            Skill(6),
            Skill(60, search=True),
        ),
    }
)
"""By game, from the weakest up; the strongest uses all that is known exactly."""
MANY_NODES = 2_000_000
"""How much a level looks at, at most, when it is given no limit: some seconds."""
PROOF = "proof"
"""The page that explains why the strongest cannot be beaten."""


def engine_of(game: str) -> ModuleType:
    """What searches in a game. Imported late: Numba takes a while to load."""
    if game == QUIXO_TEAMS.id:
        from cruces.games.quixo.players import teams_engine

        return teams_engine
    from cruces.games.quixo.players import engine

    return engine


def choose(view: View[Any, Any, Any], skill: Skill, limits: Limits, rng: Random) -> Any:
    """What a level plays."""
    assert view.seat is not None, "a spectator has nothing to choose"
    if PASS in view.legal:  # only where nothing else is
        return PASS
    assert skill.depth is not None, "every level looks so far and no further"
    depth = min(skill.depth, limits.depth or skill.depth)
    nodes = MANY_NODES if limits == Limits() else limits.nodes
    limits = replace(limits, nodes=nodes, depth=depth)
    if skill.search and view.game.id == QUIXO.id:
        return _strongest(view.state, view.seat, limits, rng)
    *_, last = engine_of(view.game.id).think(
        view.state, view.seat, limits, seed=rng.getrandbits(32), blind=skill.blind
    )
    return last.lines[0].pushes[0]


def _strongest(state: Any, seat: int, limits: Limits, rng: Random) -> Any:
    """By the certificate where it helps, else by a search with all that is known exactly."""
    from cruces.games.quixo.players import certified
    from cruces.games.quixo.solver.oracle import oracle

    push = certified.choose(state, seat, limits)
    if push is not None:
        return push
    table = oracle(state.options.size)
    seed = rng.getrandbits(32)
    *_, last = engine_of(QUIXO.id).think(state, seat, limits, seed=seed, table=table)
    return last.lines[0].pushes[0]


def unbeaten(game: str) -> list[Unbeaten]:
    """Who cannot be beaten, and on what board."""
    if game != QUIXO.id:
        return []
    return [
        Unbeaten(STRONGEST, {"size": size}, PROOF, "cruces prove quixo --explain")
        for size in SIZES
        if never_loses(size)
    ]


@cache
def never_loses(size: int) -> bool:
    """Whether there is a certificate for both roles, as far as one sees without unpacking it."""
    try:
        claim = claim_of(size)
    except (OSError, TableError):
        return False
    return claim is not None and claim.roles == FIRST | SECOND


def warm_up() -> None:
    """Have the machine code of all levels ready before somebody waits for it."""
    from cruces.games.quixo.players import certified
    from cruces.games.quixo.solver.oracle import SHIPPED_SIZE, oracle

    for game in SKILLS:
        engine_of(game).warm_up()
    oracle(SHIPPED_SIZE)
    certified.warm_up()
