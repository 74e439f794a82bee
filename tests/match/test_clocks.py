"""Time: banks, increments, days, lag, grace, and what happens when it runs out."""

import pytest

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import GRACE, SERVER
from cruces.match.clocks import DAY, LAG, SECOND_CHANCE, Clocks
from cruces.match.match import MISSES_TO_ABSENCE
from tests.match.table import Table, kinds

BANK = m.Clock(60, 5)


def left(table: Table) -> tuple[int, ...]:
    assert table.match.clocks is not None
    return table.match.clocks.at(table.now)


@pytest.mark.rule("T7")
@pytest.mark.parametrize("game", ["quixo", "quixo-teams", "qwixx", "big-points"])
def test_any_game_may_be_played_on_time(game: str) -> None:
    table = Table(game, clock=BANK).sit_all()
    assert authority.due(table.match) == table.now + 60_000 + LAG


def test_a_bank_shrinks_while_one_thinks_and_grows_by_the_increment() -> None:
    table = Table(clock=BANK).sit_all()
    table.now += 10_000
    assert left(table) == (50_000, 60_000)
    table.act(0, "a1>a5")
    assert left(table) == (50_000 + LAG + 5_000, 60_000)
    table.now += 1_000
    assert left(table) == (50_000 + LAG + 5_000, 59_000)


def test_what_the_network_takes_costs_nothing() -> None:
    table = Table(clock=m.Clock(60)).sit_all()
    table.now += LAG
    table.act(0, "a1>a5")
    assert left(table) == (60_000, 60_000)


def test_days_begin_anew_with_every_turn() -> None:
    table = Table(clock=m.Days(2)).sit_all()
    table.now += DAY
    assert left(table) == (DAY, 2 * DAY)
    table.act(0, "a1>a5")
    assert left(table) == (2 * DAY, 2 * DAY)


def test_changing_ones_mind_earns_no_increment() -> None:
    table = Table("qwixx", clock=BANK).sit_all()
    table.act(0, "pass")
    once = left(table)[0]
    for _ in range(5):
        table.act(0, "pass")
    assert left(table)[0] == once == 65_000


def test_out_of_time_loses_quixo() -> None:
    table = Table(clock=BANK).sit_all()
    assert table.tick(60_000 + LAG - 1) == []
    assert kinds(table.tick(1)) == ["missed", "concluded", "ended"]
    result = table.match.result
    assert result is not None
    assert (result.reason, result.places) == ("time", (2, 1))
    assert left(table) == (0, 60_000)
    assert table.tick(1_000) == []


def test_out_of_time_is_a_pass_in_qwixx() -> None:
    table = Table("qwixx", clock=BANK).sit_all()
    active = table.match.state.active
    table.act(1 - active, "pass")
    assert kinds(table.tick(60_000 + LAG)) == ["missed", "chose", "resolved"]
    assert left(table)[active] == SECOND_CHANCE + 5_000
    events = table.tick(SECOND_CHANCE + 5_000 + LAG)
    assert kinds(events)[:3] == ["missed", "acted", "rolled"]
    assert table.match.state.sheets[active].penalties == 1


def test_three_misses_in_a_row_make_an_absence() -> None:
    table = Table("qwixx", seats=3, clock=BANK).sit_all()
    absent = table.match.state.active
    others = [seat for seat in range(3) if seat != absent]
    while table.match.seats[absent].misses < MISSES_TO_ABSENCE:
        for seat in sorted(table.match.to_act - {absent}):
            table.act(seat, "pass")
        if absent in table.match.to_act:
            table.tick(60_000 + LAG)
    table.do(m.SeatBot(absent, "greedy"), f"player{others[0]}")
    assert table.match.seats[absent].bot == "greedy"


def test_whoever_chooses_for_himself_is_there_again() -> None:
    table = Table("qwixx", clock=BANK).sit_all()
    absent = table.match.state.active
    table.act(1 - absent, "pass")
    table.tick(60_000 + LAG)
    assert table.match.seats[absent].misses == 1
    table.act(absent, "pass")
    assert table.match.seats[absent].misses == 0


def test_the_disconnected_have_a_grace() -> None:
    table = Table(clock=BANK).sit_all()
    table.away[0] = table.now
    assert table.tick(60_000 + LAG) == []
    assert table.tick(GRACE - 1) == []
    assert kinds(table.tick(1)) == ["missed", "concluded", "ended"]


def test_a_clock_without_players_does_not_run() -> None:
    assert Clocks.new(BANK, 2).due(frozenset({0, 1})) is None
    assert Table(clock=BANK).match.clocks is not None
    assert authority.due(Table(clock=BANK).match) is None
    assert Table().sit_all().tick(10**9) == []


def test_time_stops_at_the_end() -> None:
    table = Table(clock=BANK).sit_all()
    table.now += 1_000
    table.do(m.Resign(1))
    table.now += 50_000
    assert left(table) == (59_000, 60_000)


def test_a_take_back_gives_no_time_back() -> None:
    table = Table(clock=m.Clock(60)).sit_all()
    table.now += 10_000
    table.act(0, "a1>a5")
    table.do(m.Make(0, "take-back"))
    table.do(m.Answer(1, "take-back", True))
    assert left(table) == (50_000 + LAG, 60_000)
    assert authority.due(table.match) == table.now + 50_000 + 2 * LAG


def test_ticks_never_come_from_outside() -> None:
    assert m.Tick not in m.Command.__args__
    assert m.Rematch not in m.Command.__args__
    assert SERVER
