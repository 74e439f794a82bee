"""Resigning: what it ends, and what whoever resigned may still do."""

import pytest

from cruces.core import CrucesError
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.visibility import current_view
from tests.match.table import Table, kinds


def refusal(table: Table, command: m.Internal) -> str:
    with pytest.raises(CrucesError) as caught:
        table.do(command)
    return caught.value.reason.slug


def test_resigning_loses_quixo() -> None:
    table = Table().sit_all()
    assert kinds(table.do(m.Resign(0))) == ["concluded", "ended"]
    assert table.match.result is not None
    assert table.match.result.places == (2, 1)
    assert table.folded() == table.match


def test_in_qwixx_the_others_go_on() -> None:
    table = Table("qwixx", seats=3).sit_all()
    assert kinds(table.do(m.Resign(1))) == ["left", "concluded"]
    assert table.match.playing
    assert table.match.to_act == {0, 2}
    assert kinds(table.do(m.Resign(0))) == ["concluded", "ended"]
    assert table.match.result is not None
    assert table.match.result.places[2] == 1


@pytest.mark.parametrize("game", ["quixo", "qwixx"])
def test_who_resigned_talks_and_plays_again(game: str) -> None:
    table = Table(game, seats=2).sit_all()
    table.do(m.Resign(0))
    assert kinds(table.do(m.Say(0, "match", "well played"))) == ["said"]
    table.do(m.Make(1, "rematch"))
    assert not authority.wants_rematch(table.match), "who resigned is asked too"
    table.do(m.Answer(0, "rematch", True))
    assert authority.wants_rematch(table.match)
    assert authority.rematch_seats(table.match) == [0, 1]


def test_against_a_bot_one_plays_again_at_once() -> None:
    table = Table().sit_all(bots=(1,))
    table.do(m.Resign(0))
    table.do(m.Make(0, "rematch"))
    assert authority.wants_rematch(table.match)
    assert authority.rematch_seats(table.match) == [0]


def test_who_left_a_game_that_went_on_is_not_waited_for_but_welcome() -> None:
    table = Table("qwixx", seats=3).sit_all()
    table.do(m.Resign(1))
    assert refusal(table, m.Say(1, "match", "bye")) == "not-your-seat"
    assert current_view(table.match, frozenset({1}), table.now)["channels"] == []
    table.play_out()
    view = current_view(table.match, frozenset({1}), table.now)
    assert (view["channels"], view["may_offer"]) == (["match"], ["rematch"])
    table.do(m.Say(1, "match", "that was close"))
    table.do(m.Make(0, "rematch"))
    offered = table.match
    table.do(m.Answer(1, "rematch", True))
    table.do(m.Answer(2, "rematch", True))
    assert authority.wants_rematch(table.match)
    assert authority.rematch_seats(table.match) == [0, 1, 2]
    table.match = offered
    table.do(m.Answer(2, "rematch", True))
    assert authority.wants_rematch(table.match)
    assert authority.rematch_seats(table.match) == [0, 2]


def test_after_bots_played_on_one_plays_again() -> None:
    table = Table("qwixx", seats=3).sit_all(bots=(1, 2))
    table.do(m.Resign(0))
    table.play_out()
    table.do(m.Make(0, "rematch"))
    assert authority.wants_rematch(table.match)
    assert authority.rematch_seats(table.match) == [0]


def test_logs_of_earlier_releases_let_who_resigned_play_again() -> None:
    """They say that somebody left also where the game was over by it."""
    table = Table().sit_all()
    table.do(m.Resign(0))
    concluded = kinds(table.log).index("concluded")
    table.log.insert(concluded, m.Left(0, table.now))
    table.match = table.folded()
    assert table.match.seats[0].left
    table.do(m.Say(0, "match", "well played"))
    table.do(m.Make(0, "rematch"))
    table.do(m.Answer(1, "rematch", True))
    assert authority.rematch_seats(table.match) == [0, 1]


# Taking back


def three() -> Table:
    """Three players after an action of each."""
    table = Table("qwixx", seats=3).sit_all()
    for seat in range(3):
        table.act(seat, "pass")
    return table


def test_nobody_is_brought_back_by_a_turn_taken_back() -> None:
    table = three()
    table.do(m.Resign(1))
    seat = next(iter(table.match.to_act))
    assert refusal(table, m.Make(seat, "take-back")) == "left-since"
    before = len(table.match.events)
    for other in sorted(table.match.to_act):
        table.act(other, "pass")
    table.do(m.Make(seat, "take-back"))
    table.do(m.Answer(2 - seat, "take-back", True))
    assert len(table.match.events) == before, "what came after may be taken back"
    assert table.match.seats[1].left
    assert 1 not in table.match.to_act
    assert table.folded() == table.match


def test_an_offer_does_not_outlive_a_resignation() -> None:
    table = three()
    table.do(m.Make(0, "take-back"))
    table.do(m.Answer(2, "take-back", True))
    table.do(m.Resign(1))
    assert table.match.offers == ()
    assert refusal(table, m.Answer(2, "take-back", True)) == "no-offer"
    assert table.match.playing
    table.play_out()
