"""Qwixx Big Points: two rows of circles, and what they change."""

from collections.abc import Mapping
from typing import ClassVar

from cruces.core import Option, Reason, Value
from cruces.games.qwixx.rules.crossing import why_not_colour, why_not_further, why_not_white
from cruces.games.qwixx.rules.game import AFTER_SECOND_LOCK, START, Qwixx
from cruces.games.qwixx.rules.layout import BIG_POINTS_LAYOUT
from cruces.games.qwixx.rules.sheet import Cross
from cruces.games.qwixx.rules.state import Phase, State


class BigPoints(Qwixx):
    """Qwixx with circles between the rows, wherever the layout has them (B1–B10)."""

    id = "big-points"
    options = (
        START,
        AFTER_SECOND_LOCK,
        Option("circle_die", ("crossed", "either"), "crossed", "B3", ruling=True),
        Option("circle_same_turn", (False, True), False, "B4", ruling=True),
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    layout = BIG_POINTS_LAYOUT

    def _dice(self, row: int) -> tuple[int, ...]:
        return self.layout.all[row].beside or (row,)

    def _why_not(
        self, state: State, seat: int, closed: tuple[int, ...], cross: Cross
    ) -> Reason | None:
        beside = self.layout.all[cross.row].beside
        if not beside:
            return super()._why_not(state, seat, closed, cross)
        sheet = state.sheets[seat]
        crossed = [row for row in beside if sheet.has(row, cross.number)]
        why = self._why_no_circle(state, closed, crossed, cross)
        if why is None and not state.options.circle_same_turn:
            before = [row for row in crossed if state.first != Cross(row, cross.number)]
            if self._why_no_circle(state, closed, before, cross) is not None:
                why = Reason("circle-next-roll")
        return why or why_not_further(sheet, cross)

    def _why_no_circle(
        self, state: State, closed: tuple[int, ...], crossed: list[int], cross: Cross
    ) -> Reason | None:
        """Why the dice don't open a circle, if these of its neighbours are crossed (B3)."""
        assert state.roll is not None, "white and colour phases have a roll"
        if state.phase is Phase.WHITE:
            why = why_not_white(state.roll, cross)
        else:
            why = self._why_no_die(state, closed, crossed, cross)
        return why or (None if crossed else Reason("circle-needs-neighbour"))

    def _why_no_die(
        self, state: State, closed: tuple[int, ...], crossed: list[int], cross: Cross
    ) -> Reason | None:
        """A die of a neighbour colour makes the number, and its own square is crossed (B3)."""
        assert state.roll is not None, "the colour phase has a roll"
        missing = [
            (row, why_not_colour(state.roll, closed, row, cross.number))
            for row in self.layout.all[cross.row].beside
        ]
        showing = [row for row, why in missing if why is None]
        if not showing:
            return Reason("circle-no-die")
        own = state.options.circle_die == "crossed"
        if own and crossed and not set(showing) & set(crossed):
            return Reason("circle-needs-own-square")
        return None
