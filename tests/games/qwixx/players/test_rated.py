"""Players that rate moves: the same by Python and in compiled code, which is kept."""

from random import Random
from typing import Any

import pytest

import cruces
from cruces.core import PASS, Play
from cruces.games.qwixx.kernel import greedy_limits as limits
from cruces.games.qwixx.kernel.rating import Move, move
from cruces.games.qwixx.kernel.sheet import from_cross
from cruces.games.qwixx.players.compiled import policy_input
from cruces.games.qwixx.players.rated import RatedBot
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Cross, Phase, Qwixx
from cruces.games.qwixx.rules.scoring import total

FREE, DUE, CLOSING = (
    limits.MAX_FREE_SKIPS,
    limits.MAX_SKIPS_TO_AVOID_PENALTY,
    limits.CLOSING_BONUS,
)


def like_greedy(move: Move) -> float:
    """What the player `greedy` does, as a rating."""
    if move.is_pass:
        return -0.5 - (DUE if move.second and not move.crossed_first else FREE)
    return CLOSING * move.closes - move.skips


def decisions(game: Qwixx, seats: int) -> list[tuple[Any, int]]:
    """States of random games with a seat that has something to cross."""
    play, rng, found = Play(game, players=seats), Random(seats), []
    while play.outcome is None:
        play.roll(rng)
        for seat in sorted(play.to_act):
            actions = list(play.legal(seat))
            if len(actions) > 1:
                found.append((play.state, seat))
            play.push(rng.choice(actions), seat)
    return found


@pytest.mark.parametrize("game", [QWIXX, BIG_POINTS], ids=lambda game: game.id)
@pytest.mark.parametrize("seats", [1, 3])
def test_a_move_says_what_the_rules_say(game: Qwixx, seats: int) -> None:
    for state, seat in decisions(game, seats):
        inputs, sheet = policy_input(state, seat), state.sheets[seat]
        others = [total(other) for place, other in enumerate(state.sheets) if place != seat]
        for action in game.legal(state, seat):
            cross = action if isinstance(action, Cross) else None
            number = -1 if cross is None else from_cross(game.layout, cross)
            seen = Move(
                *move(inputs.rules, inputs.sheets, seat, inputs.active, inputs.first, number)
            )
            due = state.phase is Phase.COLOUR and state.first == PASS
            after = sheet.cross(cross) if cross else sheet.penalise() if due else sheet
            assert seen == Move(
                is_pass=cross is None,
                row=cross.row if cross else -1,
                number=cross.number if cross else -1,
                skips=sheet.skips(cross) if cross else 0,
                crosses=sheet.count(cross.row) if cross else 0,
                closes=bool(cross and sheet.closes(cross)),
                points=total(after) - total(sheet),
                own_turn=seat == state.active,
                second=state.phase is Phase.COLOUR,
                crossed_first=isinstance(state.first, Cross),
                score=total(sheet),
                lead=total(sheet) - max(others, default=0),
                penalties=sheet.penalties,
                closed=sum(any(s.locked(row) for s in state.sheets) for row in range(4)),
                seats=seats,
            )


def test_a_rating_plays_the_same_in_compiled_code_by_python_and_in_threads() -> None:
    bot = cruces.policy("qwixx")(like_greedy)
    greedy = cruces.get_bot("greedy", "qwixx")
    for state, seat in decisions(QWIXX, 2):
        view, rng = QWIXX.view(state, seat), Random(1)
        chosen = bot.choose(view, cruces.Limits(), rng)
        assert chosen == greedy.choose(view, cruces.Limits(), rng)
    one, two = (
        cruces.simulate("qwixx", [bot, "greedy"], games=40_000, threads=threads)
        for threads in (1, 2)
    )
    assert one.rows == two.rows
    assert one.share(0) == cruces.Estimate(0.5, 0.5, 0.5)
    points = one.points(1)
    assert points is not None
    assert points.low < points.mean < points.high


def test_weights_change_without_compiling_again() -> None:
    factor = 2

    def weighted(move: Move, weights: tuple[float, ...]) -> float:
        return weights[0] if move.is_pass else factor * move.points + weights[1] * move.skips

    bot = cruces.policy("qwixx", weights=(0, -1))(weighted)
    assert isinstance(bot, RatedBot)
    other = bot.with_weights(1.5, -2)
    assert other.weights == (1.5, -2.0)
    assert other.compiled is bot.compiled
    module, kept = bot.compiled
    assert kept  # with the number that it closes over
    assert vars(module)["factor"] == 2


@pytest.mark.parametrize("rate", [lambda: 0.0, lambda a, b, c: 0.0, 5, print])
def test_what_cannot_rate_is_refused(rate: Any) -> None:
    with pytest.raises(cruces.CrucesError):
        cruces.policy("qwixx")(rate)


def test_a_player_of_another_game_is_refused() -> None:
    bot = cruces.policy("qwixx")(like_greedy)
    with pytest.raises(cruces.BadOptionError, match="Unknown bot “like_greedy”"):
        cruces.simulate("quixo", [bot, "greedy"])


def test_a_function_that_cannot_be_compiled_says_why() -> None:
    table = {0: 1.0}
    bot = cruces.policy("qwixx")(lambda move: table[move.row])
    with pytest.raises(cruces.MalformedError, match="cannot be compiled: "):
        cruces.simulate("qwixx", [bot])
