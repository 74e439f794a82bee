"""Every game for two or more in PettingZoo.

``env`` is the turn-based interface (AEC) of any game, ``parallel_env`` the one in which those who
choose at the same time act together. Both observe a dictionary: ``observation`` and
``action_mask``. Importing this module registers the games with ``pettingzoo.make``.
"""

from typing import Any

from cruces.core.extras import naming_extras
from cruces.core.registry import GAMES, ask
from cruces.envs.encoding import Encoding, encoding_of
from cruces.envs.game_run import GameRun
from cruces.envs.returns import MOST_ACTIONS, returns
from cruces.envs.spaces import Mask, Observation, observation_space

with naming_extras():
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils import wrappers

Seen = dict[str, Observation | Mask]
ILLEGAL = -1
"""The reward of an illegal action; it ends the game, with nothing for the others."""


class _Agents:
    """What both interfaces have: the agents and their spaces."""

    def __init__(
        self, game: str, seats: int | None, max_cycles: int, render_mode: str | None, options: Any
    ) -> None:
        self.run = GameRun(game, seats, options)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        encoding = self.run.encoding
        self.metadata = {
            "name": env_name(game, encoding.version),
            "render_modes": ["ansi"],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.run.seats)]
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (encoding.count,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(encoding), "action_mask": mask})
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(encoding.count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def render(self) -> str | None:
        """The position in one line, with the render mode ``ansi``."""
        return self.run.game.format_position(self.run.state) if self.render_mode else None

    def _rewards(self) -> dict[str, float]:
        """What the game is worth to each agent; nothing while it goes on."""
        outcome = self.run.outcome
        values = [0.0] * self.run.seats if outcome is None else returns(self.run.game, outcome)
        return dict(zip(self.possible_agents, values, strict=True))


class TurnEnv(_Agents, pettingzoo.AECEnv[str, Seen, int]):
    """A game turn by turn; those who choose at the same time do so one after another, unseen."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        max_cycles: int = MOST_ACTIONS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, seats, max_cycles, render_mode, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.run.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Seen:
        return self.run.see(self.possible_agents.index(agent))

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.run.act(self.possible_agents.index(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        over = self.run.outcome is not None
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self._is_cut())
        self._select()
        self._accumulate_rewards()

    def _is_cut(self) -> bool:
        return self.run.count >= self.max_cycles

    def _select(self) -> None:
        """Those who may act come by seat; when the game is over, everybody does."""
        waiting = self.run.waiting
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]


class ParallelEnv(_Agents, pettingzoo.ParallelEnv[str, Seen, int]):
    """A game step by step: all agents give an action, and only those whose turn it is act."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        max_cycles: int = MOST_ACTIONS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, seats, max_cycles, render_mode, options)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.run.begin(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        agents, waiting = self.agents, self.run.waiting
        self._cycles += 1
        # Nobody is told what another one chooses, so all of it is known before anything happens.
        chosen = {seat: int(actions[self.possible_agents[seat]]) for seat in waiting}
        illegal = [seat for seat in waiting if chosen[seat] not in self.run.actions(seat)]
        if illegal:
            rewards = {
                agent: float(ILLEGAL * (seat in illegal))
                for seat, agent in enumerate(self.possible_agents)
            }
        else:
            for seat in waiting:
                self.run.act(seat, chosen[seat])
            rewards = self._rewards()
        over = bool(illegal) or self.run.outcome is not None
        cut = not over and self._cycles >= self.max_cycles
        seen = self._seen()
        if over or cut:
            self.agents = []
        return (
            seen,
            {agent: rewards[agent] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.run.see(self.possible_agents.index(agent)) for agent in self.agents}


def env(game: str, **options: Any) -> pettingzoo.AECEnv[str, Seen, int]:
    """A game turn by turn, with PettingZoo's usual checks: an illegal action ends the game."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(TurnEnv(game, **options), ILLEGAL)
    checked = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: pettingzoo.AECEnv[str, Seen, int] = wrappers.OrderEnforcingWrapper(checked)
    return ordered


def parallel_env(game: str, **options: Any) -> ParallelEnv:
    """A game step by step."""
    return ParallelEnv(game, **options)


def env_name(game: str, version: int) -> str:
    """The name of a game's environment."""
    return f"{game}_v{version}"


def register_all() -> None:
    """Register the games of all families that are loaded.

    Those in which several choose at once have a parallel environment, too.
    """
    for name, game in GAMES.items():
        seats = next((count for count in game.seat_counts if count > 1), None)
        if seats is not None:
            _register(name, ask(None, encoding_of, game, game.initial(None, seats)))


def _register(name: str, encoding: Encoding | None) -> None:
    if encoding is None:  # a family that fails does not affect the others
        return
    env_id = f"cruces/{env_name(name, encoding.version)}"
    if env_id.replace("_v", "-v") not in pettingzoo.aec_registry:  # its own way to write it
        pettingzoo.register("aec", env_id, env, kwargs={"game": name})
        if encoding.simultaneous:
            pettingzoo.register("parallel", env_id, parallel_env, kwargs={"game": name})


register_all()
