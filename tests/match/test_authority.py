"""What a match allows, command by command."""

import pytest

from cruces.core import BadOptionError, CrucesError, IllegalError, MalformedError, NotYourTurnError
from cruces.core.registry import GAMES
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import ABSENCE, SERVER, RefusedError, StaleError
from cruces.match.visibility import current_view
from tests.match.table import Table, kinds


def refusal(table: Table, command: m.Internal, actor: str = "") -> str:
    before = table.match
    with pytest.raises(CrucesError) as caught:
        table.do(command, actor)
    assert table.match is before
    assert caught.value.message("es") != caught.value.message("en")
    return caught.value.reason.slug


# Before the start


def test_a_match_starts_when_all_are_ready() -> None:
    table = Table()
    table.do(m.Sit(0, "Ana"))
    table.do(m.SeatBot(1, "greedy"), "host")
    assert not table.match.playing
    assert kinds(table.do(m.Ready(0, "my text"))) == ["ready", "started"]
    assert table.match.to_act == {0}


def test_dice_fall_by_themselves() -> None:
    table = Table("qwixx").sit_all()
    assert kinds(table.log[-3:]) == ["started", "rolled", "rolled"]
    assert table.match.to_act == {0, 1}


def test_an_unknown_game_or_option_lays_no_table() -> None:
    with pytest.raises(BadOptionError):
        Table("chess")
    with pytest.raises(BadOptionError):
        Table("quixo", options={"size": 7})
    with pytest.raises(BadOptionError):
        Table("quixo", seats=3)


def test_seats() -> None:
    table = Table()
    table.do(m.Sit(0, "Ana"))
    assert refusal(table, m.Sit(0, "Eve"), "eve") == "seat-taken"
    assert refusal(table, m.SeatBot(0, "greedy"), "host") == "seat-taken"
    assert refusal(table, m.Sit(2, "Eve"), "eve") == "no-seat"
    assert refusal(table, m.SeatBot(1, "greedy"), "eve") == "host-only"
    assert refusal(table, m.SeatBot(1, "deep-blue"), "host") == "unknown-bot"
    assert refusal(table, m.Stand(0), "eve") == "not-your-seat"
    assert refusal(table, m.Ready(0, "x"), "eve") == "not-your-seat"
    assert refusal(table, m.Ready(1, "x"), "eve") == "not-your-seat"
    table.do(m.Ready(0, "x"))
    assert refusal(table, m.Ready(0, "y")) == "ready-already"
    table.do(m.Stand(0))
    assert not table.match.seats[0].taken


def test_the_host_frees_a_bots_seat() -> None:
    table = Table()
    table.do(m.SeatBot(1, "greedy"), "host")
    assert refusal(table, m.Stand(1), "eve") == "host-only"
    table.do(m.Stand(1), "host")
    assert not table.match.seats[1].taken


def test_nothing_is_played_before_the_start_and_nobody_sits_after_it() -> None:
    table = Table()
    table.do(m.Sit(0, "Ana"))
    assert refusal(table, m.Act(0, "a1>a5")) == "not-started"
    assert refusal(table, m.Resign(0)) == "not-started"
    table = Table().sit_all()
    assert refusal(table, m.Sit(1, "Eve"), "eve") == "started-already"
    assert refusal(table, m.Stand(0)) == "started-already"
    assert refusal(table, m.Ready(0, "x")) == "started-already"


def test_one_device_may_hold_every_seat() -> None:
    table = Table("quixo-teams")
    for seat in range(4):
        table.do(m.Sit(seat, f"P{seat}"), "one device")
    for seat in range(4):
        table.do(m.Ready(seat, "x"), "one device")
    table.do(m.Act(0, "a1>a5@1"), "one device")
    table.do(m.Act(1, "b1>b5@2"), "one device")
    assert table.match.to_act == {2}


# Playing


def test_the_rules_judge_every_action() -> None:
    table = Table().sit_all()
    with pytest.raises(IllegalError):
        table.act(0, "b2>b5")
    with pytest.raises(MalformedError):
        table.act(0, "hello")
    with pytest.raises(NotYourTurnError):
        table.act(1, "a1>a5")
    assert kinds(table.act(0, "A1 > a5")) == ["acted"]
    assert table.log[-1] == m.Acted(0, "a1>a5", table.now)


def test_nobody_plays_for_another() -> None:
    table = Table().sit_all(bots=(1,))
    assert refusal(table, m.Act(0, "a1>a5"), "player1") == "not-your-seat"
    assert refusal(table, m.Act(0, "a1>a5"), SERVER) == "not-your-seat"
    table.act(0, "a1>a5")
    assert refusal(table, m.Act(1, "b1>b5"), "host") == "not-your-seat"
    table.do(m.Act(1, "b1>b5"), SERVER)


def test_a_command_for_an_old_position_is_stale() -> None:
    table = Table().sit_all()
    version = table.match.version
    table.act(0, "a1>a5")
    table.act(1, "b1>b5")
    with pytest.raises(StaleError):
        table.do(m.Act(0, "a1>e1"), made_for=version)
    table.do(m.Act(0, "a5>a1"), made_for=table.match.version)


def test_talk_does_not_make_a_command_stale() -> None:
    table = Table().sit_all()
    version = table.match.version
    table.do(m.Say(1, "match", "hurry up"))
    table.do(m.Act(0, "a1>a5"), made_for=version)


def test_choices_are_secret_and_may_be_changed_until_all_have_chosen() -> None:
    table = Table("qwixx", seats=3).sit_all()
    assert kinds(table.act(0, "pass")) == ["chose"]
    legal = list(table.match.game.legal(table.match.state, 0))
    other = table.match.game.format_action(legal[0])
    assert kinds(table.act(0, other)) == ["chose"]
    assert dict(table.match.pending) == {0: other}
    assert table.match.to_act == {1, 2}
    table.act(1, "pass")
    events = table.act(2, "pass")
    assert kinds(events)[:2] == ["chose", "resolved"]
    assert events[1] == m.Resolved({0: other, 1: "pass", 2: "pass"}, table.now)
    assert table.match.pending == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_and_its_fold(game: str) -> None:
    table = Table(game).sit_all().play_out()
    result = table.match.result
    assert result is not None
    assert bytes.fromhex(result.secret) == bytes(range(32))
    assert table.folded() == table.match
    assert refusal(table, m.Act(0, "pass")) == "game-over"


# Offers


def test_a_draw_by_agreement() -> None:
    table = Table().sit_all()
    assert kinds(table.do(m.Make(1, "draw"))) == ["offered"]
    assert refusal(table, m.Make(0, "draw")) == "offer-stands"
    assert refusal(table, m.Answer(1, "draw", True)) == "no-offer"
    assert kinds(table.do(m.Answer(0, "draw", True))) == ["answered", "concluded", "ended"]
    assert table.match.result is not None
    assert table.match.result.reason == "agreement"


def test_a_declined_or_ignored_offer_is_gone() -> None:
    table = Table().sit_all()
    table.do(m.Make(1, "draw"))
    table.do(m.Answer(0, "draw", False))
    assert table.match.offer("draw") is None
    assert refusal(table, m.Answer(0, "draw", True)) == "no-offer"
    table.do(m.Make(1, "draw"))
    table.act(0, "a1>a5")
    assert table.match.offer("draw") is None


def test_a_bot_declines_a_draw_and_grants_a_take_back() -> None:
    table = Table().sit_all(bots=(1,))
    assert kinds(table.do(m.Make(0, "draw"))) == ["offered", "answered"]
    table.act(0, "a1>a5")
    table.do(m.Act(1, "b1>b5"), SERVER)
    assert kinds(table.do(m.Make(0, "take-back"))) == ["offered", "took-back"]
    assert table.match.state == table.match.game.initial()
    assert table.match.to_act == {0}


@pytest.mark.parametrize("casual", [True, False])
def test_a_bot_takes_no_roll_back_unless_the_game_is_casual(casual: bool) -> None:
    """Who has seen the next roll would choose again knowing it."""
    table = Table("qwixx", seats=2, casual=casual).sit_all(bots=(1,))

    def act(seat: int) -> None:
        table.do(m.Act(seat, "pass"), SERVER if seat else "")

    active = table.match.state.active
    act(0)
    act(1)
    assert kinds(table.do(m.Make(0, "take-back"))) == ["offered", "took-back"]
    for seat in (0, 1, active):
        act(seat)
    before = table.match.state
    asked = table.do(m.Make(0, "take-back"))
    if casual:
        assert kinds(asked) == ["offered", "took-back"]
        assert table.match.state != before
    else:
        assert kinds(asked) == ["offered", "answered"]
        assert asked[1] == m.Answered(1, "take-back", False)
        assert table.match.offer("take-back") is None
        assert table.match.state == before
    assert table.folded() == table.match


def test_people_may_agree_to_take_a_roll_back() -> None:
    table = Table("qwixx", seats=2, casual=False).sit_all()
    active = table.match.state.active
    for seat in (0, 1, active):
        table.act(seat, "pass")
    table.do(m.Make(active, "take-back"))
    assert kinds(table.do(m.Answer(1 - active, "take-back", True))) == ["answered", "took-back"]


def test_there_is_no_draw_in_qwixx() -> None:
    assert refusal(Table("qwixx").sit_all(), m.Make(0, "draw")) == "no-conclusion"


def test_a_take_back_goes_to_ones_own_last_turn() -> None:
    table = Table().sit_all()
    assert refusal(table, m.Make(0, "take-back")) == "nothing-to-take-back"
    table.act(0, "a1>a5")
    table.act(1, "b1>b5")
    table.act(0, "c1>c5")
    before = table.match.state
    table.do(m.Make(1, "take-back"))
    table.do(m.Answer(0, "take-back", True))
    assert len(table.match.events) == 1
    assert table.match.to_act == {1}
    table.act(1, "b1>b5")
    table.act(0, "c1>c5")
    assert table.match.state == before
    assert table.folded() == table.match


def test_a_joint_choice_is_taken_back_as_one_and_the_dice_stay() -> None:
    table = Table("qwixx").sit_all()
    start = table.match.state
    table.act(0, "pass")
    table.act(1, "pass")
    table.do(m.Make(1, "take-back"))
    table.do(m.Answer(0, "take-back", True))
    assert table.match.state == start
    assert table.match.to_act == {0, 1}
    rolled = [event for event in table.log if isinstance(event, m.Rolled)]
    active = table.match.state.active
    table.act(0, "pass")
    table.act(1, "pass")
    table.act(active, "pass")
    table.do(m.Make(active, "take-back"))
    table.do(m.Answer(1 - active, "take-back", True))
    table.act(active, "pass")
    again = [event for event in table.log if isinstance(event, m.Rolled)][len(rolled) :]
    assert again[0].text == again[1].text


def test_everybody_wants_to_play_again() -> None:
    table = Table().sit_all()
    assert refusal(table, m.Make(0, "rematch")) == "offer-not-now"
    table = Table().sit_all().play_out()
    table.do(m.Make(0, "rematch"))
    assert not authority.wants_rematch(table.match)
    table.do(m.Answer(1, "rematch", True))
    assert authority.wants_rematch(table.match)
    table.do(m.Rematch("m2", "CODE2"), SERVER)
    assert not authority.wants_rematch(table.match)
    assert refusal(table, m.Make(0, "rematch")) == "offer-not-now"


# Leaving


def test_nobody_is_dismissed_who_is_here() -> None:
    table = Table("qwixx", seats=3).sit_all()
    assert refusal(table, m.Dismiss(0, 1)) == "not-absent"
    assert refusal(table, m.SeatBot(1, "greedy"), "player0") == "not-absent"
    assert refusal(table, m.SeatBot(1, "greedy"), "eve") == "players-only"
    table.away[1] = table.now - ABSENCE + 1
    assert refusal(table, m.Dismiss(0, 1)) == "not-absent"


@pytest.mark.parametrize(("game", "how"), [("qwixx", "resignation"), ("quixo", "abandonment")])
def test_the_absent_may_be_dismissed(game: str, how: str) -> None:
    table = Table(game).sit_all()
    table.away[1] = table.now - ABSENCE
    table.do(m.Dismiss(0, 1))
    assert table.match.result is not None
    assert table.match.result.reason == how
    assert table.match.result.places[0] == 1


def test_a_bot_may_take_the_seat_of_the_absent() -> None:
    table = Table("qwixx", seats=3).sit_all()
    table.away[1] = table.now - ABSENCE
    table.do(m.SeatBot(1, "greedy"), "player0")
    assert (1, "greedy") in authority.bots_to_act(table.match)
    assert refusal(table, m.Act(1, "pass")) == "not-your-seat"
    table.play_out()
    assert table.folded() == table.match


# Talking


def test_talk_is_for_players() -> None:
    table = Table().sit_all()
    assert refusal(table, m.Say(0, "match", "hi"), "eve") == "not-your-seat"
    assert refusal(table, m.Say(0, "team", "psst")) == "no-consulting"
    assert kinds(table.do(m.Say(0, "match", "hi"))) == ["said"]


@pytest.mark.rule("T6")
def test_partners_consult_where_it_was_agreed() -> None:
    table = Table("quixo-teams").sit_all()
    assert kinds(table.do(m.Say(0, "team", "take a1"))) == ["said"]
    silent = Table("quixo-teams", options={"consult": False}).sit_all()
    assert refusal(silent, m.Say(0, "team", "take a1")) == "no-consulting"
    assert refusal(silent, m.Say(0, "match", "partner, take a1")) == "chat-closed"
    view = current_view(silent.match, frozenset({0}), 0)
    assert view["channels"] == []
    assert view["no_chat"]
    silent.do(m.Resign(1))
    assert kinds(silent.do(m.Say(0, "match", "well played"))) == ["said"]


def test_only_the_last_lines_are_kept_in_the_state() -> None:
    table = Table().sit_all()
    for line in range(150):
        table.do(m.Say(0, "match", str(line)))
    assert [line.text for line in table.match.chat] == [str(n) for n in range(50, 150)]


def test_a_refused_error_is_told_apart() -> None:
    assert RefusedError.code == "refused"
    assert StaleError.code == "stale"
