"""Iterative deepening, with scripted scores instead of a search."""

import numpy as np

from cruces.games.quixo.kernel.search import MATE, STOP
from cruces.games.quixo.players.deepening import RootMove, Search
from cruces.games.quixo.rules import QUIXO, Action
from cruces.players import Limits

ACTIONS = list(QUIXO.legal(QUIXO.initial(), 0))


class ScriptedSearch(Search[RootMove]):
    """A search with scripted scores by depth and root; it stops where there are none."""

    def __init__(self, scores: list[list[int]]) -> None:
        super().__init__(np.zeros(5, np.int64), Limits(), 0, 0)
        self.scores = scores
        self.roots = [RootMove(number) for number in range(len(scores[0]))]

    def score(self, root: RootMove, depth: int, floor: int) -> int:
        known = self.scores[depth - 1] if depth <= len(self.scores) else []
        if root.number >= len(known):
            self.control[STOP] = 1
            return 0
        return known[root.number]

    def action(self, number: int, turn: int) -> Action:
        return ACTIONS[number]


def best(scores: list[list[int]]) -> list[Action]:
    return [result.variations[0].pushes[0] for result in ScriptedSearch(scores).results(1, None)]


def test_the_best_of_each_depth_is_reported() -> None:
    assert best([[1, 2, 3], [5, 6, 4]]) == [ACTIONS[2], ACTIONS[1]]


def test_what_was_looked_at_before_the_stop_counts() -> None:
    assert best([[3, 2, 1], [4]]) == [ACTIONS[0], ACTIONS[0]]


def test_stopped_when_the_best_turns_out_to_lose_it_takes_another() -> None:
    assert best([[3, 2, 1], [-(MATE - 2)]]) == [ACTIONS[0], ACTIONS[1]]
