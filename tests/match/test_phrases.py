"""What happens in words, and what of it changes the game's own log."""

from collections.abc import Sequence
from functools import partial

import pytest

from cruces.core.registry import GAMES, family_of
from cruces.locales import text
from cruces.match import messages as m
from cruces.match.authority import ABSENCE
from cruces.match.match import Match, create, fold
from cruces.match.phrases import concerns, name_of, outcome, sentences, your_turn
from cruces.match.visibility import current_view, dismissals, log_change
from tests.match.table import Table


def said_to(match: Match, events: Sequence[m.Event], seats: frozenset[int], lang: str) -> list[str]:
    """All that these seats are told of the events."""
    said = [one.text for event in events for one in sentences(match, event, lang, seats)]
    return said + your_turn(match, events, seats, lang)


def test_a_roll_and_an_action_are_said_and_whose_turn_it_is() -> None:
    table = Table("qwixx", seats=2).sit_all()
    rolled = next(event for event in reversed(table.log) if isinstance(event, m.Rolled))
    [dice, turn] = said_to(table.match, [rolled], frozenset({0}), "en")
    assert dice.startswith("White ")
    assert dice.endswith(".")
    assert turn == text("web.your-turn", "en")
    acted = m.Acted(0, "r5", 0)
    assert said_to(table.match, [acted], frozenset(), "es") == [
        f"{name_of(table.match, 0, 'es')}: el 5 rojo."
    ]


def test_of_several_at_one_device_the_next_is_named() -> None:
    table = Table("quixo", seats=2).sit_all()
    [seat] = table.match.to_act
    both, started = frozenset({0, 1}), [m.Started(0)]
    name = name_of(table.match, seat, "es")
    assert your_turn(table.match, started, both, "es") == [f"Le toca a {name}."]
    together = Table("qwixx", seats=2).sit_all()
    assert your_turn(together.match, started, both, "es") == []


def test_talk_and_the_choices_of_others_do_not_remind_of_a_turn() -> None:
    table = Table("qwixx", seats=2).sit_all()
    said = said_to(table.match, [m.Said(0, "match", "hello", 0)], frozenset({0}), "en")
    assert said == ["You: hello"]
    assert said_to(table.match, [m.Chose(1, "pass", 0)], frozenset({0}), "en") == []


def test_a_resignation_is_said_once() -> None:
    table = Table("qwixx", seats=3).sit_all()
    left = table.do(m.Resign(1))
    assert said_to(table.match, left, frozenset(), "en") == [text("web.left", "en", name="Name1")]
    ended = table.do(m.Resign(0))
    assert said_to(table.match, ended, frozenset(), "en") == [
        "Name0 resigned.",
        text("web.over", "en"),
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_event_of_a_game_can_be_said(game: str, lang: str) -> None:
    table = Table(game).sit_all().play_out()
    assert len(said_to(table.match, table.log, frozenset({0}), lang)) > 5
    shown = current_view(table.match, frozenset({0}), table.now, lang)["result"]
    assert shown is not None
    assert shown["text"]
    ends = {text(key, lang) for key in ("web.won", "web.lost", "web.drawn")}
    assert shown["outcome"] in ends


def shown_to(match: Match, event: m.Event, *seats: int) -> list[tuple[str, str]]:
    """What these seats are told of an event, and how it is shown to them."""
    told = sentences(match, event, "en", frozenset(seats))
    return [(one.text, one.shown) for one in told]


def test_a_player_is_told_you_and_others_a_name() -> None:
    match = Table("quixo").sit_all().match
    pushed = m.Acted(0, "a1>a5", 0)
    assert shown_to(match, pushed, 0) == [("You: a1 to a5.", "")]
    assert shown_to(match, pushed, 1) == [("Name0: a1 to a5.", "move")]
    assert shown_to(match, pushed, 0, 1) == [("Name0: a1 to a5.", "")]
    draw, no = m.Offered(1, "draw"), m.Answered(0, "draw", False)
    assert shown_to(match, draw, 0) == [("Name1 offers a draw.", "note")]
    assert shown_to(match, draw, 1)[0][0].endswith("Waiting for an answer.")
    assert shown_to(match, no, 0) == [("You declined.", "")]
    assert shown_to(match, no, 1) == [("Name0 declined.", "note")]
    assert shown_to(match, m.Missed(0, 0), 0) == [("Your time ran out.", "")]
    assert shown_to(match, m.Left(0, 0), 0) == [("You left the game.", "")]
    resigned = m.Concluded("resignation", 0, 0)
    assert shown_to(match, resigned, 0) == [("You resigned.", "")]
    assert shown_to(match, m.TookBack(0, 0), 0)[0][1] == "note"


def test_who_chose_at_once_are_told_apart() -> None:
    match = Table("qwixx", seats=3).sit_all(bots=(1, 2)).match
    resolved = m.Resolved({0: "r5", 1: "pass", 2: "y6"}, 0)
    said = shown_to(match, resolved, 0)
    assert [shown for _, shown in said] == ["", "move", "move"]
    assert [who.partition(":")[0] for who, _ in said] == ["You", "Robot Leo", "Robot Eva"]


def test_others_words_are_used_only_where_they_are_the_same() -> None:
    match = Table("qwixx", seats=2, options={"start": "lot"}).sit_all().match
    lot = m.Rolled("lot p1", 0)
    words = sentences(match, lot, "en")
    assert concerns(match, lot, words, frozenset({0}), "en")
    assert not concerns(match, lot, words, frozenset({1}), "en")
    assert shown_to(match, lot, 0) == [("First to play: You.", "")]
    acted = m.Acted(0, "r5", 0)
    assert concerns(match, acted, [], frozenset({0}), "en")
    assert not concerns(match, acted, [], frozenset({1}), "en")
    assert not concerns(match, m.Resolved({1: "r5"}, 0), [], frozenset({0}), "en")


def test_the_outcome_for_players_and_for_others() -> None:
    table = Table("quixo").sit_all()

    def said(places: tuple[int, ...], *seats: int) -> str:
        ended = m.Ended(places, (1, -1), "line", (), "", 0)
        return outcome(table.match, ended, frozenset(seats), "en")

    assert said((1, 2), 0) == "You won!"
    assert said((1, 2), 1) == "You lost"
    assert said((1, 1), 0) == said((1, 1)) == "Draw"
    assert said((2, 1)) == said((2, 1), 0, 1) == f"{name_of(table.match, 1, 'en')} wins"


@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_follows_the_changes_is_the_games_own(game: str) -> None:
    """A client that applies the changes has the log, however many events arrive at once."""
    log = Table(game).sit_all().play_out().log
    first = log[0]
    assert isinstance(first, m.Created)
    match, follower, kept = create(first), list[object](), list[m.Event]()
    for number, event in enumerate(log[1:]):
        match = fold(match, event)
        kept.append(event)
        if number % 3 == 0 or event is log[-1]:
            since = log_change(match, kept)
            assert 0 <= since <= len(follower)
            follower[since:] = match.events[since:]
            assert follower == list(match.events)
            kept = []
    assert len(follower) > 5


def test_a_taken_back_turn_cuts_the_log() -> None:
    table = Table("quixo").sit_all()
    events = table.match.events
    assert log_change(table.match, [m.TookBack(0, 0)]) == 0
    back: list[m.Event] = [m.Acted(0, "a1>a5", 0), m.TookBack(len(events), 0)]
    assert log_change(table.match, back) == len(events)


def test_a_turn_taken_back_in_a_gap_cuts_no_more_than_there_is() -> None:
    """Two pushes, the second taken back, for a client that missed all three events."""
    table = Table("quixo").sit_all()
    table.act(0, "a1>a5")
    gap: list[m.Event] = [m.Acted(0, "a1>a5", 0), m.Acted(1, "e1>a1", 0), m.TookBack(1, 0)]
    assert log_change(table.match, gap) == 0


def test_who_was_taken_away_with_an_open_seat_is_still_called_something() -> None:
    table = Table("qwixx", seats=4)
    table.do(m.Sit(0, "Ana"), "player0")
    said = m.Said(3, "match", "hello", 0)
    assert said_to(table.match, [said], frozenset(), "en")[0].endswith(": hello")
    away = m.Said(9, "match", "hello", 0)
    assert said_to(table.match, [away], frozenset(), "en") == ["Player 10: hello"]


def test_why_a_cube_cannot_be_taken_is_the_familys_to_say() -> None:
    table = Table("quixo").sit_all()
    (mover,) = table.match.to_act
    refusal = partial(family_of("quixo").refusal, table.match.game, table.match.state)
    inside, other = refusal(mover, "c3"), refusal(1 - mover, "a1")
    assert inside is not None
    assert other is not None
    assert "c3" in inside.message("es")
    assert other.slug == "not-your-turn"
    assert refusal(mover, "a1") is refusal(mover, "z9") is None


def test_how_long_an_absence_may_last_is_the_authoritys_to_say() -> None:
    assert dismissals({1: 1000}, 1000) == {1: ABSENCE}
    assert dismissals({1: 1000, 2: 0}, 1000 + ABSENCE) == {1: 0, 2: 0}


def test_what_may_be_offered_and_to_whom_one_may_talk() -> None:
    quixo, qwixx = Table("quixo").sit_all(), Table("qwixx", seats=2).sit_all()
    own = frozenset({0})
    assert current_view(quixo.match, own, 0)["may_offer"] == ["take-back", "draw"]
    assert current_view(qwixx.match, own, 0)["may_offer"] == ["take-back"]
    assert current_view(qwixx.match, frozenset(), 0)["may_offer"] == []
    teams = Table("quixo-teams").sit_all()
    assert current_view(teams.match, own, 0)["channels"] == ["match", "team"]
    assert current_view(teams.match, frozenset({0, 1}), 0)["channels"] == ["match"]
    assert current_view(qwixx.match, own, 0)["channels"] == ["match"]
