"""The player for every game: perfect where it is easy, legal and bounded everywhere."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cruces.core import CHANCE, Game, Legal, MalformedError, Outcome, Play, Reason, Uniform
from cruces.core.family import AnyGame
from cruces.core.registry import get_game
from cruces.games.quixo.solver.index import Group
from cruces.players import Limits, Stop
from cruces.players.playouts import MAX_EVENTS, Playouts, ending
from cruces.players.tree_search import SKILLS, TreeSearch, choose
from tests.games.quixo.solver.naive import solved
from tests.players.stops import StopAfter

BEST, WORST = SKILLS[-1], SKILLS[0]


class _Written(Game[Any, Any, Any]):
    """Games for these tests: nobody reads or writes their positions."""

    conclusions = ()

    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> Any:
        raise NotImplementedError

    def seats(self, state: Any) -> int:
        return self.seat_counts[0]

    def format_position(self, state: Any) -> str:
        return repr(state)

    def parse_position(self, written: str, options: Mapping[str, object] | None = None) -> Any:
        raise MalformedError(Reason("not-an-action"))

    def parse_action(self, written: str) -> Any:
        raise MalformedError(Reason("not-an-action"))


def _searched(game: AnyGame, state: Any, seat: int, playouts: int, seed: int = 1) -> TreeSearch:
    search = TreeSearch(game, game.redact(state, seat), seat, Random(seed))
    search.run(playouts, None, Stop())
    return search


def _winner(play: Play[Any, Any, Any], skills: list[Any], nodes: int, rng: Random) -> int | None:
    """Who wins a game between skills; None is a seat that plays at random."""
    while play.to_act:
        play.roll(rng)
        for seat in sorted(play.to_act):
            view, skill = play.view(seat), skills[seat]
            actions = list(view.legal)
            action = rng.choice(actions)
            if skill is not None:
                action = choose(view, skill, Limits(nodes=nodes), rng)
            assert action in view.legal
            play.act(seat, action)
    assert play.outcome is not None
    return play.outcome.winners[0] if play.outcome.winners else None


# Deterministic games


def test_eight_levels_each_with_more_time_and_less_noise() -> None:
    seconds = [skill.seconds or 0 for skill in SKILLS]
    blurs = [skill.blur for skill in SKILLS]
    assert len(SKILLS) == 8
    assert seconds == sorted(set(seconds))
    assert blurs == sorted(set(blurs), reverse=True)
    assert not SKILLS[-1].errs


@pytest.mark.parametrize("seed", range(5))
def test_a_win_at_once_is_taken_and_proven(seed: int) -> None:
    game = get_game("quixo")
    state = game.parse_position("XX./OO./... X 5", {"size": 3})
    view = game.view(state, 0)
    action = choose(view, BEST, Limits(nodes=300), Random(seed))
    outcome = game.outcome(game.apply(state, 0, action))
    assert outcome is not None
    assert outcome.winners == (0,)
    results = _searched(game, state, 0, 300, seed).results()
    proven = [result for result in results if result.proof is not None and result.values[0] == 1]
    assert action in [result.action for result in proven]
    assert all(result.error == 0 for result in proven)


def test_two_by_two_is_proven_and_right() -> None:
    """The first player wins on 2×2 with the second push: the solver says so, too."""
    game = get_game("quixo")
    state = game.initial({"size": 2})
    search = _searched(game, state, 0, 20_000)
    assert search.root.proof is not None
    assert search.worths().values == pytest.approx((1, 0))
    assert search.playouts < 20_000, "it ends when all is known"


def test_a_proof_agrees_with_the_solved_board() -> None:
    game, agreed = get_game("quixo"), {"size": 3, "repetition": None}
    cubes = [(own, other) for own in range(10) for other in range(10 - own)]
    exact = solved(3, [Group(own, other) for own, other in cubes])
    play, rng, compared = Play(game, agreed), Random(4), 0
    for _ in range(40):
        if not play.to_act:
            play = Play(game, agreed)
        (seat,) = play.to_act
        for result in _searched(game, play.state, seat, 200).results():
            if result.proof is not None:
                after = game.apply(play.state, seat, result.action)
                board = after.board if seat else tuple((0, 2, 1)[cube] for cube in after.board)
                value, plies = exact[board]
                assert result.values[seat] == (value < 0), (play.text, result)
                assert result.proof.plies >= plies, "so many at the latest"
                compared += 1
        play.act(seat, rng.choice(list(play.legal(seat))))
    assert compared > 50


def test_it_beats_random_on_three_by_three() -> None:
    game, rng = get_game("quixo"), Random(3)
    won = 0
    for number in range(10):
        skills = [None, None]
        skills[number % 2] = BEST  # type: ignore[call-overload]
        won += _winner(Play(game, {"size": 3}), skills, 150, rng) == number % 2
    assert won >= 9


def test_partners_are_played_for_together() -> None:
    """In Quixo for four, seat 0 makes the line for both of its side."""
    game = get_game("quixo-teams")
    assert [game.team_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    play = Play(game, None, 4)
    rng = Random(8)
    winner = _winner(play, [BEST, None, BEST, None], 60, rng)
    assert winner in (0, 2)
    assert play.outcome is not None
    assert ending(game, play.outcome).values == (1, 0, 1, 0)


# Chance, and several at once


def test_qwixx_is_played_by_its_rules_with_any_number_of_seats() -> None:
    game = get_game("qwixx")
    for seats in (1, 2, 3):
        rng = Random(seats)
        play = Play(game, None, seats)
        for _ in range(10):
            if not play.to_act:
                break
            play.roll(rng)
            # One after the other: who is asked later must not see what was chosen before.
            for seat in sorted(play.to_act):
                action = choose(play.view(seat), BEST, Limits(nodes=24), rng)
                assert action in play.legal(seat)
                play.act(seat, action)


def test_what_others_chose_is_not_seen() -> None:
    game = get_game("qwixx")
    play = Play(game, None, 2)
    rng = Random(5)
    play.roll(rng)
    first = min(play.to_act)
    chosen = set()
    for action in play.legal(first):
        after = game.apply(play.state, first, action)
        (second,) = game.to_act(after)
        chosen.add(choose(game.view(after, second), BEST, Limits(nodes=40), Random(1)))
    assert len(chosen) == 1


@dataclass(frozen=True)
class _Hands:
    """What both showed, or None; what is hidden is ``"?"``."""

    shown: tuple[str | None, str | None] = (None, None)


class _Guessing(_Written):
    """Both show a hand at once; seat 1 wins if they are alike. Seat 0 has a habit."""

    id, seat_counts = "guessing", (2,)

    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> Any:
        return _Hands()

    def to_act(self, state: _Hands) -> frozenset[int]:
        return frozenset(seat for seat, hand in enumerate(state.shown) if hand is None)

    def outcome(self, state: _Hands) -> Outcome | None:
        if None in state.shown:
            return None
        alike = state.shown[0] == state.shown[1]
        return Outcome((2, 1) if alike else (1, 2), (-1, 1) if alike else (1, -1), "agreement")

    def redact(self, state: _Hands, seat: int | None) -> _Hands:
        if None not in state.shown:
            return state
        hands = [
            hand if hand is None or place == seat else "?" for place, hand in enumerate(state.shown)
        ]
        return _Hands((hands[0], hands[1]))

    def guess(self, state: _Hands, seat: int, rng: Random) -> _Hands:
        hand = "left" if rng.random() < 0.9 else "right"
        return replace(state, shown=(hand, state.shown[1])) if state.shown[0] == "?" else state

    def _legal(self, state: _Hands, seat: int) -> Legal[str]:
        return Legal.among(("left", "right"))

    def _act(self, state: _Hands, seat: int, action: str) -> _Hands:
        hands = (action, state.shown[1]) if seat == 0 else (state.shown[0], action)
        return _Hands(hands)


def test_what_is_hidden_is_guessed_as_the_game_says() -> None:
    game = _Guessing()
    after = game.apply(game.initial(), 0, "right")
    view = game.view(after, 1)
    assert view.state.shown == ("?", None)
    assert choose(view, BEST, Limits(nodes=200), Random(1)) == "left", "the likely hand"
    results = {one.action: one for one in _searched(game, after, 1, 400).results()}
    assert results["left"].values[1] == pytest.approx(0.9, abs=0.1)
    assert all(one.proof is None for one in results.values()), "a guess proves nothing"


def test_who_choose_at_once_are_even() -> None:
    search = _searched(_Guessing(), _Hands(), 0, 2000)
    assert search.worths().values[0] == pytest.approx(0.5, abs=0.1)
    assert all(one.proof is None for one in search.results())


@dataclass(frozen=True)
class _Bet:
    chosen: str = ""
    fell: int = 0


class _Lottery(_Written):
    """Alone: a sure 3 points, or a die's worth less one. The die is worth 2.5."""

    id, seat_counts, has_points, score_range = "lottery", (1,), True, (0, 5)

    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> Any:
        return _Bet()

    def to_act(self, state: _Bet) -> frozenset[int]:
        if not state.chosen:
            return frozenset((0,))
        return frozenset() if self.outcome(state) else frozenset((CHANCE,))

    def outcome(self, state: _Bet) -> Outcome | None:
        if state.chosen == "sure":
            return Outcome((1,), (3,), "agreement")
        return Outcome((1,), (state.fell - 1,), "agreement") if state.fell else None

    def chance(self, state: _Bet) -> Uniform[int]:
        return Uniform.among(range(1, 7))

    def _legal(self, state: _Bet, seat: int) -> Legal[str]:
        return Legal.among(("die", "sure"))

    def _act(self, state: _Bet, seat: int, action: str) -> _Bet:
        return _Bet(action)

    def _happen(self, state: _Bet, outcome: int) -> _Bet:
        return replace(state, fell=outcome)


def test_alone_points_count_and_dice_are_proven_in_the_mean() -> None:
    game = _Lottery()
    search = _searched(game, _Bet(), 0, 500)
    results = {one.action: one for one in search.results()}
    assert results["sure"].values == pytest.approx((3,))
    assert results["die"].values == pytest.approx((2.5,))
    assert all(one.proof is not None for one in results.values())
    assert choose(game.view(_Bet(), 0), BEST, Limits(nodes=100), Random(1)) == "sure"


class _Endless(_Written):
    """Never over."""

    id, seat_counts = "endless", (2,)

    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> Any:
        return 0

    def to_act(self, state: int) -> frozenset[int]:
        return frozenset((state % 2,))

    def outcome(self, state: int) -> Outcome | None:
        return None

    def _legal(self, state: int, seat: int) -> Legal[int]:
        return Legal.among((1, 3))

    def _act(self, state: int, seat: int, action: int) -> int:
        if state > 10 * MAX_EVENTS:
            raise AssertionError("a playout has a bound")
        return state + action


def test_a_game_without_an_end_is_cut_off_and_even() -> None:
    end = Playouts(_Endless(), Random(1)).play(0)
    assert end is not None
    assert end.values == (0.5, 0.5)
    search = _searched(_Endless(), 0, 0, 20)
    assert search.playouts == 20


# Within limits


def test_the_same_generator_and_playouts_give_the_same() -> None:
    game = get_game("qwixx")
    play = Play(game, None, 3)
    play.roll(Random(2))
    results = [_searched(game, play.state, 1, 60, 9).results() for _ in range(2)]
    assert results[0] == results[1]
    assert results[0] != _searched(game, play.state, 1, 60, 10).results()
    skill = SKILLS[3]
    picks = [choose(play.view(1), skill, Limits(nodes=60), Random(7)) for _ in range(2)]
    assert picks[0] == picks[1]


def test_playouts_are_counted_and_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("quixo")
    state = game.initial()
    assert _searched(game, state, 0, 77).playouts == 77
    for skill, limits, seconds in (
        (BEST, Limits(seconds=0.1), 0.1),
        (BEST, Limits(), BEST.seconds or 0),
        (WORST, Limits(), WORST.seconds or 0),
        (WORST, Limits(seconds=1), WORST.seconds or 0),
    ):
        looks = count()
        clock = SimpleNamespace(monotonic=lambda looks=looks: next(looks) / 1000)
        monkeypatch.setattr("cruces.players.playouts.time", clock)
        monkeypatch.setattr("cruces.players.tree_search.time", clock)
        choose(game.view(state, 0), skill, limits, Random(1))
        assert next(looks) == pytest.approx(1000 * seconds, abs=3), "the looks of a millisecond"


@pytest.mark.parametrize("game", [get_game("qwixx"), get_game("quixo"), _Endless()])
def test_it_stops_when_it_is_told(game: AnyGame) -> None:
    play = Play(game)
    play.roll(Random(1))
    seat = min(play.to_act)
    search, stop = TreeSearch(game, game.redact(play.state, seat), seat, Random(1)), StopAfter(100)
    search.run(1_000, None, stop)
    assert stop.looks == 100, "it went on, or never looked"
    assert 0 < search.playouts <= 100
    assert search.results()


def test_without_any_time_there_is_still_an_answer() -> None:
    game = get_game("quixo")
    view = game.view(game.initial(), 0)
    assert choose(view, BEST, Limits(seconds=0), Random(1)) in view.legal
