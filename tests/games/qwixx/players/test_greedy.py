"""The greedy player of Qwixx."""

from random import Random

from cruces.games.qwixx.rules import QWIXX
from cruces.players import Limits, get_bot


def choice(position: str, seat: int) -> str:
    view = QWIXX.view(QWIXX.parse_position(position), seat)
    return QWIXX.format_action(get_bot("greedy").choose(view, Limits(), Random(1)))


def test_greedy_skips_as_few_numbers_as_it_can() -> None:
    white = "r3 y2 g9 b12 | - ; p1 white w23 r6 y6 g6 b6"
    assert choice(white, 0) == "r5"  # skips 4; yellow two numbers, green three, blue six
    assert choice(white, 1) == "pass"  # every five skips three


def test_greedy_skips_more_to_avoid_a_penalty() -> None:
    position = "- | - ; p1 colour w44 r3 y5 g2 b1 : {}"
    assert choice(position.format("pass"), 0) == "r7"
    crossed = position.format("r8").replace("-", "r8", 1)
    assert choice(crossed, 0) == "pass"


def test_greedy_closes_when_it_can() -> None:
    closing = "r2,3,4,5,6 g11 | - ; p1 white w66 r1 y1 g1 b1"
    assert choice(closing, 0) == "r12"


def test_greedy_passes_when_there_is_nothing_else() -> None:
    assert choice("r11 y11 g3 b3 | - ; p1 white w34 r1 y1 g6 b6", 0) == "pass"
