"""The Quixo engine: its claims are true, it reports every depth, and it stops on request."""

import threading
from random import Random

import pytest

from cruces.core import Reason
from cruces.games.quixo.players.engine import Stop, masks, think
from cruces.games.quixo.rules import QUIXO, State
from cruces.games.quixo.solver.backend import PackedGroup
from cruces.games.quixo.solver.cpu import CpuValues
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.index import Group
from cruces.games.quixo.solver.oracle import oracle
from cruces.games.quixo.solver.table import ValueTable, solve_table
from cruces.players import Limits, get_bot
from cruces.solvers.errors import TableError

SIGNATURE = (115_474, [6, 5, 6, 6, 6, 5])


def positions(size: int, count: int, seed: int) -> list[State]:
    """Positions of random games that are not over."""
    random = Random(seed)
    states: list[State] = []
    while len(states) < count:
        state = QUIXO.initial({"size": size})
        for _ in range(random.randrange(2, 14)):
            (seat,) = QUIXO.to_act(state)
            after = QUIXO.apply(state, seat, random.choice(list(QUIXO.legal(state, seat))))
            if QUIXO.outcome(after) is not None:
                break
            state = after
        states.append(state)
    return states


def mover(state: State) -> int:
    (seat,) = QUIXO.to_act(state)
    return seat


def test_what_it_sees_to_the_end_is_so() -> None:
    """On 3×3 every win and loss it claims is one, and no shorter than it can be."""
    ready = backend("cpu", 3)
    table = solve_table(ready)
    ready.close()
    claims = 0
    for state in positions(3, 60, 1):
        own, other = (int(mask) for mask in masks(state.board, mover(state)))
        *_, last = think(state, mover(state), Limits(depth=12))
        best = last.variations[0]
        if best.plies is not None:
            claims += 1
            value, distance = table.value(own, other), table.distance(own, other)
            assert (best.score > 0) == (value == 1), state
            assert distance is not None
            assert best.plies >= distance
    assert claims > 30


def test_it_takes_a_win_and_never_makes_the_others_line() -> None:
    won = QUIXO.parse_position("XXXX./OOO../O..../...../..... X 9")
    *_, last = think(won, 0, Limits(depth=4))
    assert last.variations[0].plies == 1
    after = QUIXO.apply(won, 0, last.variations[0].pushes[0])
    outcome = QUIXO.outcome(after)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_lines_are_legal_different_and_the_best_first() -> None:
    for state in positions(5, 5, 2):
        *_, last = think(state, mover(state), Limits(depth=4), variations=3)
        assert len({line.pushes[0] for line in last.variations}) == len(last.variations) == 3
        assert [line.score for line in last.variations] == sorted(
            (line.score for line in last.variations), reverse=True
        )
        for line in last.variations:
            there = state
            for push in line.pushes:
                there = QUIXO.apply(there, mover(there), push)


def test_the_same_nodes_give_the_same_results() -> None:
    def results() -> list[object]:
        limits = Limits(nodes=50_000)
        return [(t.depth, t.nodes, t.variations) for t in think(QUIXO.initial(), 0, limits)]

    first = results()
    assert first == results()
    assert len(first) > 4


def test_its_signature() -> None:
    """What a change that is not meant to change the search must not move."""
    nodes, depths = 0, []
    for state in positions(5, 6, 6):
        *_, last = think(state, mover(state), Limits(nodes=20_000))
        nodes += last.nodes
        depths.append(last.depth)
    assert (nodes, depths) == SIGNATURE


def test_it_stops_on_request_and_when_its_time_is_up() -> None:
    asked, never = Stop(), Stop()
    threading.Timer(0.3, asked.request).start()
    assert list(think(QUIXO.initial(), 0, Limits(), stop=asked))
    patience = threading.Timer(60, never.request)
    patience.start()
    assert list(think(QUIXO.initial(), 0, Limits(seconds=0.2), stop=never))
    patience.cancel()
    assert not never.requested


def test_it_knows_that_repeating_draws() -> None:
    state = QUIXO.initial()
    for text in ("a1>a5", "e1>e5", "a5>a1", "e5>e1"):
        state = QUIXO.apply(state, mover(state), QUIXO.parse_action(text))
    assert state.seen
    *_, last = think(state, mover(state), Limits(depth=3))
    assert last.variations


def test_with_a_table_it_wins_by_the_shortest_way_and_loses_by_the_longest() -> None:
    table = oracle(3)
    assert table is not None
    seen = set()
    for state in positions(3, 40, 3):
        value = table.value(*map(int, masks(state.board, mover(state))))
        there, plies = state, table.distance(*map(int, masks(state.board, mover(state))))
        assert plies is not None  # 3×3 has no draws
        seen.add(value)
        for _ in range(plies):
            assert QUIXO.outcome(there) is None
            *_, last = think(there, mover(there), Limits(depth=2), table=table)
            there = QUIXO.apply(there, mover(there), last.variations[0].pushes[0])
        outcome = QUIXO.outcome(there)
        assert outcome is not None
        assert outcome.scores[mover(state)] == value
    assert seen == {1, -1}


def test_it_never_gives_up_what_its_table_knows() -> None:
    table = oracle(5)
    assert table is not None
    seen = set()
    for state in positions(5, 60, 4):
        value = table.value(*map(int, masks(state.board, mover(state))))
        *_, last = think(state, mover(state), Limits(nodes=3000), table=table)
        after = QUIXO.apply(state, mover(state), last.variations[0].pushes[0])
        if value is not None and QUIXO.outcome(after) is None:
            theirs = table.value(*map(int, masks(after.board, mover(after))))
            assert theirs in (None, -value)
            seen.add(value)
    assert seen == {1, 0, -1}


def test_it_makes_progress_where_it_knows_that_it_wins() -> None:
    """Values alone, no distances: it still comes to the end, against who holds out longest."""
    ready = CpuValues(4)
    values, distances, won = solve_table(ready), oracle(4), 0
    ready.close()
    for state in positions(4, 40, 5):
        if values.value(*map(int, masks(state.board, mover(state)))) != 1:
            continue
        winner, there = mover(state), state
        while QUIXO.outcome(there) is None:
            table = values if mover(there) == winner else distances
            *_, last = think(there, mover(there), Limits(nodes=5000), table=table)
            there = QUIXO.apply(there, mover(there), last.variations[0].pushes[0])
        outcome = QUIXO.outcome(there)
        assert outcome is not None
        assert outcome.winners == (winner,), state
        won += 1
    assert won > 10


def test_a_damaged_table_is_left_aside(caplog: pytest.LogCaptureFixture) -> None:
    def refuse(group: Group) -> PackedGroup:
        raise TableError(Reason("table-damaged", {"file": "x", "own": 0, "other": 0}))

    table = ValueTable(5, False, {}, frozenset({Group(0, 0)}), refuse)
    *_, last = think(QUIXO.initial(), 0, Limits(depth=2), table=table)
    assert last.variations
    assert "table" in caplog.text


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_plays_to_the_end(level: int) -> None:
    state, random = QUIXO.initial(), Random(level)
    bot = get_bot(f"level-{level}", "quixo")
    while QUIXO.outcome(state) is None:
        seat = mover(state)
        action = bot.choose(QUIXO.view(state, seat), Limits(nodes=2000), random)
        state = QUIXO.apply(state, seat, action)
    assert QUIXO.outcome(state) is not None
