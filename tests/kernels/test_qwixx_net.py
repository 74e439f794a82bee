"""The network: what it sees, what it computes, and how it learns, against plain NumPy."""

from typing import Any

import numpy as np
import pytest

from cruces.games.qwixx.kernel import learn
from cruces.games.qwixx.kernel.batch import play
from cruces.games.qwixx.kernel.chance import from_roll
from cruces.games.qwixx.kernel.net import (
    ARRANGEMENTS,
    FOR_MARGIN,
    Floats,
    Net,
    facts,
    inputs,
    judge,
    net,
    room,
    size,
)
from cruces.games.qwixx.kernel.policies import NOT_YET, greedy
from cruces.games.qwixx.kernel.search import Look, Searching, narrow, sample
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.sheet import Sheets, from_sheet, to_cross
from cruces.games.qwixx.kernel.strong import quick, strong
from cruces.games.qwixx.kernel.turn import Rules, locks, white_legal
from cruces.games.qwixx.rules import (
    BIG_POINTS_LAYOUT,
    QWIXX_LAYOUT,
    Cross,
    Layout,
    Roll,
    Sheet,
)
from cruces.games.qwixx.rules.layout import GREEN, YELLOW

QWIXX = Rules(shape(QWIXX_LAYOUT), finish_turn=False, either_die=False, same_turn=True)
BIG = Rules(shape(BIG_POINTS_LAYOUT), finish_turn=False, either_die=False, same_turn=True)


def layout_of(rule: Rules) -> Layout:
    return BIG_POINTS_LAYOUT if rule is BIG else QWIXX_LAYOUT


def random_net(seats: int, layout: Layout, seed: int = 1) -> Net:
    weights = np.random.default_rng(seed).normal(0, 0.2, size(seats, layout)).astype(np.float32)
    return net(weights, seats, layout)


def sheets(rule: Rules, seats: int) -> Sheets:
    """A position from the middle of a game: the end of one, less the locks."""
    ended: Sheets = play(greedy, rule, seats, 1, seed=3, threads=1).sheets[0]
    ended[:, 0] &= ~(0x0400 * 0x0001_0001_0001_0001)
    return ended


def seen(known: Net, rule: Rules, table: Sheets, seat: int, arrangement: int = 0) -> Floats:
    """All inputs, those that are 0 as well."""
    here = room(len(table))
    found = facts(known, rule, table, seat, 1, arrangement, here.places, here.values)
    dense = np.zeros(inputs(len(table), layout_of(rule)), np.float32)
    assert len(set(here.places[:found])) == found
    dense[here.places[:found]] = here.values[:found]
    return dense


def plain(known: Net, dense: Floats) -> tuple[float, float]:
    wide = np.maximum(dense @ known.inputs + known.wide, 0)
    narrow = np.maximum(wide @ known.between + known.narrow, 0)
    logit, margin = narrow @ known.out + known.level
    return 1 / (1 + np.exp(-logit)), margin


@pytest.mark.parametrize("rule", [QWIXX, BIG], ids=["qwixx", "big-points"])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_the_kernel_computes_what_numpy_does(rule: Rules, seats: int) -> None:
    known, table = random_net(seats, layout_of(rule)), sheets(rule, seats)
    for seat in range(seats):
        mine = judge(known, rule, table, seat, 1 % seats, room(seats))
        if seats > 1:
            assert mine == pytest.approx(plain(known, seen(known, rule, table, seat)), abs=1e-4)
        assert 0 < mine[0] < 1


def test_rows_that_may_be_exchanged_are_exchanged_on_all_sheets() -> None:
    known = random_net(2, BIG_POINTS_LAYOUT)
    layout = BIG_POINTS_LAYOUT
    one, two = Sheet(layout, (1, 3, 7, 15, 1, 2), 1), Sheet(layout, (31, 5, 0, 9, 4, 8), 2)

    def swapped(sheet: Sheet) -> Sheet:
        red, yellow, green, blue, low, high = sheet.marks
        return Sheet(layout, (green, blue, yellow, red, high, low), sheet.penalties)

    table = np.array([from_sheet(one), from_sheet(two)], np.int64)
    other = np.array([from_sheet(swapped(one)), from_sheet(swapped(two))], np.int64)
    # Green and blue come first as they are, red and yellow second and exchanged.
    arranged = [seen(known, BIG, table, 0, number) for number in range(ARRANGEMENTS)]
    same = [np.array_equal(each, seen(known, BIG, other, 0)) for each in arranged]
    assert same.count(True) == 1
    assert len({each.tobytes() for each in arranged}) == ARRANGEMENTS


def test_a_game_that_is_over_is_not_judged_but_counted() -> None:
    table = np.array(
        [
            from_sheet(Sheet(QWIXX_LAYOUT, (7, 0, 0, 0), 4)),
            from_sheet(Sheet(QWIXX_LAYOUT, (1, 0, 0, 0))),
        ],
        np.int64,
    )
    known = random_net(2, QWIXX_LAYOUT)
    assert judge(known, QWIXX, table, 0, 1, room(2)) == pytest.approx((0, -0.15))
    assert judge(known, QWIXX, table, 1, 1, room(2)) == pytest.approx((1, 0.15))
    table[1] = from_sheet(Sheet(QWIXX_LAYOUT, (0x1F, 0, 0, 0), 4))  # 15 − 20 against 6 − 20
    table[0] = from_sheet(Sheet(QWIXX_LAYOUT, (0x1F, 0, 0, 0), 4))
    assert judge(known, QWIXX, table, 0, 1, room(2)) == (0.5, 0)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    known = random_net(2, BIG_POINTS_LAYOUT)
    games = learn.room_for(1, 2)
    learn.play_some(greedy, known, BIG, 1, 0, 0, 1, 1.0, games)
    lessons = np.array([[0, 5, 0, 3], [0, 9, 1, 6]], np.int64)

    def loss(weights: Floats) -> float:
        errors = np.zeros(2)
        learn.descend(net(weights, 2, BIG_POINTS_LAYOUT), BIG, games, lessons, slopes(), errors)
        return float(errors[0] + 0.25 * errors[1])

    def slopes() -> Net:
        return net(np.zeros_like(known.flat), 2, BIG_POINTS_LAYOUT)

    found = slopes()
    learn.descend(known, BIG, games, lessons, found, np.zeros(2))
    checked = np.argsort(-abs(found.flat))[:: len(found.flat) // 200][:60]
    for place in checked:
        more, less = known.flat.copy(), known.flat.copy()
        more[place] += 1e-3
        less[place] -= 1e-3
        slope = (loss(more) - loss(less)) / 2e-3
        assert slope == pytest.approx(found.flat[place], abs=0.02, rel=0.05)


def test_lessons_look_back_from_the_end() -> None:
    known = random_net(2, QWIXX_LAYOUT)
    games = learn.room_for(3, 2)
    learn.play_some(greedy, known, QWIXX, 1, 0, 0, 3, 1.0, games)
    for game in range(3):
        turns = games.turns[game]
        chances = games.chances[game, :turns]
        assert np.all(chances == chances[-1])
        assert chances[-1].sum() == 1
    learn.play_some(greedy, known, QWIXX, 1, 0, 0, 3, 0.0, games)
    upcoming = int(games.turns[0] - 1) % 2
    before = games.tables[0, games.turns[0] - 2]
    said = judge(known, QWIXX, before, 0, upcoming, room(2))[0]
    assert games.chances[0, games.turns[0] - 3, 0] == pytest.approx(said)


def test_who_foresees_what_others_do_makes_the_last_cross_count() -> None:
    """The active player will close a second row with action 2 and be 64 to 60 ahead."""
    known = random_net(2, QWIXX_LAYOUT)
    known.flat[:] = 0  # until the end all is equal
    table = np.array(
        [
            from_sheet(Sheet(QWIXX_LAYOUT, (0x41F, 0x1F, 0, 0))),
            from_sheet(Sheet(QWIXX_LAYOUT, (0, 0, 0x1F, 0x1FF))),
        ],
        np.int64,
    )
    roll = from_roll(Roll((1, 6), (None, 6, 1, 1)))
    squares, circles = white_legal(QWIXX, int(table[1, 0]), 0, locks(QWIXX, table), roll)
    about = (QWIXX, table, 1, 0, roll, NOT_YET, squares, circles, np.zeros(1, np.uint64))
    assert to_cross(QWIXX_LAYOUT, quick(known, *about)) == Cross(YELLOW, 7)
    assert to_cross(QWIXX_LAYOUT, strong(known, *about)) == Cross(GREEN, 7)  # 66 to 64


def looked(words: list[float], worths: Any) -> Look:
    """Choices that are numbered from 0, with what the network and the samples say of them."""
    alive = np.ones(len(words), np.bool_)
    return Look(np.arange(len(words)), np.array(words), np.array(worths, np.float64), alive)


def test_the_search_sees_what_the_network_does_not() -> None:
    """The same position; what only the end of the turn shows, samples show as well."""
    known = Searching(random_net(2, QWIXX_LAYOUT), 72, 2)
    known.net.flat[:] = 0
    table = np.array(
        [
            from_sheet(Sheet(QWIXX_LAYOUT, (0x41F, 0x1F, 0, 0))),
            from_sheet(Sheet(QWIXX_LAYOUT, (0, 0, 0x1F, 0x1FF))),
        ],
        np.int64,
    )
    roll = from_roll(Roll((1, 6), (None, 6, 1, 1)))
    found = looked([0.5, 0.5, 0.5], np.zeros((3, 4)))
    found.actions[:] = 21, 37, -1
    sample(known, QWIXX, table, 1, 0, roll, NOT_YET, found, 7, 0, 4)
    ends = [FOR_MARGIN * -0.03, 1 + FOR_MARGIN * 0.02, FOR_MARGIN * -0.04]  # 61, 66, 60 to 64
    assert found.worths == pytest.approx(np.repeat(np.array([ends]).T, 4, 1))
    assert narrow(found, 4) == (1, 1)


def test_samples_are_the_same_however_they_are_cut() -> None:
    known = Searching(random_net(2, QWIXX_LAYOUT), 72, 2)
    table, roll = sheets(QWIXX, 2), from_roll(Roll((1, 1), (5, 6, 1, 1)))
    whole, parts = (looked([0, 0], np.zeros((2, 72))) for _ in range(2))
    whole.actions[:] = parts.actions[:] = 9, -1
    about = (known, QWIXX, table, 1, 0, roll, NOT_YET)
    sample(*about, whole, 7, 0, 72)
    for number in range(0, 72, 8):
        sample(*about, parts, 7, number, number + 8)
    assert np.array_equal(whole.worths, parts.worths)
    assert len(set(whole.worths[0])) > 10
    assert not np.array_equal(whole.worths[0], whole.worths[1])


def test_who_is_clearly_behind_is_left_aside() -> None:
    """In the mean 0.1 behind, 0.001 behind and level; the others' dice do not hide it."""
    noise = np.tile([0.3, -0.3], 50)
    wobble = np.tile([0.02, 0.02, -0.02, -0.02], 25)
    worths = np.array([noise, noise - 0.1 + wobble, noise - 0.001 + wobble])
    found = looked([0.5, 0.5, 0.5], worths)
    assert narrow(found, 100) == (0, 2)
    assert found.alive.tolist() == [True, False, True]


def test_few_samples_do_not_outweigh_the_network_and_many_do() -> None:
    """The second seems 0.02 worse and is 0.01 better in samples that differ by 0.1."""
    wobble = np.tile([0.1, -0.1], 2000)
    worths = np.array([wobble * 0, wobble + 0.01])
    found = looked([0.5, 0.48], worths)
    assert narrow(found, 4)[0] == 0
    assert found.alive.all()
    assert narrow(found, 4000) == (1, 1)
