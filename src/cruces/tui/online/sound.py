"""Whether what a server says of a match fits together: no screen has to expect anything else."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from cruces.core.family import AnyGame
from cruces.core.record import ActionEvent, ChanceEvent, Event
from cruces.match.caps import most_events
from cruces.match.match_view import FullMatchView

LONGEST_NAME = 200


def state_of(game: AnyGame, value: FullMatchView, known: Collection[Event] = ()) -> Any:
    """The state of a match; ValueError or CrucesError if its view contradicts itself.

    The first events need not be looked at again if they are ``known``.
    """
    state = game.parse_position(value["position"], value["options"])
    seats = range(len(value["seats"]))
    if len(seats) != game.seats(state):
        raise ValueError("another number of seats")
    if any(len(each["label"] + each["name"]) > LONGEST_NAME for each in value["seats"]):
        raise ValueError("a name that nobody can have")
    if len(value["events"]) > most_events(game) + 1:
        raise ValueError("too many events")
    if not _seats_in(value) <= set(seats):
        raise ValueError("a seat that does not exist")
    if any(len(each) != len(seats) for each in _by_seat(value)):
        raise ValueError("not one for each seat")
    if value["phase"] == "playing" and not set(value["to_act"]) <= set(game.to_act(state)):
        raise ValueError("who is to act is not")
    for action in _actions(value["legal"].values(), value["chosen"].values()):
        game.parse_action(action)
    new = value["events"]
    for event in new[len(known) :] if new[: len(known)] == tuple(known) else new:
        if isinstance(event, ActionEvent):
            game.parse_action(event.text)
        elif isinstance(event, ChanceEvent):
            game.parse_chance(event.text)
    return state


def _actions(legal: Iterable[list[str]], chosen: Iterable[str]) -> Iterable[str]:
    return (*(action for actions in legal for action in actions), *chosen)


def _seats_in(value: FullMatchView) -> set[int]:
    """All seats that a view speaks of."""
    clock, events = value["clock"], value["events"]
    keyed: tuple[Mapping[str, Any], ...] = value["legal"], value["earns"], value["chosen"]
    return {
        *value["own"],
        *value["to_act"],
        *value["may_dismiss"],
        *(int(seat) for each in keyed for seat in each),
        *(seat for offer in value["offers"] for seat in (offer["seat"], *offer["agreed"])),
        *(event.seat for event in events if isinstance(event, ActionEvent)),
        *(clock["running"] if clock is not None else ()),
    }


def _by_seat(value: FullMatchView) -> Iterable[Collection[Any]]:
    """What has one entry for each seat."""
    clock, result = value["clock"], value["result"]
    if clock is not None:
        yield clock["left"]
    if result is not None:
        yield result["places"]
        yield result["scores"]
