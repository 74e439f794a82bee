"""Whose turn it is, and what they may do."""

from dataclasses import fields, is_dataclass
from typing import Any

from cruces.core import CHANCE, GameOverError, IllegalError, NotYourTurnError
from cruces.testing.check_context import CheckContext
from cruces.testing.random_play import listed

FEW = 2
"""The number of acts tried out of turn."""


def check_turn(context: CheckContext) -> None:
    """Chance alone or seats only; nobody exactly when it is over; options do not change."""
    waiting = context.game.to_act(context.state)
    over = context.game.outcome(context.state) is not None
    context.require(isinstance(waiting, frozenset), "who is to act is a frozenset", waiting)
    context.require(over == (not waiting), "nobody is to act exactly when it is over", waiting)
    if CHANCE in waiting:
        context.require(waiting == {CHANCE}, "chance acts alone", waiting)
    else:
        context.require(
            waiting <= set(range(context.seats)), "only those at the table act", waiting
        )
    context.require(context.game.seats(context.state) == context.seats, "nobody leaves or joins")
    context.require(
        context.game.settings(context.state) == context.agreed, "options stay as agreed"
    )


def check_frozen(context: CheckContext) -> None:
    """A state is a value: hashable and immutable."""
    state = context.state
    hash(state)
    names = [field.name for field in fields(state)] if is_dataclass(state) else ["state"]
    for name in names:
        try:
            setattr(state, name, None)
        except (AttributeError, TypeError):
            continue
        raise context.fault(f"a state is frozen, yet its {name} was set")


def check_legal(context: CheckContext) -> None:
    """Seats in ``to_act`` can act; iteration, ``in`` and ``apply`` agree on what is legal."""
    waiting = context.game.to_act(context.state)
    for actor in context.actors:
        if actor not in waiting:
            _check_nothing(context, actor)
            _check_not_now(context, actor)
        elif actor == CHANCE:
            _check_nothing(context, actor)
        else:
            actions = _check_collection(context, actor)
            _check_applicable(context, actor, actions)
            _check_refusals(context, actor, actions)


def _check_nothing(context: CheckContext, actor: int) -> None:
    legal = context.game.legal(context.state, actor)
    context.require(
        not legal and len(legal) == 0 and not listed(legal),
        "who is not to act has nothing legal",
        actor,
    )


def _check_not_now(context: CheckContext, actor: int) -> None:
    """Any act is refused, with an error that reveals nothing hidden."""
    kind = NotYourTurnError if context.game.to_act(context.state) else GameOverError
    views = {
        context.visible_position(None),
        context.visible_position(actor if actor in range(context.seats) else None),
    }
    for act, _ in zip(context.known.probes(context.rng), range(FEW), strict=False):
        error = context.refused(kind, actor, act)
        context.require(error.position in views, "a refusal shows a view", actor, error)


def _check_collection(context: CheckContext, seat: int) -> list[Any]:
    """The laws of the lazy collection."""
    legal = context.game.legal(context.state, seat)
    actions = listed(legal)
    context.require(bool(actions), "dead end: who is to act can do nothing", seat)
    context.require(bool(legal), "bool is whether there is an action", seat)
    context.require(len(legal) == len(actions), "len is the number of actions", seat, len(legal))
    context.require(listed(legal) == actions, "the order is the same twice", seat)
    again = listed(context.game.legal(context.state, seat))
    context.require(again == actions, "the order depends on the state alone", seat)
    context.require(len(set(actions)) == len(actions), "no action twice", seat, actions)
    for action in actions:
        context.require(action in legal, "what is listed is in", seat, action)
        context.require(legal.why_not(action) is None, "no rule forbids what is in", seat, action)
        context.known.add(action)
    return actions


def _check_applicable(context: CheckContext, seat: int, actions: list[Any]) -> None:
    """Every legal action can be applied, with the same result every time."""
    afters = [context.game.apply(context.state, seat, action) for action in actions]
    again = list(context.game.successors(context.state, seat))
    context.require(afters == again, "successors are what apply gives", seat)


def _check_refusals(context: CheckContext, seat: int, actions: list[Any]) -> None:
    """Acts that are not listed are not in ``legal``, and are refused with its reason."""
    legal = context.game.legal(context.state, seat)
    view = context.visible_position(seat)
    for act in context.known.probes(context.rng):
        if act in actions:
            continue
        context.require(act not in legal, "what is not listed is not in", seat, act)
        error = context.refused(IllegalError, seat, act)
        context.require(
            error.reason == legal.why_not(act), "refused for the rule named", act, error
        )
        context.require(error.position == view, "a refusal shows the view", error)
