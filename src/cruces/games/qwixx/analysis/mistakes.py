"""The kinds of mistakes in Qwixx and Big Points, for reports on players."""

from cruces.core import PASS
from cruces.games.qwixx.rules import Action, Cross, Phase, State


def mistake(state: State, seat: int, action: Action, best: Action) -> str:
    """See `Family.mistake`."""
    sheet = state.sheets[seat]
    closes, should_close = (
        isinstance(each, Cross) and sheet.closes(each) for each in (action, best)
    )
    if should_close and not closes:
        return "row-left-open"
    if closes and not should_close:
        return "row-closed"
    if isinstance(action, Cross) and isinstance(best, Cross):
        return "skips" if sheet.skips(best) < sheet.skips(action) else "wrong-number"
    crossed = isinstance(action, Cross)
    if state.phase is Phase.COLOUR:
        if state.first == PASS:
            return "penalty-spared" if crossed else "penalty-taken"
        return "crossed-second" if crossed else "passed-second"
    if seat != state.active:
        return "crossed-others-turn" if crossed else "passed-others-turn"
    return "crossed-first" if crossed else "passed-first"
