"""Beginning with those who are here."""

import pytest

from cruces.core import BadOptionError, CrucesError
from cruces.match import messages as m
from cruces.match.authority import RefusedError
from cruces.match.snapshot import freeze, thaw
from tests.match.table import Table

HOST = "host"


def laid(seats: int = 5, game: str = "qwixx") -> Table:
    return Table(game, seats=seats)


def refusal(table: Table, actor: str, seat: int = 0) -> str:
    with pytest.raises(CrucesError) as refused:
        table.do(m.Trim(seat), actor)
    return refused.value.reason.slug


def test_open_seats_are_taken_away_and_the_rest_move_up() -> None:
    table = laid()
    table.do(m.Sit(0, "Ana"), HOST)
    table.do(m.Sit(2, "Bea"), "bea")
    table.do(m.SeatBot(4, "greedy"), HOST)
    table.do(m.Ready(2, "x"), "bea")
    events = table.do(m.Trim(0), HOST)
    assert events == [m.Trimmed((0, 2, 4))]
    assert [seat.name for seat in table.match.seats] == ["Ana", "Bea", "greedy"]
    assert [seat.ready for seat in table.match.seats] == [False, True, True]
    assert len(table.match.state.sheets) == 3
    assert table.match.setup.seats == 3
    assert thaw(freeze(table.match)) == table.match
    table.do(m.Ready(0, "y"), HOST)
    assert table.match.playing


def test_only_the_host_before_the_start_and_with_seats_to_take() -> None:
    table = laid(3)
    table.do(m.Sit(0, "Ana"), HOST)
    table.do(m.Sit(1, "Bea"), "bea")
    assert refusal(table, "bea", 1) == "host-only"
    assert refusal(table, "bea", 0) == "not-your-seat"
    table.do(m.Trim(0), HOST)
    assert refusal(table, HOST) == "no-open-seat"
    table.do(m.Ready(0, "x"), HOST)
    table.do(m.Ready(1, "y"), "bea")
    with pytest.raises(RefusedError):
        table.do(m.Trim(0), HOST)


def test_never_to_a_number_that_the_game_does_not_know() -> None:
    table = laid(4, "quixo-teams")
    table.do(m.Sit(0, "Ana"), HOST)
    table.do(m.Sit(1, "Bea"), "bea")
    with pytest.raises(BadOptionError):
        table.do(m.Trim(0), HOST)


def test_clocks_are_counted_anew() -> None:
    table = Table("qwixx", seats=4, clock=m.Clock(60, 5))
    table.do(m.Sit(1, "Ana"), HOST)
    table.do(m.Sit(3, "Bea"), "bea")
    table.do(m.Trim(1), HOST)
    assert table.match.clocks is not None
    assert len(table.match.clocks.at(0)) == 2
