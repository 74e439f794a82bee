"""How the levels of Qwixx and Big Points err.

They overlook crosses, misjudge what a cross is worth, and do not consider what the others will do
this turn. None plays a bad action at random that it has seen to be bad.
"""

from collections.abc import Mapping
from types import MappingProxyType

from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Layout
from cruces.players.levels import LEVELS
from cruces.players.skill import Skill

SKILLS: tuple[Skill, ...] = (  # measured against each other: bench/qwixx_match.py
    Skill(blind=200, blur=0.06),
    Skill(blind=150, blur=0.05),
    Skill(blind=110, blur=0.04),
    Skill(blind=80, blur=0.03),
    Skill(blind=50, blur=0.02),
    Skill(blind=20, blur=0.01),
    Skill(),
    Skill(search=True),
)
"""Weakest first."""
BY_NAME: Mapping[str, Skill] = MappingProxyType(
    {f"level-{level}": skill for level, skill in zip(LEVELS, SKILLS, strict=True)}
)
NETWORKS: Mapping[Layout, str] = MappingProxyType(
    {game.layout: game.id for game in (QWIXX, BIG_POINTS)}
)
"""The layouts that have networks, and the names of their files.

On any other layout Qwixx has no levels and no analysis of its own: the general search plays it.
"""
