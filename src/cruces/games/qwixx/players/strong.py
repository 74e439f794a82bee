"""The strong players of Qwixx and Big Points, and the friendly one that they are measured by.

What they know is looked up or loaded at their first decision; ``warm_up`` does it before.
"""

from random import Random
from time import monotonic
from typing import Any

from cruces.core import PASS, View
from cruces.games.qwixx.players.levels import SKILLS
from cruces.games.qwixx.rules import QWIXX, Action, Outcomes, State
from cruces.players.bot import Limits
from cruces.players.skill import Skill

FEW = 20
"""Samples enough to warm up."""


class _Compiled:
    """A player of ``compiled``, by its name."""

    name: str

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return choose(self.name, view, limits, rng)


class StrongBot(_Compiled):
    """A network that learned by self-play, asked once for every choice."""

    name = "strong"


class SearchBot(_Compiled):
    """The same network, and sampled turns on top of it."""

    name = "strong+search"


class FriendlyBot(_Compiled):
    """Exact for one's own sheet, blind to the race: see ``solver``."""

    name = "friendly"


def choose(
    who: str | Skill, view: View[State, Action, Outcomes], limits: Limits, rng: Random
) -> Action:
    """What the player with this name or skill does; the same for the same generator, in time."""
    # Late: Numba takes a while to load.
    from cruces.games.qwixx.kernel.search import Searching
    from cruces.games.qwixx.players import compiled

    state, seat = view.state, view.seat
    assert seat is not None, "a spectator has nothing to choose"
    if not any(action != PASS for action in view.legal):
        return PASS
    ruling = state.options.after_second_lock
    layout = state.sheets[seat].layout
    player = compiled.player(who, layout, len(state.sheets), ruling)
    asked = compiled.decision(state, seat)
    seed = rng.getrandbits(62)
    if isinstance(player.known, Searching):
        until = None if limits.seconds is None else monotonic() + limits.seconds
        return compiled.searched(player.known, layout, asked, seed, limits.nodes, until)
    return compiled.decided(player, layout, asked, seed)


def warm_up() -> None:
    """Compile, or fetch what was compiled, before somebody waits for it."""
    # Red or yellow: with one choice alone there would be nothing to search.
    state = QWIXX.parse_position("- | - ; p1 white w11 r1 y2 g3 b4")
    for who in (SKILLS[0], StrongBot.name, SearchBot.name):
        choose(who, QWIXX.view(state, 0), Limits(nodes=FEW), Random(1))
