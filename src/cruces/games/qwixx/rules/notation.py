"""Qwixx as text.

An action is ``r5``, ``b10``, ``ry3`` (a circle) or ``pass``: the id of a row and a number. A roll
is ``w41 r3 y5 g2 b6``: the two white dice, then the colour dice in play. Lots are ``lot p2``, a die
for the first six ``die 4``.

A position is the sheets, ``|`` between them, then ``;`` and what the game waits for::

    r3,5 y2 | g12,9 p1 ; p2 roll                            player 2 is to roll
    r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 r5          player 1 has chosen, player 2 has not
    r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 ?           the same, seen by player 2
    r3,5 y2 | - ; p2 colour w41 r3 y5 g2 b6 : pass          player 2 passed in action 1
    - | - ; p1 start                                        player 1 draws or rolls for the start

At the end there may be the players who have left, ``; away p3``. An empty sheet is ``-``; ``p1`` on
a sheet is one penalty. A lock is crossed with its last number and is not written.
"""

import re
from dataclasses import replace
from functools import lru_cache

from cruces.core import PASS, MalformedError, Reason
from cruces.core.actions import PASS_TEXT
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.layout import Layout
from cruces.games.qwixx.rules.sheet import Cross, Sheet
from cruces.games.qwixx.rules.state import HIDDEN, Action, Choice, Options, Outcomes, Phase, State

_BOX = re.compile(r"([a-z]+)([1-9][0-9]?)")
_WHITE = re.compile(r"w([1-6])([1-6])")
_DIE_OF = re.compile(r"([a-z]+)([1-6])")
_LOT = re.compile(r"lot p([1-5])")
_DIE = re.compile(r"die ([1-6])")
_MARKS = re.compile(r"([a-z]+)([0-9]{1,2}(?:,[0-9]{1,2})*)")
_PENALTIES = re.compile(r"p([1-9])")
_TURN = re.compile(r"p([1-5]) (start|roll|white|colour|over)(?: (w[^:]*?))?(?: :(?: (.+))?)?")


def format_action(layout: Layout, action: Action) -> str:
    """``r5`` or ``pass``."""
    if not isinstance(action, Cross):
        return PASS_TEXT
    return f"{layout.all[action.row].id}{action.number}"


def parse_action(layout: Layout, written: str) -> Action:
    """
    >>> from cruces.games.qwixx.rules.layout import QWIXX_LAYOUT
    >>> parse_action(QWIXX_LAYOUT, "b10")
    Cross(row=3, number=10)
    """
    plain = "".join(written.split()).lower()
    if plain == PASS_TEXT:
        return PASS
    match_ = _BOX.fullmatch(plain)
    row = layout.by_id.get(match_[1]) if match_ else None
    if match_ is None or row is None or int(match_[2]) not in layout.all[row].boxes:
        raise MalformedError(Reason("qwixx-action", {"text": written}))
    return Cross(row, int(match_[2]))


def format_chance(layout: Layout, outcome: Outcomes) -> str:
    """``w41 r3 y5 g2 b6``, ``lot p2`` or ``die 4``."""
    match outcome:
        case Lot(seat):
            return f"lot p{seat + 1}"
        case Die(face):
            return f"die {face}"
    dice = [f"w{outcome.white[0]}{outcome.white[1]}"]
    faces = zip(layout.rows, outcome.colours, strict=True)
    return " ".join(dice + [f"{row.id}{face}" for row, face in faces if face is not None])


def parse_chance(layout: Layout, written: str) -> Outcomes:
    """
    >>> from cruces.games.qwixx.rules.layout import QWIXX_LAYOUT
    >>> parse_chance(QWIXX_LAYOUT, "w41 r3 g2 b6")
    Roll(white=(4, 1), colours=(3, None, 2, 6))
    """
    plain = " ".join(written.lower().split())
    if roll := _roll(layout, plain.split()):
        return roll
    if match_ := _LOT.fullmatch(plain):
        return Lot(int(match_[1]) - 1)
    if match_ := _DIE.fullmatch(plain):
        return Die(int(match_[1]))
    raise MalformedError(Reason("qwixx-chance", {"text": written}))


def _roll(layout: Layout, words: list[str]) -> Roll | None:
    """White dice first, then the colour dice in row order; None if it is not a roll."""
    white = _WHITE.fullmatch(words[0]) if words else None
    if white is None:
        return None
    colours: list[int | None] = []
    for word in words[1:]:
        die = _DIE_OF.fullmatch(word)
        row = layout.by_id.get(die[1]) if die else None
        if die is None or row is None or not len(colours) <= row < len(layout.rows):
            return None
        colours += [None] * (row - len(colours)) + [int(die[2])]
    colours += [None] * (len(layout.rows) - len(colours))
    return Roll((int(white[1]), int(white[2])), tuple(colours))


def format_position(state: State) -> str:
    """The whole state except its options."""
    layout = state.sheets[0].layout
    sheets = " | ".join(map(format_sheet, state.sheets))
    turn = f"p{state.active + 1} {state.phase.value}"
    if state.roll is not None:
        turn += f" {format_chance(layout, state.roll)}"
    choices_text = ", ".join(
        f"p{seat + 1} {_format_choice(layout, choice)}"
        for seat, choice in enumerate(state.choices)
        if choice is not None
    )
    if state.first is not None:
        choices_text = format_action(layout, state.first)
    away = ", ".join(f"p{seat + 1}" for seat in state.away)
    return (
        f"{sheets} ; {turn}"
        + (f" : {choices_text}" if choices_text else "")
        + (f" ; away {away}" if away else "")
    )


@lru_cache(maxsize=4096)  # from one position to the next most sheets stay as they are
def format_sheet(sheet: Sheet) -> str:
    """One sheet: ``r3,5 y2 p1``, or ``-`` when nothing is crossed."""
    words = [
        row.id + ",".join(map(str, sheet.numbers(index)))
        for index, row in enumerate(sheet.layout.all)
        if sheet.marks[index]
    ]
    if sheet.penalties:
        words.append(f"p{sheet.penalties}")
    return " ".join(words) or "-"


def _format_choice(layout: Layout, choice: Choice) -> str:
    return HIDDEN.value if choice is HIDDEN else format_action(layout, choice)


def parse_position(layout: Layout, written: str, options: Options) -> State:
    """The state as written; ``check_possible`` decides whether it can be."""
    error = MalformedError(Reason("qwixx-position", {"text": written}))
    sheets_text, _, rest = " ".join(written.lower().split()).partition(" ; ")
    turn, _, away_text = rest.partition(" ; away ")
    match_ = _TURN.fullmatch(turn)
    if match_ is None:
        raise error
    sheets = tuple(parse_sheet(layout, sheet) for sheet in sheets_text.split(" | "))
    active, phase = int(match_[1]) - 1, Phase(match_[2])
    roll_text, choices_text = match_[3], match_[4]
    if active >= len(sheets) or (roll_text is not None) != (phase in (Phase.WHITE, Phase.COLOUR)):
        raise error
    away = _parse_seats(away_text, len(sheets)) if away_text else ()
    if away is None or " ; away" in turn:
        raise error
    state = State(options, sheets, phase, active, away=away)
    if roll_text is None:
        if choices_text:
            raise error
        return state
    roll = parse_chance(layout, roll_text)
    assert isinstance(roll, Roll), "nothing else begins with a white die"
    if phase is Phase.COLOUR:
        if not choices_text:
            raise error
        return replace(state, roll=roll, first=parse_action(layout, choices_text))
    choices: list[Choice | None] = [None] * len(sheets)
    for word in choices_text.split(", ") if choices_text else ():
        seat, _, choice = word.partition(" ")
        if seat not in {f"p{n + 1}" for n in range(len(sheets))} or not choice:
            raise error
        if choices[int(seat[1:]) - 1] is not None:
            raise error
        hidden = choice == HIDDEN.value
        choices[int(seat[1:]) - 1] = HIDDEN if hidden else parse_action(layout, choice)
    return replace(state, roll=roll, choices=tuple(choices))


def _parse_seats(written: str, seats: int) -> tuple[int, ...] | None:
    """Seats in order, as ``p1, p3``; None for anything else."""
    names = [f"p{seat + 1}" for seat in range(seats)]
    words = written.split(", ")
    if not all(word in names for word in words) or words != sorted(set(words)):
        return None
    return tuple(names.index(word) for word in words)


def parse_sheet(layout: Layout, written: str) -> Sheet:
    """
    >>> from cruces.games.qwixx.rules.layout import QWIXX_LAYOUT
    >>> parse_sheet(QWIXX_LAYOUT, "r3,5 p1")
    Sheet(marks=(10, 0, 0, 0), penalties=1)
    """
    error = MalformedError(Reason("qwixx-sheet", {"text": written}))
    marks = [0] * len(layout.all)
    penalties = 0
    for word in written.split() if written != "-" else ():
        if (match_ := _PENALTIES.fullmatch(word)) and not penalties:
            penalties = int(match_[1])
            continue
        match_ = _MARKS.fullmatch(word)
        row = layout.by_id.get(match_[1]) if match_ else None
        if match_ is None or row is None or marks[row]:
            raise error
        for number in map(int, match_[2].split(",")):
            if number not in layout.all[row].boxes:
                raise error
            marks[row] |= 1 << layout.all[row].boxes[number]
    if penalties > layout.penalties:
        raise error
    sheet = Sheet(layout, tuple(marks), penalties)
    for row in range(len(layout.rows)):
        if sheet.locked(row) and sheet.count(row) <= layout.crosses_to_lock:
            raise MalformedError(Reason("needs-five"))
    for row, circles in enumerate(layout.bonus, len(layout.rows)):
        above, below = (sheet.marks[index] for index in circles.beside)
        if sheet.marks[row] & ~(above | below):
            raise MalformedError(Reason("circle-needs-neighbour"))
    return sheet
