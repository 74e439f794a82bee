"""Hypothesis strategies: positions, actions and records that come from play.

Each event is chosen by an integer, 0 being the first possible act: shrinking leads to shorter games
with simpler moves. Hypothesis is imported only here.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from hypothesis import strategies as st

from cruces.core import CHANCE, Game, Play, Record
from cruces.core.game import WITHOUT_SEAT
from cruces.testing.random_play import act_by_number, perform

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741

MAX_EVENTS = 120
CHOICES = 10**6
"""More than the rolls of six dice, so that all can be drawn."""


def plays(
    game: Game[S, A, O],
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    max_events: int = MAX_EVENTS,
) -> st.SearchStrategy[Play[S, A, O]]:
    """A game of at most ``max_events`` events."""

    def to_play(numbers: list[int]) -> Play[S, A, O]:
        play = Play(game, options, seats)
        for number in numbers:
            if not play.to_act:
                break
            _advance(play, number)
        return play

    # Plain lists are mostly short; a drawn length makes long games as likely as short ones.
    return st.integers(0, max_events).flatmap(_numbers).map(to_play)


def positions(
    game: Game[S, A, O],
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    max_events: int = MAX_EVENTS,
) -> st.SearchStrategy[S]:
    """A state that can occur in play."""
    return plays(game, options, seats, max_events).map(lambda play: play.state)


def states_and_actions(
    game: Game[S, A, O],
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    max_events: int = MAX_EVENTS,
) -> st.SearchStrategy[tuple[S, int, A]]:
    """A state, a seat that may act in it, and one of its legal actions."""

    def decision(choices: tuple[Play[S, A, O], int]) -> tuple[S, int, A]:
        play, number = choices
        while play.to_act == {CHANCE}:
            _advance(play, number)
        # In a finished game, the last decision.
        state = next(s for s in reversed(play.states) if game.to_act(s) - {CHANCE})
        seat, action = act_by_number(game, state, number)
        return state, seat, action

    return st.tuples(plays(game, options, seats, max_events), st.integers(0, CHOICES)).map(decision)


def records(
    game: Game[S, A, O],
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    max_events: int = MAX_EVENTS,
) -> st.SearchStrategy[Record]:
    """The record of a game: finished, unfinished, or concluded where the game allows it."""

    def to_record(choices: tuple[Play[S, A, O], tuple[str, int | None] | None]) -> Record:
        play, conclusion = choices
        if play.to_act and conclusion is not None:
            play.conclude(*conclusion)
        return play.record()

    ways: list[tuple[str, int | None] | None] = [
        (how, seat)
        for how in game.conclusions
        for seat in ((None,) if how in WITHOUT_SEAT else range(game.check_seats(seats)))
    ]
    concluding = st.sampled_from([None, *ways])
    return st.tuples(plays(game, options, seats, max_events), concluding).map(to_record)


def _numbers(length: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, CHOICES), min_size=length, max_size=length)


def _advance(play: Play[Any, Any, Any], number: int) -> None:
    perform(play, *act_by_number(play.game, play.state, number))
