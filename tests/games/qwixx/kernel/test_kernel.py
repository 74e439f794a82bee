"""The kernel is the rules: the same legal actions, sheets, closings, ends and scores."""

from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from cruces.core import PASS
from cruces.games.qwixx.kernel import batch, chance, policies, sheet, turn
from cruces.games.qwixx.kernel.rows import (
    BOXES,
    CLOSED,
    LAST,
    PENALTIES,
    STATES,
    pack_sheet,
    row_tables,
    state_of_row,
)
from cruces.games.qwixx.kernel.shape import LANE, shape
from cruces.games.qwixx.players.greedy import choose
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.rules import (
    BIG_POINTS_LAYOUT,
    QWIXX_LAYOUT,
    Action,
    BigPoints,
    Cross,
    Lot,
    Phase,
    Qwixx,
    Roll,
    State,
)
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import total
from cruces.testing.random_play import listed
from cruces.testing.styles import DICE, seat_styles
from tests.games.qwixx.mixed_sheet import MixedBigPoints, MixedQwixx

Options = dict[str, object]
ENDS: Options = {"after_second_lock": "ends"}
FINISH: Options = {"after_second_lock": "finish-turn"}
TABLES: list[tuple[Qwixx, Options]] = [
    (Qwixx(), ENDS),
    (Qwixx(), FINISH),
    (BigPoints(), ENDS),
    (BigPoints(), {**FINISH, "circle_die": "either"}),
    (BigPoints(), {**ENDS, "circle_same_turn": False}),
    (BigPoints(), {**FINISH, "circle_die": "either", "circle_same_turn": False}),
    (MixedQwixx(), ENDS),
    (MixedBigPoints(), {**FINISH, "circle_die": "either"}),
    (MixedBigPoints(), {**ENDS, "circle_same_turn": False}),
]
SEEDS = [*range(8), 28]
"""The last one closes two rows of the mixed sheet."""
LEARNED = [table for table in TABLES if table[0].layout in NETWORKS]


def each_of(tables: list[tuple[Qwixx, Options]]) -> pytest.MarkDecorator:
    names = [f"{game.id} {[*options.values()]}" for game, options in tables]
    return pytest.mark.parametrize(("game", "options"), tables, ids=names)


every_table = each_of(TABLES)
learned_table = each_of(LEARNED)


def rule_of(state: State) -> turn.KernelRules:
    return turn.kernel_rules(state.sheets[0].layout, state.options)


def integers(state: State) -> npt.NDArray[np.int64]:
    return np.array([sheet.from_sheet(each) for each in state.sheets], np.int64)


def number(game: Qwixx, action: Action) -> int:
    return sheet.from_cross(game.layout, action) if isinstance(action, Cross) else sheet.PASS


def in_order(squares: int, circles: int) -> list[int]:
    """The actions of two sets of bits, as the rules list them."""
    bits = [bit for bit in range(64) if squares >> bit & 1]
    bits += [sheet.FIRST_CIRCLE + bit for bit in range(32) if circles >> bit & 1]
    return [*bits, sheet.PASS]


def legal(game: Qwixx, state: State, seat: int) -> tuple[int, int]:
    sheets, roll, rules = integers(state), state.roll, rule_of(state)
    assert roll is not None
    locked = turn.locks(rules, sheets)
    mine = (int(sheets[seat, 0]), int(sheets[seat, 1]), locked, chance.from_roll(roll))
    if state.phase is Phase.WHITE:
        return turn.white_legal(rules, *mine)
    assert state.first is not None
    return turn.colour_legal(rules, *mine, number(game, state.first))


def walk(
    game: Qwixx, options: Options, seats: int, seed: int
) -> Iterator[tuple[State, int, object]]:
    """A game in some style with some dice: each state, who does what in it, and the last one."""
    random = Random(seed)
    state, styles, last = game.initial(options, seats), seat_styles(game, seats, random), None
    dice = DICE[random.randrange(len(DICE))]
    while waiting := sorted(game.to_act(state)):
        actor = waiting[random.randrange(len(waiting))]
        act: object
        if actor < 0:
            act = last = dice(game.chance(state), last, random)
        else:
            act = styles[actor](game, state, actor, listed(game.legal(state, actor)), random)
        yield state, actor, act
        state = game.apply(state, actor, act)  # type: ignore[arg-type]
    yield state, -1, None


@pytest.mark.rule("X2", "X6", "X7", "X8", "X9", "X10", "X11", "X12", "X13")
@pytest.mark.rule("B2", "B3", "B4", "B5", "B6", "B7", "B9")
@every_table
def test_random_play(game: Qwixx, options: Options) -> None:
    states = row_tables().row_states
    closed_counts, layout = set(), game.layout
    for seats in (1, 2, 3, 4, 5):
        for seed in SEEDS:
            for state, actor, act in walk(game, options, seats, seed):
                rules = rule_of(state)
                sheets, closed = integers(state), closed_rows(state.sheets)
                locked = turn.locks(rules, sheets)
                assert locked == sum(1 << LANE * colour for colour in closed)
                assert turn.dice_gone(rules, locked) == (len(closed) >= 2)
                closed_counts.add(len(closed))
                for mine, (squares, circles) in zip(state.sheets, sheets.tolist(), strict=True):
                    assert sheet.to_sheet(layout, squares, circles) == mine
                    assert sheet.score(rules.shape, squares, circles) == total(mine)
                    last = mine.penalties == layout.penalties
                    assert turn.last_penalty(rules, squares) == last
                    if layout not in (QWIXX_LAYOUT, BIG_POINTS_LAYOUT):
                        continue
                    small = pack_sheet(states, squares, locked)
                    assert small >> PENALTIES == mine.penalties
                    for colour in range(4):
                        expected_state = CLOSED if colour in closed else states[mine.marks[colour]]
                        assert state_of_row(small, colour) == expected_state
                if state.phase in (Phase.WHITE, Phase.COLOUR):
                    some = range(seats) if state.phase is Phase.WHITE else (state.active,)
                    for seat in some:
                        allowed = listed(game.choices(state, seat))
                        kernel = in_order(*legal(game, state, seat))
                        assert kernel == [number(game, a) for a in allowed]
                if state.phase is Phase.COLOUR and isinstance(act, Cross):
                    after = integers(game.apply(state, actor, act))
                    sheet.cross(sheets, actor, number(game, act))
                    assert sheets.tolist() == after.tolist()
                    assert sheet.to_cross(layout, number(game, act)) == act
    assert closed_counts >= {0, 1, 2}


def replayed(
    game: Qwixx, options: Options, seats: int, seed: int, index: int, greedy: bool
) -> tuple[State, int]:
    """Game number ``index`` of a batch, played by the rules; and how many turns it took.

    The dice are the stream's. What greedy does is asked of the bot and of the kernel; what random
    does, of the kernel alone.
    """
    stream = np.zeros(1, np.uint64)
    chance.seed_stream(stream, seed, index)
    state, turns = game.initial(options, seats), 0
    if seats > 1:
        state = game.apply(state, -1, Lot(0))
    policy = policies.greedy if greedy else policies.at_random
    while waiting := sorted(game.to_act(state)):
        if waiting == [-1]:
            turns += 1
            closed = closed_rows(state.sheets)
            there = tuple(colour not in closed for colour in range(len(game.layout.rows)))
            state = game.apply(state, -1, chance.to_roll(chance.roll_dice(stream), there))
            continue
        seat = waiting[0]
        assert state.roll is not None
        made = policies.NOT_YET if state.first is None else number(game, state.first)
        roll, squares, circles = chance.from_roll(state.roll), *legal(game, state, seat)
        view = game.view(state, seat)
        found = sheet.PASS
        if squares | circles:
            found = policy(
                None, rule_of(state), integers(state), seat, state.active, roll, made,
                squares, circles, stream,
            )  # fmt: skip
        action = PASS if found == sheet.PASS else sheet.to_cross(game.layout, found)
        if greedy:
            assert action == choose(view)
        state = game.apply(state, seat, action)
    return state, turns


@every_table
@pytest.mark.parametrize("greedy", [True, False], ids=["greedy", "random"])
def test_a_batch(game: Qwixx, options: Options, greedy: bool) -> None:
    policy = policies.greedy if greedy else policies.at_random
    rules = rule_of(game.initial(options, 2))
    for seats in (1, 2, 3, 4, 5):
        is_over = batch.play_batch(policy, rules, seats, 8, seed=seats)
        for index in range(8):
            state, turns = replayed(game, options, seats, seats, index, greedy)
            assert is_over.sheets[index].tolist() == integers(state).tolist()
            assert is_over.scores[index].tolist() == [total(each) for each in state.sheets]
            assert is_over.turns[index] == turns
            assert is_over.decisions[index] > 0


def test_threads_change_nothing() -> None:
    rules = turn.KernelRules(shape(BIG_POINTS_LAYOUT), False, False, True)
    single_thread = batch.play_batch(policies.at_random, rules, 3, 100, seed=5, threads=1)
    many = batch.play_batch(policies.at_random, rules, 3, 100, seed=5, threads=3)
    fewer = batch.play_batch(policies.at_random, rules, 3, 40, seed=5)
    other = batch.play_batch(policies.at_random, rules, 3, 100, seed=6)
    for name in single_thread._fields:
        one = getattr(single_thread, name)
        assert (one == getattr(many, name)).all()
        assert (one[:40] == getattr(fewer, name)).all()
    assert (single_thread.scores != other.scores).any()


def test_a_policy_of_ones_own() -> None:
    """What is known to a policy comes in with the batch; here the seat that always passes."""
    from cruces.kernels.jit import inlined

    @inlined
    def lazy(policy_tables, rules, sheets, seat, active, roll, first, squares, circles, stream):  # type: ignore[no-untyped-def]
        if seat == policy_tables[0]:
            return sheet.PASS
        return policies.greedy(
            policy_tables, rules, sheets, seat, active, roll, first, squares, circles, stream
        )

    rules = turn.KernelRules(shape(QWIXX_LAYOUT), False, False, True)
    is_over = batch.play_batch(lazy, rules, 2, 50, 1, data=np.array([1]))
    assert (is_over.scores[:, 0] > 0).all()
    assert set(is_over.scores[:, 1].tolist()) <= {0, -5, -10, -15, -20}


@pytest.mark.rule("X5")
def test_dice_are_fair() -> None:
    stream, count = np.zeros(1, np.uint64), 60_000
    chance.seed_stream(stream, 3, 0)
    rolls = [chance.to_roll(chance.roll_dice(stream)) for _ in range(count)]
    faces = np.array([[*roll.white, *roll.colours] for roll in rolls])
    assert faces.min() == 1
    assert faces.max() == 6
    for die in range(chance.DICE):
        share = np.bincount(faces[:, die])[1:] / count
        assert abs(share - 1 / 6).max() < 4 * np.sqrt(5 / 36 / count)
        for other in range(die):
            assert abs(np.corrcoef(faces[:, die], faces[:, other])[0, 1]) < 4 / np.sqrt(count)
    assert chance.to_roll(chance.from_roll(Roll((1, 2), (3, 4, 5, 6)))) == Roll(
        (1, 2), (3, 4, 5, 6)
    )


@pytest.mark.rule("X2", "X9")
def test_row_states() -> None:
    tables, printed = row_tables(), shape(QWIXX_LAYOUT)
    assert len(set(tables.row_states.tolist())) == STATES
    for mask in range(1 << BOXES):
        state = tables.row_states[mask]
        last, crosses = mask.bit_length() - 1, mask.bit_count()
        if last == LAST:
            assert (tables.after[state] == -1).all()
            continue
        for box in range(BOXES):
            may = box > last and (box < LAST or crosses >= 5)
            assert (tables.after[state, box] >= 0) == may
            if may:
                assert tables.after[state, box] == tables.row_states[mask | 1 << box]
                assert tables.after[state, box] > state
                gain = sheet.score(printed, mask | 1 << box, 0) - sheet.score(printed, mask, 0)
                assert tables.gain[state, box] == gain
