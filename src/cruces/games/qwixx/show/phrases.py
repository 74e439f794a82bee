"""Actions and dice in words."""

from collections.abc import Sequence

from cruces.core import Outcome
from cruces.games.qwixx.rules import Action, Cross, Die, Layout, Lot, Outcomes, State
from cruces.locales import text


def row_name(layout: Layout, row: int, lang: str) -> str:
    """``blue``"""
    return text(f"line.{layout.all[row].id}", lang)


def action_name(layout: Layout, action: Action, lang: str) -> str:
    """
    >>> from cruces.core import PASS
    >>> from cruces.games.qwixx.rules import QWIXX_LAYOUT
    >>> from cruces.games.qwixx.rules.layout import BLUE
    >>> action_name(QWIXX_LAYOUT, Cross(BLUE, 10), "es"), action_name(QWIXX_LAYOUT, PASS, "es")
    ('el 10 azul', 'pasar')
    """
    if isinstance(action, Cross):
        return action_phrase(layout, action, lang)
    return text("why.pass", lang)


def action_phrase(layout: Layout, action: Action, lang: str) -> str:
    """What a player did, behind their name."""
    if not isinstance(action, Cross):
        return text("web.act.passes", lang)
    row = row_name(layout, action.row, lang)
    return text("web.act.crossed", lang, number=action.number, line=row)


def chance_phrase(layout: Layout, outcome: Outcomes, names: Sequence[str], lang: str) -> str:
    """Dice or lots."""
    match outcome:
        case Lot(seat):
            return text("web.roll.lot", lang, name=names[seat])
        case Die(face):
            return text("web.roll.die", lang, face=face)
    first, second = outcome.white
    white = text("web.roll.white", lang, first=first, second=second, sum=outcome.white_sum)
    colours = [
        f"{row_name(layout, row, lang)} {face}"
        for row, face in enumerate(outcome.colours)
        if face is not None
    ]
    return ", ".join([white, *colours])


def ended_by(state: State, outcome: Outcome) -> Sequence[int] | None:
    """Who closed all the rows, or took the last penalty; None where the game ended otherwise."""
    layout = state.sheets[0].layout
    match outcome.reason:
        case "rows-closed":
            closed = [layout.by_id[row] for row in outcome.announced]
            by = [s for s, sheet in enumerate(state.sheets) if all(map(sheet.locked, closed))]
            return by if len(by) == 1 else ()
        case "fourth-penalty":
            most = layout.penalties
            return [s for s, sheet in enumerate(state.sheets) if sheet.penalties == most]
    return None
