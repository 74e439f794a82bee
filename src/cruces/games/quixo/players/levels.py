"""How the levels of Quixo play.

A weaker level searches less deeply and overlooks some pushes and replies. It never plays a push at
random that it has seen to be bad. The highest level for two players never loses where there is a
certificate: see ``certified``.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any

from cruces.core import PASS, View
from cruces.core.extras import naming_extras
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.quixo.rules.geometry import SIZES
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, shipped_header
from cruces.players.bot import Limits
from cruces.players.levels import STRONGEST
from cruces.players.preparation import Preparation
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
"""By game, weakest first; the strongest uses every exact answer there is."""
MANY_NODES = 2_000_000
"""The most nodes that a level searches when it has no limits: a few seconds."""
MOST = max(SIZES)
"""The full board."""
CERTIFICATE, TWO, TEAMS, SMALL = "quixo-certificate", "quixo", "quixo-teams", "quixo-small"
"""The preparations: the unpacked certificate, the engines, and the tables of small boards."""
PROOF = "proof"
"""The page that explains why the strongest level cannot be beaten."""


def engine_of(game: str) -> ModuleType:
    """The engine module of a game. Imported late: Numba takes a while to load."""
    if game == QUIXO_TEAMS.id:
        from cruces.games.quixo.players import teams_engine

        return teams_engine
    from cruces.games.quixo.players import engine

    return engine


@naming_extras()
def choose(view: View[Any, Any, Any], skill: Skill, limits: Limits, rng: Random) -> Any:
    """The action that a level plays."""
    assert view.seat is not None, "a spectator has nothing to choose"
    if PASS in view.legal:  # legal only if nothing else is
        return PASS
    assert skill.depth is not None, "every level has a depth"
    depth = min(skill.depth, limits.depth or skill.depth)
    nodes = MANY_NODES if limits == Limits() else limits.nodes
    limits = replace(limits, nodes=nodes, depth=depth)
    if skill.search and view.game.id == QUIXO.id:
        return _strongest(view.state, view.seat, limits, rng)
    *_, last = engine_of(view.game.id).think(
        view.state, view.seat, limits, seed=rng.getrandbits(32), blind=skill.blind
    )
    return last.variations[0].pushes[0]


def _strongest(state: Any, seat: int, limits: Limits, rng: Random) -> Any:
    """By the certificate where it helps, otherwise by a search with the exact table."""
    from cruces.games.quixo.players import certified
    from cruces.games.quixo.solver.oracle import oracle
    from cruces.kernels.jit import INTERPRETED

    if INTERPRETED and never_loses(state.options.size):
        return certified.stand_in(state, seat)
    push = certified.choose(state, seat, limits)
    if push is not None:
        return push
    table = oracle(state.options.size)
    seed = rng.getrandbits(32)
    *_, last = engine_of(QUIXO.id).think(state, seat, limits, seed=seed, table=table)
    return last.variations[0].pushes[0]


def unbeaten(game: str) -> list[Unbeaten]:
    """The levels that cannot be beaten, and on which boards."""
    if game != QUIXO.id:
        return []
    return [
        Unbeaten(STRONGEST, {"size": size}, PROOF, "cruces prove quixo --explain")
        for size in SIZES
        if never_loses(size)
    ]


@cache
def never_loses(size: int) -> bool:
    """Whether the header of the certificate, if there is one, claims both roles."""
    try:
        header = shipped_header(size)
    except (OSError, TableError):
        return False
    return header is not None and header.roles == FIRST | SECOND


def needs(game: str, size: int, bot: str | None) -> list[str]:
    """The preparations that a bot needs, or a hint if ``bot`` is None."""
    if bot in ("random", "greedy"):
        return []
    if game == QUIXO_TEAMS.id:
        return [TEAMS]
    if size < MOST and bot in (None, STRONGEST):
        return [TWO, SMALL]
    return [CERTIFICATE, TWO] if bot == STRONGEST else [TWO]


def _prepare_certificate() -> None:
    from cruces.games.quixo.players import certified

    certified.certified(MOST)


def _prepare_two() -> None:
    from cruces.games.quixo.players import certified
    from cruces.games.quixo.solver.oracle import oracle

    engine_of(QUIXO.id).warm_up()
    oracle(MOST)
    certified.warm_up()


def _prepare_teams() -> None:
    engine_of(QUIXO_TEAMS.id).warm_up()


def _prepare_small() -> None:
    """The boards that are solved on first use; the machine code is the same for every size."""
    from cruces.games.quixo.players import certified
    from cruces.games.quixo.solver.oracle import oracle

    for size in SIZES:
        oracle(size)
        certified.certified(size)


PREPARATIONS = (
    Preparation(CERTIFICATE, _prepare_certificate, 2),
    Preparation(TWO, _prepare_two, 19),
    Preparation(TEAMS, _prepare_teams, 12),
    Preparation(SMALL, _prepare_small, 12),
)
