"""What the last turn of Qwixx added to the sheets, to be highlighted."""

from collections.abc import Sequence
from dataclasses import dataclass

from cruces.games.qwixx.rules import Cross, Phase, Sheet, State


@dataclass(frozen=True, slots=True)
class NewMarks:
    """What is new on one sheet."""

    crosses: frozenset[Cross] = frozenset()
    penalties: int = 0


def last_turn(states: Sequence[State]) -> list[NewMarks]:
    """What is new on each sheet since the last roll.

    While action 1 is being chosen, nothing is new yet: then it is what the turn before added.
    """
    now = states[-1]
    roll_states = [state for state in states if _just_rolled(state)]
    before = roll_states[-2:-1] if now.phase is Phase.WHITE else roll_states[-1:]
    if not before:
        return [_first(now, seat) for seat in range(len(now.sheets))]
    return [_added(old, new) for old, new in zip(before[0].sheets, now.sheets, strict=True)]


def _just_rolled(state: State) -> bool:
    return state.phase is Phase.WHITE and all(choice is None for choice in state.choices)


def _added(old: Sheet, new: Sheet) -> NewMarks:
    crosses = frozenset(
        Cross(row, number)
        for row in range(len(new.marks))
        for number in new.numbers(row)
        if not old.has(row, number)
    )
    return NewMarks(crosses, new.penalties - old.penalties)


def _first(state: State, seat: int) -> NewMarks:
    """What is new according to the state alone: during action 2, the cross of action 1."""
    cross = state.first if seat == state.active else None
    return NewMarks(frozenset([cross])) if isinstance(cross, Cross) else NewMarks()
