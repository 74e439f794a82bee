"""The preparations for Qwixx and Big Points, and which bots need them."""

from functools import partial

from cruces.games.qwixx.rules import QWIXX, QWIXX_LAYOUT, State
from cruces.games.qwixx.solver import RULINGS
from cruces.players.preparation import Preparation

PLAYERS, HINTS, TABLE = "qwixx", "qwixx-hints", "qwixx-table"
SIMPLE = ("random", "greedy")
"""Bots that need no preparation."""


def needs(state: State, bot: str | None) -> list[str]:
    """The preparations that a bot needs, or a hint if ``bot`` is None."""
    if bot in SIMPLE:
        return []
    seats = len(state.sheets)
    alone = seats == 1 and state.sheets[0].layout == QWIXX_LAYOUT
    if alone or bot == "friendly":
        return [_table(seats, state.options.after_second_lock)]
    return [HINTS] if bot is None else [PLAYERS]


def _table(players: int, ruling: str) -> str:
    return f"{TABLE}-{players}-{ruling}"


def _prepare_players() -> None:
    from cruces.games.qwixx.players.strong import warm_up

    warm_up()


def _prepare_hints() -> None:
    from cruces.games.qwixx.analysis.estimate import warm_up

    warm_up(QWIXX)


def _prepare_table(players: int, ruling: str) -> None:
    from cruces.games.qwixx.players.strong import warm_up_friendly

    warm_up_friendly(players, ruling)


PREPARATIONS = (
    Preparation(PLAYERS, _prepare_players, 25),
    Preparation(HINTS, _prepare_hints, 9),
    *(
        Preparation(
            _table(players, ruling),
            partial(_prepare_table, players, ruling),
            20,
            only_if_asked=(players, ruling) != (1, RULINGS[0]),
        )
        for players in sorted(QWIXX.seat_counts)
        for ruling in RULINGS
    ),
)
