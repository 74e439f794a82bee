"""The strong players of Qwixx and Big Points, their levels, and their files."""

import logging
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from bench.qwixx_match import match

from cruces.core import CHANCE
from cruces.core.registry import get_game
from cruces.games.qwixx.kernel.net import weight_count
from cruces.games.qwixx.players import weights as weights_qwixx
from cruces.games.qwixx.players.compiled import GREEDY, compiled_player
from cruces.games.qwixx.players.training import TrainingRun, TrainingState, initial_state, train
from cruces.games.qwixx.players.weights import (
    NETWORKS_FOLDER,
    WeightsError,
    read,
    read_checkpoint,
    shipped_network,
)
from cruces.games.qwixx.rules import BIG_POINTS_LAYOUT, QWIXX, QWIXX_LAYOUT, Layout, Options
from cruces.players import Limits, bots_for, get_bot

NAMES = ["strong", "strong+search", *(f"level-{n}" for n in range(1, 9))]
LAYOUTS = {"qwixx": QWIXX_LAYOUT, "big-points": BIG_POINTS_LAYOUT}
OPTIONS = Options()
GAMES = tuple(LAYOUTS)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_all_of_them_play_to_the_end(game_id: str, seats: int) -> None:
    """Every action is legal, or it would be refused."""
    game, rng = get_game(game_id), Random(seats)
    state = game.initial(seats=seats)
    while game.outcome(state) is None:
        seat = min(game.to_act(state))
        if seat == CHANCE:
            state = game.apply(state, CHANCE, game.chance(state).sample(rng))
        else:
            bot = get_bot(rng.choice(NAMES), game_id)
            action = bot.choose(game.view(state, seat), Limits(nodes=8), rng)
            state = game.apply(state, seat, action)
    assert game.outcome(state) is not None


def test_a_player_who_left_no_longer_counts_but_their_locks_do() -> None:
    position = "r2,3,4,5,6,12 | y2,3 | g12 ; p2 white w34 y2 g3 b4"
    state = QWIXX.conclude(QWIXX.parse_position(position), "resignation", 0)
    for name in NAMES:
        view = QWIXX.view(state, 1)
        assert get_bot(name).choose(view, Limits(nodes=8), Random(1)) in view.legal


def test_the_same_generator_gives_the_same_choice() -> None:
    state = QWIXX.parse_position("r3 y2 g9 b12 | r4 ; p1 white w23 r6 y6 g6 b6")
    for name in NAMES:
        view = QWIXX.view(state, 1)
        chosen = [get_bot(name).choose(view, Limits(), Random(5)) for _ in range(2)]
        assert chosen[0] == chosen[1]


def test_a_search_that_has_no_time_still_answers() -> None:
    view = QWIXX.view(QWIXX.parse_position("r3 y2 | r4 ; p1 white w23 r6 y6 g6 b6"), 0)
    action = get_bot("strong+search").choose(view, Limits(seconds=0), Random(5))
    assert action == get_bot("strong").choose(view, Limits(), Random(5))


def test_which_player_uses_which_data() -> None:
    levels = [f"level-{n}" for n in range(1, 9)]
    strong = ["strong", "strong+search", *levels]
    assert bots_for("qwixx") == ["random", "greedy", "friendly", *strong]
    assert bots_for("big-points") == ["random", "greedy", *strong]


@pytest.mark.parametrize(("game_id", "seats"), [("qwixx", 2), ("big-points", 2), ("qwixx", 4)])
def test_strong_beats_greedy(game_id: str, seats: int) -> None:
    """The dice are the same every time; measured over 20,000 games it is more."""
    layout = LAYOUTS[game_id]
    one = compiled_player("strong", layout, seats)
    shares, mine, theirs = match(one, GREEDY, layout, seats, 2000, 7, None, OPTIONS)
    assert shares.mean() > (0.65 if seats == 2 else 0.35)
    assert mine.mean() > theirs.mean()


def test_alone_at_big_points_the_network_scores_more_than_greedy() -> None:
    layout = BIG_POINTS_LAYOUT
    strong, greedy = compiled_player("strong", layout, 1), compiled_player("greedy", layout, 1)
    points = [
        match(who, who, layout, 1, 500, 7, None, OPTIONS)[1].mean() for who in (strong, greedy)
    ]
    assert points[0] > points[1] + 40


def test_a_level_beats_the_one_far_below() -> None:
    for high, low in ((4, 1), (6, 3)):
        one, other = (compiled_player(f"level-{level}", QWIXX_LAYOUT, 2) for level in (high, low))
        assert match(one, other, QWIXX_LAYOUT, 2, 1000, 7, None, OPTIONS)[0].mean() > 0.6


# Files


def test_weights_in_the_package_are_small_and_whole() -> None:
    for game in GAMES:
        files = list(NETWORKS_FOLDER.glob(f"{game}-?.npz"))
        fewest = 2 if game == "qwixx" else 1  # alone in Qwixx the exact table plays
        assert {path.stem for path in files} == {f"{game}-{seats}" for seats in range(fewest, 6)}
        assert sum(path.stat().st_size for path in files) <= 1_000_000
        for path in files:
            assert read(path, LAYOUTS[game], int(path.stem[-1]))
            assert path.with_suffix(".json").exists()


def kept(path: Path) -> Path:
    numbers = (
        np.random.default_rng(1).normal(0, 1, weight_count(2, QWIXX_LAYOUT)).astype(np.float32)
    )
    training_run = TrainingRun(QWIXX_LAYOUT, 2, 512, 1)
    weights_qwixx.write(path, training_run, TrainingState(numbers, numbers, numbers))
    return path


def refusal(path: Path, layout: Layout = QWIXX_LAYOUT, seats: int = 2) -> str:
    with pytest.raises(WeightsError) as error:
        read(path, layout, seats)
    assert error.value.code == "weights"
    return error.value.reason.slug


def test_a_damaged_file_is_refused_wherever_the_damage_is(tmp_path: Path) -> None:
    path = kept(tmp_path / "a.npz")
    whole = path.read_bytes()
    read(path, QWIXX_LAYOUT, 2)
    for place in range(600, len(whole) - 1000, 997):  # beyond that are dates and the like
        broken = bytearray(whole)
        broken[place] ^= 0xFF
        path.write_bytes(broken)
        assert refusal(path) == "weights-damaged"
    for content in (b"", b"PK", whole[:1000], b"\0" * 500):
        path.write_bytes(content)
        assert refusal(path) == "weights-damaged"


def test_another_game_and_a_later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path / "a.npz")
    assert refusal(path, BIG_POINTS_LAYOUT) == "weights-other"
    assert refusal(path, seats=3) == "weights-other"
    monkeypatch.setattr(weights_qwixx, "VERSION", 0)
    assert refusal(path) == "weights-newer"


def test_with_damaged_weights_the_player_is_greedy_and_logs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(weights_qwixx, "NETWORKS_FOLDER", tmp_path)
    shipped_network.cache_clear()
    compiled_player.cache_clear()
    try:
        path = kept(tmp_path / "qwixx-2.npz")
        path.write_bytes(path.read_bytes()[:-100])
        view = QWIXX.view(QWIXX.parse_position("r3 y2 | r4 ; p1 white w23 r6 y6 g6 b6"), 0)
        with caplog.at_level(logging.WARNING, "cruces"):
            chosen = get_bot("strong").choose(view, Limits(), Random(1))
        assert "ignoring" in caplog.text
        assert "qwixx-2.npz" in caplog.text
        assert chosen == get_bot("greedy").choose(view, Limits(), Random(1))
    finally:
        shipped_network.cache_clear()
        compiled_player.cache_clear()


# Training


def trained(training_run: TrainingRun, threads: int) -> TrainingState:
    progress = initial_state(training_run)
    for _ in train(training_run, progress, threads):
        pass
    return progress


def test_the_same_seed_gives_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cruces.games.qwixx.players.training.GREEDY_ROUNDS", 1)
    training_run = TrainingRun(BIG_POINTS_LAYOUT, 3, 512, 5)
    one, two = trained(training_run, 1), trained(training_run, 3)
    assert np.array_equal(one.weights, two.weights)
    assert one.curve == two.curve
    other = trained(replace(training_run, seed=6), 2)
    assert not np.array_equal(one.weights, other.weights)


def test_learning_makes_the_judgement_better() -> None:
    curve = trained(TrainingRun(QWIXX_LAYOUT, 2, 256 * 12, 1), 2).curve
    assert curve[-1].loss < curve[0].loss
    assert curve[-1].margin < curve[0].margin


def test_going_on_from_a_checkpoint_changes_nothing(tmp_path: Path) -> None:
    training_run, path = TrainingRun(QWIXX_LAYOUT, 2, 256 * 3, 1), tmp_path / "a.checkpoint"
    whole, progress = trained(training_run, 2), initial_state(training_run)
    for _ in train(training_run, progress):
        weights_qwixx.write_checkpoint(path, training_run, progress)
        break
    progress = read_checkpoint(path, training_run)
    assert progress.rounds == 1
    for _ in train(training_run, progress):
        pass
    assert np.array_equal(progress.weights, whole.weights)
    assert progress.curve == whole.curve
    with pytest.raises(WeightsError, match="seed"):
        read_checkpoint(path, replace(training_run, seed=2))
