"""The analysis of Qwixx: exact alone, an honest estimate else, and never from hidden choices."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from cruces.analysis.analyse import analyse, deepen
from cruces.analysis.reasons import action_name, because
from cruces.core import PASS
from cruces.games.qwixx.analysis import estimate as estimate_qwixx
from cruces.games.qwixx.analysis.analyser import standing
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Phase, Qwixx, State
from cruces.games.qwixx.solver.oracle import oracle
from cruces.locales import languages
from cruces.players import Limits, get_bot
from cruces.players.stop import Stop
from tests.games.qwixx.kernel.test_kernel import walk

FEW = Limits(nodes=2000)


def decisions(game: Qwixx, seats: int, count: int) -> Iterator[tuple[State, int]]:
    random = Random(seats)
    found = [
        (state, actor)
        for seed in range(3)
        for state, actor, _ in walk(game, {}, seats, seed)
        if actor >= 0
    ]
    yield from random.sample(found, count)


@pytest.mark.parametrize("ruling", ["ends", "finish-turn"])
def test_alone_the_values_are_the_solver_s(ruling: str) -> None:
    table = oracle(1, ruling)
    for state, seat, _ in walk(QWIXX, {"after_second_lock": ruling}, 1, 4):
        if seat < 0 or state.roll is None:
            continue
        found = analyse(QWIXX, state, Limits())
        assert found.exact
        known = table.actions(state.sheets[0], state.roll, state.first)
        assert [(one.action, one.points) for one in found.judgements] == known
        assert {one.chance for one in found.judgements} == {None}
        assert standing(QWIXX, state, 1, 1)[0].points == known[0].value
    for state, _, _ in walk(QWIXX, {"after_second_lock": ruling}, 1, 5):
        if state.phase is Phase.ROLL:
            assert standing(QWIXX, state, 1, 1)[0].points == table.value(state.sheets[0])


@pytest.mark.parametrize("game", [QWIXX, BIG_POINTS], ids=["qwixx", "big-points"])
@pytest.mark.parametrize("seats", [2, 5])
def test_every_legal_action_is_judged_once_and_the_best_comes_first(
    game: Qwixx, seats: int
) -> None:
    for state, seat in decisions(game, seats, 8):
        found = analyse(game, state, FEW, seat)
        actions = {one.action for one in found.judgements}
        assert actions == set(game.legal(state, seat))
        assert len(found.judgements) == len(actions)
        assert [one.worth for one in found.judgements] == sorted(
            (one.worth for one in found.judgements), reverse=True
        )
        for one in found.judgements:
            assert not one.exact
            assert one.result is None
            assert one.chance is not None
            assert 0 <= one.chance <= 1
            assert one.line[0] == one.action
        assert found.best.error == 0
        assert (found.depth, found.seat) == (0, seat)
        assert found.nodes <= 2000
        assert analyse(game, state, FEW, seat).judgements == found.judgements


@pytest.mark.parametrize("game", [QWIXX, BIG_POINTS], ids=["qwixx", "big-points"])
def test_what_the_strong_player_does_costs_about_nothing(game: Qwixx) -> None:
    """And what the random one does costs something."""
    costs: dict[str, list[float]] = {"strong": [], "random": []}
    for state, seat in decisions(game, 2, 30):
        found = analyse(game, state, Limits(nodes=8000), seat)
        for name, each in costs.items():
            action = get_bot(name).choose(game.view(state, seat), Limits(), Random(1))
            (worth,) = (one.worth for one in found.judgements if one.action == action)
            each.append(found.best.worth - worth)
    assert sum(costs["strong"]) / 30 < 0.004
    assert sum(costs["random"]) / 30 > 0.02


def test_nothing_is_learned_from_what_others_chose() -> None:
    told = 0
    for state, seat in decisions(QWIXX, 3, 30):
        if state.phase is not Phase.WHITE:
            continue
        others = [other for other in range(3) if other != seat]
        found = []
        for choice in (PASS, next(iter(QWIXX.choices(state, others[0])))):
            choices = tuple(choice if s == others[0] else None for s in range(3))
            found.append(analyse(QWIXX, replace(state, choices=choices), FEW, seat).judgements)
        told += found[0] == found[1]
        assert found[0] == found[1]
    assert told > 5


def test_a_bad_cross_is_found_out() -> None:
    state = QWIXX.parse_position("- | - ; p1 white w11 r6 y6 g6 b6")
    found = analyse(QWIXX, state, Limits(nodes=60_000), 1)
    texts = [QWIXX.format_action(one.action) for one in found.judgements]
    assert set(texts[:2]) == {"r2", "y2"}
    assert "b2" not in texts  # a lock needs five crosses
    worse = analyse(QWIXX, QWIXX.parse_position("- | - ; p1 white w12 r6 y6 g6 b6"), FEW, 1)
    last = worse.judgements[-1]
    assert QWIXX.format_action(last.action) in ("g3", "b3")
    assert last.error is not None
    assert worse.best.worth - last.worth > 3 * last.error


def test_an_active_player_s_first_action_comes_with_the_second() -> None:
    state = QWIXX.parse_position("- ; p1 white w12 r6 y6 g6 b6")
    best = analyse(QWIXX, state, Limits()).best
    assert len(best.line) == 2
    two = QWIXX.parse_position("- | - ; p1 white w12 r6 y6 g6 b6")
    assert all(len(one.line) == 2 for one in analyse(QWIXX, two, FEW).judgements)


def test_an_end_needs_no_games() -> None:
    state = QWIXX.parse_position("p3 | r2 ; p1 colour w11 r1 y1 g6 b6 : pass")
    found = analyse(QWIXX, state, FEW)
    by_action = {one.action: one for one in found.judgements}
    assert by_action[PASS].chance == 0
    assert by_action[PASS].points == -20


def test_it_stops_on_request_and_in_time() -> None:
    state = QWIXX.parse_position("- | - ; p1 white w12 r6 y6 g6 b6")
    stop = Stop()
    stop.request()
    assert len(list(deepen(QWIXX, state, Limits(), None, stop))) == 1
    looks = list(deepen(QWIXX, state, Limits(nodes=100_000)))
    assert [look.nodes for look in looks] == sorted(look.nodes for look in looks)
    assert len(looks) > 2
    assert analyse(QWIXX, state, Limits(seconds=0.2)).seconds < 5


def test_before_the_start_it_is_the_mean_over_the_possible_starters() -> None:
    state = QWIXX.initial({}, 2)
    before = standing(QWIXX, state, 2000, 1)
    after = [standing(QWIXX, replace(state, phase=Phase.ROLL, active=s), 2000, 1) for s in (0, 1)]
    for seat in (0, 1):
        mean = sum(one[seat].chance or 0 for one in after) / 2
        assert before[seat].chance == pytest.approx(mean)
    assert (after[0][0].chance or 0) > (after[1][0].chance or 0)
    six = QWIXX.initial({"edition": "gamewright-2014"}, 2)
    chances = [one.chance or 0 for one in standing(QWIXX, six, 2000, 1)]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > (before[0].chance or 0)


@pytest.mark.parametrize(
    ("position", "action", "en", "es"),
    [
        (
            "r3 y4 g12 b11 ; p1 white w55 r3 y3 g3 b3",
            "g10",
            "skips one number; blue 10 skips no number",
            "se salta un número; el 10 azul no se salta ningún número",
        ),
        (
            "r2,3,4,5,6,8,9,10,11 y2 ; p1 colour w66 r6 y3 g3 b3 : pass",
            "r12",
            "closes the red row, with its lock",
            "cierra el rojo, con su candado",
        ),
        (
            "r2,3,4,5,6,8,9,10,11 y2 ; p1 colour w66 r6 y3 g3 b3 : pass",
            "pass",
            "takes a penalty, −5; red 12 closes the red row, with its lock",
            "supone un fallo, −5; el 12 rojo cierra el rojo, con su candado",
        ),
        (
            "y4 b6 ; p1 white w31 r3 y3 g3 b3",
            "r4",
            "skips 2 numbers, and is still the best choice",
            "se salta 2 números, y aun así es lo mejor",
        ),
        (
            "g11,10,9 ; p1 white w31 r5 y4 g6 b1",
            "pass",
            "leaves a cross unused; yellow 4 is better, although it skips 2 numbers",
            "desaprovecha una cruz; el 4 amarillo es mejor aunque se salta 2 números",
        ),
        (
            "y5,7,9,10,11 g11,10,9,7,5,4 b9,8,7,6,5 ; p1 colour w14 r4 y1 g6 b1 : b5",
            "b2",
            "closes the blue row, with its lock; passing keeps more open",
            "cierra el azul, con su candado; pasar deja más opciones",
        ),
    ],
)
def test_reasons(position: str, action: str, en: str, es: str) -> None:
    state = QWIXX.parse_position(position)
    found = analyse(QWIXX, state, Limits())
    one = next(one for one in found.judgements if QWIXX.format_action(one.action) == action)
    assert because(QWIXX, state, found, one, "en") == en
    assert because(QWIXX, state, found, one, "es") == es


@pytest.mark.parametrize("game", [QWIXX, BIG_POINTS], ids=["qwixx", "big-points"])
@pytest.mark.parametrize("lang", languages())
def test_every_action_has_a_reason(game: Qwixx, lang: str) -> None:
    for seats in (1, 3):
        for state, seat in decisions(game, seats, 12):
            found = analyse(game, state, Limits(nodes=200), seat)
            for one in found.judgements:
                said = because(game, state, found, one, lang)
                assert said
                assert "{" not in said
                assert action_name(game, one.action, lang)


def test_the_estimate_is_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replacing ``draw_samples`` replaces every estimate."""
    asked = []
    real = estimate_qwixx.draw_samples

    def watched(*args: object) -> object:
        asked.append(args)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("cruces.games.qwixx.analysis.analyser.draw_samples", watched)
    analyse(QWIXX, QWIXX.parse_position("- | - ; p1 white w12 r6 y6 g6 b6"), FEW)
    assert asked
