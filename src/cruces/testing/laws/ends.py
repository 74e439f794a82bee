"""How a game ends: its outcome, and the ends that players make among themselves."""

from dataclasses import replace

from cruces.core import CrucesError, GameOverError, IllegalError, MalformedError
from cruces.locales import languages, text
from cruces.testing.check_context import Here
from cruces.testing.laws.texts import check_position_text
from cruces.testing.laws.turns import check_legal, check_turn
from cruces.testing.laws.views import check_views

RARELY = 8
"""Conclusions are the same everywhere: the first state and one in so many will do."""
PAIR = 2
"""More than these may go on without one of them."""
WAYS = ("agreement", "resignation", "time", "abandonment", "", "no such way")


def check_outcome(here: Here) -> None:
    """Places and scores for everyone, in the same order; winners; a reason people can read."""
    outcome = here.game.outcome(here.state)
    if outcome is None:
        return
    places, scores = outcome.places, outcome.scores
    here.require(len(places) == len(scores) == here.seats, "everyone has a place", outcome)
    here.require(min(places) == 1 and max(places) <= here.seats, "places from 1", outcome)
    ranks = [(seat not in outcome.left, scores[seat]) for seat in range(here.seats)]
    for one in range(here.seats):
        for other in range(here.seats):
            here.require(
                (places[one] < places[other]) == (ranks[one] > ranks[other]),
                "places are ordered like scores",
                outcome,
            )
    first = tuple(seat for seat in range(here.seats) if ranks[seat] == max(ranks))
    shared = len(first) == here.seats > 1
    here.require(outcome.winners == (() if shared else first), "the best win", outcome)
    for lang in languages():
        here.require(bool(text(f"reason.{outcome.reason}", lang)), "a reason to read", outcome)
    here.require(
        all(isinstance(word, str) for word in outcome.announced), "announced in words", outcome
    )


def check_conclusions(here: Here) -> None:
    """Players may end the game in the ways the game lists, in no other, and never twice."""
    over = not here.game.to_act(here.state)
    if not over and here.number and here.rng.randrange(RARELY):
        return
    for how in WAYS:
        for seat in (*here.observers, here.seats, -1):
            if over:
                _check_refused(here, GameOverError, how, seat)
            elif how not in here.game.conclusions:
                _check_refused(here, IllegalError, how, seat)
            elif seat in ((None,) if how == "agreement" else range(here.seats)):
                _check_concluded(here, how, seat)
            else:
                _check_refused(here, MalformedError, how, seat)


def _check_refused(here: Here, kind: type[CrucesError], how: str, seat: int | None) -> None:
    try:
        here.game.conclude(here.state, how, seat)
    except CrucesError as error:
        here.require(type(error) is kind, f"refused as {kind.code}", how, seat, error)
        here.require(all(error.message(lang) for lang in languages()), "a refusal says why", error)
        return
    raise here.fault("concluded against the rules", how, seat)


def _check_concluded(here: Here, how: str, seat: int | None) -> None:
    there = replace(here, state=here.game.conclude(here.state, how, seat))
    outcome = here.game.outcome(there.state)
    if outcome is None:
        there.require(here.seats > PAIR, "a concluded game is over", how, seat)
        there.require(seat not in here.game.to_act(there.state), "who left is not asked", seat)
        _check_refused(there, IllegalError, how, seat)
    elif seat is None:
        there.require(outcome.reason == how, "the reason is how it was concluded", outcome)
        there.require(set(outcome.places) == {1}, "who agree share the place", outcome)
    else:
        there.require(outcome.reason == how, "the reason is how it was concluded", outcome)
        alone = here.seats == 1
        there.require(alone or seat not in outcome.winners, "who resigns does not win", seat)
    for law in (check_turn, check_legal, check_position_text, check_views, check_outcome):
        law(there)
