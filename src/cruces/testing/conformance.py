"""The conformance kit that every game must pass.

It plays random games from many seeds and checks every state against the laws of the contract. A
broken law is an ``AssertionError`` with the game, seed, event and position.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from random import Random

from cruces.core import Play
from cruces.core.registry import families
from cruces.testing.check_context import CheckContext, FaultError, KnownActs
from cruces.testing.laws.agreement import check_agreement
from cruces.testing.laws.chance import check_chance
from cruces.testing.laws.ends import check_conclusions, check_outcome
from cruces.testing.laws.records import check_record
from cruces.testing.laws.texts import (
    check_action_text,
    check_nonsense,
    check_position_text,
    check_slips,
)
from cruces.testing.laws.turns import check_frozen, check_legal, check_turn
from cruces.testing.laws.views import check_joint, check_secrets, check_views
from cruces.testing.random_play import AnyGame, AnyPlay, PlayStyle, anything, perform, random_act

MAX_EVENTS = 5_000
"""Far above the length of our games; a longer game is considered endless."""

LAWS: tuple[Callable[[CheckContext], None], ...] = (
    check_turn,
    check_frozen,
    check_legal,
    check_chance,
    check_position_text,
    check_action_text,
    check_nonsense,
    check_slips,
    check_views,
    check_secrets,
    check_joint,
    check_outcome,
    check_conclusions,
)
"""In this order: later laws rely on earlier ones."""


def check_game(
    game: AnyGame,
    *,
    seeds: Iterable[int],
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    style: PlayStyle = anything,
    max_events: int = MAX_EVENTS,
) -> None:
    """Check a game against all laws, from each seed to the end, played in a style."""
    families()  # loads the texts of the installed families
    check_agreement(game)
    known = KnownActs()
    for seed in seeds:
        _check_play(Play(game, options, seats), seed, style, known, max_events)


def _check_play(
    play: AnyPlay, seed: int, style: PlayStyle, known: KnownActs, max_events: int
) -> None:
    rng, other = Random(seed), Random(seed + 1)
    agreed = play.game.settings(play.state)
    middle = rng.randrange(50)
    while True:
        number = len(play.events)
        context = CheckContext(
            play.game, play.state, agreed, len(play.players), seed, number, other, known
        )
        with _report_crashes(context):
            _check_state(context)
            over = not play.to_act
            if over or number == middle:
                check_record(context, play)
            if over:
                return
            context.require(number < max_events, f"no end after {max_events} events")
            perform(play, *random_act(play.game, play.state, rng, style))


def _check_state(context: CheckContext) -> None:
    before, text = deepcopy(context.state), context.game.format_position
    for law in LAWS:
        law(context)
    context.require(context.state == before, "asking a game changes no state")
    context.require(text(context.state) == text(before), "asking a game changes no text")


@contextmanager
def _report_crashes(context: CheckContext) -> Iterator[None]:
    """Turn a crash of the game into a fault that says where it happened."""
    try:
        yield
    except FaultError:
        raise
    except Exception as error:
        raise context.fault("crashed", error) from error
