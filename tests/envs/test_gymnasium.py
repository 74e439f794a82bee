"""Gymnasium's own checks on our environments, and the vector environment beside its own."""

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from cruces.core.registry import GAMES
from cruces.envs.gymnasium import SoloEnv, SoloVectorEnv, environment_ids

SOLO = "cruces/qwixx-solo-v0"
MODES = list(AutoresetMode)


@pytest.mark.parametrize("env_id", environment_ids())
def test_gymnasiums_checks(env_id: str) -> None:
    env = gym.make(env_id)
    check_env(env.unwrapped)
    env.close()


def test_every_game_for_one_has_an_environment() -> None:
    assert sorted(environment_ids().values()) == sorted(
        name for name, game in GAMES.items() if 1 in game.seat_counts
    )


def test_rewards_add_up_to_the_score() -> None:
    env: Any = gym.make(SOLO).unwrapped
    for seed in range(3):
        _, info = env.reset(seed=seed)
        total = 0.0
        for _ in range(1000):
            action = env.action_space.sample(info["action_mask"])
            _, reward, over, truncated, info = env.step(action)
            total += reward
            assert not truncated
            if over:
                break
        outcome = env.game.outcome(env.state)
        assert outcome is not None
        assert outcome.scores == (total,)
        with pytest.raises(gym.error.ResetNeeded):
            env.step(0)


def vector(mode: AutoresetMode, count: int = 4) -> VectorEnv[Any, Any, Any]:
    env = gym.make_vec(SOLO, num_envs=count, autoreset_mode=mode)
    assert isinstance(env, SoloVectorEnv)
    return env


@pytest.mark.parametrize("mode", MODES)
def test_the_vector_environment_says_the_same_as_gymnasiums_own(mode: AutoresetMode) -> None:
    """Spaces, shapes, types, keys, and when games end and begin anew; only the dice differ."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        own: Any = vector(mode)
    theirs: Any = SyncVectorEnv([lambda: SoloEnv("qwixx")] * 4, autoreset_mode=mode)
    for name in ("observation_space", "action_space", "single_observation_space"):
        assert getattr(own, name) == getattr(theirs, name)
    assert own.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    keys: dict[Any, set[str]] = {own: set(), theirs: set()}
    for env in (own, theirs):
        observations, info = env.reset(seed=3)
        ended = np.zeros(4, bool)
        for _ in range(60):
            assert observations in env.observation_space
            assert observations.dtype == np.uint8
            assert info["action_mask"].shape == (4, 45)
            assert info["action_mask"].dtype == np.int8
            if mode is AutoresetMode.DISABLED and ended.any():
                observations, info = env.reset(options={"reset_mask": ended})
            # To pass is a fourth penalty after eight steps.
            observations, rewards, ends, truncations, info = env.step(np.zeros(4, np.int64))
            keys[env] |= {f"{key} {np.asarray(info[key]).dtype}" for key in info}
            if mode is AutoresetMode.NEXT_STEP:
                assert not (ends & ended).any()
                assert (rewards[ended] == 0).all()
            if mode is AutoresetMode.SAME_STEP and ends.any():
                assert info["final_obs"][0] in env.single_observation_space
                assert info["final_obs"][0][44] == 4, "four penalties"
                assert info["final_info"]["action_mask"].tolist() == [[1] + 44 * [0]] * 4
                assert (observations[:, 44] == 0).all()
            assert not truncations.any()
            ended = ends.copy()
    assert keys[own] == keys[theirs]
    assert ("final_obs object" in keys[own]) == (mode is AutoresetMode.SAME_STEP)


@pytest.fixture
def several() -> Iterator[VectorEnv[Any, Any, Any]]:
    env = vector(AutoresetMode.NEXT_STEP, 3)
    yield env
    env.close()


def test_seeds(several: Any) -> None:
    first, _ = several.reset(seed=7)
    again, _ = several.reset(seed=7)
    assert (first == again).all()
    assert first is not again
    listed, _ = several.reset(seed=[8, 7, None])
    assert (listed[0] == first[1]).all()
    assert (listed[1] == first[0]).all()
    others, _ = several.reset()
    others_again, _ = several.reset()
    assert (others != others_again).any()


def test_a_part_begins_anew(several: Any) -> None:
    before, _ = several.reset(seed=7)
    which = np.array([False, True, False])
    after, _ = several.reset(seed=100, options={"reset_mask": which})
    assert ((before != after).any(1) == which).all()
    with pytest.raises(ValueError, match="reset_mask"):
        several.reset(options={"reset_mask": np.ones(2, bool)})


def test_mistakes_are_named(several: Any) -> None:
    several.reset(seed=7)
    with pytest.raises(ValueError, match="3 actions"):
        several.step(np.zeros(2, np.int64))
    disabled: Any = vector(AutoresetMode.DISABLED, 1)
    disabled.reset(seed=1)
    for _ in range(8):
        disabled.step(np.zeros(1, np.int64))
    with pytest.raises(gym.error.ResetNeeded, match="games that are over"):
        disabled.step(np.zeros(1, np.int64))
