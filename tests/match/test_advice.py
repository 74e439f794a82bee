"""Who is given a hint, and what may be looked at afterwards."""

import pytest

from cruces.analysis.analyse import analyse
from cruces.analysis.analysis_dto import advice
from cruces.core import CrucesError
from cruces.core.record import ActionEvent
from cruces.games.quixo.rules import QUIXO
from cruces.match import messages as m
from cruces.match.hints import check_hint, check_past
from cruces.players import Limits
from tests.match.table import Table


def refusal(table: Table, actor: str = "player0", seat: int = 0) -> tuple[str, str]:
    with pytest.raises(CrucesError) as caught:
        check_hint(table.match, actor, seat)
    return caught.value.code, caught.value.reason.slug


def alone(game: str = "quixo", seats: int | None = None, casual: bool = True) -> Table:
    """One person, and bots at the other seats."""
    table = Table(game, seats, casual=casual)
    return table.sit_all(bots=tuple(range(1, len(table.match.seats))))


def test_alone_with_bots_and_on_ones_own_turn() -> None:
    check_hint(alone().match, "player0", 0)


def test_two_on_one_device_may_both_ask() -> None:
    table = Table()
    for seat in (0, 1):
        table.do(m.Sit(seat, f"Name{seat}"), "player0")
    for seat in (0, 1):
        table.do(m.Ready(seat, "text"), "player0")
    check_hint(table.match, "player0", 0)
    assert refusal(table, seat=1) == ("not-your-turn", "not-your-turn")


def test_never_where_other_people_play() -> None:
    assert refusal(Table().sit_all()) == ("refused", "no-hints")


def test_never_where_it_counts() -> None:
    assert refusal(alone(casual=False)) == ("refused", "no-hints")


def test_never_for_anothers_seat_or_for_a_spectator() -> None:
    table = alone()
    assert refusal(table, seat=1) == ("refused", "not-your-seat")
    assert refusal(table, "somebody") == ("refused", "not-your-seat")
    assert refusal(table, "") == ("refused", "not-your-seat")
    assert refusal(table, seat=4) == ("refused", "no-seat")


def test_never_out_of_turn_before_the_start_or_after_the_end() -> None:
    table = alone()
    table.act(0, "a1>a5")
    assert refusal(table) == ("not-your-turn", "not-your-turn")
    assert refusal(Table()) == ("refused", "not-started")
    assert refusal(alone().play_out()) == ("refused", "game-over")


def test_past_positions_are_those_that_were_played() -> None:
    table, state = alone().play_out(), QUIXO.initial()
    events = table.match.events
    for number, event in enumerate(events):
        check_past(table.match, number)
        assert table.match.log.state_after(number) == state
        assert isinstance(event, ActionEvent)
        state = QUIXO.apply(state, event.seat, QUIXO.parse_action(event.text))
    check_past(table.match, len(events))
    assert table.match.log.state_after(len(events)) == table.match.state == state


@pytest.mark.parametrize(
    ("table", "events", "why"),
    [
        (alone(), 0, "not-over"),
        (alone().play_out(), 999, "no-such-event"),
    ],
)
def test_past_positions_that_are_not_for_looking_at(table: Table, events: int, why: str) -> None:
    with pytest.raises(CrucesError) as caught:
        check_past(table.match, events)
    assert (caught.value.code, caught.value.reason.slug) == ("refused", why)


def test_the_best_that_differ() -> None:
    """At the start four moves come to the same board; a hint names one of them."""
    state = QUIXO.initial({"size": 3})
    analysis = analyse(QUIXO, state, Limits())
    everything, few = advice(QUIXO, state, analysis, "en"), advice(QUIXO, state, analysis, "en", 3)
    assert [move.action for move in everything.moves] == [
        QUIXO.format_action(judgement.action) for judgement in analysis.judgements
    ]
    assert (few.exact, few.seat, few.position) == (True, 0, ".../.../... X 1")
    after = {QUIXO.apply(state, 0, QUIXO.parse_action(move.action)).board for move in few.moves}
    assert len(after) == len(few.moves) == 3
    assert few.moves[0] == everything.moves[0]
    assert (few.moves[0].result, few.moves[0].plies, few.moves[0].exact) == (1, 7, True)
