"""The kit that every game must pass. Knows no game: whatever meets the contract can be checked.

It plays at random from many seeds and holds every state on the way against the laws. A broken law
is an ``AssertionError`` that names game, seed, event and position.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from random import Random

from cruces.core import Play
from cruces.core.registry import families
from cruces.testing.check_context import FaultError, Here, Known
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
from cruces.testing.random_play import AnyGame, AnyPlay, PlayStyle, anything, drawn, perform

MAX_EVENTS = 5_000
"""No game of ours gets near; one that does is taken to be endless."""

LAWS: tuple[Callable[[Here], None], ...] = (
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
"""In this order: what comes later relies on what came before."""


def check_game(
    game: AnyGame,
    *,
    seeds: Iterable[int],
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    style: PlayStyle = anything,
    max_events: int = MAX_EVENTS,
) -> None:
    """Hold a game against all laws, from each seed to the end, played in a style."""
    families()  # so that the texts of those that are installed are there
    check_agreement(game)
    known = Known()
    for seed in seeds:
        _check_play(Play(game, options, seats), seed, style, known, max_events)


def _check_play(play: AnyPlay, seed: int, style: PlayStyle, known: Known, max_events: int) -> None:
    rng, other = Random(seed), Random(seed + 1)
    agreed = play.game.settings(play.state)
    middle = rng.randrange(50)
    while True:
        number = len(play.events)
        here = Here(play.game, play.state, agreed, len(play.players), seed, number, other, known)
        with _crashes_told(here):
            _check_state(here)
            over = not play.to_act
            if over or number == middle:
                check_record(here, play)
            if over:
                return
            here.require(number < max_events, f"no end after {max_events} events")
            perform(play, *drawn(play.game, play.state, rng, style))


def _check_state(here: Here) -> None:
    before, text = deepcopy(here.state), here.game.format_position
    for law in LAWS:
        law(here)
    here.require(here.state == before, "asking a game changes no state")
    here.require(text(here.state) == text(before), "asking a game changes no text")


@contextmanager
def _crashes_told(here: Here) -> Iterator[None]:
    """A game that crashes breaks a law, too: say where."""
    try:
        yield
    except FaultError:
        raise
    except Exception as error:
        raise here.fault("crashed", error) from error
