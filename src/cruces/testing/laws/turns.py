"""Whose turn it is, and what he may do."""

from dataclasses import fields, is_dataclass
from typing import Any

from cruces.core import CHANCE, GameOverError, IllegalError, NotYourTurnError
from cruces.testing.check_context import Here
from cruces.testing.random_play import listed

FEW = 2
"""Out of turn it should not matter what is tried."""


def check_turn(here: Here) -> None:
    """Chance alone or seats only; nobody exactly when it is over; the agreement stands."""
    waiting = here.game.to_act(here.state)
    over = here.game.outcome(here.state) is not None
    here.require(isinstance(waiting, frozenset), "who is to act is a frozenset", waiting)
    here.require(over == (not waiting), "nobody is to act exactly when it is over", waiting)
    if CHANCE in waiting:
        here.require(waiting == {CHANCE}, "chance acts alone", waiting)
    else:
        here.require(waiting <= set(range(here.seats)), "only those at the table act", waiting)
    here.require(here.game.seats(here.state) == here.seats, "nobody leaves or joins")
    here.require(here.game.settings(here.state) == here.agreed, "options stay as agreed")


def check_frozen(here: Here) -> None:
    """A state is a value: hashable, and nothing can be assigned to it."""
    state = here.state
    hash(state)
    names = [field.name for field in fields(state)] if is_dataclass(state) else ["state"]
    for name in names:
        try:
            setattr(state, name, None)
        except (AttributeError, TypeError):
            continue
        raise here.fault(f"a state is frozen, yet its {name} was set")


def check_legal(here: Here) -> None:
    """Who is to act can act; what is listed, what is in, and what can be done are the same."""
    waiting = here.game.to_act(here.state)
    for actor in here.actors:
        if actor not in waiting:
            _check_nothing(here, actor)
            _check_not_now(here, actor)
        elif actor == CHANCE:
            _check_nothing(here, actor)
        else:
            actions = _check_collection(here, actor)
            _check_applicable(here, actor, actions)
            _check_refusals(here, actor, actions)


def _check_nothing(here: Here, actor: int) -> None:
    legal = here.game.legal(here.state, actor)
    here.require(
        not legal and len(legal) == 0 and not listed(legal),
        "who is not to act has nothing legal",
        actor,
    )


def _check_not_now(here: Here, actor: int) -> None:
    """Refused whatever it is, and told no more than he may see."""
    kind = NotYourTurnError if here.game.to_act(here.state) else GameOverError
    views = {here.shown(None), here.shown(actor if actor in range(here.seats) else None)}
    for act, _ in zip(here.known.probes(here.rng), range(FEW), strict=False):
        error = here.refused(kind, actor, act)
        here.require(error.position in views, "a refusal shows a view", actor, error)


def _check_collection(here: Here, seat: int) -> list[Any]:
    """The laws of the lazy collection."""
    legal = here.game.legal(here.state, seat)
    actions = listed(legal)
    here.require(bool(actions), "dead end: who is to act can do nothing", seat)
    here.require(bool(legal), "bool is whether there is an action", seat)
    here.require(len(legal) == len(actions), "len is the number of actions", seat, len(legal))
    here.require(listed(legal) == actions, "the order is the same twice", seat)
    again = listed(here.game.legal(here.state, seat))
    here.require(again == actions, "the order depends on the state alone", seat)
    here.require(len(set(actions)) == len(actions), "no action twice", seat, actions)
    for action in actions:
        here.require(action in legal, "what is listed is in", seat, action)
        here.require(legal.why_not(action) is None, "no rule forbids what is in", seat, action)
        here.known.add(action)
    return actions


def _check_applicable(here: Here, seat: int, actions: list[Any]) -> None:
    """Every legal action can be done, and doing it again gives the same."""
    afters = [here.game.apply(here.state, seat, action) for action in actions]
    again = list(here.game.successors(here.state, seat))
    here.require(afters == again, "successors are what apply gives", seat)


def _check_refusals(here: Here, seat: int, actions: list[Any]) -> None:
    """What is not listed is not in, and is refused as illegal, with the reason."""
    legal = here.game.legal(here.state, seat)
    view = here.shown(seat)
    for act in here.known.probes(here.rng):
        if act in actions:
            continue
        here.require(act not in legal, "what is not listed is not in", seat, act)
        error = here.refused(IllegalError, seat, act)
        here.require(error.reason == legal.why_not(act), "refused for the rule named", act, error)
        here.require(error.position == view, "a refusal shows the view", error)
