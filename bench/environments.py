"""How many steps environments take a second: python -m bench.environments [--games 16384]

Solo Qwixx, Gymnasium's own vectorised CartPole and PettingZoo's Connect Four, one after another in
the same run. The two vector environments get random actions that were drawn beforehand. The best of
several short runs counts, because other work on the machine only slows them down; the time of the
processor is given as well. Connect Four needs pygame to be imported, though only for pictures: if
it is not installed, something empty takes its place.
"""

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import gymnasium as gym
import numpy as np

import cruces.envs.gymnasium

RUNS, SECONDS = 12, 0.5


def measure(name: str, steps: Callable[[], int]) -> None:
    """Print the most steps a second, and the least processor time for a step."""
    steps()
    rates, costs = [], []
    for _ in range(RUNS):
        count, began, worked = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - began < SECONDS:
            count += steps()
        rates.append(count / (time.perf_counter() - began))
        costs.append((time.process_time() - worked) / count)
    print(f"| {name} | {max(rates):,.0f} | {min(costs) * 1e9:,.0f} |", flush=True)


def vector(env: Any, actions: int) -> Callable[[], int]:
    """Steps of a vector environment, with prepared actions."""
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    prepared = [rng.integers(0, actions, env.num_envs) for _ in range(16)]

    def steps() -> int:
        for numbers in prepared:
            env.step(numbers)
        return len(prepared) * int(env.num_envs)

    return steps


def connect_four() -> Callable[[], int]:
    """Games by turns, with random legal columns."""
    if importlib.util.find_spec("pygame") is None:
        sys.modules["pygame"] = MagicMock()
    from pettingzoo.classic import connect_four_v3

    env, rng = connect_four_v3.env(), np.random.default_rng(1)

    def steps() -> int:
        env.reset(seed=1)
        count = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            action = None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
            env.step(action)
            count += 1
        return count

    return steps


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=16384)
    games = parser.parse_args().games
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {games} games at once")
    print("| environment | steps/s | processor ns/step |\n|---|---:|---:|")
    (solo,) = [each for each in cruces.envs.gymnasium.environment_ids() if "qwixx" in each]
    for threads in (1, 2):
        env: Any = gym.make_vec(solo, num_envs=games, threads=threads)
        measure(f"{solo}, threads: {threads}", vector(env, env.single_action_space.n))
    measure("CartPole-v1, vectorised", vector(gym.make_vec("CartPole-v1", num_envs=games), 2))
    measure("PettingZoo's connect_four_v3", connect_four())


if __name__ == "__main__":
    main()
