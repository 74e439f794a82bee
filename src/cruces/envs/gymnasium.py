"""Every game that one can play alone, in Gymnasium: ``cruces/<game>-solo-v<version>``.

One step is one action. The reward is what the action earns, so that the rewards of an episode add
up to the score. ``info["action_mask"]`` has a 1 for every legal action; an action that is not legal
counts as the legal one with the lowest number. Importing this module registers the environments.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.game import CHANCE
from cruces.core.registry import GAMES, ask, family_of, get_game
from cruces.envs.batch import Batch, Restart
from cruces.envs.encoding import encoding_of
from cruces.envs.spaces import Observation, action_mask, observation, observation_space

with naming_extras():
    import gymnasium as gym
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space

SEAT = 0


class SoloEnv(gym.Env[Observation, np.int64]):
    """A game for one, by the plain rules; options of the game are given by name."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        self.game, self.render_mode = get_game(game), render_mode
        self._family = family_of(self.game)
        self._first = self.game.initial(options, 1)
        self._state = self._first
        self.encoding = encoding_of(self.game, self._first)
        self.observation_space = observation_space(self.encoding)
        self.action_space = spaces.Discrete(self.encoding.count)
        self._dice = Random()
        self._earned = 0

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._dice = Random(int(self.np_random.integers(2**63)))
        self._earned = 0
        self._go_on(self._first)
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        actions = self._actions
        if not actions:
            raise gym.error.ResetNeeded("the game is over: call reset()")
        chosen = actions.get(int(action), actions[min(actions)])
        earnings = self._family.earnings(self.game, self._state, SEAT, [chosen])
        self._go_on(self.game.advance(self._state, SEAT, chosen))
        outcome = self.game.outcome(self._state)
        reward = sum(earnings) if outcome is None else outcome.scores[SEAT] - self._earned
        self._earned += reward
        return self._observe(), float(reward), outcome is not None, False, self._info()

    def _go_on(self, state: Any) -> None:
        """Draw what chance decides; then it is the player's turn, or the game is over."""
        while CHANCE in self.game.to_act(state):
            state = self.game.advance(state, CHANCE, self.game.chance(state).sample(self._dice))
        self._state = state
        legal = self.game.legal(state, SEAT)
        self._actions: Mapping[int, Any] = self.encoding.numbers(state, SEAT, legal)

    def _observe(self) -> Observation:
        return observation(self.encoding, self.game, self._state, SEAT)

    def _info(self) -> dict[str, Any]:
        # At the end some action has to be allowed: a vector environment takes one and ignores it.
        return {"action_mask": action_mask(self.encoding, self._actions or (0,))}

    def render(self) -> str | None:
        return self.game.format_position(self._state) if self.render_mode == "ansi" else None


class SoloVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], Any]):
    """Many such games at once, in the compiled code of the game's family."""

    def __init__(
        self, game: AnyGame, batch: Batch, num_envs: int, restart: Restart, state: Any
    ) -> None:
        self.num_envs, self._batch, self._restart = num_envs, batch, restart
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode(restart.value)}
        self.encoding = encoding_of(game, state)
        self.single_observation_space = observation_space(self.encoding)
        self.single_action_space = spaces.Discrete(self.encoding.count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.ones(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew: all games, or those of ``options["reset_mask"]``.

        With one seed, game n gets the seed plus n.
        """
        which = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise ValueError("reset_mask is not one bool for each environment")
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = self.np_random.integers(2**62, size=self.num_envs)
        if isinstance(seed, int):
            seeds = seed + np.arange(self.num_envs)
        elif seed is not None:
            given = [drawn if own is None else own for own, drawn in zip(seed, seeds, strict=True)]
            seeds = np.array(given)
        observations, masks = self._batch.reset(seeds.astype(np.int64), which)
        self._over &= ~which
        return observations, self._info(masks)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        Observation,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        if self._over.any():
            raise gym.error.ResetNeeded("call reset() for games that are over or did not begin")
        numbers = np.ascontiguousarray(actions, np.int64)
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not {numbers.shape}")
        step = self._batch.step(numbers, self._restart)
        info = self._info(step.masks)
        if self._restart is Restart.NEVER:
            self._over = step.ends.copy()
        elif self._restart is Restart.SAME_STEP and step.ends.any():
            info |= self._final_info(step.ends, step.finals)
        truncations = np.zeros(self.num_envs, np.bool_)
        return step.observations, step.rewards, step.ends, truncations, info

    def _info(self, masks: Observation) -> dict[str, Any]:
        return {"action_mask": masks.view(np.int8), "_action_mask": np.ones(len(masks), np.bool_)}

    def _final_info(self, ends: npt.NDArray[np.bool_], finals: Observation) -> dict[str, Any]:
        """What Gymnasium's own vector environments say of games that begin anew at once."""
        observations = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ends):
            observations[game] = finals[game]
        masks = np.zeros((self.num_envs, self.encoding.count), np.int8)
        masks[ends, 0] = 1
        return {
            "final_obs": observations,
            "_final_obs": ends.copy(),
            "final_info": {"action_mask": masks, "_action_mask": ends.copy()},
            "_final_info": ends.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        self._batch.close()


def vector_env(
    game: str,
    num_envs: int,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    threads: int | None = None,
    **options: Any,
) -> "SoloVectorEnv | SyncVectorEnv[Any, Any]":
    """Many solo games at once: compiled if the family can, otherwise one after another."""
    solo = get_game(game)
    first = solo.initial(options, 1)
    mode = AutoresetMode(autoreset_mode)
    with naming_extras():
        batch = family_of(solo).solo_batch(solo, solo.settings(first), num_envs, threads)
    if batch is not None:
        return SoloVectorEnv(solo, batch, num_envs, Restart(mode.value), first)
    makers = [lambda: SoloEnv(game, **options) for _ in range(num_envs)]
    return SyncVectorEnv(makers, autoreset_mode=mode)


def environment_ids() -> dict[str, str]:
    """The environments of the games that are loaded: the game of each id."""
    ids = {}
    for name, game in GAMES.items():
        if 1 in game.seat_counts:
            encoding = ask(None, encoding_of, game, game.initial(None, 1))
            if encoding is not None:
                ids[f"cruces/{name}-solo-v{encoding.version}"] = name
    return ids


def register_all() -> None:
    """Register the environments of all families that are loaded."""
    for env_id, game in environment_ids().items():
        if env_id not in gym.registry:
            gym.register(
                env_id,
                entry_point=f"{__name__}:{SoloEnv.__name__}",
                vector_entry_point=f"{__name__}:{vector_env.__name__}",
                kwargs={"game": game},
            )


register_all()
