"""The kernel of teams is the rules: the same actions, boards, lines and ends, on every size."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from cruces.core import PASS
from cruces.games.quixo.kernel.board import has_line, mask_of
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, permutation
from cruces.games.quixo.kernel.teams import board as kernel
from cruces.games.quixo.kernel.teams.evaluation import evaluate, team_evaluation
from cruces.games.quixo.players.teams_engine import masks, opening_turns
from cruces.games.quixo.rules import QUIXO_TEAMS, Action, Push, State
from cruces.games.quixo.rules.geometry import SIZES, index, lines, pushes
from cruces.games.quixo.rules.pushing import team_of
from cruces.games.quixo.rules.state import Board
from cruces.games.quixo.rules.teams import partner


def walks(size: int, games: int, selfless: bool = False) -> Iterator[State]:
    """The positions of some random games, the last ones included.

    The selfless turn every dot to players 1 and 2, so that players 3 and 4 soon have to pass.
    """
    random = Random(size)
    for _ in range(games):
        state = QUIXO_TEAMS.initial({"size": size})
        for _ in range(60):
            yield state
            if not QUIXO_TEAMS.to_act(state):
                break
            seat = QUIXO_TEAMS.mover(state)
            actions = list(QUIXO_TEAMS.legal(state, seat))
            if selfless:
                actions = [a for a in actions if not isinstance(a, Push) or a.dot in (0, 1)]
            state = QUIXO_TEAMS.apply(state, seat, random.choice(actions))


def number_of(size: int, seat: int, action: Action) -> int:
    """The number that the kernel knows an action by."""
    if not isinstance(action, Push):
        return kernel.PASS_ACTION
    push = index(size, action.take), index(size, action.to)
    return 2 * tuple(pushes(size)).index(push) + (action.dot == partner(seat))


@pytest.mark.rule("T1", "T2", "T3", "T4", "T5", "Q5")
@pytest.mark.parametrize("selfless", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_random_play(size: int, selfless: bool) -> None:
    known = kernel.team_tables(size)
    passes = ends = 0
    for state in walks(size, games=8, selfless=selfless):
        seat, turns_left = QUIXO_TEAMS.mover(state), opening_turns(state.ply)
        seats = masks(state.board, seat)
        outcome = QUIXO_TEAMS.outcome(state)
        own, other = kernel.team(seats), kernel.opponents(seats)
        line = has_line(known.shape, own) or has_line(known.shape, other)
        assert line == (outcome is not None and outcome.reason != "repetition")
        if outcome is not None:
            # The mover's line exists because the player before completed it, and lost by it (Q5).
            assert not line or (outcome.scores[seat] == 1) == has_line(known.shape, own)
            ends += line
            continue
        legal = list(QUIXO_TEAMS.legal(state, seat))
        may = int(kernel.takeable(known.shape, seats, turns_left))
        if legal == [PASS]:
            passes += 1
            assert may == 0
        else:
            taken = {index(size, action.take) for action in legal if isinstance(action, Push)}
            assert may == mask_of(taken)
        after = list(QUIXO_TEAMS.successors(state, seat))
        for action, there in zip(legal, after, strict=True):
            number = number_of(size, seat, action)
            made = masks(there.board, QUIXO_TEAMS.mover(there))
            assert kernel.after(known, number, seats) == made
        ended = [QUIXO_TEAMS.outcome(there) for there in after]
        winning = any(end and team_of(seat) in end.winners for end in ended)
        assert kernel.wins_at_once(known, seats, turns_left) == winning
    assert ends
    assert passes or not selfless or size <= 3  # small boards do not last long enough


@pytest.mark.rule("T3")
def test_in_the_first_round_neutral_cubes_only() -> None:
    """Player 3 may not take a cube that the partner turned to them until the next round."""
    shape = kernel.team_tables(5).shape
    seats = masks(QUIXO_TEAMS.parse_position("3..../...../...../...../....2 3 3").board, 2)
    corner = 1
    assert not kernel.takeable(shape, seats, opening_turns(2)) & corner
    assert kernel.takeable(shape, seats, opening_turns(6)) & corner


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("size", SIZES)
def test_lines_that_lack_one_mark(size: int) -> None:
    random, known = Random(size), kernel.team_tables(size)
    whole = [mask_of(line) for line in lines(size)]
    for _ in range(500):
        mask = random.getrandbits(size**2) | random.getrandbits(size**2)
        lacking = min((line & ~mask).bit_count() for line in whole)
        assert kernel.one_short(known.lines, np.uint32(mask)) == (lacking <= 1)


@pytest.mark.rule("Q6")
@pytest.mark.parametrize("size", SIZES)
def test_a_board_has_one_name(size: int) -> None:
    """The same for boards that differ only by a symmetry, and for no others."""
    known = kernel.team_tables(size)
    named: dict[int, object] = {}

    def turned(cubes: Board, symmetry: int) -> Board:
        goes = permutation(size, symmetry)
        return tuple(cubes[goes.index(i)] for i in range(size**2))

    for state in walks(size, games=4):
        seat, turns_left = QUIXO_TEAMS.mover(state), opening_turns(state.ply)
        all_ = [masks(turned(state.board, s), seat) for s in range(SYMMETRIES)]
        names = {int(kernel.canonical_key(known, seats, turns_left)) for seats in all_}
        assert len(names) == 1
        alike = min(tuple(int(mask) for mask in seats) for seats in all_), turns_left
        assert named.setdefault(names.pop(), alike) == alike
    assert len(set(named.values())) == len(named)


def test_few_takeable_cubes_are_a_disadvantage() -> None:
    """The same marks: player 2 has two own cubes, or none and has to pass."""
    known, points = kernel.team_tables(3), []
    for board in ("123/4.4/123", "143/4.4/143"):
        seats = masks(QUIXO_TEAMS.parse_position(f"{board} 1 9").board, 0)
        points.append(evaluate(known, team_evaluation(3), seats))
    assert points[0] < points[1]
