"""What each may know: views reveal nothing hidden, and acting at once has no order."""

from itertools import permutations
from typing import Any

from cruces.core import CHANCE, CrucesError, NotYourTurnError
from cruces.testing.check_context import Here
from cruces.testing.random_play import listed

MOST_ORDERS = 6
"""All orders of three who act at once; of more, so many."""


def check_views(here: Here) -> None:
    """A view is a state to think in: same turn, same choices, same outcome."""
    game, state = here.game, here.state
    for observer in here.observers:
        view = game.view(state, observer)
        seen = view.state
        here.require(game.redact(seen, observer) == seen, "nothing is left to hide", observer)
        here.require(view.to_act == game.to_act(state) == game.to_act(seen), "same turn", observer)
        here.require(view.outcome == game.outcome(state) == game.outcome(seen), "same outcome")
        if observer is None:
            here.require(not view.legal, "spectators do not play")
            continue
        actions = listed(game.legal(state, observer))
        here.require(listed(view.legal) == actions, "a view carries what is legal", observer)
        here.require(listed(game.legal(seen, observer)) == actions, "same choices", observer)


def check_secrets(here: Here) -> None:
    """While others are still to act, nobody can tell what one of them chose."""
    waiting = here.game.to_act(here.state)
    for seat in waiting if len(waiting) > 1 else ():
        afters = [
            here.game.apply(here.state, seat, action)
            for action in listed(here.game.legal(here.state, seat))
        ]
        probes = list(here.known.probes(here.rng))
        for observer in here.observers:
            if observer == seat:
                continue
            known = _knowledge(here, afters[0], observer, probes)
            for after in afters[1:]:
                told = _knowledge(here, after, observer, probes)
                here.require(told == known, "a choice is hidden", seat, observer, known, told)


def _knowledge(
    here: Here, state: Any, observer: int | None, probes: list[object]
) -> tuple[Any, ...]:
    """All that an observer can get out of the game."""
    view = here.game.view(state, observer)
    return (
        view.state,
        repr(view.state),
        here.game.format_position(view.state),
        view.to_act,
        listed(view.legal),
        [view.legal.why_not(probe) for probe in probes],
        view.outcome,
        _told(here, state, observer),
    )


def _told(here: Here, state: Any, observer: int | None) -> dict[str, object]:
    """What an error says to an observer who tries something impossible."""
    actor = here.seats if observer is None else observer
    try:
        here.game.apply(state, actor, object())
    except CrucesError as error:
        return error.to_dict()
    raise here.fault("nonsense was done", actor)


def check_joint(here: Here) -> None:
    """Acting at once is acting one after another, in whatever order; and everyone must act."""
    game, state, rng = here.game, here.state, here.rng
    waiting = sorted(game.to_act(state))
    if not waiting or CHANCE in waiting:
        return
    choices = {seat: listed(game.legal(state, seat)) for seat in waiting}
    acts = {seat: actions[rng.randrange(len(actions))] for seat, actions in choices.items()}
    after = game.apply_joint(state, acts)
    orders = list(permutations(waiting))
    while len(orders) > MOST_ORDERS:
        orders.pop(rng.randrange(len(orders)))
    for order in orders:
        one_by_one = state
        for seat in order:
            one_by_one = game.apply(one_by_one, seat, acts[seat])
        here.require(one_by_one == after, "acting at once has no order", order, acts)
    stranger = {here.seats: acts[waiting[0]]}
    for wrong in ({seat: acts[seat] for seat in waiting[1:]}, {**acts, **stranger}):
        try:
            game.apply_joint(state, wrong)
        except NotYourTurnError:
            continue
        raise here.fault("not everyone acted, or a stranger did", wrong)
