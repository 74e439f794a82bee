"""The flow of the game: who acts when, and what follows."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import ClassVar

from cruces.core import (
    CHANCE,
    PASS,
    Game,
    IllegalError,
    Legal,
    Option,
    Outcome,
    Reason,
    Uniform,
    Value,
)
from cruces.core.outcome import places_of
from cruces.games.qwixx.rules import notation
from cruces.games.qwixx.rules.crossing import (
    closed_rows,
    why_not_colour,
    why_not_square,
    why_not_white,
)
from cruces.games.qwixx.rules.dice import FACES, Die, Lot, lots, one_die, rolls
from cruces.games.qwixx.rules.layout import QWIXX_LAYOUT, Layout
from cruces.games.qwixx.rules.possible import check_possible
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.rules.sheet import Cross, Sheet
from cruces.games.qwixx.rules.state import HIDDEN, Action, Choice, Options, Outcomes, Phase, State

MORE_THAN_ANY_SCORE = 10_000
"""More than any sheet can score."""

START = Option("start", ("lot", "first-six"), "lot", "X4")
AFTER_SECOND_LOCK = Option("after_second_lock", ("ends", "finish-turn"), "ends", "X12", ruling=True)


class Qwixx(Game[State, Action, Outcomes]):
    """Qwixx for one to five."""

    id = "qwixx"
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 1)
    practice_counts = (1,)
    options: ClassVar[tuple[Option, ...]] = (
        Option("edition", ("es-original", "es-classic", "gamewright-2014"), "es-original", "X4"),
        START,
        AFTER_SECOND_LOCK,
    )
    conclusions: ClassVar[tuple[str, ...]] = ("resignation",)
    has_points = True
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "es-original": {"start": "lot"},
        "es-classic": {"start": "lot"},
        "gamewright-2014": {"start": "first-six"},
    }
    layout: ClassVar[Layout] = QWIXX_LAYOUT
    """The sheet. A game with another sheet need only override this."""
    score_range = QWIXX_LAYOUT.score_range

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.score_range = cls.layout.score_range

    def initial(
        self, options: Mapping[str, object] | None = None, seats: int | None = None
    ) -> State:
        count = self.check_seats(seats)
        return State(
            self._options(options),
            (Sheet.empty(self.layout),) * count,
            Phase.START if count > 1 else Phase.ROLL,
            active=0,
        )

    def _options(self, options: Mapping[str, object] | None) -> Options:
        return Options(**self.resolve(options or {}))  # type: ignore[arg-type]

    def knows(self, state: object) -> bool:
        return isinstance(state, State) and state.sheets[0].layout == self.layout

    def settings(self, state: State) -> dict[str, Value]:
        known = {option.name for option in self.options}
        return {
            field.name: getattr(state.options, field.name)
            for field in fields(state.options)
            if field.name in known
        }

    def seats(self, state: State) -> int:
        return len(state.sheets)

    def to_act(self, state: State) -> frozenset[int]:
        match state.phase:
            case Phase.START | Phase.ROLL:
                return frozenset((CHANCE,))
            case Phase.WHITE:
                return frozenset(s for s, choice in enumerate(state.choices) if choice is None)
            case Phase.COLOUR:
                return frozenset((state.active,))
        return frozenset()

    def chance(self, state: State) -> Uniform[Outcomes]:
        if state.phase is Phase.ROLL:
            closed = closed_rows(state.sheets)
            return rolls([row not in closed for row in range(len(self.layout.rows))])
        if state.options.start == "lot":
            return lots(len(state.sheets))
        return one_die()

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        scores = tuple(total(sheet) for sheet in state.sheets)
        closed = closed_rows(state.sheets)
        if len(closed) >= self.layout.dice_to_end:
            reason = "rows-closed"
        elif any(sheet.penalties == self.layout.penalties for sheet in state.sheets):
            reason = "fourth-penalty"
        else:
            reason = "resignation"
        announced = tuple(self.layout.rows[row].id for row in closed)
        # Players who resigned rank behind all who did not, whatever their score.
        ranked = [
            score - MORE_THAN_ANY_SCORE * (seat in state.away) for seat, score in enumerate(scores)
        ]
        return Outcome(places_of(ranked), scores, reason, announced, state.away)

    def redact(self, state: State, seat: int | None) -> State:
        if state.phase is not Phase.WHITE:
            return state
        choices = tuple(
            choice if choice is None or other == seat else HIDDEN
            for other, choice in enumerate(state.choices)
        )
        return state if choices == state.choices else replace(state, choices=choices)

    # Which crosses are allowed

    def choices(self, state: State, seat: int) -> Legal[Action]:
        """What the dice allow a seat in this phase, whether or not it has already chosen."""
        # The same for every action of this state and seat, so computed once.
        closed = closed_rows(state.sheets)

        def why_not(action: object) -> Reason | None:
            if action == PASS:
                return None
            if not isinstance(action, Cross) or not self._is_printed(action):
                return Reason("not-an-action")
            return self._why_not(state, seat, closed, action)

        def generate() -> Iterator[Action]:
            for cross in self._candidates(state):
                if why_not(cross) is None:
                    yield cross
            yield PASS

        return Legal(generate, why_not)

    def _is_printed(self, cross: Cross) -> bool:
        rows = self.layout.all
        return 0 <= cross.row < len(rows) and cross.number in rows[cross.row].boxes

    def _legal(self, state: State, seat: int) -> Legal[Action]:
        return self.choices(state, seat)

    def _candidates(self, state: State) -> Iterator[Cross]:
        """Every cross whose number the dice show, row by row, left to right."""
        assert state.roll is not None, "white and colour phases have a roll"
        for index, row in enumerate(self.layout.all):
            if state.phase is Phase.WHITE:
                numbers = {state.roll.white_sum}
            else:
                numbers = {n for die in self._dice(index) for n in state.roll.colour_sums(die)}
            for number in sorted(numbers & row.boxes.keys(), key=row.boxes.__getitem__):
                yield Cross(index, number)

    def _dice(self, row: int) -> tuple[int, ...]:
        """The colour dice that may open a box of this row in action 2."""
        return (row,)

    def _why_not(
        self, state: State, seat: int, closed: tuple[int, ...], cross: Cross
    ) -> Reason | None:
        assert state.roll is not None, "white and colour phases have a roll"
        if state.phase is Phase.WHITE:
            why = why_not_white(state.roll, cross)
        else:
            why = why_not_colour(state.roll, closed, cross.row, cross.number)
        return why or why_not_square(state.sheets[seat], closed, cross)

    # What follows

    def _happen(self, state: State, outcome: Outcomes) -> State:
        match outcome:
            case Lot(seat):
                first = seat if seat in state.present else _next(state, seat)
                return replace(state, phase=Phase.ROLL, active=first)
            case Die(face):
                if face == FACES:
                    return replace(state, phase=Phase.ROLL)
                return replace(state, active=_next(state, state.active))
        choices = tuple(PASS if s in state.away else None for s in range(len(state.sheets)))
        return replace(state, phase=Phase.WHITE, roll=outcome, choices=choices)

    def _act(self, state: State, seat: int, action: Action) -> State:
        if state.phase is Phase.COLOUR:
            return self._end_turn(state, action)
        choices = (*state.choices[:seat], action, *state.choices[seat + 1 :])
        if None in choices:
            return state if choices == state.choices else replace(state, choices=choices)
        return self._resolve_white(state, choices)  # type: ignore[arg-type]

    def _resolve_white(self, state: State, seen: tuple[Choice, ...]) -> State:
        """Apply every player's action 1, then close rows (X11).

        In a redacted state a choice that the seat may not see counts as a pass.
        """
        choices = tuple(PASS if choice is HIDDEN else choice for choice in seen)
        sheets = tuple(map(_apply_action, state.sheets, choices))
        state = replace(state, sheets=sheets, choices=())
        if state.options.after_second_lock == "ends" and _dice_gone(sheets):
            return _over(state)
        if state.active in state.away:
            return self._next_turn(state)
        return replace(state, phase=Phase.COLOUR, first=choices[state.active])

    def _end_turn(self, state: State, action: Action) -> State:
        sheet = _apply_action(state.sheets[state.active], action)
        if state.first == PASS and action == PASS:
            sheet = sheet.penalise()
        sheets = (*state.sheets[: state.active], sheet, *state.sheets[state.active + 1 :])
        state = replace(state, sheets=sheets)
        return _over(state) if sheet.penalties == self.layout.penalties else self._next_turn(state)

    def _next_turn(self, state: State) -> State:
        """Pass the dice on; a player who left during their turn gets no penalty for it."""
        if _dice_gone(state.sheets):
            return _over(state)
        active = _next(state, state.active)
        return State(state.options, state.sheets, Phase.ROLL, active, away=state.away)

    def _conclude(self, state: State, how: str, seat: int | None) -> State:
        """One player leaves and the others go on; the game ends if fewer than two remain."""
        assert seat is not None, "a resignation names a seat"
        if seat in state.away:
            why = Reason("left-already", {"seat": seat + 1})
            raise IllegalError(why, self._visible_position(state, seat))
        state = replace(state, away=tuple(sorted({*state.away, seat})))
        if len(state.present) < min(2, len(state.sheets)):
            return _over(state)
        match state.phase:
            case Phase.WHITE:
                return self._act(state, seat, PASS)
            case Phase.COLOUR if seat == state.active:
                return self._next_turn(state)
            case Phase.ROLL | Phase.START if seat == state.active:
                return replace(state, active=_next(state, seat))
        return state

    # Texts

    def format_position(self, state: State) -> str:
        return notation.format_position(state)

    def parse_position(self, written: str, options: Mapping[str, object] | None = None) -> State:
        state = notation.parse_position(self.layout, written, self._options(options))
        self.check_seats(len(state.sheets))
        check_possible(self, state, written)
        return state

    def format_action(self, action: Action) -> str:
        return notation.format_action(self.layout, action)

    def parse_action(self, written: str) -> Action:
        return notation.parse_action(self.layout, written)

    def format_chance(self, outcome: Outcomes) -> str:
        return notation.format_chance(self.layout, outcome)

    def parse_chance(self, written: str) -> Outcomes:
        return notation.parse_chance(self.layout, written)


def _apply_action(sheet: Sheet, action: Action) -> Sheet:
    return sheet.cross(action) if isinstance(action, Cross) else sheet


def _over(state: State) -> State:
    return State(state.options, state.sheets, Phase.OVER, state.active, away=state.away)


def _next(state: State, seat: int) -> int:
    """The next player clockwise who has not left."""
    seats = len(state.sheets)
    return next(s for step in range(1, seats + 1) if (s := (seat + step) % seats) in state.present)


def _dice_gone(sheets: tuple[Sheet, ...]) -> bool:
    return len(closed_rows(sheets)) >= sheets[0].layout.dice_to_end
