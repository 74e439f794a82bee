"""Qwixx in writing.

An action is ``r5``, ``b10``, ``ry3`` (a circle) or ``pass``. A roll is ``w41 r3 y5 g2 b6``: the two
white dice, then the colour dice in play. Lots are ``lot p2``, a die for the first six ``die 4``.

A position is the sheets, ``|`` between them, then ``;`` and what the game waits for::

    r3,5 y2 | g12,9 p1 ; p2 roll                            player 2 is to roll
    r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 r5          player 1 has chosen, player 2 has not
    r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6 : p1 ?           the same, seen by player 2
    r3,5 y2 | - ; p2 colour w41 r3 y5 g2 b6 : pass          player 2 passed in action 1
    - | - ; p1 start                                        player 1 draws or rolls for the start

Behind it may stand who has left, ``; away p3``. An empty sheet is ``-``; ``p1`` on a sheet is one
penalty. A lock is crossed with its last number
and is not written.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from cruces.core import PASS, MalformedError, Reason
from cruces.core.actions import PASS_TEXT
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.sheet import (
    BOXES,
    CIRCLES,
    COLOURS,
    CROSSES_TO_LOCK,
    DICE_TO_END,
    LAST,
    PENALTY_BOXES,
    Cross,
    Line,
    Sheet,
)
from cruces.games.qwixx.rules.state import HIDDEN, Action, Choice, Options, Outcomes, Phase, State

if TYPE_CHECKING:
    from cruces.games.qwixx.rules.game import Qwixx

LETTERS = {line.letters: line for line in Line}
_ACTION = re.compile(r"(ry|gb|[rygb])([1-9][0-9]?)")
_ROLL = re.compile(r"w([1-6])([1-6])(?: r([1-6]))?(?: y([1-6]))?(?: g([1-6]))?(?: b([1-6]))?")
_LOT = re.compile(r"lot p([1-5])")
_DIE = re.compile(r"die ([1-6])")
_MARKS = re.compile(r"(ry|gb|[rygb])([0-9]{1,2}(?:,[0-9]{1,2})*)")
_PENALTIES = re.compile(r"p([1-4])")
_TURN = re.compile(r"p([1-5]) (start|roll|white|colour|over)(?: (w[^:]*?))?(?: :(?: (.+))?)?")


def format_action(action: Action) -> str:
    """``r5`` or ``pass``."""
    return f"{action.line.letters}{action.number}" if isinstance(action, Cross) else PASS_TEXT


def parse_action(written: str) -> Action:
    """
    >>> parse_action("b10")
    Cross(line=<Line.BLUE: 3>, number=10)
    """
    plain = "".join(written.split()).lower()
    if plain == PASS_TEXT:
        return PASS
    found = _ACTION.fullmatch(plain)
    if found is None or not 2 <= int(found[2]) <= 12:
        raise MalformedError(Reason("qwixx-action", {"text": written}))
    return Cross(LETTERS[found[1]], int(found[2]))


def format_chance(outcome: Outcomes) -> str:
    """``w41 r3 y5 g2 b6``, ``lot p2`` or ``die 4``."""
    match outcome:
        case Lot(seat):
            return f"lot p{seat + 1}"
        case Die(face):
            return f"die {face}"
    dice = [f"w{outcome.white[0]}{outcome.white[1]}"]
    faces = zip(COLOURS, outcome.colours, strict=True)
    return " ".join(dice + [f"{row.letters}{face}" for row, face in faces if face is not None])


def parse_chance(written: str) -> Outcomes:
    """
    >>> parse_chance("w41 r3 g2 b6")
    Roll(white=(4, 1), colours=(3, None, 2, 6))
    """
    plain = " ".join(written.lower().split())
    if found := _ROLL.fullmatch(plain):
        return _roll(found)
    if found := _LOT.fullmatch(plain):
        return Lot(int(found[1]) - 1)
    if found := _DIE.fullmatch(plain):
        return Die(int(found[1]))
    raise MalformedError(Reason("qwixx-chance", {"text": written}))


def _roll(found: re.Match[str]) -> Roll:
    first, second, *colours = found.groups()
    return Roll(
        (int(first), int(second)), tuple(None if face is None else int(face) for face in colours)
    )


def format_position(state: State) -> str:
    """The whole state but for its options."""
    sheets = " | ".join(map(format_sheet, state.sheets))
    turn = f"p{state.active + 1} {state.phase.value}"
    if state.roll is not None:
        turn += f" {format_chance(state.roll)}"
    made = ", ".join(
        f"p{seat + 1} {_format_choice(choice)}"
        for seat, choice in enumerate(state.choices)
        if choice is not None
    )
    if state.first is not None:
        made = format_action(state.first)
    away = ", ".join(f"p{seat + 1}" for seat in state.away)
    return (
        f"{sheets} ; {turn}" + (f" : {made}" if made else "") + (f" ; away {away}" if away else "")
    )


def format_sheet(sheet: Sheet) -> str:
    """One sheet: ``r3,5 y2 p1``, or ``-`` when nothing is crossed."""
    words = []
    for line in Line:
        if line < len(sheet.marks) and sheet.marks[line]:
            numbers = (line.number(box) for box in range(BOXES) if sheet.marks[line] >> box & 1)
            words.append(line.letters + ",".join(map(str, numbers)))
    if sheet.penalties:
        words.append(f"p{sheet.penalties}")
    return " ".join(words) or "-"


def _format_choice(choice: Choice) -> str:
    return HIDDEN.value if choice is HIDDEN else format_action(choice)


def parse_position(written: str, options: Options, lines: int) -> State:
    """The state as written; ``check`` tells whether it can be."""
    bad = MalformedError(Reason("qwixx-position", {"text": written}))
    table, _, rest = " ".join(written.lower().split()).partition(" ; ")
    turn, _, left = rest.partition(" ; away ")
    found = _TURN.fullmatch(turn)
    if found is None:
        raise bad
    sheets = tuple(parse_sheet(sheet, lines) for sheet in table.split(" | "))
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
    roll = parse_chance(rolled)
    if not isinstance(roll, Roll):
        raise bad
    if phase is Phase.COLOUR:
        if not made:
            raise bad
        return replace(state, roll=roll, first=parse_action(made))
    choices: list[Choice | None] = [None] * len(sheets)
    for word in made.split(", ") if made else ():
        seat, _, choice = word.partition(" ")
        if seat not in {f"p{n + 1}" for n in range(len(sheets))} or not choice:
            raise bad
        if choices[int(seat[1:]) - 1] is not None:
            raise bad
        choices[int(seat[1:]) - 1] = HIDDEN if choice == HIDDEN.value else parse_action(choice)
    return replace(state, roll=roll, choices=tuple(choices))


def _parse_seats(written: str, seats: int) -> tuple[int, ...] | None:
    """Seats in order, as ``p1, p3``; None for anything else."""
    names = [f"p{seat + 1}" for seat in range(seats)]
    words = written.split(", ")
    if not all(word in names for word in words) or words != sorted(set(words)):
        return None
    return tuple(names.index(word) for word in words)


def parse_sheet(written: str, lines: int) -> Sheet:
    """
    >>> parse_sheet("r3,5 p1", 4)
    Sheet(marks=(10, 0, 0, 0), penalties=1)
    """
    bad = MalformedError(Reason("qwixx-sheet", {"text": written}))
    marks = [0] * lines
    penalties = 0
    for word in written.split() if written != "-" else ():
        if (found := _PENALTIES.fullmatch(word)) and not penalties:
            penalties = int(found[1])
            continue
        found = _MARKS.fullmatch(word)
        if found is None or LETTERS[found[1]] >= lines or marks[LETTERS[found[1]]]:
            raise bad
        line = LETTERS[found[1]]
        for number in map(int, found[2].split(",")):
            if not 2 <= number <= 12:
                raise bad
            marks[line] |= 1 << line.box(number)
    sheet = Sheet(tuple(marks), penalties)
    for row in COLOURS:
        if sheet.locked(row) and sheet.count(row) <= CROSSES_TO_LOCK:
            raise MalformedError(Reason("needs-five"))
    for circles in CIRCLES if lines > len(COLOURS) else ():
        beside = [sheet.marks[row] for row in circles.neighbours]
        if sheet.marks[circles] & ~(beside[0] | beside[1]):
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
    return (
        _deserted(state) or _four_penalties(state) or len(closed_rows(state.sheets)) >= DICE_TO_END
    )


def _deserted(state: State) -> bool:
    return len(state.present) < min(2, len(state.sheets))


def _four_penalties(state: State) -> bool:
    return any(sheet.penalties == PENALTY_BOXES for sheet in state.sheets)


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
    roll, closed = state.roll, closed_rows(state.sheets)
    assert roll is not None, "the colour phase has a roll"
    gone = [row for row in COLOURS if roll.colours[row] is None]
    now = [row for row in closed if row not in gone]
    if not set(gone) <= set(closed) or len(gone) >= DICE_TO_END or _four_penalties(state):
        return False
    if _deserted(state):
        return False
    if any(row.number(LAST) != roll.white_sum for row in now):
        return False
    if len(closed) >= DICE_TO_END and state.options.after_second_lock == "ends":
        return False
    made = state.first
    return not isinstance(made, Cross) or (
        made.number == roll.white_sum
        and made.line in game.lines
        and state.sheets[state.active].reached(made.line) == made.box
    )
