"""Texts are exact: parsing what was formatted gives back an equal value."""

from collections.abc import Callable
from typing import Any

from cruces.core import CrucesError, MalformedError
from cruces.locales import languages
from cruces.testing.check_context import Here
from cruces.testing.random_play import listed

NONSENSE = ("", " ", "\n", "¿?", "pass pass", "0", "-", ";", ">", "x" * 200, "9" * 5000)
STRAY = (*" .,;:|/<>=?-0123456789abpgrxyOX", "9" * 5000)
"""What a slip may put into a text; Python refuses to read a number that long."""
SLIPS = 3


def check_position_text(here: Here) -> None:
    """The state, and what everyone may see of it, in one line and back."""
    for observer in here.observers:
        _check_retold(here, here.game.redact(here.state, observer))
    _check_retold(here, here.state)


def _check_retold(here: Here, state: Any) -> None:
    text = here.game.format_position(state)
    here.require(text == text.strip() and len(text.splitlines()) == 1, "one line", text)
    again = here.game.parse_position(text, here.agreed)
    here.require(again == state, "position text is exact", text, again)
    here.require(hash(again) == hash(state), "equal states have equal hashes", text)
    here.require(here.game.format_position(again) == text, "one text for one position", text)


def check_action_text(here: Here) -> None:
    """Every legal action has a text of its own, and comes back from it."""
    for seat in here.game.to_act(here.state) & set(range(here.seats)):
        actions = listed(here.game.legal(here.state, seat))
        texts = [here.game.format_action(action) for action in actions]
        here.require(len(set(texts)) == len(texts), "action text is unique", texts)
        for action, text in zip(actions, texts, strict=True):
            again = here.game.parse_action(text)
            here.require(again == action, "action text is exact", text, again)
            here.require(hash(again) == hash(action), "equal actions have equal hashes", text)


def check_nonsense(here: Here) -> None:
    """What is no text of the game is malformed: never another error, never a crash."""
    readers: tuple[Callable[[str], Any], ...] = (
        here.game.parse_position,
        here.game.parse_action,
        here.game.parse_chance,
    )
    for text in NONSENSE if here.number == 0 else ():
        for read in readers:
            try:
                found = read(text)
            except CrucesError as error:
                _check_malformed(here, text, error)
            else:
                raise here.fault("nonsense was read", read.__name__, text, found)


def check_slips(here: Here) -> None:
    """A position with a slip in it is refused as malformed, or is another position in full.

    Another position: it can be written down and read again, and somebody can play on in it or it
    is over.
    """
    text = here.game.format_position(here.state)
    for _ in range(SLIPS):
        wrong = _slip(here, text)
        try:
            state = here.game.parse_position(wrong, here.agreed)
        except CrucesError as error:
            _check_malformed(here, wrong, error)
            continue
        again = here.game.parse_position(here.game.format_position(state), here.agreed)
        here.require(again == state, "position text is exact after a slip", wrong, state)
        waiting = here.game.to_act(state)
        here.require(
            (here.game.outcome(state) is not None) == (not waiting),
            "nobody is to act exactly when it is over, after a slip",
            wrong,
        )
        for seat in waiting & set(range(here.seats)):
            here.require(bool(here.game.legal(state, seat)), "dead end after a slip", wrong)


def _slip(here: Here, text: str) -> str:
    """One character left out, put in, or exchanged."""
    place, width = here.rng.randrange(len(text)), here.rng.randrange(2)
    stray = STRAY[here.rng.randrange(len(STRAY))] if here.rng.randrange(3) else ""
    return text[:place] + stray + text[place + width :]


def _check_malformed(here: Here, text: str, error: CrucesError) -> None:
    # A board of another size, or a table with another number of seats, is a bad option.
    here.require(
        type(error) is MalformedError or error.code == "bad-option", "malformed", text, error
    )
    here.require(all(error.message(lang) for lang in languages()), "a refusal says why", text)
