"""The network: what it sees, what it computes, and how it learns, against plain NumPy."""

from typing import Any

import numpy as np
import pytest

from cruces.games.qwixx.kernel import learn
from cruces.games.qwixx.kernel.batch import play_batch
from cruces.games.qwixx.kernel.chance import from_roll
from cruces.games.qwixx.kernel.net import (
    ARRANGEMENTS,
    MARGIN_WORTH,
    Floats,
    Net,
    input_count,
    judge,
    net,
    new_workspace,
    weight_count,
    write_inputs,
)
from cruces.games.qwixx.kernel.policies import NOT_YET, greedy
from cruces.games.qwixx.kernel.search import Candidates, SearchSettings, eliminate, sample
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.sheet import Sheets, from_sheet, to_cross
from cruces.games.qwixx.kernel.strong import quick, strong
from cruces.games.qwixx.kernel.turn import KernelRules, locks, white_legal
from cruces.games.qwixx.rules import (
    BIG_POINTS_LAYOUT,
    QWIXX_LAYOUT,
    Cross,
    Layout,
    Roll,
    Sheet,
)
from cruces.games.qwixx.rules.layout import GREEN, YELLOW

QWIXX = KernelRules(shape(QWIXX_LAYOUT), finish_turn=False, either_die=False, same_turn=False)
BIG = KernelRules(shape(BIG_POINTS_LAYOUT), finish_turn=False, either_die=False, same_turn=False)


def layout_of(rules: KernelRules) -> Layout:
    return BIG_POINTS_LAYOUT if rules is BIG else QWIXX_LAYOUT


def random_net(seats: int, layout: Layout, seed: int = 1) -> Net:
    weights = (
        np.random.default_rng(seed).normal(0, 0.2, weight_count(seats, layout)).astype(np.float32)
    )
    return net(weights, seats, layout)


def sheets(rules: KernelRules, seats: int) -> Sheets:
    """A position from the middle of a game: the end of one, less the locks."""
    is_over: Sheets = play_batch(greedy, rules, seats, 1, seed=3, threads=1).sheets[0]
    is_over[:, 0] &= ~(0x0400 * 0x0001_0001_0001_0001)
    return is_over


def dense_inputs(
    network: Net, rules: KernelRules, table: Sheets, seat: int, arrangement: int = 0
) -> Floats:
    """All inputs, those that are 0 as well."""
    workspace = new_workspace(len(table))
    found = write_inputs(
        network, rules, table, seat, 1, arrangement, workspace.places, workspace.values
    )
    dense = np.zeros(input_count(len(table), layout_of(rules)), np.float32)
    assert len(set(workspace.places[:found])) == found
    dense[workspace.places[:found]] = workspace.values[:found]
    return dense


def plain(network: Net, dense: Floats) -> tuple[float, float]:
    wide = np.maximum(dense @ network.wide_weights + network.wide_bias, 0)
    narrow = np.maximum(wide @ network.narrow_weights + network.narrow_bias, 0)
    logit, margin = narrow @ network.output_weights + network.output_bias
    return 1 / (1 + np.exp(-logit)), margin


@pytest.mark.parametrize("rules", [QWIXX, BIG], ids=["qwixx", "big-points"])
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_the_kernel_computes_what_numpy_does(rules: KernelRules, seats: int) -> None:
    network, table = random_net(seats, layout_of(rules)), sheets(rules, seats)
    for seat in range(seats):
        mine = judge(network, rules, table, seat, 1 % seats, new_workspace(seats))
        if seats > 1:
            assert mine == pytest.approx(
                plain(network, dense_inputs(network, rules, table, seat)), abs=1e-4
            )
        assert 0 < mine[0] < 1


def test_rows_that_may_be_exchanged_are_exchanged_on_all_sheets() -> None:
    network = random_net(2, BIG_POINTS_LAYOUT)
    layout = BIG_POINTS_LAYOUT
    one, two = Sheet(layout, (1, 3, 7, 15, 1, 2), 1), Sheet(layout, (31, 5, 0, 9, 4, 8), 2)

    def swapped(sheet: Sheet) -> Sheet:
        red, yellow, green, blue, low, high = sheet.marks
        return Sheet(layout, (green, blue, yellow, red, high, low), sheet.penalties)

    table = np.array([from_sheet(one), from_sheet(two)], np.int64)
    other = np.array([from_sheet(swapped(one)), from_sheet(swapped(two))], np.int64)
    # Green and blue come first as they are, red and yellow second and exchanged.
    arranged = [dense_inputs(network, BIG, table, 0, number) for number in range(ARRANGEMENTS)]
    same = [np.array_equal(each, dense_inputs(network, BIG, other, 0)) for each in arranged]
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
    network = random_net(2, QWIXX_LAYOUT)
    assert judge(network, QWIXX, table, 0, 1, new_workspace(2)) == pytest.approx((0, -0.15))
    assert judge(network, QWIXX, table, 1, 1, new_workspace(2)) == pytest.approx((1, 0.15))
    table[1] = from_sheet(Sheet(QWIXX_LAYOUT, (0x1F, 0, 0, 0), 4))  # 15 − 20 against 6 − 20
    table[0] = from_sheet(Sheet(QWIXX_LAYOUT, (0x1F, 0, 0, 0), 4))
    assert judge(network, QWIXX, table, 0, 1, new_workspace(2)) == (0.5, 0)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    network = random_net(2, BIG_POINTS_LAYOUT)
    games = learn.new_training_games(1, 2)
    learn.play_games(greedy, network, BIG, 1, 0, 0, 1, 1.0, games)
    lessons = np.array([[0, 5, 0, 3], [0, 9, 1, 6]], np.int64)

    def loss(weights: Floats) -> float:
        errors = np.zeros(2)
        learn.add_gradients(
            net(weights, 2, BIG_POINTS_LAYOUT), BIG, games, lessons, slopes(), errors
        )
        return float(errors[0] + 0.25 * errors[1])

    def slopes() -> Net:
        return net(np.zeros_like(network.flat), 2, BIG_POINTS_LAYOUT)

    found = slopes()
    learn.add_gradients(network, BIG, games, lessons, found, np.zeros(2))
    checked = np.argsort(-abs(found.flat))[:: len(found.flat) // 200][:60]
    for place in checked:
        more, less = network.flat.copy(), network.flat.copy()
        more[place] += 1e-3
        less[place] -= 1e-3
        slope = (loss(more) - loss(less)) / 2e-3
        assert slope == pytest.approx(found.flat[place], abs=0.02, rel=0.05)


def test_lessons_look_back_from_the_end() -> None:
    network = random_net(2, QWIXX_LAYOUT)
    games = learn.new_training_games(3, 2)
    learn.play_games(greedy, network, QWIXX, 1, 0, 0, 3, 1.0, games)
    for game in range(3):
        turns = games.turns[game]
        chances = games.chances[game, :turns]
        assert np.all(chances == chances[-1])
        assert chances[-1].sum() == 1
    learn.play_games(greedy, network, QWIXX, 1, 0, 0, 3, 0.0, games)
    upcoming = int(games.turns[0] - 1) % 2
    before = games.sheets[0, games.turns[0] - 2]
    said = judge(network, QWIXX, before, 0, upcoming, new_workspace(2))[0]
    assert games.chances[0, games.turns[0] - 3, 0] == pytest.approx(said)


def test_foreseeing_what_others_do_makes_the_last_cross_count() -> None:
    """The active player will close a second row with action 2 and be 64 to 60 ahead."""
    network = random_net(2, QWIXX_LAYOUT)
    network.flat[:] = 0  # until the end all is equal
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
    assert to_cross(QWIXX_LAYOUT, quick(network, *about)) == Cross(YELLOW, 7)
    assert to_cross(QWIXX_LAYOUT, strong(network, *about)) == Cross(GREEN, 7)  # 66 to 64


def looked(words: list[float], worths: Any) -> Candidates:
    """Choices that are numbered from 0, with what the network and the samples say of them."""
    alive = np.ones(len(words), np.bool_)
    return Candidates(np.arange(len(words)), np.array(words), np.array(worths, np.float64), alive)


def test_the_search_sees_what_the_network_does_not() -> None:
    """The same position; what only the end of the turn shows, samples show as well."""
    network = SearchSettings(random_net(2, QWIXX_LAYOUT), 72, 2)
    network.net.flat[:] = 0
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
    sample(network, QWIXX, table, 1, 0, roll, NOT_YET, found, 7, 0, 4)
    ends = [MARGIN_WORTH * -0.03, 1 + MARGIN_WORTH * 0.02, MARGIN_WORTH * -0.04]  # 61, 66, 60 to 64
    assert found.worths == pytest.approx(np.repeat(np.array([ends]).T, 4, 1))
    assert eliminate(found, 4) == (1, 1)


def test_samples_are_the_same_however_they_are_cut() -> None:
    network = SearchSettings(random_net(2, QWIXX_LAYOUT), 72, 2)
    table, roll = sheets(QWIXX, 2), from_roll(Roll((1, 1), (5, 6, 1, 1)))
    whole, parts = (looked([0, 0], np.zeros((2, 72))) for _ in range(2))
    whole.actions[:] = parts.actions[:] = 9, -1
    about = (network, QWIXX, table, 1, 0, roll, NOT_YET)
    sample(*about, whole, 7, 0, 72)
    for number in range(0, 72, 8):
        sample(*about, parts, 7, number, number + 8)
    assert np.array_equal(whole.worths, parts.worths)
    assert len(set(whole.worths[0])) > 10
    assert not np.array_equal(whole.worths[0], whole.worths[1])


def test_candidates_clearly_behind_are_eliminated() -> None:
    """In the mean 0.1 behind, 0.001 behind and level; the others' dice do not hide it."""
    noise = np.tile([0.3, -0.3], 50)
    wobble = np.tile([0.02, 0.02, -0.02, -0.02], 25)
    worths = np.array([noise, noise - 0.1 + wobble, noise - 0.001 + wobble])
    found = looked([0.5, 0.5, 0.5], worths)
    assert eliminate(found, 100) == (0, 2)
    assert found.alive.tolist() == [True, False, True]


def test_few_samples_do_not_outweigh_the_network_and_many_do() -> None:
    """The second seems 0.02 worse and is 0.01 better in samples that differ by 0.1."""
    wobble = np.tile([0.1, -0.1], 2000)
    worths = np.array([wobble * 0, wobble + 0.01])
    found = looked([0.5, 0.48], worths)
    assert eliminate(found, 4)[0] == 0
    assert found.alive.all()
    assert eliminate(found, 4000) == (1, 1)
