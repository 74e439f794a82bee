"""Another sheet is another value: rules, texts, pictures and players follow from its layout."""

from collections.abc import Iterator
from random import Random
from xml.etree.ElementTree import fromstring

import pytest

from cruces.core import CHANCE, Play
from cruces.core.record import decode, encode
from cruces.games.qwixx.play_styles import STYLES
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Action, Cross, Outcomes, Qwixx, State
from cruces.games.qwixx.rules.scoring import counted, total
from cruces.games.qwixx.show import wire
from cruces.games.qwixx.show.svg.scene import scene
from cruces.games.qwixx.show.svg.sheet import BOX
from cruces.games.qwixx.show.text import QwixxView
from cruces.players import Limits
from cruces.render.document import document
from cruces.render.terminal.style import Style
from cruces.testing.conformance import check_game
from cruces.testing.random_play import listed
from tests.games.qwixx.mixed_sheet import FAMILY, MIXED_QWIXX, MixedBigPoints

GAMES = [MIXED_QWIXX, MixedBigPoints()]
each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
RED, YELLOW, GREEN, BLUE = range(4)


def played(game: Qwixx, seats: int, seed: int) -> Play[State, Action, Outcomes]:
    """A game to its end, by those who come to lock rows."""
    play, random = Play(game, players=seats), Random(seed)
    while waiting := sorted(game.to_act(play.state)):
        actor = waiting[0]
        if actor == CHANCE:
            play.happen(game.format_chance(game.chance(play.state).sample(random)))
        else:
            actions = listed(game.legal(play.state, actor))
            action = STYLES[-1](game, play.state, actor, actions, random)
            play.act(actor, game.format_action(action))
    return play


def states(game: Qwixx) -> Iterator[State]:
    for seed in range(3):
        yield from played(game, 3, seed).states


@each
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_it_passes_the_kit(game: Qwixx, seats: int) -> None:
    check_game(game, seeds=range(3), seats=seats)
    for style in STYLES:
        check_game(game, seeds=range(2), seats=seats, style=style)


@each
def test_its_records_are_read_again(game: Qwixx) -> None:
    play = played(game, 3, 4)
    record = decode(encode(play.record()))
    again = Play.replay(game, record)
    assert again.state == play.state
    assert again.record() == play.record()
    for state in play.states:
        written = game.format_position(state)
        assert game.parse_position(written, game.settings(state)) == state


def test_crosses_go_by_boxes_not_by_numbers() -> None:
    state = MIXED_QWIXX.parse_position("r7,5 | - ; p1 white w56 r1 y1 g1 b1")
    why = MIXED_QWIXX.legal(state, 0).why_not(MIXED_QWIXX.parse_action("r11"))
    assert why is not None
    assert why.slug == "left-to-right"
    state = MIXED_QWIXX.parse_position("r7,5 | - ; p1 white w12 r1 y1 g1 b1")
    assert MIXED_QWIXX.parse_action("r3") in MIXED_QWIXX.legal(state, 0)


def test_the_lock_goes_with_the_last_box() -> None:
    five = MIXED_QWIXX.parse_position("y10,6,2,8,3 | - ; p1 white w56 r1 y1 g1 b1")
    four = MIXED_QWIXX.parse_position("y10,6,2,8 | - ; p1 white w56 r1 y1 g1 b1")
    lock = Cross(YELLOW, 11)
    assert MIXED_QWIXX.parse_action("y11") == lock
    assert lock in MIXED_QWIXX.legal(five, 0)
    assert lock not in MIXED_QWIXX.legal(four, 0)
    sheet = five.sheets[0].cross(lock)
    assert sheet.locked(YELLOW)
    assert counted(sheet, YELLOW) == 7
    assert total(sheet) == 28


def test_a_full_row_counts_all_that_it_has() -> None:
    """Thirteen boxes of which dice can make eleven, and the lock."""
    sheet = MIXED_QWIXX.parse_position("y10,6,2,8,3,4,12,5,9,7,11 | - ; p1 roll").sheets[0]
    assert (counted(sheet, YELLOW), total(sheet)) == (12, 78)
    assert MIXED_QWIXX.score_range == (-20, 4 * 105)


def test_circles_open_next_to_their_rows() -> None:
    game = MixedBigPoints()
    state = game.parse_position("y5,2 | - ; p1 white w11 r1 y1 g1 b1")
    assert game.parse_action("yg2") in game.legal(state, 0)
    sheet = state.sheets[0].cross(Cross(4, 2))
    assert [counted(sheet, row) for row in (RED, YELLOW, GREEN, BLUE)] == [0, 3, 1, 0]
    assert total(sheet.penalise()) == 6 + 1 - 6


@each
def test_the_wire_has_the_sheet_and_the_crosses(game: Qwixx) -> None:
    sheet = wire.sheet_data(game)
    assert [row["id"] for row in sheet["rows"]] == (
        ["r", "y", "g", "b"] if game is MIXED_QWIXX else ["r", "y", "yg", "g", "b"]
    )
    for state in states(game):
        for own, shown in zip(state.sheets, wire.state_data(state)["sheets"], strict=True):
            crossed = [n for row in sheet["rows"] for n in shown["lines"][row["id"]]]
            assert len(crossed) == sum(mask.bit_count() for mask in own.marks)
            assert sum(shown["points"]) - sheet["penalty"] * shown["penalties"] == shown["total"]


def test_the_wire_of_the_booklets_sheets() -> None:
    up, down = list(range(2, 13)), list(range(12, 1, -1))
    row = {"name": "red", "symbol": "◆", "numbers": up, "lock": True, "beside": []}
    sheet = wire.sheet_data(BIG_POINTS)
    assert sheet["rows"][0] == {"id": "r", **row}
    assert sheet["rows"][1] == {
        "id": "ry", "name": "circles", "symbol": "◆●", "numbers": up, "lock": False,
        "beside": ["r", "y"],
    }  # fmt: skip
    assert [each["id"] for each in sheet["rows"]] == ["r", "ry", "y", "g", "gb", "b"]
    assert [each["numbers"] for each in sheet["rows"][3:]] == [down] * 3
    assert sheet["points"] == [n * (n + 1) // 2 for n in range(16)]
    assert (sheet["penalty"], sheet["penalties"]) == (5, 4)
    plain = wire.sheet_data(QWIXX)
    assert [each["id"] for each in plain["rows"]] == ["r", "y", "g", "b"]
    assert plain["points"] == [n * (n + 1) // 2 for n in range(13)]


@each
def test_every_number_is_drawn(game: Qwixx) -> None:
    play = played(game, 2, 1)
    drawn = document(scene(play.log, ("Ana", "Leo"), "en", None), "", "", "light", "en")
    root = fromstring(drawn.svg)
    (printed,) = (each for each in root.iter() if each.get("id", "").endswith("-print"))
    texts = [each for each in printed.iter() if each.tag.endswith("text")]
    assert [int(each.text or "") for each in texts] == [
        number for row in game.layout.all for number in row.numbers
    ]
    width = float(root.get("width", 0))
    assert all(0 < float(each.get("x", 0)) < width - 2 * BOX for each in texts)
    crosses = sum(mask.bit_count() for sheet in play.state.sheets for mask in sheet.marks)
    assert sum(each.get("class", "").endswith("-dim") for each in root.iter()) == crosses


@each
def test_every_row_is_printed_in_the_terminal(game: Qwixx) -> None:
    view = QwixxView(Style("en", colour=False), game, ("Ana", "Leo", "Eva"))
    lines = view.picture(game.view(game.initial(seats=2), 0))
    assert len({len(line) for line in lines[1 : len(game.layout.all) + 1]}) <= 2
    for line, index in zip(lines[1:], game.layout.printed, strict=False):
        numbers = list(map(str, game.layout.all[index].numbers))
        assert [word for word in line.split() if word.isdigit()][: len(numbers)] == numbers
    for state in states(game):
        assert view.picture(game.view(state, 1))


def test_the_general_answers_serve_a_sheet_that_nobody_learned() -> None:
    assert FAMILY.skills(MIXED_QWIXX) == ()
    assert FAMILY.analyser(MIXED_QWIXX) is None
    assert FAMILY.standing(MIXED_QWIXX, MIXED_QWIXX.initial(), 1, 1) is None
    assert FAMILY.review_limits(MIXED_QWIXX) is None
    assert [bot.name for bot in FAMILY.players(MIXED_QWIXX)] == ["greedy"]
    assert FAMILY.commands() == []
    assert FAMILY.examples() == {}


def test_greedy_plays_it() -> None:
    (greedy,) = FAMILY.players(MIXED_QWIXX)
    game, random = MIXED_QWIXX, Random(1)
    state = game.initial(seats=2)
    while waiting := sorted(game.to_act(state)):
        if waiting == [CHANCE]:
            state = game.apply(state, CHANCE, game.chance(state).sample(random))
        else:
            view = game.view(state, waiting[0])
            state = game.apply(state, waiting[0], greedy.choose(view, Limits(), random))
    assert max(map(total, state.sheets)) > 20
