"""An oracle for any game that is small enough: it visits every position that can come.

For one player, who maximises their points, or two, who play against each other one at a time; with
or without chance. Positions may repeat: what is never decided counts as a draw.
"""

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

from cruces.analysis.exact import ExactValue, final_value
from cruces.analysis.oracle import Oracle
from cruces.core import CHANCE, BadOptionError, Reason
from cruces.core.family import AnyGame
from cruces.core.options import Value
from cruces.locales import text

MOST_POSITIONS = 100_000
"""More than this take too long to visit and too much memory."""
CONVERGED = 1e-13
"""When no value changes by more than this in a sweep, all are as exact as numbers are."""
DRAWN = 0.5


class _Node(NamedTuple):
    """Who acts in a position, and which positions follow."""

    actor: int
    after: tuple[int, ...]
    shares: tuple[float, ...]
    """The probabilities, where chance acts."""


class ExhaustiveOracle(Oracle):
    """Knows every position that can come after ``start``, by default the start of the game.

    Raises BadOptionError if there are more than ``most``, or if more than two play.
    """

    def __init__(
        self,
        game: AnyGame,
        settings: Mapping[str, Value],
        seats: int | None = None,
        start: Any = None,
        most: int = MOST_POSITIONS,
    ) -> None:
        first = game.initial(settings, seats) if start is None else start
        super().__init__(game, settings, game.seats(first))
        if self.seats > 2:
            raise BadOptionError(Reason("no-oracle", {"game": game.id}))
        self.start = first
        self._numbers: dict[Any, int] = {}
        self._worths = self._solve(most)

    def description(self, lang: str) -> str:
        return text("oracle.exhaustive", lang, count=len(self._numbers))

    def initial(self) -> Any:
        return self.start

    def _value(self, state: Any, seat: int) -> ExactValue | None:
        number = self._numbers.get(state)
        if number is None:
            return None
        worth = self._worths[number]
        if self.seats == 1:
            return ExactValue(seat, None, None, worth)
        return ExactValue(seat, None, None, None, worth if seat == 0 else 1 - worth)

    def _solve(self, most: int) -> "array[float]":
        """What every position is worth to the first seat; numbers all that can come."""
        nodes, worths = self._visit(most)
        change = 1.0
        while change > CONVERGED:
            change = 0.0
            for number in range(len(nodes) - 1, -1, -1):  # later positions first
                node = nodes[number]
                if not node.after:
                    continue
                values = [worths[after] for after in node.after]
                if node.actor == CHANCE:
                    worth = sum(map(float.__mul__, node.shares, values))
                else:
                    worth = min(values) if node.actor else max(values)
                change = max(change, abs(worth - worths[number]))
                worths[number] = worth
        return worths

    def _visit(self, most: int) -> tuple[list[_Node], "array[float]"]:
        game, states, nodes, worths = self.game, [self.start], list[_Node](), array("d")
        self._numbers[self.start] = 0
        for state in states:  # which grows meanwhile
            outcome = game.outcome(state)
            if outcome is not None:
                nodes.append(_Node(0, (), ()))
                worths.append(final_value(game, outcome, 0).worth)
                continue
            waiting = game.to_act(state)
            if len(waiting) > 1:
                raise BadOptionError(Reason("no-oracle", {"game": game.id}))
            (actor,) = waiting
            shares: tuple[float, ...] = ()
            if actor == CHANCE:
                shares = tuple(float(share) for _, share in game.chance(state))
            numbers = []
            for after in game.successors(state, actor):
                number = self._numbers.setdefault(after, len(states))
                if number == len(states):
                    states.append(after)
                    if len(states) > most:
                        raise BadOptionError(
                            Reason("too-many-positions", {"game": game.id, "most": most})
                        )
                numbers.append(number)
            nodes.append(_Node(actor, tuple(numbers), shares))
            worths.append(DRAWN if self.seats > 1 else 0.0)
        return nodes, worths
