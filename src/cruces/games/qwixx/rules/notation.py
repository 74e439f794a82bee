"""Qwixx in writing.

An action is ``r5``, ``b10``, ``ry3`` (a circle) or ``pass``: the id of a row and a number. A roll
is ``w41 r3 y5 g2 b6``: the two white dice, then the colour dice in play. Lots are ``lot p2``, a die
for the first six ``die 4``.

A position is the sheets, ``|`` between them, then ``;`` and what the game waits for::

    r3,5 y2 | g12,9 p1 ; p2 roll                            player 2 is to roll
    r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 r5          player 1 has chosen, player 2 has not
    r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 ?           the same, seen by player 2
    r3,5 y2 | - ; p2 colour w41 r3 y5 g2 b6 : pass          player 2 passed in action 1
    - | - ; p1 start                                        player 1 draws or rolls for the start

Behind it may stand who has left, ``; away p3``. An empty sheet is ``-``; ``p1`` on a sheet is one
penalty. A lock is crossed with its last number and is not written.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from cruces.core import PASS, MalformedError, Reason
from cruces.core.actions import PASS_TEXT
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.layout import Layout
from cruces.games.qwixx.rules.sheet import Cross, Sheet
from cruces.games.qwixx.rules.state import HIDDEN, Action, Choice, Options, Outcomes, Phase, State

if TYPE_CHECKING:
    from cruces.games.qwixx.rules.game import Qwixx

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
    found = _BOX.fullmatch(plain)
    row = layout.by_id.get(found[1]) if found else None
    if found is None or row is None or int(found[2]) not in layout.all[row].boxes:
        raise MalformedError(Reason("qwixx-action", {"text": written}))
    return Cross(row, int(found[2]))


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
    if found := _LOT.fullmatch(plain):
        return Lot(int(found[1]) - 1)
    if found := _DIE.fullmatch(plain):
        return Die(int(found[1]))
    raise MalformedError(Reason("qwixx-chance", {"text": written}))


def _roll(layout: Layout, words: list[str]) -> Roll | None:
    """White dice first, then the colour dice in the order of their rows; None if it is no roll."""
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
    """The whole state but for its options."""
    layout = state.sheets[0].layout
    sheets = " | ".join(map(format_sheet, state.sheets))
    turn = f"p{state.active + 1} {state.phase.value}"
    if state.roll is not None:
        turn += f" {format_chance(layout, state.roll)}"
    made = ", ".join(
        f"p{seat + 1} {_format_choice(layout, choice)}"
        for seat, choice in enumerate(state.choices)
        if choice is not None
    )
    if state.first is not None:
        made = format_action(layout, state.first)
    away = ", ".join(f"p{seat + 1}" for seat in state.away)
    return (
        f"{sheets} ; {turn}" + (f" : {made}" if made else "") + (f" ; away {away}" if away else "")
    )


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
    """The state as written; ``check`` tells whether it can be."""
    bad = MalformedError(Reason("qwixx-position", {"text": written}))
    table, _, rest = " ".join(written.lower().split()).partition(" ; ")
    turn, _, left = rest.partition(" ; away ")
    found = _TURN.fullmatch(turn)
    if found is None:
        raise bad
    sheets = tuple(parse_sheet(layout, sheet) for sheet in table.split(" | "))
    active, phase = int(found[1]) - 1, Phase(found[2])
    rolled, made = found[3], found[4]
    if active >= len(sheets) or (rolled is not None) != (phase in (Phase.WHITE, Phase.COLOUR)):
        raise bad
    away = _parse_seats(left, len(sheets)) if left else ()
    if away is None or " ; away" in turn:
        raise bad
    state = State(options, sheets, phase, active, away=away)
    if rolled is None:
        if made:
            raise bad
        return state
    roll = parse_chance(layout, rolled)
    if not isinstance(roll, Roll):
        raise bad
    if phase is Phase.COLOUR:
        if not made:
            raise bad
        return replace(state, roll=roll, first=parse_action(layout, made))
    choices: list[Choice | None] = [None] * len(sheets)
    for word in made.split(", ") if made else ():
        seat, _, choice = word.partition(" ")
        if seat not in {f"p{n + 1}" for n in range(len(sheets))} or not choice:
            raise bad
        if choices[int(seat[1:]) - 1] is not None:
            raise bad
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
    bad = MalformedError(Reason("qwixx-sheet", {"text": written}))
    marks = [0] * len(layout.all)
    penalties = 0
    for word in written.split() if written != "-" else ():
        if (found := _PENALTIES.fullmatch(word)) and not penalties:
            penalties = int(found[1])
            continue
        found = _MARKS.fullmatch(word)
        row = layout.by_id.get(found[1]) if found else None
        if found is None or row is None or marks[row]:
            raise bad
        for number in map(int, found[2].split(",")):
            if number not in layout.all[row].boxes:
                raise bad
            marks[row] |= 1 << layout.all[row].boxes[number]
    if penalties > layout.penalties:
        raise bad
    sheet = Sheet(layout, tuple(marks), penalties)
    for row in range(len(layout.rows)):
        if sheet.locked(row) and sheet.count(row) <= layout.crosses_to_lock:
            raise MalformedError(Reason("needs-five"))
    for row, circles in enumerate(layout.bonus, len(layout.rows)):
        above, below = (sheet.marks[index] for index in circles.beside)
        if sheet.marks[row] & ~(above | below):
            raise MalformedError(Reason("circle-needs-neighbour"))
    return sheet


def check(game: "Qwixx", state: State, written: str) -> None:
    """Refuse what no game can come to: dice, choices or an end that do not fit the sheets."""
    match state.phase:
        case Phase.START:
            fits = _start_fits(state)
        case Phase.WHITE:
            fits = _white_fits(game, state)
        case Phase.COLOUR:
            fits = _colour_fits(game, state)
        case _:
            fits = _ended(state) == (state.phase is Phase.OVER)
    waits_for_active = state.phase in (Phase.START, Phase.ROLL, Phase.COLOUR)
    if not fits or (waits_for_active and state.active in state.away):
        raise MalformedError(Reason("qwixx-impossible", {"text": written}))


def _ended(state: State) -> bool:
    return _deserted(state) or _last_penalty(state) or _dice_gone(state)


def _dice_gone(state: State) -> bool:
    return len(closed_rows(state.sheets)) >= state.sheets[0].layout.dice_to_end


def _deserted(state: State) -> bool:
    return len(state.present) < min(2, len(state.sheets))


def _last_penalty(state: State) -> bool:
    return any(sheet.penalties == sheet.layout.penalties for sheet in state.sheets)


def _start_fits(state: State) -> bool:
    return len(state.sheets) > 1 and not any(
        any(sheet.marks) or sheet.penalties for sheet in state.sheets
    )


def _white_fits(game: "Qwixx", state: State) -> bool:
    to_roll = State(state.options, state.sheets, Phase.ROLL, state.active)
    if _ended(state) or not game.chance(to_roll).probability(state.roll):
        return False
    if any(state.choices[seat] not in (PASS, HIDDEN) for seat in state.away):
        return False
    return None in state.choices and all(
        choice is None or choice is HIDDEN or choice in game.choices(state, seat)
        for seat, choice in enumerate(state.choices)
    )


def _colour_fits(game: "Qwixx", state: State) -> bool:
    roll, closed, layout = state.roll, closed_rows(state.sheets), game.layout
    assert roll is not None, "the colour phase has a roll"
    gone = [row for row, face in enumerate(roll.colours) if face is None]
    now = [row for row in closed if row not in gone]
    if not set(gone) <= set(closed) or len(gone) >= layout.dice_to_end or _last_penalty(state):
        return False
    if _deserted(state):
        return False
    if any(layout.rows[row].numbers[-1] != roll.white_sum for row in now):
        return False
    if _dice_gone(state) and state.options.after_second_lock == "ends":
        return False
    made = state.first
    if not isinstance(made, Cross):
        return True
    sheet = state.sheets[state.active]
    return made.number == roll.white_sum and sheet.reached(made.row) == sheet.box(made)
