"""Actions and positions as numbers: what programs that learn see of a game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from cruces.core import Game, MalformedError, Reason
from cruces.core.family import AnyGame


class Part(NamedTuple):
    """A part of an observation: ``size`` integers from 0 to ``most``."""

    name: str
    size: int
    most: int = 1


class Encoding(ABC):
    """How environments number a game's actions and write down its positions.

    It belongs to a game with certain options and a certain number of seats. Whoever changes the
    numbers or the parts increases ``version``: it is part of the environments' names, and what
    somebody has learned with one version is no use with another.
    """

    version: int = 0
    simultaneous: bool = False
    """Whether there are positions in which several seats choose at once."""
    chance: bool = True
    """Whether anything is rolled or drawn."""
    hidden: bool = False
    """Whether a player may not see everything, apart from choices made at the same time."""
    count: int
    """Actions are numbered from 0 up to this."""
    parts: tuple[Part, ...]
    """The parts of an observation, in their order."""

    @abstractmethod
    def numbers(self, state: Any, seat: int, legal: Iterable[Any]) -> Mapping[int, Any]:
        """The legal actions of a seat by their numbers."""

    @abstractmethod
    def observe(self, state: Any, seat: int) -> Sequence[int]:
        """A state as integers, as many as ``parts`` say; it is already redacted for the seat."""

    def canonical(self, state: Any) -> Any:
        """A state with the same future, and the same one for as many states as possible."""
        return state

    def action_names(self) -> Sequence[str]:
        """What the numbers stand for, for the documentation; empty if that depends on the state."""
        return ()

    @cached_property
    def size(self) -> int:
        """The number of integers in an observation."""
        return sum(part.size for part in self.parts)

    @cached_property
    def most(self) -> list[int]:
        """The largest value of each integer in an observation."""
        return [part.most for part in self.parts for _ in range(part.size)]


class GeneralEncoding(Encoding):
    """For any game: an action is its place among the legal ones, a position is its text.

    That is enough to play and to search. To learn well a game needs an encoding of its own: the
    same number should always mean the same action.
    """

    count = 256
    parts = (Part("acting", 1), Part("text", 1024, 255))

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        # What a game does not say, it does not have.
        self.chance = type(game).chance is not Game.chance
        self.hidden = type(game).redact is not Game.redact

    def numbers(self, state: Any, seat: int, legal: Iterable[Any]) -> Mapping[int, Any]:
        actions = dict(enumerate(legal))
        if len(actions) > self.count:
            raise MalformedError(Reason("needs-encoding-actions", {"game": self.game.id}))
        return actions

    def observe(self, state: Any, seat: int) -> Sequence[int]:
        text = self.game.format_position(state).encode()
        size = self.size - 1
        if len(text) > size:
            raise MalformedError(Reason("needs-encoding-text", {"game": self.game.id}))
        return [int(seat in self.game.to_act(state)), *text, *bytes(size - len(text))]


def encoding_of(game: AnyGame, state: Any) -> Encoding:
    """The encoding of a game, with the options and the number of seats of a state."""
    from cruces.core.registry import family_of

    own = family_of(game).encoding(game, game.settings(state), game.seats(state))
    return GeneralEncoding(game) if own is None else own
