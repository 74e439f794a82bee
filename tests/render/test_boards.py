"""Pictures of Quixo: the cubes, the last push, the line that won, the players around."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from cruces.core import Player
from cruces.core.log import GameLog
from cruces.core.registry import start
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.render import Picture, picture

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tests.render.conftest import Drawing

    Look = Callable[[Picture], Drawing]

PITCH = 80
"""So wide is a square of a board of five."""


def box(element: "Element") -> tuple[float, float, float, float]:
    x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def square(drawing: "Drawing", name: str) -> tuple[float, float]:
    """The middle of a square, found by the letter above it and the number next to it."""
    labels = drawing.having("coord")
    columns = {float(each.get("x", 0)) for each in labels if each.text == name[0]}
    rows = {float(each.get("y", 0)) for each in labels if each.text == name[1]}
    assert (len(columns), len(rows)) == (1, 1)
    # A letter's baseline is a little below its middle.
    return columns.pop(), rows.pop() - 5


def middle(element: "Element") -> tuple[float, float]:
    left, top, right, bottom = box(element)
    return (left + right) / 2, (top + bottom) / 2


def origin(element: "Element") -> tuple[float, float, float]:
    """Where a transform brings the origin, and how far it turns."""
    moved = re.match(r"translate\((\S+) (\S+)\)(?: rotate\((\S+)\))?", element.get("transform", ""))
    assert moved is not None
    return float(moved[1]), float(moved[2]), float(moved[3] or 0)


# The cubes


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_square_has_a_cube_and_its_mark(look: "Look", size: int) -> None:
    top, middle_, bottom = "X" + "." * (size - 1), "." * size, "." * (size - 1) + "O"
    board = "/".join([top, *[middle_] * (size - 2), bottom])
    drawing = look(picture(QUIXO.parse_position(f"{board} X 3")))
    # Next to the names are a small cross and a small circle.
    assert len(drawing.using("cube*")) == size * size + 2
    cross, circle = drawing.using("cross")[0], drawing.using("circle")[0]
    pitch = box(cross)[2] - box(cross)[0]
    for mark, name in ((cross, "a1"), (circle, "abcde"[size - 1] + str(size))):
        assert middle(mark) == pytest.approx(square(drawing, name), abs=pitch / 20)
    assert len(drawing.using("cross")) == len(drawing.using("circle")) == 2
    letters = [each.text for each in drawing.having("coord")]
    assert sorted(filter(None, letters)) == sorted(2 * ("abcde"[:size] + "12345"[:size]))


@pytest.mark.rule("T2")
@pytest.mark.parametrize(("seat", "way"), [(1, (0, 1)), (2, (-1, 0)), (3, (0, -1)), (4, (1, 0))])
def test_a_dot_is_near_the_side_of_the_player_it_points_at(
    look: "Look", seat: int, way: tuple[int, int]
) -> None:
    state = QUIXO_TEAMS.parse_position(f"...../...../..{seat}../...../..... 2 2")
    drawing = look(picture(state, game=QUIXO_TEAMS))
    (dot,) = drawing.having("dot")
    x, y = square(drawing, "c3")
    dx, dy = float(dot.get("cx", 0)) - x, float(dot.get("cy", 0)) - y
    assert (round(dx / (PITCH / 2)), round(dy / (PITCH / 2))) == way
    assert max(abs(dx), abs(dy)) < PITCH / 2


def test_there_are_no_dots_between_two(look: "Look") -> None:
    assert not look(picture(QUIXO.parse_position("X..../...../...../...../..... O 2"))).having(
        "dot"
    )


# The last push


@pytest.mark.parametrize(
    ("push", "turn", "side"),
    [
        ("a1>a5", 270, (0, 1)),
        ("a5>a1", 90, (0, -1)),
        ("a1>e1", 180, (1, 0)),
        ("e1>a1", 0, (-1, 0)),
        ("c1>e1", 180, (1, 0)),
        ("a2>e2", 180, (1, 0)),
    ],
)
def test_the_last_push_is_marked(look: "Look", push: str, turn: int, side: tuple[int, int]) -> None:
    play = start("quixo")
    assert not look(picture(play)).having("to")
    play.act(0, push)
    drawing = look(picture(play))
    taken, entered = push.split(">")
    (from_,), (to,), (arrow,) = (drawing.having(name) for name in ("from", "to", "arrow"))
    assert middle(from_) == pytest.approx(square(drawing, taken), abs=1)
    assert middle(to) == pytest.approx(square(drawing, entered), abs=1)
    x, y, turned = origin(arrow)
    left, top, right, bottom = box(drawing.having("tray")[0])
    assert turned == turn
    # Outside the board, next to the square where the cube came in, pointing inwards.
    outside = {(0, 1): y >= bottom, (0, -1): y <= top, (1, 0): x >= right, (-1, 0): x <= left}
    assert outside[side]
    near = square(drawing, entered)
    assert (x, y)[side[0] != 0] == pytest.approx(near[side[0] != 0], abs=1)


def test_only_the_very_last_push_is_marked(look: "Look") -> None:
    play = start("quixo")
    for seat, push in ((0, "a1>a5"), (1, "e1>a1")):
        play.act(seat, push)
    drawing = look(picture(play))
    (to,) = drawing.having("to")
    assert middle(to) == pytest.approx(square(drawing, "a1"), abs=1)
    play.conclude("agreement")
    assert len(look(picture(play)).having("to")) == 1
    assert not look(picture(play.state)).having("to")


def test_after_a_pass_no_push_is_marked(look: "Look") -> None:
    play = start("quixo-teams")
    full = QUIXO_TEAMS.parse_position("23232/3...3/2...2/3...3/23234 4 20")
    play.log = GameLog(QUIXO_TEAMS, full)
    play.act(3, "e5>a5@2")
    assert look(picture(play)).having("to")
    # Nothing on the edge is neutral or points at player 1.
    play.act(0, "pass")
    assert not look(picture(play)).having("to")


# The end


@pytest.mark.parametrize(
    ("board", "ends"),
    [
        ("XXXXX/OOOO./...../...../..... O 10", [("a1", "e1")]),
        ("XO.../XO.../XO.../XO.../X.... O 10", [("a1", "a5")]),
        ("XO.../OX.../..X../..OX./..O.X O 10", [("a1", "e5")]),
        ("OO..X/...X./..X../.X..O/X...O O 10", [("a5", "e1")]),
        ("XX.../...../OOOOO/...../XX... X 11", [("a3", "e3")]),
        ("XXXXX/X.OO./X.OO./X.OO./X.OO. O 30", [("a1", "e1"), ("a1", "a5")]),
    ],
)
def test_a_stroke_runs_through_every_winning_line(
    look: "Look", board: str, ends: list[tuple[str, str]]
) -> None:
    drawing = look(picture(QUIXO.parse_position(board)))
    strokes = drawing.having("won")
    assert len(strokes) == len(ends)
    for stroke, (first, last) in zip(strokes, ends, strict=True):
        x0, y0, x1, y1 = map(float, re.findall(r"-?[\d.]+", stroke.get("d", "")))
        for (x, y), name in (((x0, y0), first), ((x1, y1), last)):
            near_x, near_y = square(drawing, name)
            # Beyond the middle of the last cube, but still on it.
            assert abs(x - near_x) < PITCH / 2
            assert abs(y - near_y) < PITCH / 2
        length = max(abs(x1 - x0), abs(y1 - y0))
        assert length > 4 * PITCH


def test_who_makes_the_opponents_line_loses_and_only_that_line_is_struck(look: "Look") -> None:
    state = QUIXO.parse_position("XXXXX/OOOOO/...../...../..... X 11")
    drawing = look(picture(state))
    assert QUIXO.outcome(state).winners == (0,)  # type: ignore[union-attr]
    (stroke,) = drawing.having("won")
    assert float(re.findall(r"[\d.]+", stroke.get("d", ""))[1]) == pytest.approx(
        square(drawing, "a1")[1], abs=2
    )


def test_without_a_line_nothing_is_struck_and_a_star_says_who_won(look: "Look") -> None:
    play = start("quixo", players=[Player("Ana"), Player("Luis")])
    play.act(0, "a1>a5")
    assert not look(picture(play)).having("won")
    play.conclude("resignation", 1)
    drawing = look(picture(play))
    assert not drawing.having("won")
    (star,) = drawing.using("star")
    assert "Ana" in "".join(drawing.around(star)[0].itertext())


@pytest.mark.parametrize("size", [2, 5])
@pytest.mark.parametrize(
    ("how", "seat", "lang", "words"),
    [
        ("agreement", None, "en", "A draw was agreed."),
        ("agreement", None, "es", "Tablas de común acuerdo."),
        ("resignation", 0, "en", "A player resigned."),
        ("resignation", 1, "es", "Alguien se ha rendido."),
    ],
)
def test_the_end_is_told_below_the_board(
    look: "Look", size: int, how: str, seat: int | None, lang: str, words: str
) -> None:
    play = start("quixo", {"size": size}, [Player("Ana"), Player("Luis")])
    assert not look(picture(play)).having("words")
    play.conclude(how, seat)
    drawing = picture(play, lang=lang)
    sentence = look(drawing).having("words")
    assert [each.text for each in reversed(sentence)] == [words]
    assert all(0 < float(each.get("y", 0)) < drawing.height for each in sentence)


# The players


@pytest.mark.rule("T1")
def test_players_sit_clockwise_from_the_bottom(look: "Look") -> None:
    names = ["Ana", "Bea", "Cleo", "Dora"]
    drawing = look(picture(start("quixo-teams", players=[Player(name) for name in names])))
    left, top, right, bottom = box(drawing.having("tray")[0])
    seats = {}
    for name in drawing.having("name"):
        x, y, turned = origin(drawing.around(name)[0])
        seats[name.text] = (x < left, x > right, y < top, y > bottom, turned)
    assert seats == {
        "Ana": (False, False, False, True, 0),
        "Bea": (True, False, False, False, -90),
        "Cleo": (False, False, True, False, 0),
        "Dora": (False, True, False, False, 90),
    }


@pytest.mark.parametrize(("pushes", "mover"), [([], "Ana"), (["a1>a5"], "Luis")])
def test_whose_turn_it_is_is_ringed(look: "Look", pushes: list[str], mover: str) -> None:
    play = start("quixo", players=[Player("Ana"), Player("Luis")])
    for seat, push in enumerate(pushes):
        play.act(seat, push)
    drawing = look(picture(play))
    (ring,) = drawing.having("turn")
    assert mover in "".join(drawing.around(ring)[0].itertext())
    play.conclude("agreement")
    assert not look(picture(play)).having("turn")
