"""Forced wins near the end: all of them are found, and nothing else."""

import numpy as np
import pytest

from cruces.games.quixo.kernel.board import has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.forced import forced_win
from cruces.games.quixo.kernel.search import NO_PUSH
from cruces.games.quixo.players.engine import board_tables, masks
from cruces.games.quixo.rules import QUIXO
from cruces.games.quixo.solver.oracle import oracle
from tests.games.quixo.players.test_engine import positions


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("plies", [1, 3, 5, 7])
def test_it_finds_what_the_table_knows(size: int, plies: int) -> None:
    """Exactly the wins within this many plies; the push found is one of the fastest."""
    table, known = oracle(size), board_tables(size)
    assert table is not None
    near = 0
    for state in positions(size, 200, size):
        (seat,) = QUIXO.to_act(state)
        mover, other = masks(state.board, seat)
        number = forced_win(known, mover, other, plies)
        distance = table.distance(int(mover), int(other))
        won = table.value(int(mover), int(other)) == 1
        assert (number != NO_PUSH) == (won and distance is not None and distance <= plies)
        if number == NO_PUSH:
            continue
        near += 1
        assert may_push(known.pushes, number, other)
        mine = pushed_own(known.pushes, number, mover)
        theirs = pushed(known.pushes, number, other)
        assert not has_line(known.shape, theirs)
        if distance == 1:
            assert has_line(known.shape, mine)
        else:
            assert table.value(int(theirs), int(mine)) == -1
            assert table.distance(int(theirs), int(mine)) == (distance or 0) - 1
    assert near > 10


@pytest.mark.rule("Q5")
def test_a_line_of_the_opponent_does_not_win() -> None:
    """One push completes both lines, which loses, so it must not be found."""
    state = QUIXO.parse_position("XXXX./OOOOX/....O/...../..... X 11")
    mover, other = masks(state.board, 0)
    known = board_tables(5)
    both = [
        number
        for number in range(len(known.pushes.taken))
        if may_push(known.pushes, number, other)
        and has_line(known.shape, pushed_own(known.pushes, number, mover))
        and has_line(known.shape, pushed(known.pushes, number, other))
    ]
    assert both
    assert forced_win(known, mover, other, 1) not in [*both, NO_PUSH]
    assert forced_win(known, np.uint32(0), np.uint32(0), 3) == NO_PUSH
