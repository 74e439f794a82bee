"""PettingZoo's own tests on every game, also on one of a package that knows nothing of this."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from cruces.core.errors import BadOptionError, IllegalError
from cruces.core.registry import GAMES
from cruces.envs.pettingzoo import TurnEnv, env, parallel_env, register_all

CASES: dict[str, dict[str, Any]] = {
    "qwixx": {"seats": 3},
    "big-points": {"seats": 2},
    "quixo": {"size": 3},
    "quixo-teams": {"size": 3},
    "toy-race": {},
}
CYCLES = 60
# What PettingZoo says of any environment with a mask, except its own, which it knows by name.
mask_warnings = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]
pytestmark = [pytest.mark.filterwarnings(each) for each in mask_warnings]


@pytest.fixture(autouse=True)
def games(toy: None) -> None:
    """All games, also the one of the tutorial."""
    register_all()


def maker(game: str, make: Callable[..., Any]) -> Callable[[], Any]:
    return partial(make, game, **CASES[game])


def test_every_game_is_tested() -> None:
    assert set(GAMES) == set(CASES)


@pytest.mark.parametrize("game", CASES)
def test_api(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(maker(game, env)(), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", CASES)
def test_seed(game: str) -> None:
    seed_test(maker(game, env), num_cycles=CYCLES)


@pytest.mark.parametrize("game", CASES)
def test_parallel_api(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(maker(game, parallel_env)(), num_cycles=CYCLES)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", CASES)
def test_parallel_seed(game: str) -> None:
    parallel_seed_test(maker(game, parallel_env), num_cycles=CYCLES)


def test_the_games_are_registered() -> None:
    """By the names of both libraries' conventions."""
    for name in ("quixo_v0", "quixo-v0", "qwixx_v0", "toy-race_v0"):
        made = pettingzoo.make("aec", f"cruces/{name}")
        assert str(made.unwrapped) == name.replace("-v", "_v")
    assert pettingzoo.make("parallel", "cruces/qwixx_v0", seats=4).max_num_agents == 4
    assert "cruces/quixo-v0" not in pettingzoo.parallel_registry, "nobody chooses together"


def test_a_choice_is_not_seen_before_all_have_chosen() -> None:
    views = []
    for choice in (0, 1):
        game: Any = TurnEnv("qwixx", seats=2)
        game.reset(seed=4)
        legal = game.observe("player_0")["action_mask"].nonzero()[0]
        game.step(legal[choice])
        assert game.agent_selection == "player_1"
        assert not game.observe("player_0")["action_mask"].any()
        views.append(game.observe("player_1")["observation"].tolist())
        game.step(0)
        views.append(game.observe("player_1")["observation"].tolist())
    assert views[0] == views[2]
    assert views[1] != views[3]


def test_an_illegal_action_ends_the_game() -> None:
    game = env("quixo", size=3)
    game.reset(seed=1)
    _, _, _, _, _ = game.last()
    game.step(0)
    mask = game.last()[0]["action_mask"]
    game.step(int(mask.argmin()))
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards == {"player_0": 0, "player_1": -1}
    together = parallel_env("qwixx", seats=3)
    seen, _ = together.reset(seed=1)
    illegal = int(seen["player_1"]["action_mask"].argmin())
    _, rewards, over, cut, _ = together.step({"player_0": 0, "player_1": illegal, "player_2": 0})
    assert rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(over.values())
    assert not any(cut.values())
    raw = TurnEnv("quixo", size=3)
    raw.reset()
    with pytest.raises(IllegalError):
        raw.step(99)


@pytest.mark.parametrize("game", CASES)
def test_rewards(game: str) -> None:
    """Nothing before the end; then they add up to 0."""
    made = maker(game, TurnEnv)()
    made.reset(seed=2)
    made.action_space(made.agents[0]).seed(2)
    while not any(made.terminations.values()):
        assert set(made.rewards.values()) == {0}
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(made.action_space(made.agent_selection).sample(mask))
    assert sum(made.rewards.values()) == pytest.approx(0)
    assert made.run.outcome is not None


def test_a_game_that_is_too_long_is_cut_off() -> None:
    game = env("quixo", max_cycles=3)
    game.reset(seed=1)
    for _ in range(3):
        assert not any(game.truncations.values())
        game.step(int(game.last()[0]["action_mask"].argmax()))
    assert all(game.truncations.values())
    assert not any(game.terminations.values())


def test_a_game_for_one_is_refused() -> None:
    with pytest.raises(BadOptionError, match="for one"):
        env("qwixx", seats=1)
