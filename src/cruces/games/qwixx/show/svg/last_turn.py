"""What the last turn of Qwixx added to the sheets: to be marked, so that one sees what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from cruces.games.qwixx.rules import Cross, Phase, Sheet, State


@dataclass(frozen=True, slots=True)
class Fresh:
    """What is new on one sheet."""

    crosses: frozenset[Cross] = frozenset()
    penalties: int = 0


def last_turn(states: Sequence[State]) -> list[Fresh]:
    """What is new on each sheet since the dice last fell.

    While action 1 is being chosen nothing is: then what the turn before added is still the news.
    """
    now = states[-1]
    rolled = [state for state in states if _just_rolled(state)]
    before = rolled[-2:-1] if now.phase is Phase.WHITE else rolled[-1:]
    if not before:
        return [_first(now, seat) for seat in range(len(now.sheets))]
    return [_added(old, new) for old, new in zip(before[0].sheets, now.sheets, strict=True)]


def _just_rolled(state: State) -> bool:
    return state.phase is Phase.WHITE and all(choice is None for choice in state.choices)


def _added(old: Sheet, new: Sheet) -> Fresh:
    crosses = frozenset(
        Cross(row, number)
        for row in range(len(new.marks))
        for number in new.numbers(row)
        if not old.has(row, number)
    )
    return Fresh(crosses, new.penalties - old.penalties)


def _first(state: State, seat: int) -> Fresh:
    """What a state by itself knows: the active player's cross of action 1, during action 2."""
    made = state.first if seat == state.active else None
    return Fresh(frozenset([made])) if isinstance(made, Cross) else Fresh()
