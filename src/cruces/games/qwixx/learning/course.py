"""The courses of Qwixx and Big Points: positions, and the actions that are to be taken."""

from collections.abc import Mapping
from types import MappingProxyType

from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.learning.content import Step

COURSES: Mapping[str, tuple[Step, ...]] = MappingProxyType(
    {
        QWIXX.id: (
            Step("qwixx.white", "- | - ; p2 white w23 r1 y4 g6 b2 : p2 ?", ("r5",)),
            Step("qwixx.right", "r5 g9 | r4 ; p2 white w34 r6 y4 g2 b1 : p2 ?", ("r7",)),
            Step("qwixx.colour", "r5 | - ; p1 colour w12 r5 y4 g6 b2 : pass", ("r6",)),
            Step("qwixx.both", "r5 b9 | y3 ; p1 white w26 r3 y1 g4 b5 : p2 ?", ("b8",)),
            Step(
                "qwixx.penalty",
                "r11 y11 g3 b3 | r7 y6 ; p1 colour w11 r1 y2 g4 b3 : pass",
                ("pass",),
            ),
            Step("qwixx.lock", "r2,3,5,6,8 g9,7 | r4 ; p2 white w66 r1 y1 g2 b4 : p2 ?", ("r12",)),
            Step(
                "qwixx.together",
                "r2,3,5,6,8 g9,7 | r3,4,6,7,9 y5 ; p1 white w66 r3 y1 g2 b4 : p2 r12",
                ("r12",),
            ),
        ),
        BIG_POINTS.id: (
            Step("big-points.circle", "y3 | - ; p2 white w12 r5 y4 g6 b2 : p2 ?", ("ry3",)),
            Step("big-points.colour", "r5 y3 | - ; p1 colour w15 r6 y2 g6 b6 : pass", ("ry3",)),
            Step(
                "big-points.spared",
                "r11 y11 g3 b3 | r7 y6 ; p1 colour w56 r1 y5 g4 b4 : pass",
                ("ry11",),
            ),
            Step(
                "big-points.lock",
                "r2,3,4,6 y2,4,5,6,8 ry3,4 | - ; p2 white w66 r1 y1 g2 b4 : p2 ?",
                ("y12",),
            ),
        ),
    }
)
"""By game."""
