"""Actions and dice in words."""

from collections.abc import Sequence

from cruces.games.qwixx.rules import COLOURS, Action, Cross, Die, Lot, Outcomes
from cruces.locales import text


def action_name(action: Action, lang: str) -> str:
    """
    >>> from cruces.core import PASS
    >>> from cruces.games.qwixx.rules import Line
    >>> action_name(Cross(Line.BLUE, 10), "es"), action_name(PASS, "es")
    ('azul 10', 'pasar')
    """
    if isinstance(action, Cross):
        return f"{text(f'line.{action.line.letters}', lang)} {action.number}"
    return text("why.pass", lang)


def action_phrase(action: Action, lang: str) -> str:
    """What a player did, behind their name."""
    if not isinstance(action, Cross):
        return text("web.act.passes", lang)
    line = text(f"line.{action.line.letters}", lang)
    return text("web.act.crossed", lang, number=action.number, line=line)


def chance_phrase(outcome: Outcomes, names: Sequence[str], lang: str) -> str:
    """Dice or lots."""
    match outcome:
        case Lot(seat):
            return text("web.roll.lot", lang, name=names[seat])
        case Die(face):
            return text("web.roll.die", lang, face=face)
    first, second = outcome.white
    white = text("web.roll.white", lang, first=first, second=second, sum=outcome.white_sum)
    colours = [
        f"{text(f'line.{row.letters}', lang)} {outcome.colours[row]}"
        for row in COLOURS
        if outcome.colours[row] is not None
    ]
    return ", ".join([white, *colours])
