"""How a game ends: its outcome, and the conclusions by the players."""

from dataclasses import replace

from cruces.core import CrucesError, GameOverError, IllegalError, MalformedError
from cruces.core.game import WITHOUT_SEAT
from cruces.locales import languages, text
from cruces.testing.check_context import CheckContext
from cruces.testing.laws.texts import check_position_text
from cruces.testing.laws.turns import check_legal, check_turn
from cruces.testing.laws.views import check_views

RARELY = 8
"""Conclusions are similar everywhere: they are checked in the first and in one of these states."""
PAIR = 2
"""With more players the game may go on without one of them."""
WAYS = ("agreement", "length", "resignation", "time", "abandonment", "", "no such way")


def check_outcome(context: CheckContext) -> None:
    """Places and scores for every seat, in the same order; winners; a readable reason."""
    outcome = context.game.outcome(context.state)
    if outcome is None:
        return
    places, scores = outcome.places, outcome.scores
    context.require(len(places) == len(scores) == context.seats, "everyone has a place", outcome)
    context.require(min(places) == 1 and max(places) <= context.seats, "places from 1", outcome)
    ranks = [(seat not in outcome.left, scores[seat]) for seat in range(context.seats)]
    for one in range(context.seats):
        for other in range(context.seats):
            context.require(
                (places[one] < places[other]) == (ranks[one] > ranks[other]),
                "places are ordered like scores",
                outcome,
            )
    first = tuple(seat for seat in range(context.seats) if ranks[seat] == max(ranks))
    shared = len(first) == context.seats > 1
    context.require(outcome.winners == (() if shared else first), "the best win", outcome)
    for lang in languages():
        context.require(bool(text(f"reason.{outcome.reason}", lang)), "a reason to read", outcome)
    context.require(
        all(isinstance(word, str) for word in outcome.announced), "announced in words", outcome
    )


def check_conclusions(context: CheckContext) -> None:
    """Players may end the game as ``conclusions`` says, in no other way, and only once."""
    over = not context.game.to_act(context.state)
    if not over and context.number and context.rng.randrange(RARELY):
        return
    for how in WAYS:
        for seat in (*context.observers, context.seats, -1):
            if over:
                _check_refused(context, GameOverError, how, seat)
            elif how not in context.game.conclusions:
                _check_refused(context, IllegalError, how, seat)
            elif seat in ((None,) if how in WITHOUT_SEAT else range(context.seats)):
                _check_concluded(context, how, seat)
            else:
                _check_refused(context, MalformedError, how, seat)


def _check_refused(
    context: CheckContext, kind: type[CrucesError], how: str, seat: int | None
) -> None:
    try:
        context.game.conclude(context.state, how, seat)
    except CrucesError as error:
        context.require(type(error) is kind, f"refused as {kind.code}", how, seat, error)
        context.require(
            all(error.message(lang) for lang in languages()), "a refusal says why", error
        )
        return
    raise context.fault("concluded against the rules", how, seat)


def _check_concluded(context: CheckContext, how: str, seat: int | None) -> None:
    there = replace(context, state=context.game.conclude(context.state, how, seat))
    outcome = context.game.outcome(there.state)
    if outcome is None:
        there.require(context.seats > PAIR, "a concluded game is over", how, seat)
        there.require(seat not in context.game.to_act(there.state), "who left is not asked", seat)
        _check_refused(there, IllegalError, how, seat)
    elif seat is None:
        there.require(outcome.reason == how, "the reason is how it was concluded", outcome)
        there.require(set(outcome.places) == {1}, "who agree share the place", outcome)
    else:
        there.require(outcome.reason == how, "the reason is how it was concluded", outcome)
        alone = context.seats == 1
        there.require(alone or seat not in outcome.winners, "who resigns does not win", seat)
    for law in (check_turn, check_legal, check_position_text, check_views, check_outcome):
        law(there)
