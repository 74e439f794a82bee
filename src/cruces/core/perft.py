"""Counting the game tree: one number that tests the rules strictly."""

from typing import TypeVar

from cruces.core.game import CHANCE, Game

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


def perft(game: Game[S, A, O], state: S, depth: int) -> int:
    """The number of ways to continue for exactly ``depth`` events.

    Every action and every chance outcome counts as one event; a finished game has no
    continuation. Seats that act at once are taken one after another, lowest first. Equal states
    have equal counts, so each is counted only once.
    """
    return _count(game, state, depth, {})


def _count(game: Game[S, A, O], state: S, depth: int, counts: dict[tuple[S, int], int]) -> int:
    if depth == 0:
        return 1
    key = (state, depth)
    if key not in counts:
        actor = min(game.to_act(state), default=None)
        if actor is None:
            counts[key] = 0
        elif depth == 1:
            counts[key] = len(game.chance(state) if actor == CHANCE else game.legal(state, actor))
        else:
            counts[key] = sum(
                _count(game, after, depth - 1, counts) for after in game.successors(state, actor)
            )
    return counts[key]
