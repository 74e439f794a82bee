"""What a state of OpenSpiel holds: a position, how it came about, and who may act in it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from cruces.core import Outcome, Reason
from cruces.core.errors import IllegalError
from cruces.core.family import AnyGame
from cruces.core.game import CHANCE
from cruces.core.options import Option, Value
from cruces.envs.chance_parts import whole_outcome
from cruces.envs.encoding import Encoding, encoding_of

MOST_EVENTS = 4000
"""A game is cut off after this many actions and draws, unless the parameter says otherwise."""
COMMA = "~"
"""How a comma is written in the parameter `position`, where OpenSpiel has a use for commas."""


class Event(NamedTuple):
    """An action, or a part of a draw, after those before it."""

    before: "Event | None"
    actor: int
    number: int
    text: str


class Node:
    """What a state of OpenSpiel holds; it never changes, so that clones share it."""

    def __init__(
        self,
        rules: "Rules",
        state: Any,
        drawn: tuple[int, ...] = (),
        last: Event | None = None,
        count: int = 0,
        hidden: int = 0,
    ) -> None:
        self.rules, self.state, self.drawn = rules, state, drawn
        self.last, self.count = last, count
        self.hidden = hidden
        """How many of the last actions only those who chose them know."""

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    @cached_property
    def to_act(self) -> frozenset[int]:
        """Who acts; nobody when the game is over or cut off."""
        if self.count >= self.rules.max_length:
            return frozenset()
        return self.rules.game.to_act(self.state)

    @cached_property
    def actions(self) -> dict[int, Mapping[int, Any]]:
        """The legal actions by number, for those who may act."""
        game = self.rules.game
        return {
            seat: self.rules.encoding.numbers(
                self.state, seat, game.legal(self.state, seat, waiting=self.to_act)
            )
            for seat in self.to_act
        }

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result, or None."""
        return self.rules.game.outcome(self.state)

    def events(self) -> list[Event]:
        """All events, the first one first."""
        events, event = [], self.last
        while event is not None:
            events.append(event)
            event = event.before
        return events[::-1]

    def draw(self, number: int) -> "Node":
        """After a part of a draw."""
        game, drawn = self.rules.game, (*self.drawn, number)
        complete, outcome = whole_outcome(game.chance(self.state), drawn)
        text = game.format_chance(outcome) if complete else str(number)
        last = Event(self.last, CHANCE, number, text)
        if not complete:
            return Node(self.rules, self.state, drawn, last, self.count + 1)
        state = game.advance(self.state, CHANCE, outcome)
        return Node(self.rules, state, (), last, self.count + 1)

    def act(self, seat: int, number: int) -> "Node":
        """After an action of a seat."""
        game = self.rules.game
        actions = self.actions.get(seat, {})
        if number not in actions:
            raise IllegalError(Reason("not-an-action"), game.format_position(self.state))
        state = game.advance(self.state, seat, actions[number])
        last = Event(self.last, seat, number, game.format_action(actions[number]))
        node = Node(self.rules, state, (), last, self.count + 1)
        if node.to_act and node.to_act == self.to_act - {seat}:  # the others do not know it yet
            node.hidden = self.hidden + 1
        return node

    def act_together(self, numbers: list[int]) -> "Node":
        """After the actions of all who choose at the same time."""
        node = self
        for seat in sorted(self.to_act):
            node = node.act(seat, numbers[seat])
        return node


class Rules:
    """A game with its options, as OpenSpiel's parameters give them."""

    def __init__(self, game: AnyGame, params: Mapping[str, Any]) -> None:
        self.game = game
        options = {
            option.name: option_value(option, params[option.name])
            for option in game.options
            if option.name in params
        }
        position = str(params.get("position", "")).replace(COMMA, ",")
        seats = params.get("players")
        first = game.parse_position(position, options) if position else game.initial(options, seats)
        self.seats = game.seats(first)
        self.max_length = int(params.get("max_length", MOST_EVENTS))
        self.encoding: Encoding = encoding_of(game, first)
        self.first = Node(self, first)


def option_parameter(option: Option, value: Value) -> str | int | bool:
    """An option's value as a parameter: None is 0 among integers."""
    others = [type(each) for each in option.values if each is not None]
    if value is None and set(others) == {int}:
        return 0
    return value if set(others) in ({int}, {bool}) and value is not None else str(value)


def option_value(option: Option, parameter: object) -> object:
    """The value that a parameter stands for; if there is none, the parameter itself."""
    values = {option_parameter(option, value): value for value in option.values}
    return values.get(parameter, parameter)  # type: ignore[call-overload]
