"""Many games between any players of Qwixx, in compiled code that is kept on disk.

Which players take part is written down as a module (see ``kernels.generated``): the player of a
seat is chosen by its position after the seat of the first player, so there is nothing to look up.
"""

import re
from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cruces.analysis.simulate import Column, RowResults, Rows
from cruces.core import MalformedError, Reason
from cruces.games.qwixx.kernel.turn import kernel_rules
from cruces.games.qwixx.players.compiled import compiled_player
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.players.rated import RatedBot
from cruces.games.qwixx.rules import Qwixx, State
from cruces.kernels.generated import generated

_MODULE = '''"""A match of Qwixx: see cruces.games.qwixx.players.batch_games."""

from cruces.games.qwixx.kernel.batch import play_games
from cruces.games.qwixx.kernel.rating import best_rated
from cruces.kernels.jit import {keeping}, taking_functions
{imports}

@taking_functions
def policy(data, rules, sheets, seat, active, roll, first, squares, circles, stream):
    position = seat - data[-1]
    if position < 0:
        position += len(sheets)
{choices}

@{keeping}
def play(data, rules, seed, sheets, scores, turns, decisions):
    play_games(
        policy, data, rules, seed, 0, len(sheets), sheets, scores, turns, decisions
    )
'''
SIMPLE = ("random", "greedy")
_DECISION = "rules, sheets, seat, active, roll, first, squares, circles, stream"
_POLICY = f"policy_{{n}}(data[{{n}}], {_DECISION})"
_RATED = f"best_rated(rate_{{n}}, data[{{n}}], {_DECISION})"


def batch_games(game: Qwixx, start: State, players: Sequence[Any]) -> Rows | None:
    """Plays rows of games; None if one of the players has no compiled code."""
    if not all(_is_compiled(game, player) for player in players):
        return None
    different = list(dict.fromkeys(players))
    imports, choices, data, keeping = [], [], [], "compiled"
    given: dict[str, Any] = {}
    for number, player in enumerate(different):
        if isinstance(player, RatedBot):
            module, kept = player.compiled
            data.append(player.weights)
            choice = _RATED
            if kept:
                imports.append(f"from {module.__name__} import cruces_rate as rate_{number}")
            else:
                given[f"rate_{number}"], keeping = module.cruces_rate, "taking_functions"
        else:
            ruling = start.options.after_second_lock
            policy, own = compiled_player(player, game.layout, len(players), ruling)
            data.append(own)
            choice = _POLICY
            imports.append(f"from {policy.__module__} import {policy.__name__} as policy_{number}")
        positions = tuple(place for place, other in enumerate(players) if other == player)
        last = number == len(different) - 1
        test = "" if last else f"if position in {positions}:\n        "
        choices.append(f"    {test}return {choice.format(n=number)}")
    text = _MODULE.format(imports="\n".join(imports), choices="\n".join(choices), keeping=keeping)
    module = generated(text, given or None)
    return _Batch(module.play, tuple(data), game, start, 1 if len(different) == 1 else len(players))


def _is_compiled(game: Qwixx, player: Any) -> bool:
    """Whether there is compiled code for a player; without networks only for the simple ones."""
    if isinstance(player, str):
        return player in SIMPLE or game.layout in NETWORKS
    return isinstance(player, RatedBot)


class _Batch:
    """Plays rows of games: in each, every player sits in every seat once, with the same dice."""

    def __init__(
        self, play: Any, data: tuple[Any, ...], game: Qwixx, start: State, turns: int
    ) -> None:
        self.play, self.data, self.turns = play, data, turns
        self.rules = kernel_rules(game.layout, start.options)
        self.seats = len(start.sheets)

    def __call__(self, rows: int, seed: int) -> RowResults:
        shares, points = (np.zeros((self.seats, rows)) for _ in range(2))
        for turn in range(self.turns):
            scores = self._scores(rows, seed, turn)
            best = scores == scores.max(1, keepdims=True)
            won = best / best.sum(1, keepdims=True)
            for player in range(self.seats):
                seat = (player + turn) % self.seats
                shares[player] += won[:, seat]
                points[player] += scores[:, seat]
        return RowResults(
            _arrays(shares / self.turns) if self.seats > 1 else (), _arrays(points / self.turns)
        )

    def _scores(self, rows: int, seed: int, turn: int) -> npt.NDArray[np.int16]:
        """The final scores by seat, in games in which everyone sits ``turn`` seats further on."""
        from numba.core.errors import NumbaError

        sheets = np.zeros((rows, self.seats, 2), np.int64)
        scores = np.zeros((rows, self.seats), np.int16)
        turns, decisions = np.zeros(rows, np.int16), np.zeros(rows, np.int16)
        try:
            self.play((*self.data, turn), self.rules, seed, sheets, scores, turns, decisions)
        except NumbaError as error:
            raise MalformedError(Reason("not-compilable", {"detail": _detail(error)})) from error
        return scores


def _detail(error: Exception) -> str:
    """What Numba says is wrong, without colours and the way it took to say so."""
    lines = re.sub(r"\x1b\[\d*m", "", str(error)).splitlines()
    return next((line for line in lines if line and not line.startswith("Failed in")), lines[0])


def _arrays(values: npt.NDArray[np.float64]) -> list[Column]:
    return [array("d", column.tobytes()) for column in values]
