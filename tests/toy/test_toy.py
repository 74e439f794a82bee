"""The toy game in the library: its rules, its players, its coach."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruces.analysis import analyse
from cruces.analysis.general import standing
from cruces.analysis.reasons import because
from cruces.analysis.review import GRADES, limits_for_time, review
from cruces.analysis.review_dto import report
from cruces.core import Play, Record, registry
from cruces.core.record import Player, decode, encode
from cruces.match import authority
from cruces.match import messages as m
from cruces.players import LEVELS, Limits, bots_for, get_bot
from cruces.render import picture
from cruces.testing.conformance import check_game

pytestmark = pytest.mark.usefixtures("toy")

PACKAGE = Path(__file__).parent / "toy_race"
MOST_LINES = 250
AnyPlay = Play[Any, Any, Any]


def played(levels: tuple[int, ...], seed: int, nodes: int = 60) -> AnyPlay:
    """A game between levels, the same on every machine."""
    play = registry.start("toy-race", None, [Player(f"level-{level}") for level in levels])
    rng = Random(seed)
    bots = [get_bot(f"level-{level}", "toy-race") for level in levels]
    while play.to_act:
        play.roll(rng)
        for seat in play.to_act:
            play.act(seat, bots[seat].choose(play.view(seat), Limits(nodes=nodes), rng))
    return play


def test_it_is_small() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    lines = {str(path): len(path.read_text("utf-8").splitlines()) for path in files}
    assert sum(lines.values()) <= MOST_LINES, lines


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_meets_the_contract(seats: int) -> None:
    check_game(registry.get_game("toy-race"), seeds=range(10), seats=seats)


def test_the_rules() -> None:
    play = registry.start("toy-race", players=3)
    play.happen("5")
    play.act(0, "roll")
    play.happen("4")
    assert play.text == "0/0/0 p1+9 die 4"
    play.act(0, "stop")
    assert play.text == "9/0/0 p2+0 die 0"
    play.happen("6")
    play.act(1, "roll")
    play.happen("1")
    assert play.text == "9/0/0 p3+0 die 0", "who trips goes back"
    for _ in range(7):
        play.happen("6")
        if play.to_act:
            play.act(2, "roll")
    assert play.outcome is not None
    assert (play.outcome.places, play.outcome.scores) == ((2, 3, 1), (9, 0, 40))


def test_who_resigns_comes_last() -> None:
    play = registry.start("toy-race")
    play.happen("6")
    play.act(0, "stop")
    play.conclude("resignation", 0)
    assert play.outcome is not None
    assert play.outcome.winners == (1,)
    assert play.outcome.scores == (6, 0)


def test_it_has_the_general_players_and_a_record() -> None:
    assert bots_for("toy-race") == ["random", *(f"level-{level}" for level in LEVELS)]
    play = played((1, 8, 3, 5), seed=2)
    assert play.outcome is not None
    record: Record = decode(encode(play.record()))
    assert registry.replay(record).states == play.states


def test_the_strongest_level_beats_the_weakest_clearly() -> None:
    won: Counter[int] = Counter()
    for seed in range(40):
        levels = (8, 1) if seed % 2 else (1, 8)
        outcome = played(levels, seed, nodes=100).outcome
        assert outcome is not None
        won[levels[outcome.winners[0]]] += 1
    assert won[8] >= 27, won


def test_the_analysis_knows_when_to_stop() -> None:
    """With best play, rolling on is worth 0.562 and 0.703, stopping 0.504 and 0.714."""
    game = registry.get_game("toy-race")
    for position, best in (("0/0 p1+4 die 4", "roll"), ("0/0 p1+24 die 4", "stop")):
        state = game.parse_position(position)
        analysis = analyse(game, state, Limits(nodes=2000))
        assert analysis.best.action == best
        assert analysis.nodes == 2000
        assert not analysis.exact
        assert analysis.best.points is not None
        assert 0 <= analysis.best.points <= 40
        assert "%" in because(game, state, analysis, analysis.best, "en")


def test_what_a_moment_is_worth() -> None:
    """With best play, the first player has 0.545 of the game."""
    game = registry.get_game("toy-race")
    begin = standing(game, game.initial(), 600, 1)
    assert begin[0].chance == pytest.approx(0.545, abs=0.08)
    assert sum(worth.chance or 0 for worth in begin) == pytest.approx(1)
    over = standing(game, game.parse_position("40/3 p2+0 die 0"), 600, 1)
    assert [worth.chance for worth in over] == [1, 0]
    assert [worth.points for worth in over] == [40, 3]


def test_the_coach_tells_luck_from_choices() -> None:
    play = played((8, 1), seed=5)
    limits, games = limits_for_time(play, 2.0)
    game_review = review(play, limits, games)
    assert game_review.luck_events
    assert {decision.grade for decision in game_review.decisions} <= set(GRADES)
    outcome = play.outcome
    assert outcome is not None
    for seat in range(2):
        summary = game_review.summary(seat)
        assert summary.luck is not None
        assert summary.luck_in_points is not None
    # What one wins by luck the other loses.
    lucks = [game_review.summary(seat).luck or 0.0 for seat in range(2)]
    assert sum(lucks) == pytest.approx(0, abs=1e-6)
    report_data = report(game_review, "es")
    assert report_data.decisions[0].best_name in ("seguir tirando", "plantarse")
    again = review(play, limits, games).summary(0)
    assert (again.cost, again.luck) == (game_review.summary(0).cost, game_review.summary(0).luck)


def test_it_is_drawn_as_text_where_it_brings_no_picture() -> None:
    svg = picture(played((1, 2), seed=1)).svg
    assert "Toy Race" in svg
    assert "p1+0 die 0" in svg or "p2+0 die 0" in svg


def test_who_lets_the_time_run_out_plays_something() -> None:
    """It can neither be lost on time nor be passed: the first action is taken."""
    moment = authority.Moment(0, bytes(32))
    setup = m.Setup("toy-race", seats=2, clock=m.Clock(5))
    match, _ = authority.open_match(setup, "ana", "id", "CODE", moment)
    for command in (m.Sit(0, "Ana"), m.SeatBot(1, "random"), m.Ready(0, "x")):
        match, _ = authority.handle(match, command, "ana", moment)
    late = authority.Moment(60_000, bytes(32))
    match, events = authority.handle(match, m.Tick(), authority.SERVER, late)
    acted = [event for event in events if isinstance(event, m.Acted)]
    assert [(event.seat, event.action, event.auto) for event in acted] == [(0, "roll", True)]
