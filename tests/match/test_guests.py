"""Guests of a table: the host may remove one, and nobody takes all the seats."""

import msgspec
import pytest

from cruces.core import CrucesError
from cruces.match import messages as m
from cruces.match.visibility import full_view, seats_of, visible_event
from tests.match.table import Table, kinds


def refusal(table: Table, command: m.Command, actor: str) -> str:
    """Why a command is refused."""
    before = table.match
    with pytest.raises(CrucesError) as refused:
        table.do(command, actor)
    assert table.match is before
    return refused.value.reason.slug


@pytest.fixture
def table() -> Table:
    """The host and a guest, at a table for four."""
    made = Table("quixo-teams", private=False)
    made.do(m.Sit(0, "Ana"), "host")
    made.do(m.Sit(1, "Bea"), "guest")
    return made


def test_the_host_removes_a_guest_who_may_not_sit_again(table: Table) -> None:
    table.do(m.Ready(1, "text"), "guest")
    assert kinds(table.do(m.Remove(1), "host")) == ["removed"]
    assert not table.match.seats[1].taken
    assert not seats_of(table.match, "guest")
    for seat in (1, 2):
        assert refusal(table, m.Sit(seat, "Bea"), "guest") == "removed"
    assert refusal(table, m.Ready(1, "text"), "guest") == "not-your-seat"
    table.do(m.Sit(1, "Bea"), "other")
    assert table.folded().removed == table.match.removed == {"guest"}


def test_nobody_else_removes_anybody(table: Table) -> None:
    assert refusal(table, m.Remove(0), "guest") == "host-only"
    assert refusal(table, m.Remove(1), "guest") == "host-only"
    assert refusal(table, m.Remove(0), "host") == "no-guest"
    assert refusal(table, m.Remove(2), "host") == "no-guest"
    assert refusal(table, m.Remove(7), "host") == "no-seat"
    table.do(m.SeatBot(2, "greedy"), "host")
    assert refusal(table, m.Remove(2), "host") == "no-guest"


def test_nobody_is_removed_from_a_running_game() -> None:
    table = Table("quixo")
    table.do(m.Sit(0, "Ana"), "host")
    table.do(m.Sit(1, "Bea"), "guest")
    table.do(m.Ready(0, "text"), "host")
    table.do(m.Ready(1, "text"), "guest")
    assert refusal(table, m.Remove(1), "host") == "started-already"


def test_the_name_of_a_removed_device_is_shown_to_nobody(table: Table) -> None:
    (event,) = table.do(m.Remove(1), "host")
    for seats in (frozenset[int](), frozenset({0})):
        shown = visible_event(table.match, event, seats)
        assert shown is not None
        assert b"guest" not in msgspec.json.encode(shown)
        assert b"guest" not in msgspec.json.encode(full_view(table.match, seats, 0))


def test_a_guest_has_one_seat_of_a_public_table(table: Table) -> None:
    assert refusal(table, m.Sit(2, "Bea 2"), "guest") == "one-seat"
    table.do(m.Sit(2, "Ana 2"), "host")
    table.do(m.Stand(1), "guest")
    table.do(m.Sit(3, "Bea"), "guest")


def test_friends_share_a_device_at_a_private_table() -> None:
    table = Table("quixo-teams")
    table.do(m.Sit(0, "Ana"), "host")
    table.do(m.Sit(1, "Bea"), "guest")
    table.do(m.Sit(2, "Cleo"), "guest")
    assert seats_of(table.match, "guest") == {1, 2}
