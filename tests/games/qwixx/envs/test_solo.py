"""Solo games on the kernel are those of the plain rules: with the same dice, everything is equal.

The dice are read from the observations; the rules refuse dice that cannot be.
"""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from cruces.core import CHANCE, PASS
from cruces.envs.batch import Restart
from cruces.games.qwixx.envs.encoding import QwixxEncoding
from cruces.games.qwixx.envs.solo import SoloGames
from cruces.games.qwixx.family import FAMILY
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Cross, Qwixx, Roll, State
from cruces.games.qwixx.rules.scoring import total
from tests.games.qwixx.mixed_sheet import MIXED_QWIXX, MixedBigPoints

GAMES, STEPS = 32, 130


class Follower:
    """One game by the plain rules, with the dice that the kernel rolled."""

    def __init__(self, game: Qwixx, encoding: QwixxEncoding, options: dict[str, Any]) -> None:
        self.game, self.encoding, self.options = game, encoding, options
        self.state = game.initial(options, 1)

    def see(self, observation: Any, mask: Any) -> None:
        """Compare what the kernel shows, after its dice."""
        game = self.game
        if CHANCE in game.to_act(self.state):
            self.state = game.apply(self.state, CHANCE, self._roll(observation))
        assert observation.tolist() == [int(n) for n in self.encoding.observe(self.state, 0)]
        self.actions = self.encoding.numbers(self.state, 0, game.legal(self.state, 0))
        assert set(np.flatnonzero(mask).tolist()) == (set(self.actions) or {0})

    def _roll(self, observation: Any) -> Roll:
        at, parts = 0, {}
        for part in self.encoding.parts:
            parts[part.name] = observation[at : at + part.size].tolist()
            at += part.size
        one, two, *colours = parts["dice"]
        return Roll((one, two), tuple(face or None for face in colours))

    def choose(self, rng: Random) -> int:
        """Mostly few skips, so that rows are closed; sometimes anything, legal or not."""
        if rng.random() < 0.1:
            return rng.randrange(self.encoding.count)
        sheet = self.state.sheets[0]
        crosses = {n: sheet.skips(a) for n, a in self.actions.items() if isinstance(a, Cross)}
        best = min(crosses, key=crosses.__getitem__, default=0)
        return best if crosses.get(best, 9) < 3 else 0

    def act(self, number: int) -> int:
        """Act like the kernel; the points earned."""
        before = total(self.state.sheets[0])
        action = self.actions.get(number, PASS)
        self.state = self.game.apply(self.state, 0, action)
        return total(self.state.sheets[0]) - before


@pytest.mark.parametrize(
    ("game", "options", "restart"),
    [
        (QWIXX, {}, Restart.NEVER),
        (QWIXX, {}, Restart.SAME_STEP),
        (QWIXX, {"after_second_lock": "finish-turn"}, Restart.NEXT_STEP),
        (BIG_POINTS, {}, Restart.NEXT_STEP),
        (BIG_POINTS, {"circle_die": "either", "circle_same_turn": False}, Restart.NEXT_STEP),
        (MIXED_QWIXX, {}, Restart.NEXT_STEP),
        (MixedBigPoints(), {}, Restart.SAME_STEP),
    ],
)
def test_the_kernel_plays_by_the_rules(
    game: Qwixx, options: dict[str, Any], restart: Restart
) -> None:
    rng = Random(f"{game.id} {options} {restart}")
    encoding = QwixxEncoding(game, 1)
    batch = FAMILY.solo_batch(game, game.resolve(options), GAMES, 1)
    assert isinstance(batch, SoloGames)
    everyone = np.ones(GAMES, np.bool_)
    observations, masks = batch.reset(np.arange(GAMES), everyone)
    followers = [Follower(game, encoding, options) for _ in range(GAMES)]
    over = [False] * GAMES
    endings: Counter[str] = Counter()
    for _ in range(STEPS):
        for n, follower in enumerate(followers):
            follower.see(observations[n], masks[n])
        actions = [follower.choose(rng) for follower in followers]
        step = batch.step(np.array(actions), restart)
        for n, follower in enumerate(followers):
            if over[n]:
                assert step.rewards[n] == 0
                if restart is Restart.NEXT_STEP:
                    followers[n] = Follower(game, encoding, options)
                    over[n] = False
                assert step.ends[n] == over[n]
                continue
            assert step.rewards[n] == follower.act(actions[n])
            outcome = game.outcome(follower.state)
            assert step.ends[n] == (outcome is not None)
            if outcome is not None:
                endings[outcome.reason] += 1
                over[n] = True
            if over[n] and restart is Restart.SAME_STEP:
                last = [int(value) for value in encoding.observe(follower.state, 0)]
                assert step.finals[n].tolist() == last
                followers[n] = Follower(game, encoding, options)
                over[n] = False
        observations, masks = step.observations, step.masks
    assert set(endings) == {"rows-closed", "fourth-penalty"}
    if restart is Restart.NEVER:
        assert endings.total() == GAMES


def test_a_game_depends_only_on_its_own_seed() -> None:
    """Not on how many others there are, and not on the number of threads."""
    few = SoloGames(QWIXX, _options(), 3, 1)
    many = SoloGames(QWIXX, _options(), 4096, 2)
    seen, _ = few.reset(np.array([5, 6, 7]), np.ones(3, np.bool_))
    seen_by_many, _ = many.reset(np.arange(4096), np.ones(4096, np.bool_))
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert (seen == seen_by_many[5:8]).all()
        actions = rng.integers(0, 45, 4096)
        seen = few.step(actions[5:8], Restart.NEXT_STEP).observations
        seen_by_many = many.step(actions, Restart.NEXT_STEP).observations
    many.close()


def _options() -> Any:
    state: State = QWIXX.initial(None, 1)
    return state.options
