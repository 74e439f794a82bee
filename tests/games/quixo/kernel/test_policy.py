"""The fixed way to play, held to plain looking ahead with the rules themselves."""

from functools import cache
from random import Random

import numpy as np
import pytest

from cruces.games.quixo.kernel.board import count_bits, pushed, pushed_own
from cruces.games.quixo.kernel.evaluation import sum_weights
from cruces.games.quixo.kernel.look_up import look_up
from cruces.games.quixo.kernel.policy import (
    choose,
    lead_of,
    loses_in_two,
    next_in_order,
    score_pushes,
    visible_win,
    wins_at_once,
)
from cruces.games.quixo.kernel.search import MAX_PUSHES, NO_PUSH, BoardTables, canonical_key
from cruces.games.quixo.kernel.symmetry import SYMMETRIES
from cruces.games.quixo.players.engine import masks, push_of
from cruces.games.quixo.rules import QUIXO, State
from cruces.games.quixo.solver.certificate import Keys
from cruces.games.quixo.solver.certificate_search import without_exceptions
from cruces.games.quixo.solver.certificate_training import initial_weights
from tests.games.quixo.players.test_engine import mover, positions


@cache
def board_tables(size: int) -> BoardTables:
    """What a policy without exceptions has to know."""
    return without_exceptions(size, 0, initial_weights(size)).board_tables()


def wins_within(state: State, plies: int) -> bool:
    """Whether the player to move can win within this many plies, by the rules (Q5)."""
    seat = mover(state)
    for action in QUIXO.legal(state, seat):
        after = QUIXO.apply(state, seat, action)
        outcome = QUIXO.outcome(after)
        if outcome is not None:
            if outcome.scores[seat] == 1:
                return True
        elif plies > 1 and loses_within(after, plies - 1):
            return True
    return False


def loses_within(state: State, plies: int) -> bool:
    seat = mover(state)
    for action in QUIXO.legal(state, seat):
        after = QUIXO.apply(state, seat, action)
        outcome = QUIXO.outcome(after)
        if outcome is not None:
            if outcome.scores[seat] != -1:
                return False
        elif not wins_within(after, plies - 1):
            return False
    return True


def by_letter(state: State) -> State:
    """Repetition plays no part in what follows."""
    return QUIXO.parse_position(
        QUIXO.format_position(state).split(" <")[0],
        {"size": state.options.size, "repetition": None},
    )


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("size", [3, 4])
def test_wins_are_seen_within_three_plies(size: int) -> None:
    found = set()
    for state in map(by_letter, positions(size, 60, size)):
        pair = masks(state.board, mover(state))
        at_once = wins_at_once(board_tables(size), *pair) != NO_PUSH
        assert at_once == wins_within(state, 1)
        assert loses_in_two(board_tables(size), *pair) == loses_within(state, 2)
        number = visible_win(board_tables(size), *pair)
        assert (number != NO_PUSH) == wins_within(state, 3)
        if number != NO_PUSH:
            after = QUIXO.apply(state, mover(state), push_of(size, number))
            over = QUIXO.outcome(after)
            assert (over is not None and over.winners) or loses_within(after, 2)
        found.add((at_once, number != NO_PUSH))
    assert found == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_order_names_every_board_once_and_is_sorted(size: int) -> None:
    for state in positions(size, 30, 7):
        own, other = masks(state.board, mover(state))
        known, scores = board_tables(size), np.empty(MAX_PUSHES, np.int64)
        score_pushes(known, own, other, scores)
        pairs = []
        while (number := next_in_order(known, own, other, scores)) != NO_PUSH:
            theirs = pushed(known.pushes, number, other)
            mine = pushed_own(known.pushes, number, own)
            weights = known.evaluation.weights[count_bits(own | other), lead_of(theirs, mine)]
            points = sum_weights(known.evaluation, weights, theirs, mine)
            pairs.append((points, int(canonical_key(known, theirs, mine))))
        assert pairs == sorted(set(pairs))
        due = set()
        for action in QUIXO.legal(state, mover(state)):
            after = QUIXO.apply(state, mover(state), action)
            outcome = QUIXO.outcome(after)
            if outcome is None or outcome.scores[mover(state)] != -1:
                due.add(
                    int(canonical_key(board_tables(size), *masks(after.board, 1 - mover(state))))
                )
        assert {name for _, name in pairs} == due


def lopsided() -> BoardTables:
    """From a certificate in which patterns and their mirror images have other weights."""
    weights = np.random.default_rng(3).integers(-99, 99, initial_weights(5).shape).astype(np.int16)
    return without_exceptions(5, 0, weights).board_tables()


@pytest.mark.parametrize("known", [board_tables(5), lopsided()], ids=["usual", "lopsided"])
def test_symmetric_positions_are_played_symmetrically(known: BoardTables) -> None:
    random = Random(9)
    for state in positions(5, 20, 8):
        own, other = masks(state.board, mover(state))
        names: set[int | None] = set()
        exceptions = first_boards(known, own, other, random.randrange(3))
        for symmetry in range(SYMMETRIES):
            mine, theirs = (look_up(known.images[symmetry], mask) for mask in (own, other))
            number, passed = choose(known, mine, theirs, exceptions)
            assert passed == (len(exceptions) > 0)
            if number == NO_PUSH:
                names.add(None)
                continue
            table = known.pushes
            assert not theirs & table.taken[number]
            names.add(int(name_after(known, mine, theirs, number)))
        assert len(names) == 1
        assert names.isdisjoint(exceptions.tolist())


def first_boards(known: BoardTables, own: np.uint32, other: np.uint32, most: int) -> Keys:
    """The boards that would be played to first, and then if these were exceptions."""
    found = np.zeros(0, np.uint64)
    for _ in range(most):
        number, _ = choose(known, own, other, found)
        if number == NO_PUSH:
            break
        name = name_after(known, own, other, number)
        found = np.sort(np.append(found, name))
    return found


def name_after(known: BoardTables, own: np.uint32, other: np.uint32, number: int) -> np.uint64:
    theirs = pushed(known.pushes, number, other)
    name: np.uint64 = canonical_key(known, theirs, pushed_own(known.pushes, number, own))
    return name
