"""How far from perfect a player is, in a game that can be calculated in other ways, too."""

import math
from typing import Any

import pytest

import cruces
from cruces.analysis.exhaustive import ExhaustiveOracle
from cruces.analysis.oracle import Oracle
from cruces.analysis.regret import JudgedGame, Regret
from cruces.core import BadOptionError, View, WrongTypeError

pytestmark = pytest.mark.usefixtures("toy")
AnyView = View[Any, Any, Any]


@pytest.fixture(scope="module")
def late_positions() -> dict[str, ExhaustiveOracle]:
    return {}


@pytest.fixture
def late(late_positions: dict[str, ExhaustiveOracle]) -> ExhaustiveOracle:
    """What can come after a position late in a game."""
    if not late_positions:
        found = cruces.oracle("toy-race", position="34/33 p1+0 die 0")
        assert isinstance(found, ExhaustiveOracle)
        late_positions["late"] = found
    return late_positions["late"]


def wavering(view: AnyView) -> str:
    return "roll" if view.state.die % 2 else "stop"


def stopper(view: AnyView) -> str:
    return "stop"


def perfect(oracle: Oracle) -> Any:
    def player(view: AnyView) -> Any:
        best = oracle.best(view.state)
        assert best is not None
        return best[-1]

    return player


def test_perfect_play_costs_nothing_and_is_worth_what_the_position_is(
    late: ExhaustiveOracle,
) -> None:
    found = cruces.regret(late, perfect(late), 50)
    assert found.decisions > 20
    assert (found.mistakes, found.kinds(), found.unknown) == ((), [], 0)
    assert found.per_game == found.per_decision == cruces.Estimate(0, 0, 0)
    for seat in range(2):
        value, ideal = cruces.policy_value(late, perfect(late), seat), late.value(late.start, seat)
        assert ideal is not None
        assert value.worth == pytest.approx(ideal.worth, abs=1e-11)


@pytest.mark.parametrize("player", [wavering, stopper])
def test_what_is_lost_in_games_is_what_the_way_to_play_is_worth_less(
    late: ExhaustiveOracle, player: Any
) -> None:
    found = cruces.regret(late, player, 600, against=perfect(late))
    lost = []
    for seat in range(2):
        best, own = late.value(late.start, seat), cruces.policy_value(late, player, seat)
        assert best is not None
        lost.append(best.worth - own.worth)
        assert lost[seat] > 0.01
    assert found.per_game.low < sum(lost) / 2 < found.per_game.high
    assert found.per_game.low > 0
    assert sum(kind.per_game for kind in found.kinds()) == pytest.approx(found.per_game.mean)
    assert [each.regret for each in found.mistakes] == sorted(
        (each.regret for each in found.mistakes), reverse=True
    )
    worst = found.mistakes[0]
    actions = late.actions(worst.state, worst.seat)
    assert actions is not None
    assert {each.action: each.regret for each in actions}[worst.action] == worst.regret
    assert worst.best == actions[0].action
    assert found.score is None
    assert f"{found}".count("\n") == 2


def test_the_seed_decides(late: ExhaustiveOracle) -> None:
    one, again, other = (cruces.regret(late, "random", 20, seed=seed) for seed in (3, 3, 4))
    assert (one.games, one.mistakes) == (again.games, again.mistakes)
    assert one.games != other.games
    assert [game.seat for game in one.games] == [0, 1] * 10


def test_the_interval_of_a_decision_allows_for_games_that_differ(late: ExhaustiveOracle) -> None:
    games = tuple(JudgedGame(0, 0.5, decisions, 0, 0.1 * decisions) for decisions in (1, 5, 9))
    alike = Regret(late, "a", "a", games, ()).per_decision
    assert (alike.mean, alike.low, alike.high) == pytest.approx((0.1, 0.1, 0.1))
    games = (JudgedGame(0, 0.5, 10, 0, 0.0), JudgedGame(0, 0.5, 10, 0, 1.0))
    apart = Regret(late, "a", "a", games, ()).per_decision
    assert apart.mean == pytest.approx(0.05)
    assert apart.high - apart.mean == pytest.approx(0.098, rel=1e-3)
    single = Regret(late, "a", "a", games[:1], ()).per_decision
    assert math.isinf(single.high)
    nothing = Regret(late, "a", "a", (JudgedGame(0, 0.5, 0, 0, 0.0),), ())
    assert nothing.per_decision.mean == 0


def test_what_is_left_to_chance_has_no_exact_value(late: ExhaustiveOracle) -> None:
    with pytest.raises(BadOptionError, match="random doesn't always choose the same"):
        cruces.policy_value(late, "random")


def test_what_cannot_be_is_refused(late: ExhaustiveOracle) -> None:
    arguments: dict[str, Any] = {"game": late, "player": "random"}
    unknown: list[dict[str, Any]] = [{"games": 0}, {"player": "nobody"}, {"players": 2}]
    for wrong in [*unknown, {"against": "nobody"}]:
        with pytest.raises(BadOptionError):
            cruces.regret(**{**arguments, **wrong})
    mistyped: list[dict[str, Any]] = [{"player": 3}, {"games": 2.5}, {"seed": "1"}]
    for wrong in mistyped:
        with pytest.raises(WrongTypeError):
            cruces.regret(**{**arguments, **wrong})
    with pytest.raises(cruces.MalformedError):
        cruces.regret(late, lambda view: "hop", 20)


def test_a_table_of_positions_to_learn_from(late: ExhaustiveOracle) -> None:
    table = cruces.dataset(late, 40, seed=5)
    assert table.equals(cruces.dataset(late, 40, seed=5))
    assert not table.equals(cruces.dataset(late, 40, seed=6))
    assert table.schema.metadata[b"game"] == b"toy-race"
    rows = table.to_pylist()
    assert len({row["position"] for row in rows}) == len(rows) == 40
    for row in rows:
        state = late.game.parse_position(row["position"])
        actions = late.actions(state, row["seat"])
        assert actions is not None
        assert row["actions"] == [each.action for each in actions]
        assert row["values"] == [each.value.worth for each in actions]
        assert row["regrets"] == [each.regret for each in actions]
        assert (row["best"], row["value"]) == (row["actions"][0], max(row["values"]))


def test_a_table_ends_when_there_are_no_more_positions() -> None:
    few = cruces.oracle("toy-race", position="39/38 p1+0 die 0")
    rows = cruces.dataset(few, 1000).to_pylist()
    assert {row["position"] for row in rows} == {
        few.game.format_position(state)
        for state in few._numbers  # type: ignore[attr-defined]
        if len(few.game.legal(state, state.seat)) > 1
    }
    with pytest.raises(BadOptionError):
        cruces.dataset(few, 0)
