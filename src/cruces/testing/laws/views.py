"""Views reveal nothing hidden, and joint actions have no order."""

from itertools import permutations
from typing import Any

from cruces.core import CHANCE, CrucesError, NotYourTurnError
from cruces.testing.check_context import CheckContext
from cruces.testing.random_play import listed

MAX_ORDERS = 6
"""The orders tried: all orders of three seats, some of more."""


def check_views(context: CheckContext) -> None:
    """A view has the same turn, choices and outcome as the state."""
    game, state = context.game, context.state
    for observer in context.observers:
        view = game.view(state, observer)
        visible = view.state
        context.require(
            game.redact(visible, observer) == visible, "nothing is left to hide", observer
        )
        context.require(
            view.to_act == game.to_act(state) == game.to_act(visible), "same turn", observer
        )
        context.require(
            view.outcome == game.outcome(state) == game.outcome(visible), "same outcome"
        )
        if observer is None:
            context.require(not view.legal, "spectators do not play")
            continue
        actions = listed(game.legal(state, observer))
        context.require(listed(view.legal) == actions, "a view carries what is legal", observer)
        context.require(listed(game.legal(visible, observer)) == actions, "same choices", observer)


def check_secrets(context: CheckContext) -> None:
    """While others still have to act, nobody can see what a seat chose."""
    waiting = context.game.to_act(context.state)
    for seat in waiting if len(waiting) > 1 else ():
        afters = [
            context.game.apply(context.state, seat, action)
            for action in listed(context.game.legal(context.state, seat))
        ]
        probes = list(context.known.probes(context.rng))
        for observer in context.observers:
            if observer == seat:
                continue
            knowledge = _knowledge(context, afters[0], observer, probes)
            for after in afters[1:]:
                other = _knowledge(context, after, observer, probes)
                context.require(
                    other == knowledge, "a choice is hidden", seat, observer, knowledge, other
                )


def _knowledge(
    context: CheckContext, state: Any, observer: int | None, probes: list[object]
) -> tuple[Any, ...]:
    """Everything that an observer can learn from the game."""
    view = context.game.view(state, observer)
    return (
        view.state,
        repr(view.state),
        context.game.format_position(view.state),
        view.to_act,
        listed(view.legal),
        [view.legal.why_not(probe) for probe in probes],
        view.outcome,
        _error_data(context, state, observer),
    )


def _error_data(context: CheckContext, state: Any, observer: int | None) -> dict[str, object]:
    """The error that an observer gets for an impossible act."""
    actor = context.seats if observer is None else observer
    try:
        context.game.apply(state, actor, object())
    except CrucesError as error:
        return error.to_dict()
    raise context.fault("nonsense was done", actor)


def check_joint(context: CheckContext) -> None:
    """A joint action equals single actions in any order; and every seat must act."""
    game, state, rng = context.game, context.state, context.rng
    waiting = sorted(game.to_act(state))
    if not waiting or CHANCE in waiting:
        return
    choices = {seat: listed(game.legal(state, seat)) for seat in waiting}
    acts = {seat: actions[rng.randrange(len(actions))] for seat, actions in choices.items()}
    after = game.apply_joint(state, acts)
    orders = list(permutations(waiting))
    while len(orders) > MAX_ORDERS:
        orders.pop(rng.randrange(len(orders)))
    for order in orders:
        one_by_one = state
        for seat in order:
            one_by_one = game.apply(one_by_one, seat, acts[seat])
        context.require(one_by_one == after, "acting at once has no order", order, acts)
    stranger = {context.seats: acts[waiting[0]]}
    for wrong in ({seat: acts[seat] for seat in waiting[1:]}, {**acts, **stranger}):
        try:
            game.apply_joint(state, wrong)
        except NotYourTurnError:
            continue
        raise context.fault("not everyone acted, or a stranger did", wrong)
