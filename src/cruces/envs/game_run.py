"""One game as both of PettingZoo's interfaces play it: actions by number, dice from a seed."""

from collections.abc import Mapping
from random import Random
from typing import Any

from cruces.core import Outcome
from cruces.core.errors import BadOptionError, IllegalError, Reason
from cruces.core.game import CHANCE
from cruces.core.registry import get_game
from cruces.envs.encoding import encoding_of
from cruces.envs.spaces import Mask, Observation, action_mask, observation


class GameRun:
    """A game in progress; it never waits for chance."""

    def __init__(self, game: str, seats: int | None, options: Mapping[str, object]) -> None:
        self.game = get_game(game)
        self._first = self.game.initial(options, seats)
        self.seats = self.game.seats(self._first)
        if self.seats == 1:
            raise BadOptionError(Reason("several-seats", {"game": game}))
        self.encoding = encoding_of(self.game, self._first)
        self._dice = Random()
        self.state: Any = None
        self.count = 0
        """The actions so far."""

    def begin(self, seed: int | None) -> None:
        """Begin anew; without a seed the dice go on as they were."""
        if seed is not None:
            self._dice = Random(seed)
        self.state, self.count = self._first, 0
        self._chance()

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""
        return sorted(self.game.to_act(self.state))

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.game.outcome(self.state)

    def actions(self, seat: int) -> Mapping[int, Any]:
        """The legal actions of a seat by number; empty if it has to wait."""
        return self.encoding.numbers(self.state, seat, self.game.legal(self.state, seat))

    def act(self, seat: int, number: int) -> None:
        """A seat acts, and what chance decides follows."""
        actions = self.actions(seat)
        if number not in actions:
            raise IllegalError(Reason("not-an-action"), self.game.format_position(self.state))
        self.state = self.game.advance(self.state, seat, actions[number])
        self.count += 1
        self._chance()

    def see(self, seat: int) -> dict[str, Observation | Mask]:
        """What a seat observes, with a 1 for every action that it may choose now."""
        mask = action_mask(self.encoding, self.actions(seat))
        return {
            "observation": observation(self.encoding, self.game, self.state, seat),
            "action_mask": mask,
        }

    def _chance(self) -> None:
        game = self.game
        while CHANCE in game.to_act(self.state):
            self.state = game.advance(
                self.state, CHANCE, game.chance(self.state).sample(self._dice)
            )
