"""A player that takes the action with the highest rating: somebody's function of a ``Move``."""

import inspect
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any

from cruces.core import PASS, Reason, View, WrongTypeError
from cruces.core.errors import BadOptionError
from cruces.games.qwixx.kernel.rating import Move, Rate, move
from cruces.games.qwixx.kernel.sheet import PASS as NO_CROSS
from cruces.games.qwixx.kernel.sheet import to_cross
from cruces.games.qwixx.kernel.strong import next_action
from cruces.games.qwixx.players.compiled import policy_input
from cruces.games.qwixx.rules import Qwixx
from cruces.kernels.generated import generated
from cruces.kernels.jit import taking_functions
from cruces.kernels.portable import portable
from cruces.players import bots_for
from cruces.players.bot import Limits

_MODULE = '''"""A rating: see cruces.games.qwixx.kernel.rating."""

from cruces.kernels.jit import {decorator}

{function}


@{decorator}
def cruces_rate(move, weights):
    return {name}({arguments})
'''


class RatedBot:
    """Rates every action by a function, which is compiled for many games (``batch``)."""

    def __init__(self, rate: Rate, weights: tuple[float, ...] = ()) -> None:
        if not inspect.isfunction(rate):
            raise WrongTypeError("rate", rate, "function")
        parameters = len(inspect.signature(rate).parameters)
        if parameters not in (1, 2) or (parameters == 1 and weights):
            allowed = "(move, weights)" if weights else "(move), (move, weights)"
            params = {"name": rate.__name__, "value": parameters, "allowed": allowed}
            raise BadOptionError(Reason("bad-parameters", params))
        self.rate, self.weights = rate, weights
        self.name = rate.__name__
        self._arguments = ("move", "weights")[:parameters]

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what is compiled, which is of no use in another process."""
        return RatedBot, (self.rate, self.weights)

    def with_weights(self, *weights: float) -> "RatedBot":
        """The same function with other weights; nothing is compiled again."""
        other = RatedBot(self.rate, tuple(map(float, weights)))
        other.__dict__["compiled"] = self.compiled
        return other

    @cached_property
    def compiled(self) -> tuple[ModuleType, bool]:
        """A module with the compiled function ``cruces_rate``, and whether it is kept on disk."""
        source = portable(self.rate, "inlined")
        kept = source is not None
        text = _MODULE.format(
            decorator="inlined" if kept else "taking_functions",
            function=source or "",
            name=self.name if kept else "function",
            arguments=", ".join(self._arguments),
        )
        return generated(text, None if kept else {"function": taking_functions(self.rate)}), kept

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        """The legal action with the highest rating, by Python itself; a pass last among equals."""
        if not isinstance(view.game, Qwixx):
            known = ", ".join(bots_for(view.game.id))
            raise BadOptionError(Reason("unknown-bot", {"bot": self.name, "known": known}))
        state, seat = view.state, view.seat
        assert seat is not None, "a spectator has nothing to choose"
        if not any(action != PASS for action in view.legal):
            return PASS
        inputs = policy_input(state, seat)
        squares, circles = inputs.squares, inputs.circles
        ratings: list[tuple[float, int]] = []
        while not ratings or ratings[-1][1] != NO_CROSS:
            action, squares, circles = next_action(squares, circles)
            seen = move(inputs.rules, inputs.sheets, seat, inputs.active, inputs.first, action)
            arguments = (Move(*seen), self.weights)[: len(self._arguments)]
            ratings.append((self.rate(*arguments), action))
        best = max(ratings, key=lambda rating: rating[0])[1]
        return PASS if best == NO_CROSS else to_cross(state.sheets[seat].layout, int(best))
