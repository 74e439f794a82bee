"""Being ready, not yet after all, and changing one's name meanwhile."""

import pytest

from cruces.core import CrucesError
from cruces.match import messages as m
from cruces.match.snapshot import freeze, thaw
from cruces.match.visibility import shared_view
from tests.match.table import Table


def refusal(table: Table, command: m.Command, actor: str = "") -> str:
    with pytest.raises(CrucesError) as refused:
        table.do(command, actor)
    return refused.value.reason.slug


def seated() -> Table:
    table = Table("quixo")
    table.do(m.Sit(0, "Ana", "star"))
    table.do(m.Sit(1, "Leo"))
    return table


def test_who_is_ready_may_change_their_mind() -> None:
    table = seated()
    table.do(m.Ready(0, "first"))
    assert table.do(m.Unready(0)) == [m.BecameUnready(0)]
    held = table.match.seats[0]
    assert not held.ready
    assert not held.contribution, "what was added to the dice is void"
    table.do(m.Ready(1, "x"))
    assert table.match.started is None
    table.do(m.Ready(0, "second"))
    assert table.match.contributions == ("second", "x")
    assert table.match.playing


def test_only_ones_own_readiness_and_before_the_start() -> None:
    table = seated()
    assert refusal(table, m.Unready(0)) == "not-ready"
    table.do(m.Ready(0, "x"))
    assert refusal(table, m.Unready(0), "player1") == "not-your-seat"
    table.do(m.Ready(1, "y"))
    assert refusal(table, m.Unready(0)) == "started-already"


def test_another_name_leaves_the_rest_as_it_is() -> None:
    table = seated()
    table.do(m.Ready(0, "x"))
    table.do(m.Sit(0, "Anabel", "moon"))
    held = table.match.seats[0]
    assert (held.name, held.figure, held.ready, held.contribution) == ("Anabel", "moon", True, "x")
    assert shared_view(table.match, 0, "en")["seats"][0]["figure"] == "moon"
    assert thaw(freeze(table.match)) == table.match
    table.do(m.Sit(0, "ANABEL"))  # like the own earlier one, which does not count
    assert refusal(table, m.Sit(0, "leo")) == "name-taken"
    assert refusal(table, m.Sit(0, "Bea"), "player1") == "seat-taken"


def test_a_seat_that_was_given_up_begins_anew() -> None:
    table = seated()
    table.do(m.Ready(0, "x"))
    table.do(m.Stand(0))
    table.do(m.Sit(0, "Bea"), "bea")
    assert not table.match.seats[0].ready
    assert not table.match.seats[0].figure
