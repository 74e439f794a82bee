"""The courses of Quixo: positions, and the pushes of which one is to be made."""

from collections.abc import Mapping
from types import MappingProxyType

from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.learning.content import Step

COURSES: Mapping[str, tuple[Step, ...]] = MappingProxyType(
    {
        QUIXO.id: (
            Step("quixo.push", "...../...../...../...../..... X 1", ("a1>e1",)),
            Step("quixo.own", "O.X../...../...../...../X...O X 5", ("c1>c5",)),
            Step("quixo.slide", "OX.../...../...../...../X.O.. X 5", ("e1>a1",)),
            Step(
                "quixo.line",
                "XXXX./.OO../O..../...../O.... X 9",
                ("e1>a1", "e2>e1", "e3>e1", "e4>e1", "e5>e1"),
            ),
            Step(
                "quixo.double",
                "XXXX./OOOOX/....O/...../..... X 11",
                ("e1>a1", "e2>e1", "e4>e1", "e5>e1"),
            ),
            Step(
                "quixo.stop",
                "XX.../OOOO./X..../....X/..... X 9",
                (
                    *("e2>a2", "a1>a5", "a3>a1", "a4>a1", "a5>a1", "b1>b5", "b5>b1"),
                    *("c1>c5", "c5>c1", "d1>d5", "d5>d1"),
                ),
            ),
        ),
        QUIXO_TEAMS.id: (
            Step("quixo-teams.dot", "...../...../...../...../..... 1 1", ("a1>e1@1",)),
            Step("quixo-teams.partner", "2...1/...../3..../...../....4 1 5", ("c1>c5@3",)),
            Step("quixo-teams.own", "2...1/..4../3..../...../..3.. 1 9", ("e1>a1@1", "e1>a1@3")),
            Step(
                "quixo-teams.line",
                "1331./2442./...../...../..... 1 9",
                (
                    *("e1>a1@1", "e2>e1@1", "e3>e1@1", "e4>e1@1", "e5>e1@1"),
                    *("e1>a1@3", "e2>e1@3", "e3>e1@3", "e4>e1@3", "e5>e1@3"),
                ),
            ),
        ),
    }
)
"""By game."""
