"""The level that plays by a certificate: it follows it, and leaves it for a proven win only."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cruces.core import Reason
from cruces.games.quixo.kernel.board import has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.forced import forced_win
from cruces.games.quixo.kernel.search import MATE, NO_PUSH, BoardTables
from cruces.games.quixo.players import certified as certified_quixo
from cruces.games.quixo.players import levels
from cruces.games.quixo.players.certified import SURE_PLIES
from cruces.games.quixo.players.engine import DepthResult, Variation, board_tables, masks, push_of
from cruces.games.quixo.players.levels import never_loses, unbeaten
from cruces.games.quixo.rules import QUIXO, Action, State
from cruces.games.quixo.solver.certificate import Certificate, certificate_of
from cruces.games.quixo.solver.certificate_header import FIRST, NO_COUNTS, SECOND, CertificateHeader
from cruces.games.quixo.solver.certificate_search import without_exceptions
from cruces.games.quixo.solver.certificate_training import initial_weights
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.oracle import oracle
from cruces.players import Limits, Unbeaten, get_bot
from cruces.solvers.errors import TableError

LEVEL = get_bot("level-8", "quixo")
FEW = Limits(nodes=2_000)


def _the_same(number: int, *_: object) -> int:
    return number


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing known from before, nor after."""
    known = certified_quixo.certified, never_loses
    for each in known:
        each.cache_clear()
    yield
    for each in known:
        each.cache_clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """A policy for 5×5 that claims both roles: weights to begin with and no exceptions."""
    certificate = without_exceptions(5, FIRST | SECOND, initial_weights(5))
    monkeypatch.setattr(certified_quixo, "kept_certificate", {5: certificate}.get)
    return certificate


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """The certificate of 4×4, as if it were for both roles and there were no table."""
    shipped_path = certificate_of(4)
    assert shipped_path is not None
    certificate = replace(shipped_path, roles=FIRST | SECOND)
    monkeypatch.setattr(certified_quixo, "kept_certificate", {4: certificate}.get)
    monkeypatch.setattr(certified_quixo, "oracle", lambda size: None)
    return certificate


def by_certificate(certificate: Certificate, state: State, seat: int) -> Action:
    number = certified_push(certificate, certificate.board_tables(), *masks(state.board, seat))
    return push_of(certificate.size, number)


def mover(state: State) -> int:
    (seat,) = QUIXO.to_act(state)
    return seat


def game(certificate: Certificate, rng: Random, seat: int) -> Iterator[tuple[State, Action, State]]:
    """The level's positions in a game against chance, its pushes, and what comes of them."""
    state = QUIXO.initial({"size": certificate.size})
    while QUIXO.outcome(state) is None and state.ply < 60:
        if mover(state) != seat:
            push = get_bot("random").choose(QUIXO.view(state, 1 - seat), FEW, rng)
            state = QUIXO.apply(state, 1 - seat, push)
            continue
        pushed = LEVEL.choose(QUIXO.view(state, seat), FEW, rng)
        after = QUIXO.apply(state, seat, pushed)
        yield state, pushed, after
        state = after


def sees_a_win(certificate: Certificate, mover: np.uint32, other: np.uint32) -> bool:
    return forced_win(certificate.board_tables(), mover, other, SURE_PLIES) != NO_PUSH


def answers(state: State, seat: int) -> Iterator[tuple[np.uint32, np.uint32]]:
    """The boards after every answer that does not end the game, as a seat sees them."""
    for push in QUIXO.legal(state, 1 - seat):
        there = QUIXO.apply(state, 1 - seat, push)
        outcome = QUIXO.outcome(there)
        assert outcome is None or outcome.winners == (seat,)
        if outcome is None:
            yield masks(there.board, seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_it_follows_the_certificate(made: Certificate, seat: int) -> None:
    followed = 0
    for state, push, after in game(made, Random(seat), seat):
        if not sees_a_win(made, *masks(state.board, seat)):
            assert push == by_certificate(made, state, seat)
            followed += 1
        outcome = QUIXO.outcome(after)
        assert outcome is None or outcome.winners == (seat,)
    assert followed > 3


def test_a_win_in_sight_stays_in_sight_until_it_is_there(small: Certificate) -> None:
    kept, rng, tables = 0, Random(4), small.board_tables()
    while kept < 10:
        state = by_chance(rng, 9, size=4)
        seat = mover(state)
        own = masks(state.board, seat)
        if forced_win(tables, *own, 1) == NO_PUSH and sees_a_win(small, *own):
            kept += 1
            push = LEVEL.choose(QUIXO.view(state, seat), FEW, rng)
            after = QUIXO.apply(state, seat, push)
            assert all(sees_a_win(small, *there) for there in answers(after, seat))


def test_it_leaves_for_a_win_that_the_search_proves(
    made: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two plies beyond what it is sure of, and no further."""
    state, _ = set_up()
    push, other = (push_of(5, number) for number in (7, 8))
    monkeypatch.setattr(certified_quixo, "certified_push", lambda *_: 7)
    monkeypatch.setattr(certified_quixo, "_loses", lambda *_: False)
    monkeypatch.setattr(certified_quixo, "_has_no_win", lambda *_: False)
    for plies, score, expected in (
        (SURE_PLIES + 2, MATE - SURE_PLIES - 2, other),
        (SURE_PLIES + 4, MATE - SURE_PLIES - 4, push),
        (SURE_PLIES + 1, SURE_PLIES + 1 - MATE, push),
        (None, 500, push),
    ):
        told = DepthResult(9, (Variation((other,), score, plies),), 1, 0.1)
        monkeypatch.setattr(certified_quixo, "think", lambda *_, told=told: iter([told]))
        assert certified_quixo.choose(state, mover(state), FEW) == expected


@pytest.mark.parametrize("number", range(6))
def test_played_by_a_real_certificate_it_does_not_lose(small: Certificate, number: int) -> None:
    *_, (_, _, last) = game(small, Random(number), 0)
    outcome = QUIXO.outcome(last)
    assert outcome is None or outcome.winners != (1,)


def by_chance(rng: Random, plies: int, size: int = 5) -> State:
    """A position after this many pushes, unless a line ended the game."""
    state = QUIXO.initial({"size": size})
    for _ in range(plies):
        seat = mover(state)
        after = QUIXO.apply(state, seat, rng.choice(list(QUIXO.legal(state, seat))))
        if QUIXO.outcome(after) is not None:
            break
        state = after
    return state


def set_up() -> tuple[State, dict[int, bool]]:
    """A position with no win in sight, and whether each push lets the other win soon."""
    rng, tables = Random(3), board_tables(5)
    while True:
        state = by_chance(rng, 9)
        own = masks(state.board, mover(state))
        loses = {
            number: forced_win(tables, *after, SURE_PLIES) != NO_PUSH
            for number, after in pushes(tables, *own)
        }
        if forced_win(tables, *own, SURE_PLIES) == NO_PUSH and set(loses.values()) == {True, False}:
            return state, loses


def pushes(
    tables: BoardTables, mover: np.uint32, other: np.uint32
) -> Iterator[tuple[int, tuple[np.uint32, np.uint32]]]:
    """Every push that does not end the game, and the board after it as the other sees it."""
    for number in range(len(tables.pushes.taken)):
        mine = pushed_own(tables.pushes, number, mover)
        theirs = pushed(tables.pushes, number, other)
        over = has_line(tables.shape, mine) or has_line(tables.shape, theirs)
        if may_push(tables.pushes, number, other) and not over:
            yield number, (theirs, mine)


def test_it_leaves_a_push_that_is_seen_to_lose(
    made: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a position that was set up: then it plays as if there were no certificate."""
    state, loses = set_up()
    monkeypatch.setattr(certified_quixo, "oracle", lambda size: None)
    wrong = [number for number, lost in loses.items() if lost]
    for number in wrong[:3]:
        monkeypatch.setattr(certified_quixo, "certified_push", lambda *_, number=number: number)
        assert certified_quixo.choose(state, mover(state), FEW) is None
        push = LEVEL.choose(QUIXO.view(state, mover(state)), FEW, Random(1))
        assert push not in [push_of(5, number) for number in wrong]


def test_it_leaves_a_push_that_the_table_knows_to_lose(
    made: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tables = oracle(5), board_tables(5)
    assert table is not None
    monkeypatch.setattr(certified_quixo, "forced_win", lambda *_: NO_PUSH)
    known = set()
    for seed in range(6):
        state = by_chance(Random(seed), 5)
        for number, after in pushes(tables, *masks(state.board, mover(state))):
            value = table.value(*map(int, after))
            if value not in known:
                known.add(value)
                monkeypatch.setattr(
                    certified_quixo, "certified_push", lambda *_, number=number: number
                )
                push = certified_quixo.choose(state, mover(state), Limits(depth=1))
                assert (push is None) == (value == 1)
    assert known >= {0, 1}


def test_a_damaged_table_says_nothing(made: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    table = oracle(5)
    assert table is not None

    def damaged(mover: int, other: int) -> None:
        raise TableError(Reason("table-damaged", {"file": "quixo-5.table"}))

    broken = copy(table)
    monkeypatch.setattr(broken, "value", damaged)
    monkeypatch.setattr(certified_quixo, "oracle", lambda size: broken)
    state = QUIXO.initial()
    assert certified_quixo.choose(state, 0, FEW) == by_certificate(made, state, 0)


def test_it_has_no_push_where_all_are_seen_to_lose(
    made: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certified_quixo, "certified_push", lambda *_: NO_PUSH)
    assert certified_quixo.choose(QUIXO.initial(), 0, FEW) is None


def test_a_damaged_certificate_is_left_aside(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(size: int) -> None:
        raise TableError(Reason("certificate-damaged", {"file": f"quixo-{size}.certificate"}))

    view = QUIXO.view(QUIXO.initial(), 0)
    monkeypatch.setattr(certified_quixo, "kept_certificate", lambda size: None)
    before = LEVEL.choose(view, FEW, Random(1))
    certified_quixo.certified.cache_clear()
    monkeypatch.setattr(certified_quixo, "kept_certificate", damaged)
    with caplog.at_level(logging.WARNING):
        assert LEVEL.choose(view, FEW, Random(1)) == before
    assert "playing without the certificate for 5×5" in caplog.text


def test_one_role_is_not_enough(made: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certified_quixo, "kept_certificate", {5: replace(made, roles=SECOND)}.get)
    assert certified_quixo.choose(QUIXO.initial(), 0, FEW) is None


def damaged_claim(size: int) -> CertificateHeader:
    raise TableError(Reason("certificate-damaged", {"file": f"quixo-{size}.certificate"}))


def one_role(size: int) -> CertificateHeader:
    return CertificateHeader(size, SECOND, 0, NO_COUNTS, ())


@pytest.mark.parametrize("header", [damaged_claim, one_role, {}.get])
def test_a_level_certified_in_both_roles_cannot_be_beaten(
    header: Callable[[int], CertificateHeader | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert unbeaten("quixo") == [
        Unbeaten("level-8", {"size": 5}, "proof", "cruces prove quixo --explain")
    ]
    assert unbeaten("quixo-teams") == unbeaten("qwixx") == []
    certified = certified_quixo.certified
    assert [size for size in (3, 4, 5) if certified(size) is not None] == [5]
    never_loses.cache_clear()
    monkeypatch.setattr(levels, "shipped_header", header)
    assert unbeaten("quixo") == []


def test_listing_unbeatable_levels_loads_no_compiler() -> None:
    """The first page needs it, and must open without waiting on a new machine."""
    ask = "import sys, cruces.games.quixo.players.levels as levels; print(levels.unbeaten('quixo'))"
    said = subprocess.run(
        [sys.executable, "-c", f"{ask}; sys.exit('numba' in sys.modules)"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    assert "level-8" in said.stdout


def test_where_everything_is_known_the_table_plays() -> None:
    assert certified_quixo.choose(QUIXO.initial({"size": 4}), 0, FEW) is None


def test_it_warms_up(made: Certificate) -> None:
    certified_quixo.warm_up()
    assert certified_quixo.certified.cache_info().currsize == 1
