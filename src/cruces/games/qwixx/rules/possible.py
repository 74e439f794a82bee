"""Which positions can be: those in which the dice, the choices or an end fit the sheets."""

from typing import TYPE_CHECKING

from cruces.core import PASS, MalformedError, Reason
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.sheet import Cross
from cruces.games.qwixx.rules.state import HIDDEN, Phase, State

if TYPE_CHECKING:
    from cruces.games.qwixx.rules.game import Qwixx


def check_possible(game: "Qwixx", state: State, written: str) -> None:
    """Refuse impossible states: dice, choices or an end that do not fit the sheets."""
    over = state.phase is Phase.OVER
    if not over and (_last_penalty(state) or (_dice_gone(state) and not _finishing(state))):
        raise MalformedError(Reason("qwixx-over"))
    match state.phase:
        case Phase.START:
            fits = _start_fits(state)
        case Phase.WHITE:
            _check_dice(_dice_fit(game, state))
            fits = _choices_fit(game, state) and not _too_few_players(state)
        case Phase.COLOUR:
            _check_dice(_used_dice_fit(game, state))
            fits = _first_fits(state) and not _too_few_players(state)
        case _:
            fits = _is_over(state) == over
    waits_for_active = state.phase in (Phase.START, Phase.ROLL, Phase.COLOUR)
    if not fits or (waits_for_active and state.active in state.away):
        raise MalformedError(Reason("qwixx-impossible", {"text": written}))


def _check_dice(fit: bool) -> None:
    if not fit:
        raise MalformedError(Reason("qwixx-dice"))


def _is_over(state: State) -> bool:
    return _too_few_players(state) or _last_penalty(state) or _dice_gone(state)


def _dice_gone(state: State) -> bool:
    return len(closed_rows(state.sheets)) >= state.sheets[0].layout.dice_to_end


def _too_few_players(state: State) -> bool:
    return len(state.present) < min(2, len(state.sheets))


def _last_penalty(state: State) -> bool:
    return any(sheet.penalties == sheet.layout.penalties for sheet in state.sheets)


def _start_fits(state: State) -> bool:
    return len(state.sheets) > 1 and not any(
        any(sheet.marks) or sheet.penalties for sheet in state.sheets
    )


def _finishing(state: State) -> bool:
    """Whether the last turn is played to its end, though the white dice have ended the game."""
    return state.phase is Phase.COLOUR and state.options.after_second_lock != "ends"


def _dice_fit(game: "Qwixx", state: State) -> bool:
    """Whether there is a die for every open row and for no other."""
    to_roll = State(state.options, state.sheets, Phase.ROLL, state.active)
    return bool(game.chance(to_roll).probability(state.roll))


def _choices_fit(game: "Qwixx", state: State) -> bool:
    if any(state.choices[seat] not in (PASS, HIDDEN) for seat in state.away):
        return False
    return None in state.choices and all(
        choice is None or choice is HIDDEN or choice in game.choices(state, seat)
        for seat, choice in enumerate(state.choices)
    )


def _used_dice_fit(game: "Qwixx", state: State) -> bool:
    """The same in action 2, when rows may have been closed with these white dice."""
    roll, closed, layout = state.roll, closed_rows(state.sheets), game.layout
    assert roll is not None, "the colour phase has a roll"
    gone = [row for row, face in enumerate(roll.colours) if face is None]
    if not set(gone) <= set(closed) or len(gone) >= layout.dice_to_end:
        return False
    newly_closed = [row for row in closed if row not in gone]
    return all(layout.rows[row].numbers[-1] == roll.white_sum for row in newly_closed)


def _first_fits(state: State) -> bool:
    first, roll = state.first, state.roll
    assert roll is not None, "the colour phase has a roll"
    if not isinstance(first, Cross):
        return True
    sheet = state.sheets[state.active]
    return first.number == roll.white_sum and sheet.reached(first.row) == sheet.box(first)
