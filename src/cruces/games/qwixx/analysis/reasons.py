"""Why a cross in Qwixx or Big Points: what it skips, what it brings, what it closes."""

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core import PASS
from cruces.games.qwixx.rules import Action, Cross, Phase, State
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.show.phrases import action_name, row_name
from cruces.locales import text


def because(state: State, found: Analysis, judgement: Judgement, lang: str) -> str:
    """See `Family.because`."""
    action, best = judgement.action, found.best.action
    if len(found.judgements) == 1:
        return text("why.only", lang)
    if action == best:
        return _praise(state, found, judgement, lang)
    return _against(state, found, judgement, lang)


# What speaks for the best


def _praise(state: State, found: Analysis, judgement: Judgement, lang: str) -> str:
    action, seat = judgement.action, found.seat
    if not isinstance(action, Cross):
        return _passing(state, found, judgement, lang)
    sheet = state.sheets[seat]
    if sheet.closes(action):
        return _does(state, seat, action, lang)
    if sheet.layout.all[action.row].beside:
        return text("why.circle", lang, skips=_skips(state, seat, action, lang))
    if state.phase is Phase.COLOUR and state.first == PASS and _skipped(state, seat, action):
        skips = _skips(state, seat, action, lang)
        return text("why.spares-penalty", lang, skips=skips)
    skips, then = _skips(state, seat, action, lang), judgement.line[-1]
    if isinstance(then, Cross) and then != action:
        return text("why.both", lang, skips=skips, action=_name(state, then, lang))
    if _skipped(state, seat, action) and _fewest(state, found, action):
        return text("why.fewest", lang, skips=skips)
    return text("why.still", lang, skips=skips) if _skipped(state, seat, action) else skips


def _passing(state: State, found: Analysis, judgement: Judgement, lang: str) -> str:
    then = judgement.line[1] if len(judgement.line) > 1 else None
    if isinstance(then, Cross):
        skips = _skips(state, found.seat, then, lang)
        return text("why.waits", lang, action=_name(state, then, lang), skips=skips)
    if _penalised(state, found.seat, judgement):
        return text("why.penalty-best", lang, points=_penalty(state))
    least = min(
        _skipped(state, found.seat, one.action)
        for one in found.judgements
        if isinstance(one.action, Cross)
    )
    if least > 0:
        return text("why.all-skip", lang, count=least)
    return text("why.saves", lang)


# What speaks against another


def _against(state: State, found: Analysis, judgement: Judgement, lang: str) -> str:
    action, best, seat = judgement.action, found.best.action, found.seat
    if not isinstance(action, Cross):
        cost = "why.penalty" if _penalised(state, seat, judgement) else "why.gives-up"
        this = text(cost, lang, points=_penalty(state))
        if not isinstance(best, Cross) or _closes(state, best) or not _skipped(state, seat, best):
            return _and_best(this, state, found, lang)
        skips = _skips(state, seat, best, lang)
        return f"{this}; {text('why.although', lang, action=_name(state, best, lang), skips=skips)}"
    if not isinstance(best, Cross):
        then = found.best.line[1] if len(found.best.line) > 1 else None
        skips = _does(state, seat, action, lang)
        if isinstance(then, Cross):
            other = text("why.then", lang, action=_name(state, then, lang))
            return f"{skips}; {other}"
        keeps = not _closes(state, action) and _skipped(state, seat, action)
        key = "why.better-pass" if keeps else "why.better-wait"
        return f"{skips}; {text(key, lang)}"
    if _closes(state, best):
        return _and_best(_does(state, seat, action, lang), state, found, lang)
    mine, its = _skipped(state, seat, action), _skipped(state, seat, best)
    if its < mine:
        return _and_best(_does(state, seat, action, lang), state, found, lang)
    mine, its = _gain(state, seat, action), _gain(state, seat, best)
    if its > mine:
        this = text("why.brings", lang, points=mine)
        other = text("why.brings", lang, points=its)
        return f"{this}; {_name(state, best, lang)} {other}"
    return text("why.later", lang, best=_name(state, best, lang))


def _and_best(this: str, state: State, found: Analysis, lang: str) -> str:
    """The same with what the best one does: ``skips 2 numbers; blue 10 skips no number``."""
    best = found.best.action
    if not isinstance(best, Cross):
        return this
    return f"{this}; {_name(state, best, lang)} {_does(state, found.seat, best, lang)}"


# Facts


def _closes(state: State, cross: Cross) -> bool:
    return state.sheets[0].closes(cross)


def _penalty(state: State) -> int:
    return state.sheets[0].layout.penalty


def _name(state: State, action: Action, lang: str) -> str:
    return action_name(state.sheets[0].layout, action, lang)


def _does(state: State, seat: int, cross: Cross, lang: str) -> str:
    if _closes(state, cross):
        row = row_name(state.sheets[seat].layout, cross.row, lang)
        return text("why.closes", lang, row=row)
    return _skips(state, seat, cross, lang)


def _skipped(state: State, seat: int, cross: Cross) -> int:
    return state.sheets[seat].skips(cross)


def _skips(state: State, seat: int, cross: Cross, lang: str) -> str:
    return text("why.skips", lang, count=_skipped(state, seat, cross))


def _fewest(state: State, found: Analysis, cross: Cross) -> bool:
    """Whether every other cross skips more."""
    mine = _skipped(state, found.seat, cross)
    others = [one.action for one in found.judgements if isinstance(one.action, Cross)]
    return all(one == cross or _skipped(state, found.seat, one) > mine for one in others)


def _gain(state: State, seat: int, cross: Cross) -> int:
    sheet = state.sheets[seat]
    return total(sheet.cross(cross)) - total(sheet)


def _penalised(state: State, seat: int, judgement: Judgement) -> bool:
    """Whether this pass leads to a penalty: the second of a turn, or both of them planned."""
    if state.phase is Phase.COLOUR:
        return state.first == PASS
    return seat == state.active and judgement.line == (PASS, PASS)
