"""An oracle for any game that is small enough: it visits every position that can come.

For one player, who maximises their points, or two, who play against each other one at a time; with
or without chance. Positions may repeat: what is never decided counts as a draw.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from cruces.analysis.exact import ExactValue, final_value
from cruces.analysis.oracle import Oracle, family_oracle
from cruces.analysis.simulate import AnyPlayer, chooser
from cruces.core import CHANCE, BadOptionError, Reason
from cruces.core.family import AnyGame
from cruces.core.options import Value
from cruces.locales import text
from cruces.players.bot import player_name

MOST_POSITIONS = 100_000
"""More than this take too long to visit and too much memory."""
CONVERGED = 1e-13
"""When no value changes by more than this in a sweep, all are as exact as numbers are."""
DRAWN = 0.5
ASKED = 2
"""How often a player is asked in a position, with other random numbers each time."""


class _Node(NamedTuple):
    """Who acts in a position, and which positions follow."""

    actor: int
    after: tuple[int, ...]
    shares: tuple[float, ...]
    """The probabilities, where chance acts."""


Choose = Callable[[Any], Any]
"""The action of a player in a state."""


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
        number = self._numbers.get(self.essence(state))
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

    def _following(self, state: Any, actor: int) -> Iterator[Any]:
        """The states that may come next."""
        return self.game.successors(state, actor)

    def _visit(self, most: int) -> tuple[list[_Node], "array[float]"]:
        game, nodes, worths = self.game, list[_Node](), array("d")
        states = [self.essence(self.start)]
        self._numbers[states[0]] = 0
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
            for after in map(self.essence, self._following(state, actor)):
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


def any_oracle(game: AnyGame, settings: Mapping[str, Value], seats: int | None = None) -> Oracle:
    """The oracle that the game's family brings, or one that visits every position."""
    known = family_oracle(game, settings, seats)
    return ExhaustiveOracle(game, settings, seats) if known is None else known


def policy_value(
    oracle: Oracle,
    player: AnyPlayer,
    seat: int = 0,
    start: Any = None,
    most: int = MOST_POSITIONS,
) -> ExactValue:
    """What a player's own way to play is worth to their seat, against perfect play.

    Exactly, by visiting every position that can come; alone it is the expected score. Raises
    BadOptionError if there are too many, or if the player leaves something to chance. The player
    sees no position with more of its past than ``Oracle.essence`` keeps.
    """
    game = oracle.game
    choose = chooser(game, player)

    def always(state: Any) -> Any:
        view = game.view(state, seat)
        first, *others = (choose(view, Random(number)) for number in range(ASKED))
        if any(other != first for other in others):
            raise BadOptionError(Reason("not-deterministic", {"bot": player_name(player)}))
        return first

    visited = _WithPlayer(oracle, {seat: always}, start, most)
    value = visited.value(visited.start, seat)
    assert value is not None, "the start was visited"
    return value


class _WithPlayer(ExhaustiveOracle):
    """The values where one seat does not play perfectly."""

    def __init__(
        self, oracle: Oracle, players: Mapping[int, Choose], start: Any, most: int
    ) -> None:
        self._oracle, self._players = oracle, players
        first = oracle.initial() if start is None else start
        super().__init__(oracle.game, oracle.settings, oracle.seats, first, most)

    def essence(self, state: Any) -> Any:
        return self._oracle.essence(state)

    def _following(self, state: Any, actor: int) -> Iterator[Any]:
        if actor in self._players:
            return iter((self.game.apply(state, actor, self._players[actor](state)),))
        return super()._following(state, actor)
