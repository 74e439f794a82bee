"""The engine of Quixo in teams: what it claims is true, and it keeps to the rules of teams."""

import threading
from collections import Counter
from random import Random

import pytest

from cruces.core import PASS
from cruces.games.quixo.players import levels
from cruces.games.quixo.players.deepening import DepthResult
from cruces.games.quixo.players.teams_engine import think
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS, Push, Quixo, State
from cruces.games.quixo.rules.pushing import team_of
from cruces.players import Limits, get_bot
from cruces.players.levels import LEVELS
from cruces.players.stop import Stop


def positions(size: int, count: int, seed: int) -> list[State]:
    """Positions of random games that are not over; repetition does not matter there."""
    random = Random(seed)
    found: list[State] = []
    while len(found) < count:
        state = QUIXO_TEAMS.initial({"size": size, "repetition": None})
        for _ in range(random.randrange(2, 20)):
            seat = mover(state)
            after = QUIXO_TEAMS.apply(
                state, seat, random.choice(list(QUIXO_TEAMS.legal(state, seat)))
            )
            if QUIXO_TEAMS.outcome(after) is not None:
                break
            state = after
        found.append(state)
    return found


def mover(state: State) -> int:
    (seat,) = QUIXO_TEAMS.to_act(state)
    return seat


def search(state: State, limits: Limits, variations: int = 1) -> DepthResult:
    """The last one."""
    *_, last = think(state, mover(state), limits, variations=variations)
    return last


def wins(state: State, team: int, turns: int) -> bool:
    """Whether a team can complete its line within this many turns, by the rules alone."""
    outcome = QUIXO_TEAMS.outcome(state)
    if outcome is not None or turns == 0:
        return outcome is not None and outcome.scores[team] == 1
    seat = mover(state)
    quantifier = any if team_of(seat) == team else all
    return quantifier(wins(after, team, turns - 1) for after in QUIXO_TEAMS.successors(state, seat))


@pytest.mark.rule("T5", "Q5")
def test_short_wins_are_those_of_the_rules() -> None:
    """In one, in three, and in two: when every reply makes the line for us."""
    found = Counter[int | None]()
    for state in positions(3, 60, 1):
        team = team_of(mover(state))
        best = search(state, Limits(depth=3)).variations[0]
        plies = best.plies if best.score > 0 else None
        assert plies == next((n for n in (1, 2, 3) if wins(state, team, n)), None), state
        found[plies] += 1
        if plies == 1:
            after = QUIXO_TEAMS.outcome(QUIXO_TEAMS.apply(state, mover(state), best.pushes[0]))
            assert after is not None
            assert mover(state) in after.winners
    assert all(found[plies] for plies in (1, 2, 3, None))


@pytest.mark.rule("T5", "Q5")
def test_what_it_sees_to_the_end_is_so() -> None:
    """Deeper claims hold on 2×2 where the rules alone can look as far."""
    claims = 0
    for state in positions(2, 30, 2):
        best = search(state, Limits(depth=6)).variations[0]
        if best.plies is not None and best.plies <= 4:
            claims += 1
            team = team_of(mover(state)) if best.score > 0 else 1 - team_of(mover(state))
            assert wins(state, team, best.plies), state
    assert claims > 10


@pytest.mark.rule("Q5", "T5")
def test_it_does_not_make_the_opponents_line_even_with_its_own() -> None:
    """Pushing in at a1 completes row 1 with crosses and row 2 with circles."""
    state = QUIXO_TEAMS.parse_position("21313/.2424/...../...../..... 1 13")
    bad = QUIXO_TEAMS.parse_action("a2>a1@1")
    outcome = QUIXO_TEAMS.outcome(QUIXO_TEAMS.apply(state, 0, bad))
    assert outcome is not None
    assert outcome.reason == "opponent-line"
    (made,) = (
        line
        for line in search(state, Limits(depth=1), variations=200).variations
        if line.pushes[0] == bad
    )
    assert made.score < 0
    assert made.plies == 1
    best = search(state, Limits(depth=4)).variations[0].pushes[0]
    assert isinstance(best, Push)
    assert isinstance(bad, Push)
    assert best.to != bad.to


@pytest.mark.rule("T4")
def test_it_passes_when_it_must_and_sees_when_others_must() -> None:
    state = QUIXO_TEAMS.parse_position("323/4.2/434 1 9", {"repetition": None})
    assert list(QUIXO_TEAMS.legal(state, 0)) == [PASS]
    assert search(state, Limits(depth=4)).variations[0].pushes[0] == PASS
    assert get_bot("level-8").choose(QUIXO_TEAMS.view(state, 0), Limits(), Random(1)) == PASS
    # Player 4 is to move, so player 1 comes next.
    before = QUIXO_TEAMS.parse_position("323/4.2/434 4 12")
    last = search(before, Limits(depth=3), variations=40)
    assert any(PASS in line.pushes for line in last.variations)


@pytest.mark.rule("T2", "T3", "T4")
@pytest.mark.parametrize("size", [5, 3])
def test_lines_are_legal_different_and_the_best_first(size: int) -> None:
    start = QUIXO_TEAMS.initial({"size": size})
    for state in [start, *positions(size, 8, 3)]:
        last = search(state, Limits(depth=4), variations=3)
        assert len({line.pushes[0] for line in last.variations}) == len(last.variations)
        scores = [line.score for line in last.variations]
        assert scores == sorted(scores, reverse=True)
        for line in last.variations:
            there = state
            for action in line.pushes:
                there = QUIXO_TEAMS.apply(there, mover(there), action)


def test_the_same_nodes_give_the_same_results() -> None:
    def results() -> list[object]:
        limits = Limits(nodes=50_000)
        return [(t.depth, t.nodes, t.variations) for t in think(QUIXO_TEAMS.initial(), 0, limits)]

    first = results()
    assert first == results()
    assert len(first) > 3


def test_it_stops_on_request_and_when_its_time_is_up() -> None:
    asked, never = Stop(), Stop()
    threading.Timer(0.3, asked.request).start()
    assert list(think(QUIXO_TEAMS.initial(), 0, Limits(), stop=asked))
    patience = threading.Timer(60, never.request)
    patience.start()
    assert list(think(QUIXO_TEAMS.initial(), 0, Limits(seconds=0.2), stop=never))
    patience.cancel()
    assert not never.requested


@pytest.mark.rule("Q6")
def test_a_board_that_comes_up_again_counts_as_a_draw() -> None:
    """Everyone takes one of two neighbouring cubes and puts it back on the other side."""
    board = "11.22/.13../...../...../44.33"
    same = QUIXO_TEAMS.parse_action("b5>a5@4")
    state = QUIXO_TEAMS.parse_position(f"{board} 1 13")
    for text in ("b1>a1@1", "d1>e1@2", "d5>e5@3"):
        after = QUIXO_TEAMS.apply(state, mover(state), QUIXO_TEAMS.parse_action(text))
        assert after.board == state.board
        state = after
    forgotten = QUIXO_TEAMS.parse_position(f"{board} 4 16")
    scores = []
    for each in (state, forgotten):
        variations = search(each, Limits(depth=3), variations=200).variations
        scores += [line.score for line in variations if line.pushes[0] == same]
    assert scores[0] == 0 != scores[1]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_to_the_end(level: int) -> None:
    state, random = QUIXO_TEAMS.initial(), Random(level)
    bot = get_bot(f"level-{level}", "quixo-teams")
    while QUIXO_TEAMS.outcome(state) is None:
        seat = mover(state)
        action = bot.choose(QUIXO_TEAMS.view(state, seat), Limits(nodes=2000), random)
        state = QUIXO_TEAMS.apply(state, seat, action)


def test_a_stronger_team_wins_more_often() -> None:
    won = 0
    for seed in range(8):
        state, random, strong = QUIXO_TEAMS.initial(), Random(seed), seed % 2
        while QUIXO_TEAMS.outcome(state) is None:
            seat = mover(state)
            bot = get_bot(f"level-{5 if team_of(seat) == strong else 1}")
            action = bot.choose(QUIXO_TEAMS.view(state, seat), Limits(nodes=5000), random)
            state = QUIXO_TEAMS.apply(state, seat, action)
        outcome = QUIXO_TEAMS.outcome(state)
        won += outcome is not None and outcome.scores[strong] == 1
    assert won >= 6


@pytest.mark.parametrize("game", [QUIXO, QUIXO_TEAMS])
def test_the_strongest_comes_to_an_end_without_limits(
    game: Quixo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "MANY_NODES", 10_000)
    state = game.initial()
    assert get_bot("level-8").choose(game.view(state, 0), Limits(), Random(1)) in game.legal(
        state, 0
    )
