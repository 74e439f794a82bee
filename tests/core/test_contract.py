"""The contract's own parts: options, seats, legal actions, chance, turns, errors."""

import pickle
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from cruces.core import (
    CHANCE,
    PASS,
    BadOptionError,
    CrucesError,
    Game,
    GameOverError,
    IllegalError,
    Legal,
    NotYourTurnError,
    Option,
    Outcome,
    Reason,
    Uniform,
    perft,
)
from cruces.core.options import resolve
from cruces.core.registry import GAMES
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Die, Lot, Roll
from cruces.locales import languages


def slug(caught: pytest.ExceptionInfo[CrucesError]) -> str:
    return caught.value.reason.slug


def test_an_unknown_option_is_refused_with_a_list_of_the_options() -> None:
    with pytest.raises(BadOptionError, match="Available: edition, start") as caught:
        QWIXX.initial({"speed": 3})
    assert slug(caught) == "unknown-option"


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOptionError, match="—"):
        resolve((), {"speed": 3}, {})


@pytest.mark.parametrize("value", ["lots", 1, None, ["lot"], object()])
def test_a_bad_value_is_refused_with_a_list_of_the_values(value: object) -> None:
    with pytest.raises(BadOptionError, match="lot, first-six") as caught:
        QWIXX.initial({"start": value})
    assert slug(caught) == "bad-value"


def test_one_is_not_true() -> None:
    with pytest.raises(BadOptionError):
        BIG_POINTS.initial({"circle_same_turn": 1})
    with pytest.raises(BadOptionError):
        QUIXO.initial({"repetition": True})


def test_options_are_parsed_as_typed() -> None:
    option = Option("repetition", (3, None, True), 3, "Q6")
    assert [option.parse(word) for word in ("3", " None", "TRUE")] == [3, None, True]
    with pytest.raises(BadOptionError):
        option.parse("4")


@pytest.mark.parametrize("seats", [0, 6, -1, True])
def test_an_unsupported_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(BadOptionError) as caught:
        QWIXX.initial(seats=seats)
    assert slug(caught) == "bad-seats"


@pytest.mark.parametrize("game", [QUIXO, QUIXO_TEAMS])
def test_quixo_is_for_two_or_four(game: Game[object, object, object]) -> None:
    with pytest.raises(BadOptionError):
        game.initial(seats=3)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_shows_in_the_settings(game: Game[object, object, object]) -> None:
    for option in game.options:
        for value in option.values:
            assert game.settings(game.initial({option.name: value}))[option.name] == value


def test_legal_is_lazy() -> None:
    requests: list[int] = []

    def generate() -> Iterator[int]:
        for n in range(3):
            requests.append(n)
            yield n

    def why_not(n: object) -> Reason | None:
        return None if n in (0, 1, 2) else Reason("spectator")

    legal = Legal(generate, why_not)
    assert bool(legal)
    assert requests == [0]
    assert 2 in legal
    assert 5 not in legal
    assert requests == [0]
    assert len(legal) == 3
    assert repr(legal) == "<Legal [0, 1, 2]>"


def test_nothing_is_legal_out_of_turn() -> None:
    state = QUIXO.initial()
    legal = QUIXO.legal(state, 1)
    assert not legal
    assert len(legal) == 0
    why = legal.why_not(QUIXO.parse_action("a1>a5"))
    assert why is not None
    assert why.slug == "not-your-turn"
    assert not QWIXX.legal(QWIXX.initial(), CHANCE)


def test_a_spectator_may_do_nothing() -> None:
    view = QUIXO.view(QUIXO.initial(), None)
    assert not view.legal
    assert view.to_act == {0}
    assert view.outcome is None


def test_chance_is_exact() -> None:
    rolls = QWIXX.chance(QWIXX.parse_position("- | - ; p1 roll"))
    assert sum(p for _, p in rolls) == 1
    assert len({roll for roll, _ in rolls}) == 46_656
    assert rolls.probability(Roll((4, 1), (3, 5, 2, 6))) == Fraction(1, 46_656)
    for impossible in (
        Roll((4, 1), (3, 5, 2, None)),
        Roll((4, 7), (3, 5, 2, 6)),
        Roll((4, 1, 1), (3, 5, 2, 6)),  # type: ignore[arg-type]
        Lot(0),
        "w41",
        None,
    ):
        assert rolls.probability(impossible) == 0


def test_each_index_is_an_outcome_and_each_outcome_an_index() -> None:
    rolls = QWIXX.chance(QWIXX.parse_position("r2,3,4,5,6,12 | - ; p1 roll"))
    assert isinstance(rolls, Uniform)
    assert len({rolls[i] for i in range(len(rolls))}) == 6**5
    for beyond in (-1, len(rolls)):
        with pytest.raises(IndexError):
            rolls[beyond]


def test_lots_and_dice_are_fair() -> None:
    lots = QWIXX.chance(QWIXX.initial(seats=3))
    assert lots.probability(Lot(2)) == Fraction(1, 3)
    assert lots.probability(Lot(3)) == lots.probability(Die(3)) == 0
    die = QWIXX.chance(QWIXX.initial({"start": "first-six"}))
    assert die.probability(Die(6)) == Fraction(1, 6)
    assert die.probability(Die(7)) == die.probability(Lot(1)) == 0


def test_the_generator_is_the_callers() -> None:
    rolls = QWIXX.chance(QWIXX.parse_position("- | - ; p1 roll"))
    assert rolls.sample(Random(7)) == rolls.sample(Random(7))


def test_quixo_has_no_chance() -> None:
    for ask in (QUIXO.chance, lambda state: QUIXO._happen(state, state)):
        with pytest.raises(ValueError, match="no chance"):
            ask(QUIXO.initial())
    with pytest.raises(ValueError, match="no chance"):
        QUIXO.format_chance(None)  # type: ignore[arg-type]


def test_dice_come_before_actions_and_only_when_due() -> None:
    with pytest.raises(NotYourTurnError) as caught:
        QWIXX.apply(QWIXX.initial(), 0, PASS)
    assert slug(caught) == "chance-first"
    with pytest.raises(NotYourTurnError) as caught:
        QUIXO.apply(QUIXO.initial(), CHANCE, QUIXO.parse_action("a1>a5"))
    assert slug(caught) == "no-chance"
    with pytest.raises(IllegalError) as illegal:
        QWIXX.apply(QWIXX.initial(seats=2), CHANCE, Lot(2))
    assert slug(illegal) == "impossible-chance"


def test_advance_is_apply_without_a_check() -> None:
    state = QWIXX.initial(seats=2)
    lot, roll = Lot(1), QWIXX.parse_chance("w41 r3 y5 g2 b6")
    after_lot = QWIXX.advance(state, CHANCE, lot)
    assert after_lot == QWIXX.apply(state, CHANCE, lot)
    rolled = QWIXX.advance(after_lot, CHANCE, roll)
    cross = QWIXX.parse_action("r5")
    assert QWIXX.advance(rolled, 0, cross) == QWIXX.apply(rolled, 0, cross)


def test_a_game_with_options_must_say_which_are_in_force() -> None:
    with pytest.raises(NotImplementedError, match="quixo has options"):
        Game.settings(QUIXO, QUIXO.initial())


def test_a_joint_action_needs_everyone() -> None:
    state = QWIXX.parse_position("- | - ; p1 white w41 r3 y5 g2 b6")
    with pytest.raises(NotYourTurnError, match="p1, p2") as caught:
        QWIXX.apply_joint(state, {0: PASS})
    assert slug(caught) == "joint"


def test_no_joint_action_after_the_end() -> None:
    with pytest.raises(GameOverError):
        QUIXO.apply_joint(QUIXO.parse_position("XX/.O O 4"), {})


def test_a_view_holds_no_more_than_it_shows() -> None:
    """Views that show the same are equal, whatever they hide."""
    state = QWIXX.parse_position("- | - ; p1 white w41 r3 y5 g2 b6")
    views = [QWIXX.view(QWIXX.apply(state, 0, secret), 1) for secret in QWIXX.legal(state, 0)]
    assert len({(view.state, view.to_act, tuple(view.legal)) for view in views}) == 1
    assert "RED" not in repr(views[0].state.choices)


@pytest.mark.parametrize("action", [None, "r5", 5, QUIXO.parse_action("a1>a5")])
def test_a_foreign_action_is_illegal(action: object) -> None:
    state = QWIXX.parse_position("- | - ; p1 white w41 r3 y5 g2 b6")
    with pytest.raises(IllegalError) as caught:
        QWIXX.apply(state, 0, action)  # type: ignore[arg-type]
    assert slug(caught) == "not-an-action"
    with pytest.raises(IllegalError):
        QUIXO.apply(QUIXO.initial(), 0, QWIXX.parse_action("r5"))  # type: ignore[arg-type]


def test_dots_are_for_teams() -> None:
    with pytest.raises(IllegalError) as caught:
        QUIXO.apply(QUIXO.initial(), 0, QUIXO.parse_action("a1>a5@1"))
    assert slug(caught) == "no-dots"


def test_qwixx_cannot_be_ended_by_agreement() -> None:
    with pytest.raises(IllegalError, match="agreement") as caught:
        QWIXX.conclude(QWIXX.initial(), "agreement")
    assert slug(caught) == "no-conclusion"


def test_an_error_has_a_form_for_programs_and_one_for_people() -> None:
    with pytest.raises(IllegalError) as caught:
        QUIXO.apply(QUIXO.initial({"size": 3}), 0, QUIXO.parse_action("b2>b3"))
    error = caught.value
    assert error.to_dict("es") == {
        "code": "illegal",
        "reason": "not-on-edge",
        "message": "Solo se sacan cubos del borde; b2 está dentro.",
        "position": ".../.../... X 1",
    }
    assert str(error) == ("Only cubes on the edge can be taken; b2 is inside. [.../.../... X 1]")
    assert str(BadOptionError(Reason("game-over"))) == "The game is over."


def test_states_can_be_pickled() -> None:
    for game in GAMES.values():
        state = game.initial()
        assert pickle.loads(pickle.dumps(state)) == state
        assert hash(pickle.loads(pickle.dumps(state))) == hash(state)


def test_winners() -> None:
    assert Outcome((1,), (12,), "rows-closed").winners == (0,)
    assert Outcome((1, 1), (0, 0), "repetition").winners == ()
    assert Outcome((2, 1, 1), (3, 9, 9), "rows-closed").winners == (1, 2)


def test_there_are_two_languages() -> None:
    assert set(languages()) >= {"en", "es"}


def test_perft_counts_dice_and_actions_alike() -> None:
    solo = QWIXX.parse_position("- ; p1 roll")
    assert perft(QWIXX, solo, 0) == 1
    assert perft(QWIXX, solo, 1) == 46_656
    white = QWIXX.parse_position("- | - ; p1 white w41 r3 y5 g2 b6")
    assert [perft(QWIXX, white, depth) for depth in (1, 2)] == [5, 25]
    start = QWIXX.initial({"start": "lot"}, seats=3)
    assert perft(QWIXX, start, 2) == 3 * 46_656


def test_a_finished_game_has_no_continuation() -> None:
    assert perft(QUIXO, QUIXO.parse_position("XX/.O O 4"), 1) == 0
    assert perft(QUIXO, QUIXO.parse_position("XX/.O O 4"), 2) == 0
