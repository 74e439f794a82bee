"""Greedy Quixo: win if possible, do not lose at once, otherwise make the longest line."""

from random import Random
from typing import Any

from cruces.core import View
from cruces.games.quixo.rules import Action, Board, State
from cruces.games.quixo.rules.geometry import lines
from cruces.games.quixo.rules.pushing import mark_of, team_of
from cruces.players.bot import Limits


class GreedyBot:
    """Takes what looks best at once, without looking ahead."""

    name = "greedy"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return choose(view, rng)


def choose(view: View[State, Action, object], rng: Random) -> Action:
    """The safe action that makes the longest line; equals in random order."""
    state, seat = view.state, view.seat
    assert seat is not None, "a spectator has nothing to choose"
    size, team = state.options.size, team_of(seat)
    after = {action: view.game.apply(state, seat, action) for action in view.legal}
    actions = list(after)
    rng.shuffle(actions)
    actions.sort(key=lambda action: longest(after[action].board, size, team), reverse=True)
    for action in actions:
        if _result(view, after[action], seat) == 1:
            return action
    safe = (action for action in actions if not _loses(view, after[action], seat))
    return next(safe, actions[0])


def longest(board: Board, size: int, team: int) -> int:
    """The most marks of a team in a line without marks of the other team."""
    marked = ([mark_of(board[i]) for i in line] for line in lines(size))
    return max((marks.count(team) for marks in marked if 1 - team not in marks), default=0)


def _result(view: View[State, Action, object], state: State, seat: int) -> int | None:
    outcome = view.game.outcome(state)
    return None if outcome is None else outcome.scores[seat]


def _loses(view: View[State, Action, object], state: State, seat: int) -> bool:
    """Whether the game is already lost, or the next player can win at once."""
    if view.game.outcome(state) is not None:
        return _result(view, state, seat) == -1
    (next_seat,) = view.game.to_act(state)
    return any(_result(view, reply, seat) == -1 for reply in view.game.successors(state, next_seat))
