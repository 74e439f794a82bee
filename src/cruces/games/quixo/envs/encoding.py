"""Actions and positions as numbers, as the seat sees them that is asked.

Actions are the pushes by the square that the cube is taken from and then by the square where it is
pushed in, both in reading order. In teams there are two for each push: with the dot turned to
oneself, and with the dot turned to one's partner. The last one is to pass.

An observation is a board for every seat, the seat's own first and then in turn order, with a 1
where its cubes are.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.core.options import Value
from cruces.envs.encoding import Encoding, Part
from cruces.games.quixo.rules import Action, Push, Quixo, State
from cruces.games.quixo.rules.geometry import pushes, squares
from cruces.games.quixo.rules.state import NEUTRAL

MOST_TIMES = 5
"""The highest number of times that a board may occur before the game is drawn."""


class QuixoEncoding(Encoding):
    """Of Quixo for two or for four, on a board of any size."""

    chance = False

    def __init__(self, game: Quixo, size: int, seats: int) -> None:
        self.game, self.seats = game, seats
        self._actions = tuple(self._actions_of(size, seat) for seat in range(seats))
        self._numbers = [{a: n for n, a in enumerate(own)} for own in self._actions]
        self.count = len(self._actions[0])
        self.parts = (
            *((Part("cubes", size**2),) * seats),
            Part("to move", seats),
            Part("first round", 1),
            Part("earlier occurrences", 1, MOST_TIMES),
        )

    def _actions_of(self, size: int, seat: int) -> tuple[Action, ...]:
        dots = (None,) if self.seats == 2 else (seat, (seat + 2) % self.seats)
        places = squares(size)
        actions = [Push(places[t], places[end], dot) for t, end in pushes(size) for dot in dots]
        return (*actions, PASS) if self.seats > 2 else tuple(actions)

    def numbers(self, state: Any, seat: int, legal: Iterable[Any]) -> Mapping[int, Any]:
        own = self._numbers[seat]
        return {own[action]: action for action in legal}

    def canonical(self, state: State) -> State:
        """The same position in the earliest turn that it could be in."""
        marked = sum(cube != NEUTRAL for cube in state.board)
        first = max(marked, min(state.ply, self.seats))
        return replace(state, ply=first + (state.ply - first) % self.seats)

    def action_names(self) -> Sequence[str]:
        return [self.game.format_action(action) for action in self._actions[0]]

    def observe(self, state: State, seat: int) -> Sequence[int]:
        order = [(seat + step) % self.seats for step in range(self.seats)]
        values = [int(cube == own + 1) for own in order for cube in state.board]
        mover = self.game.mover(state)
        values += [int(mover == own) for own in order]
        earlier = state.seen[-self.seats :: -self.seats].count(state.board)
        return [*values, int(state.ply < self.seats), min(earlier, MOST_TIMES)]


def encoding(game: AnyGame, settings: Mapping[str, Value], seats: int) -> QuixoEncoding:
    """The encoding of a game with these options."""
    size = settings["size"]
    assert isinstance(game, Quixo), "the registry asks a family about its own games"
    assert isinstance(size, int), "the option has numbers only"
    return QuixoEncoding(game, size, seats)
