"""The log of a game: immutable, and everything that is derived from it."""

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


def played(game: str, steps: int, *, keeps_states: bool) -> GameLog[Any, Any, Any]:
    """A log of random steps; joint choices are one step."""
    rules, rng = get_game(game), Random(game)
    log = GameLog.new(rules) if keeps_states else GameLog(rules, rules.initial())
    for at in range(steps):
        if log.to_act == {CHANCE}:
            log = log.happen(rules.chance(log.state).sample(rng), at)
        elif log.to_act:
            log = log.act({seat: rng.choice(list(log.legal(seat))) for seat in log.to_act}, at)
    return log


@pytest.mark.parametrize("game", GAMES)
def test_kept_states_equal_recomputed_ones(game: str) -> None:
    keeper, other = played(game, 40, keeps_states=True), played(game, 40, keeps_states=False)
    assert keeper == other
    assert hash(keeper) == hash(other)
    assert [other.state_after(n) for n in range(len(other) + 1)] == list(keeper.states)
    assert (other.states, other.acts) == (keeper.states, keeper.acts)
    assert keeper.states[0] == keeper.start
    assert keeper.states[-1] == keeper.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("keeps_states", [True, False])
def test_taking_back_gives_the_earlier_log(game: str, keeps_states: bool) -> None:
    log = played(game, 20, keeps_states=keeps_states)
    for steps in range(20):
        before = played(game, steps, keeps_states=keeps_states)
        back = log.take_back(len(before))
        assert back == before
        assert back.states == before.states
        assert back.acts == before.acts


@pytest.mark.parametrize("keeps_states", [True, False])
def test_a_log_does_not_change(keeps_states: bool) -> None:
    before = played("quixo", 6, keeps_states=keeps_states)
    events, state, text = before.events, before.state, before.text
    (seat,) = before.to_act
    one, other = (before.act({seat: action}) for action in list(before.legal(seat))[:2])
    assert (before.events, before.state, before.text) == (events, state, text)
    assert one != other
    assert one.events[:-1] == other.events[:-1] == events
    assert before != events


def test_a_joint_choice_is_one_step() -> None:
    log = played("qwixx", 1, keeps_states=True)
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


def test_the_callers_notation_is_kept() -> None:
    log = GameLog.new(QUIXO).act({0: QUIXO.parse_action("a1>a5")}, texts={0: "as it came"})
    assert log.events == (ActionEvent(0, "as it came"),)
    assert repr(log).startswith("<GameLog quixo, 1 events: ")


def test_it_ends_when_nobody_may_act() -> None:
    log = GameLog.new(QUIXO)
    assert log.outcome is None
    over = log.conclude("resignation", 0)
    assert over.to_act == frozenset()
    assert over.outcome == QUIXO.outcome(over.state)
    assert over.record([Player("Ana"), Player("Leo")]).result is not None


def test_a_record_is_replayed_in_the_games_own_notation() -> None:
    play = Play(QUIXO)
    play.act(0, "a1>a5", 3)
    play.conclude("resignation", 1, 4)
    again = Play.replay(QUIXO, play.record())
    assert again.log == play.log
    assert again.log.acts == play.log.acts
    back = Play.at(QUIXO, play.states[1])
    assert back.states == (play.states[1],)


def test_a_derived_value_is_computed_once() -> None:
    log, calls = GameLog.new(QUIXO), []

    def work(game: object, state: object) -> int:
        calls.append((game, state))
        return len(calls)

    assert [log.once("size", work), log.once("size", work), log.once("other", work)] == [1, 1, 2]
    assert calls == [(QUIXO, log.state)] * 2
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
