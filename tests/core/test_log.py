"""The log of a game: it never changes, and knows what follows from it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cruces.core import CHANCE, NotYourTurnError, Play
from cruces.core.legal import Legal
from cruces.core.log import GameLog
from cruces.core.record import ActionEvent, Player
from cruces.core.registry import GAMES, get_game
from cruces.games.quixo.rules import QUIXO
from cruces.games.qwixx.rules import QWIXX


def played(game: str, steps: int, *, keeping: bool) -> GameLog[Any, Any, Any]:
    """So many random steps; those who choose at once do so at once."""
    rules, rng = get_game(game), Random(game)
    log = GameLog.new(rules) if keeping else GameLog(rules, rules.initial())
    for at in range(steps):
        if log.to_act == {CHANCE}:
            log = log.happen(rules.chance(log.state).sample(rng), at)
        elif log.to_act:
            log = log.act({seat: rng.choice(list(log.legal(seat))) for seat in log.to_act}, at)
    return log


@pytest.mark.parametrize("game", GAMES)
def test_states_are_the_same_kept_and_worked_out(game: str) -> None:
    kept, other = played(game, 40, keeping=True), played(game, 40, keeping=False)
    assert kept == other
    assert hash(kept) == hash(other)
    assert [other.state_after(n) for n in range(len(other) + 1)] == list(kept.states)
    assert (other.states, other.acts) == (kept.states, kept.acts)
    assert kept.states[0] == kept.start
    assert kept.states[-1] == kept.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("keeping", [True, False])
def test_what_is_taken_back_was_there_before(game: str, keeping: bool) -> None:
    log = played(game, 20, keeping=keeping)
    for steps in range(20):
        before = played(game, steps, keeping=keeping)
        back = log.take_back(len(before))
        assert back == before
        assert back.states == before.states
        assert back.acts == before.acts


@pytest.mark.parametrize("keeping", [True, False])
def test_a_log_does_not_change(keeping: bool) -> None:
    before = played("quixo", 6, keeping=keeping)
    events, state, text = before.events, before.state, before.text
    (seat,) = before.to_act
    one, other = (before.act({seat: action}) for action in list(before.legal(seat))[:2])
    assert (before.events, before.state, before.text) == (events, state, text)
    assert one != other
    assert one.events[:-1] == other.events[:-1] == events
    assert before != events


def test_what_all_choose_at_once_is_one_step() -> None:
    log = played("qwixx", 1, keeping=True)
    while len(log.to_act) < 2:
        log = log.happen(QWIXX.chance(log.state).sample(Random(1)))
    begin, seats = len(log), sorted(log.to_act)
    acts = dict.fromkeys(seats, QWIXX.parse_action("pass"))
    after = log.act(acts, 5)
    assert after.steps == (*log.steps, begin)
    assert after.events[begin:] == tuple(ActionEvent(seat, "pass", 5) for seat in seats)
    assert after.state == QWIXX.apply_joint(log.state, acts)
    assert [after.last_step_of(seat) for seat in seats] == [begin] * len(seats)
    assert log.last_step_of(seats[0]) is None
    with pytest.raises(NotYourTurnError):
        log.act({0: QWIXX.parse_action("pass"), 7: QWIXX.parse_action("pass")})


def test_as_they_are_written_if_the_caller_has_it_in_writing() -> None:
    log = GameLog.new(QUIXO).act({0: QUIXO.parse_action("a1>a5")}, texts={0: "as it came"})
    assert log.events == (ActionEvent(0, "as it came"),)
    assert repr(log).startswith("<GameLog quixo, 1 events: ")


def test_it_ends_when_nobody_is_to_act() -> None:
    log = GameLog.new(QUIXO)
    assert log.outcome is None
    over = log.conclude("resignation", 0)
    assert over.to_act == frozenset()
    assert over.outcome == QUIXO.outcome(over.state)
    assert over.record([Player("Ana"), Player("Leo")]).result is not None


def test_a_record_is_read_in_the_games_own_spelling() -> None:
    play = Play(QUIXO)
    play.act(0, "a1>a5", 3)
    play.conclude("resignation", 1, 4)
    again = Play.replay(QUIXO, play.record())
    assert again.log == play.log
    assert again.log.acts == play.log.acts
    back = Play.at(QUIXO, play.states[1])
    assert back.states == (play.states[1],)


def test_what_follows_from_a_position_is_worked_out_once() -> None:
    log, worked_out = GameLog.new(QUIXO), []

    def work(game: object, state: object) -> int:
        worked_out.append((game, state))
        return len(worked_out)

    assert [log.once("size", work), log.once("size", work), log.once("other", work)] == [1, 1, 2]
    assert worked_out == [(QUIXO, log.state)] * 2
    assert log.legal(0) is log.legal(0)
    after = log.act({0: next(iter(log.legal(0)))})
    assert after.once("size", work) == 3
    assert list(after.legal(1)) == list(QUIXO.legal(after.state, 1))


def test_legal_actions_are_generated_once_for_a_list() -> None:
    generated = []

    def generate() -> Iterator[int]:
        for action in (3, 5):
            generated.append(action)
            yield action

    legal = Legal(generate, lambda _: None)
    assert (list(legal), list(legal), len(legal)) == ([3, 5], [3, 5], 2)
    assert generated == [3, 5]
    lazy = Legal(generate, lambda _: None)
    assert next(iter(lazy)) == 3
    assert generated == [3, 5, 3]
