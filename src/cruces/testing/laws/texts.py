"""Texts are exact: parsing what was formatted gives back an equal value."""

from collections.abc import Callable
from typing import Any

from cruces.core import CrucesError, MalformedError
from cruces.locales import languages
from cruces.testing.check_context import CheckContext
from cruces.testing.random_play import listed

NONSENSE = ("", " ", "\n", "¿?", "pass pass", "0", "-", ";", ">", "x" * 200, "9" * 5000)
STRAY = (*" .,;:|/<>=?-0123456789abpgrxyOX", "9" * 5000)
"""What a typo may insert; Python refuses to parse the long number."""
SLIPS = 3


def check_position_text(context: CheckContext) -> None:
    """The state and all views of it survive formatting and parsing."""
    for observer in context.observers:
        _check_round_trip(context, context.game.redact(context.state, observer))
    _check_round_trip(context, context.state)


def _check_round_trip(context: CheckContext, state: Any) -> None:
    text = context.game.format_position(state)
    context.require(text == text.strip() and len(text.splitlines()) == 1, "one line", text)
    again = context.game.parse_position(text, context.agreed)
    context.require(again == state, "position text is exact", text, again)
    context.require(hash(again) == hash(state), "equal states have equal hashes", text)
    context.require(context.game.format_position(again) == text, "one text for one position", text)


def check_action_text(context: CheckContext) -> None:
    """Every legal action has a unique text, which parses to it."""
    for seat in context.game.to_act(context.state) & set(range(context.seats)):
        actions = listed(context.game.legal(context.state, seat))
        texts = [context.game.format_action(action) for action in actions]
        context.require(len(set(texts)) == len(texts), "action text is unique", texts)
        for action, text in zip(actions, texts, strict=True):
            again = context.game.parse_action(text)
            context.require(again == action, "action text is exact", text, again)
            context.require(hash(again) == hash(action), "equal actions have equal hashes", text)


def check_nonsense(context: CheckContext) -> None:
    """Nonsense is refused as malformed: never another error, never a crash."""
    readers: tuple[Callable[[str], Any], ...] = (
        context.game.parse_position,
        context.game.parse_action,
        context.game.parse_chance,
    )
    for text in NONSENSE if context.number == 0 else ():
        for read in readers:
            try:
                result = read(text)
            except CrucesError as error:
                _check_malformed(context, text, error)
            else:
                raise context.fault("nonsense was read", read.__name__, text, result)


def check_slips(context: CheckContext) -> None:
    """A position with a typo is refused as malformed, or is another valid position.

    A valid position can be formatted and parsed, and the game goes on in it or is over.
    """
    text = context.game.format_position(context.state)
    for _ in range(SLIPS):
        wrong = _slip(context, text)
        try:
            state = context.game.parse_position(wrong, context.agreed)
        except CrucesError as error:
            _check_malformed(context, wrong, error)
            continue
        again = context.game.parse_position(context.game.format_position(state), context.agreed)
        context.require(again == state, "position text is exact after a slip", wrong, state)
        waiting = context.game.to_act(state)
        context.require(
            (context.game.outcome(state) is not None) == (not waiting),
            "nobody is to act exactly when it is over, after a slip",
            wrong,
        )
        for seat in waiting & set(range(context.seats)):
            context.require(bool(context.game.legal(state, seat)), "dead end after a slip", wrong)


def _slip(context: CheckContext, text: str) -> str:
    """The text with one character removed, inserted or replaced."""
    place, width = context.rng.randrange(len(text)), context.rng.randrange(2)
    stray = STRAY[context.rng.randrange(len(STRAY))] if context.rng.randrange(3) else ""
    return text[:place] + stray + text[place + width :]


def _check_malformed(context: CheckContext, text: str, error: CrucesError) -> None:
    # A board of another size, or a table with another number of seats, is a bad option.
    context.require(
        type(error) is MalformedError or error.code == "bad-option", "malformed", text, error
    )
    context.require(all(error.message(lang) for lang in languages()), "a refusal says why", text)
