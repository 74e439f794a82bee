"""What happens in words, and what of it changes the game's own log."""

from collections.abc import Sequence
from functools import partial

import pytest

from cruces.core.registry import GAMES, family_of
from cruces.locales import text
from cruces.match import messages as m
from cruces.match.authority import ABSENCE
from cruces.match.match import Match, create, fold
from cruces.match.phrases import name_of, outcome, sentences, your_turn
from cruces.match.visibility import current_view, dismissals, log_change
from tests.match.table import Table


def said_to(match: Match, events: Sequence[m.Event], seats: frozenset[int], lang: str) -> list[str]:
    """All that these seats are told of the events."""
    said = [sentence for event in events for sentence in sentences(match, event, lang)]
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


def test_talk_alone_does_not_remind_of_a_turn() -> None:
    table = Table("qwixx", seats=2).sit_all()
    said = said_to(table.match, [m.Said(0, "match", "hello", 0)], frozenset({0}), "en")
    assert said == [f"{name_of(table.match, 0, 'en')}: hello"]


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
