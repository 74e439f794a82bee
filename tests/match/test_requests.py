"""Commands that were carried out are remembered, player by player."""

from cruces.match import messages as m
from cruces.match.match import PLAYERS_KEPT, REQUESTS_KEPT
from tests.match.table import Table


def talk(table: Table, seat: int, lines: int) -> None:
    start = table.match.version
    for number in range(lines):
        table.do(m.Say(seat, "match", "…"), request=f"player{seat}/{start}.{number}")


def test_a_repeated_command_is_known() -> None:
    table = Table().sit_all()
    table.do(m.Act(0, "a1>a5"), request="player0/r1")
    assert table.match.answered("player0/r1") == table.match.version
    assert table.match.answered("player0/r2") is None
    assert table.match.answered("player1/r1") is None


def test_whatever_the_others_do_in_the_meantime() -> None:
    table = Table().sit_all()
    table.do(m.Act(0, "a1>a5"), request="player0/a/b")
    version = table.match.version
    talk(table, 1, 5 * REQUESTS_KEPT)
    assert table.match.answered("player0/a/b") == version
    assert sum(map(len, table.match.requests.values())) == REQUESTS_KEPT + 1


def test_beyond_that_it_is_known_that_something_is_forgotten() -> None:
    table = Table().sit_all()
    before = table.match.version
    talk(table, 0, REQUESTS_KEPT - 1)
    assert not table.match.may_have_forgotten("player0/r1", before)
    talk(table, 0, 2)
    assert table.match.answered(f"player0/{before}.0") is None
    assert table.match.may_have_forgotten(f"player0/{before}.0", before)
    # One made for a later version cannot have been carried out earlier.
    assert not table.match.may_have_forgotten("player0/r1", table.match.version)
    assert not table.match.may_have_forgotten("player1/r1", before)


def test_many_who_come_and_go() -> None:
    table = Table()
    table.do(m.Sit(0, "Ana"), "ana", request="ana/r1")
    version = table.match.version
    for number in range(PLAYERS_KEPT):
        guest = f"guest{number}"
        assert not table.match.may_have_forgotten("ana/r0", version)
        table.do(m.Sit(1, "Eve"), guest, request=f"{guest}/r1")
        table.do(m.Stand(1), guest, request=f"{guest}/r2")
    assert len(table.match.requests) == PLAYERS_KEPT
    assert table.match.answered("ana/r1") is None
    assert table.match.may_have_forgotten("ana/r1", 1)
    table.do(m.Say(0, "match", "…"), "ana", request="ana/r3")
    assert table.match.may_have_forgotten("ana/r1", 1), "also when she is remembered again"
    assert not table.match.may_have_forgotten("ana/r4", table.match.version)
