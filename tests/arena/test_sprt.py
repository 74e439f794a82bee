"""The sequential test and the ratings, against values from elsewhere and their own promises."""

from random import Random

import pytest
from tests.arena.players import first, last, setup

import cruces
from cruces.arena import Sprt, play_tournament
from cruces.arena.ratings import DEVIATION, MEAN, Rating, ratings
from cruces.arena.sprt import BOUND, expected_share
from cruces.parallel import Here


def test_the_ratio_is_that_of_a_published_test() -> None:
    """A test of a chess engine: pairs of games by their share, and what fishtest's page says."""
    pairs = (13, 37, 50, 25, 3)
    shares = [number / 4 for number, count in enumerate(pairs) for _ in range(count)]
    test = Sprt(0, 2.716)
    assert expected_share(test.high) == pytest.approx(0.50391, abs=5e-6)
    assert test.ratio(shares) == pytest.approx(-0.55961, abs=2e-4)  # "Logistic (alt2)"
    assert pytest.approx(2.9444, abs=5e-5) == BOUND


@pytest.mark.parametrize(("elo", "right"), [(0, "not-stronger"), (100, "stronger")])
def test_wrong_answers_are_rare(elo: float, right: str) -> None:
    """In about one test in twenty; and none needs a thousand rows."""
    test, rng, wrong, tests = Sprt(0, 100), Random(elo), 0, 300
    share = expected_share(elo)
    for _ in range(tests):
        shares: list[float] = []
        while (verdict := test.verdict(shares)) is None:
            shares.append(sum(rng.random() < share for _ in range(2)) / 2)
            assert len(shares) < 1000
        wrong += verdict != right
    assert wrong <= 0.05 * tests + 8  # two standard deviations


def test_it_is_not_sure_after_a_few_games() -> None:
    assert Sprt(0, 20).verdict([]) is None
    assert Sprt(0, 20).verdict([1.0] * 15) is None
    assert Sprt(0, 20).verdict([1.0] * 40) == "stronger"
    assert Sprt(0, 20).verdict([0.0] * 40) == "not-stronger"
    assert Sprt(0, 20).verdict([0.5] * 40) is None


def test_a_tournament_ends_with_its_answer() -> None:
    playing = setup("quixo", "greedy", "random")
    found = play_tournament(playing, 400, Here(), sprt=Sprt(0, 50))
    assert found.verdict == "stronger"
    assert len(found.games) < 40
    report = found.to_dict()["sprt"]
    assert report["verdict"] == "stronger"
    assert report["ratio"] >= BOUND - 1e-4
    again = play_tournament(playing, 400, Here(), sprt=Sprt(0, 50), before=found.games)
    assert again.games == found.games


def test_it_needs_two_players_and_two_numbers() -> None:
    with pytest.raises(cruces.BadOptionError):
        play_tournament(setup("quixo", first, last, "random"), 6, Here(), sprt=Sprt(0, 5))
    with pytest.raises(cruces.BadOptionError):
        Sprt(5, 0)


def test_ratings_are_those_of_openskill() -> None:
    """Two players; a draw; the values are those of other implementations of the same method."""
    won = ratings(2, [[(1, (0,)), (2, (1,))]])
    assert won[0] == pytest.approx(Rating(27.63523138347365, 8.065506316323548))
    assert won[1] == pytest.approx(Rating(22.36476861652635, 8.065506316323548))
    drawn = ratings(2, [[(1, (0,)), (1, (1,))]])
    assert drawn[0] == pytest.approx(Rating(25, 8.065506316323548))
    assert ratings(2, [[(1, (0,))]]) == (Rating(), Rating())


def test_five_players_are_rated_as_plackett_and_luce_say() -> None:
    """From equal ratings: each place loses its chance to have been first of those remaining."""
    found = ratings(5, [[(place, (place - 1,)) for place in range(1, 6)]])
    c = (5 * (DEVIATION**2 + (MEAN / 6) ** 2)) ** 0.5
    for place, rating in enumerate(found, 1):
        first_of = sum(1 / (6 - rank) for rank in range(1, place + 1))
        assert rating.mean == pytest.approx(MEAN + DEVIATION**2 / c * ((place < 6) - first_of))
        assert rating.deviation < DEVIATION


def test_partners_gain_and_lose_together() -> None:
    found = ratings(4, [[(1, (0, 2)), (2, (1, 3))]])
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0].mean - MEAN == pytest.approx(MEAN - found[1].mean)
    assert found[0].mean < ratings(2, [[(1, (0,)), (2, (1,))]])[0].mean  # less is known of each
