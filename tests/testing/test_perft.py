"""Counting the tree with a memory gives what counting every leaf gives."""

from typing import Any

import pytest

from cruces.core import CHANCE, Game, perft
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX


def leaves(game: Game[Any, Any, Any], state: Any, depth: int) -> int:
    """Every way to play on, one by one, through ``apply`` alone."""
    if depth == 0:
        return 1
    waiting = sorted(game.to_act(state))
    if not waiting:
        return 0
    actor = waiting[0]
    acts = [o for o, _ in game.chance(state)] if actor == CHANCE else list(game.legal(state, actor))
    return sum(leaves(game, game.apply(state, actor, act), depth - 1) for act in acts)


@pytest.mark.parametrize(
    ("game", "position", "depth"),
    [
        (QUIXO, "../.. X 1", 5),
        (QUIXO, ".../.../... X 1", 3),
        (QUIXO, "XX./.O./O.. X 5", 3),
        (QUIXO_TEAMS, "../.. 1 1", 4),
        (QUIXO_TEAMS, ".../.../... 1 1", 2),
        (QUIXO_TEAMS, "223/314/232 1 13", 3),
        (QWIXX, "- | - | - ; p1 start", 1),
        (QWIXX, "r3,5 y2 | - ; p2 white w41 r3 y5 g2 b6", 3),
        (QWIXX, "r2,3,4,5,6 y2 | r2,3,4,5,7 ; p2 white w66 r3 y5 g2 b6", 3),
        (BIG_POINTS, "r5 y6 | r5 g9 ; p1 white w41 r1 y1 g5 b6", 3),
    ],
)
def test_perft_counts_leaves(game: Game[Any, Any, Any], position: str, depth: int) -> None:
    state = game.parse_position(position)
    for each in range(depth + 1):
        assert perft(game, state, each) == leaves(game, state, each)
