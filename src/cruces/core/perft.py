"""Counting the tree of play: the strictest test of a rule book that a number can be."""

from typing import TypeVar

from cruces.core.game import CHANCE, Game

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


def perft(game: Game[S, A, O], state: S, depth: int) -> int:
    """How many ways play can go on for exactly ``depth`` events.

    Every action and every chance outcome counts as one event; a finished game has no
    continuation. Seats that act at once act one after another, lowest first. Equal states have
    equal counts, so each is counted once and remembered.
    """
    return _count(game, state, depth, {})


def _count(game: Game[S, A, O], state: S, depth: int, known: dict[tuple[S, int], int]) -> int:
    if depth == 0:
        return 1
    key = (state, depth)
    if key not in known:
        actor = min(game.to_act(state), default=None)
        if actor is None:
            known[key] = 0
        elif depth == 1:
            known[key] = len(game.chance(state) if actor == CHANCE else game.legal(state, actor))
        else:
            known[key] = sum(
                _count(game, after, depth - 1, known) for after in game.successors(state, actor)
            )
    return known[key]
