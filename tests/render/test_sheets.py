"""Pictures of Qwixx and Big Points: the dice, the sheets, and nothing that is hidden."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from cruces.core import Play
from cruces.core.registry import start
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Qwixx
from cruces.games.qwixx.rules.layout import BLUE, GREEN, RED, RED_YELLOW, YELLOW
from cruces.games.qwixx.show.svg.shapes import COLOURS
from cruces.games.qwixx.show.svg.sheet import column, sheet_geometry
from cruces.render import Picture, picture

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tests.render.conftest import Drawing

    Look = Callable[[Picture], Drawing]

BOTH = pytest.mark.parametrize("game", [QWIXX, BIG_POINTS], ids=["qwixx", "big-points"])
SVG = "{http://www.w3.org/2000/svg}"


def under_way(game: Qwixx, seats: int = 3) -> Play[Any, Any, Any]:
    """Player 2 begins, and has rolled a white 7."""
    play = start(game.id, players=seats)
    play.happen("lot p2")
    play.happen("w43 r5 y2 g1 b4")
    return play


def places(elements: "list[Element]") -> set[tuple[float, float]]:
    return {(float(each.get("x", 0)), float(each.get("y", 0))) for each in elements}


def place(game: Qwixx, row: int, number: int) -> tuple[float, float]:
    box = game.layout.all[row].boxes[number]
    return column(box), sheet_geometry(game.layout).middle(row)


# What is hidden


@BOTH
@pytest.mark.parametrize("seat", [None, 1, 2], ids=["spectator", "p2", "p3"])
def test_a_hidden_choice_never_shows(look: "Look", game: Qwixx, seat: int | None) -> None:
    drawings = set()
    for choice in ("r7", "y7", "g7", "b7", "pass"):
        play = under_way(game)
        play.act(0, choice)
        drawings |= {picture(play, seat=seat), picture(play.state, seat=seat, game=game)}
        assert choice not in look(picture(play, seat=seat)).part("desc")
    # One of the play and one of the position, whatever was chosen.
    assert len(drawings) == 2


@BOTH
def test_that_somebody_has_chosen_shows_to_all(look: "Look", game: Qwixx) -> None:
    play = under_way(game)
    before = look(picture(play))
    play.act(2, "pass")
    after = look(picture(play))
    assert [len(drawing.using("tick")) for drawing in (before, after)] == [0, 1]
    (tick,) = after.using("tick")
    sheets = [
        group for group in after.root if group.tag == f"{SVG}g" and group in after.around(tick)
    ]
    assert ["p3" in "".join(sheet.itertext()) for sheet in sheets] == [True]


@BOTH
def test_ones_own_choice_shows_to_oneself_alone(look: "Look", game: Qwixx) -> None:
    play = under_way(game)
    play.act(0, "g7")
    own = look(picture(play, seat=0))
    assert places(own.having("chosen")) == {place(game, GREEN, 7)}
    assert places(own.having("light")) == {place(game, GREEN, 7)}
    for seat in (None, 1, 2):
        assert not look(picture(play, seat=seat)).having("chosen")


def test_a_chosen_circle_shows_to_oneself(look: "Look") -> None:
    state = BIG_POINTS.parse_position("r7 | - ; p1 white w43 r1 y1 g1 b1 : p1 ry7")
    own = look(picture(state, seat=0))
    assert places(own.having("chosen")) == {place(BIG_POINTS, RED_YELLOW, 7)}
    assert not look(picture(state)).having("chosen")


# What happened last


@BOTH
def test_the_crosses_of_the_last_turn_are_marked(look: "Look", game: Qwixx) -> None:
    play = under_way(game)
    marked = []
    for seat, choice in ((0, "r7"), (1, "b7"), (2, "pass")):
        play.act(seat, choice)
        marked.append(places(look(picture(play)).having("last")))
    white = {place(game, RED, 7), place(game, BLUE, 7)}
    assert marked == [set(), set(), white]
    play.act(1, "y6")
    turn = white | {place(game, YELLOW, 6)}
    assert places(look(picture(play)).having("last")) == turn
    # They stay marked while the next action 1 is being chosen, and no longer.
    play.happen("w11 r1 y1 g1 b1")
    play.act(0, "pass")
    assert places(look(picture(play)).having("last")) == turn
    play.act(1, "pass")
    play.act(2, "r2")
    assert places(look(picture(play)).having("last")) == {place(game, RED, 2)}


@BOTH
def test_a_new_penalty_is_marked(look: "Look", game: Qwixx) -> None:
    play = under_way(game, seats=2)
    for seat in (0, 1, 1):
        assert not look(picture(play)).having("pen-last")
        play.act(seat, "pass")
    drawing = look(picture(play))
    assert len(drawing.having("pen-last")) == 1
    assert len(drawing.using("x*")) == 1


def test_a_position_alone_knows_the_first_action_of_this_turn(look: "Look") -> None:
    state = QWIXX.parse_position("r3,7 | b7 ; p1 colour w43 r5 y2 g1 b4 : r7")
    assert places(look(picture(state)).having("last")) == {place(QWIXX, RED, 7)}
    passed = QWIXX.parse_position("r3,7 | b7 ; p1 colour w43 r5 y2 g1 b4 : pass")
    assert not look(picture(passed)).having("last")


# The sheets


def test_crosses_and_strikes_are_where_they_belong(look: "Look") -> None:
    state = QWIXX.parse_position("r3,5 g12,9 p2 | - ; p1 roll")
    drawing = look(picture(state))
    crossed = {(RED, 3), (RED, 5), (GREEN, 12), (GREEN, 9)}
    skipped = {(RED, 2), (RED, 4), (GREEN, 11), (GREEN, 10)}
    # A penalty is crossed in a place of its own, at the origin of its group.
    assert places(drawing.using("x*")) == {(0, 0)} | {place(QWIXX, *box) for box in crossed}
    assert len(drawing.using("x*")) == len(crossed) + 2
    assert places(drawing.using("s*")) - places(drawing.using("suit*")) == {
        place(QWIXX, *box) for box in skipped
    }


@BOTH
def test_a_closed_row_fades_for_everybody_and_only_who_closed_it_crossed_the_lock(
    look: "Look", game: Qwixx
) -> None:
    state = game.parse_position("r2,3,4,5,6,12 | r2 | - ; p1 roll")
    drawing = look(picture(state))
    assert len(drawing.having("veil")) == 3
    assert all("red" in drawing.classes(drawing.around(veil)[0]) for veil in drawing.having("veil"))
    assert len(drawing.using("lock-shut")) == 3
    assert (len(drawing.having("own")), len(drawing.having("stamped"))) == (1, 2)
    assert len(drawing.using("x*")) == 6 + 1 + 1
    open_ = look(picture(game.parse_position("r2,3,4,5,6 | r2 | - ; p1 roll")))
    assert not open_.having("veil")
    assert not open_.using("lock-shut")


@pytest.mark.rule("X13", "X14")
def test_the_points_are_those_of_the_rules(look: "Look") -> None:
    state = QWIXX.parse_position(
        "r2,3,4,5 y2,3,4 g12,11,10,9,8,7,6 b12,11,10,9,8,7,6,5 p2 | p3 ; p1 roll"
    )
    drawing = look(picture(state))
    points = ["".join(each.itertext()) for each in drawing.having("pts")]
    assert points == ["36", "28", "6", "10", "0", "0", "0", "0"]
    assert ["".join(each.itertext()) for each in drawing.having("minus")] == ["10", "15"]
    assert ["".join(each.itertext()) for each in drawing.having("sumup")] == ["70", "−15"]


@BOTH
def test_every_colour_has_its_symbol_wherever_it_is(look: "Look", game: Qwixx) -> None:
    state = game.parse_position("r2,3,4,5,6,12 | - ; p1 white w43 y2 g1 b4")
    drawing = look(picture(state))
    (printed,) = (e for e in drawing.definitions if e.get("id", "").endswith("-print"))
    for name in COLOURS:
        (die,) = drawing.having(f"die-{name}")
        chips = [e for e in drawing.having(name) if drawing.having("pts", e)]
        rows = [e for e in drawing.having(name, printed) if drawing.having("bar", e)]
        assert len(chips) == 2
        assert len(rows) == (1 if game is QWIXX else 2)
        for coloured in (die, *chips, *rows):
            symbols = [drawing.link(use) for use in coloured.iter(f"{SVG}use")]
            assert f"suit-{name}" in symbols
            others = {f"suit-{other}" for other in COLOURS if other != name}
            assert not others & set(symbols)


@pytest.mark.rule("B1")
def test_circles_stand_exactly_between_the_same_numbers(look: "Look") -> None:
    drawing = look(picture(BIG_POINTS.initial()))
    (printed,) = (e for e in drawing.definitions if e.get("id", "").endswith("-print"))
    squares = {
        (float(e.get("x", 0)), float(e.get("y", 0))): e.text for e in drawing.having("num", printed)
    }
    circles = {
        (float(e.get("x", 0)), float(e.get("y", 0))): e.text
        for e in drawing.having("small", printed)
    }
    assert (len(squares), len(circles)) == (4 * 11, 2 * 11)
    for (x, y), number in circles.items():
        column_ = sorted((at, text) for (beside, at), text in squares.items() if beside == x)
        nearest = [
            max(entry for entry in column_ if entry[0] < y),
            min(entry for entry in column_ if entry[0] > y),
        ]
        assert [text for _, text in nearest] == [number, number]
    tops, rows = sheet_geometry(BIG_POINTS.layout).tops, BIG_POINTS.layout.all
    assert [rows[row].id for row in sorted(tops, key=tops.__getitem__)] == [
        *("r", "ry", "y", "g", "gb", "b")
    ]


# The table


def test_dice_show_the_roll_and_a_die_that_left_only_its_place(look: "Look") -> None:
    state = QWIXX.parse_position("r2,3,4,5,6,12 | - ; p1 white w61 y2 g5 b4")
    drawing = look(picture(state))
    pips = {
        name: [
            len(list(pips)) for die in drawing.having(name) for pips in drawing.having("pips", die)
        ]
        for name in ("ivory", "die-red", "die-yellow", "die-green", "die-blue")
    }
    # The third white die is the small one next to the active player's name.
    assert pips == {
        "ivory": [6, 1, 3],
        "die-red": [],
        "die-yellow": [2],
        "die-green": [5],
        "die-blue": [4],
    }
    assert [drawing.around(gone)[0] for gone in drawing.having("gone")] == drawing.having("die-red")
    assert [each.text for each in drawing.having("sum")] == ["7"]


@pytest.mark.parametrize(("phase", "now"), [("white", "1"), ("colour", "2")])
def test_the_action_that_is_played_is_filled(look: "Look", phase: str, now: str) -> None:
    made = " : pass" if phase == "colour" else ""
    state = QWIXX.parse_position(f"- | - ; p1 {phase} w61 r1 y2 g5 b4{made}")
    (step,) = look(picture(state)).having("now")
    assert "".join(step.itertext()).strip() == now


def test_between_turns_there_are_no_dice(look: "Look") -> None:
    drawing = look(picture(QWIXX.parse_position("r2 | - ; p2 roll")))
    assert not drawing.having("sum")
    (active,) = drawing.having("ivory")
    assert "p2" in "".join(drawing.around(active)[0].itertext())


@pytest.mark.parametrize(
    ("lang", "why"),
    [("en", "Someone took a fourth penalty."), ("es", "Alguien ha llegado a cuatro fallos.")],
)
def test_the_end_says_who_won_and_why(look: "Look", lang: str, why: str) -> None:
    drawing = look(picture(QWIXX.parse_position("r2 | p4 ; p2 over"), lang=lang))
    assert [each.text for each in drawing.having("end")] == [why]
    (star,) = drawing.using("star")
    assert "p1" in "".join(drawing.around(star)[0].itertext())
    assert not drawing.having("ivory")
