"""The strong players of Qwixx and Big Points, and the friendly one that they are compared with.

Their data is loaded at their first decision, or earlier by ``warm_up``.
"""

from random import Random
from time import monotonic
from typing import Any

from cruces.core import PASS, View
from cruces.core.extras import naming_extras
from cruces.games.qwixx.players.levels import SKILLS
from cruces.games.qwixx.rules import QWIXX, Action, Outcomes, State
from cruces.players.bot import Limits
from cruces.players.skill import Skill


class _Compiled:
    """A player of ``compiled``, by name."""

    name: str

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return choose(self.name, view, limits, rng)


class StrongBot(_Compiled):
    """A network trained by self-play, evaluated once per decision."""

    name = "strong"


class SearchBot(_Compiled):
    """The same network with a search by sampling."""

    name = "strong+search"


class FriendlyBot(_Compiled):
    """Exact for its own sheet, but ignores the race against others: see ``solver``."""

    name = "friendly"


def choose(
    who: str | Skill, view: View[State, Action, Outcomes], limits: Limits, rng: Random
) -> Action:
    """The action of the player with this name or skill; deterministic without a time limit."""
    state, seat = view.state, view.seat
    assert seat is not None, "a spectator has nothing to choose"
    if not any(action != PASS for action in view.legal):
        return PASS
    with naming_extras():  # late: Numba takes a while to load
        from cruces.games.qwixx.kernel.search import SearchSettings
        from cruces.games.qwixx.players import compiled
    ruling = state.options.after_second_lock
    layout = state.sheets[seat].layout
    player = compiled.compiled_player(who, layout, len(state.sheets), ruling)
    inputs = compiled.policy_input(state, seat)
    seed = rng.getrandbits(62)
    if isinstance(player.data, SearchSettings):
        until = None if limits.seconds is None else monotonic() + limits.seconds
        return compiled.search_action(player.data, layout, inputs, seed, limits.nodes, until)
    return compiled.choose_action(player, layout, inputs, seed)


def warm_up() -> None:
    """Compile, or fetch what was compiled, before somebody waits for it."""
    from cruces.games.qwixx.players import compiled

    state = QWIXX.parse_position("- | - ; p1 white w11 r1 y2 g3 b4")
    for who in (SKILLS[0], StrongBot.name):
        choose(who, QWIXX.view(state, 0), Limits(), Random(1))
    # Not by a choice: where one is clearly best there is nothing to search.
    compiled.search_a_little(state, 0)


def warm_up_friendly(players: int, ruling: str) -> None:
    """The same for who plays by the exact table, which is computed if it is not there."""
    sheets = " | ".join("-" * players)
    options = QWIXX.resolve({"after_second_lock": ruling})
    state = QWIXX.parse_position(f"{sheets} ; p1 white w11 r1 y2 g3 b4", options)
    choose(FriendlyBot.name, QWIXX.view(state, 0), Limits(), Random(1))
