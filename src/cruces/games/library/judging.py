"""What positions and games are worth: ``analyse``, ``best``, ``exact_value`` and ``review``."""

from collections.abc import Callable
from typing import Any

from cruces import core
from cruces.analysis import Analysis, ExactValue
from cruces.analysis.analyse import analyse as analyse_state
from cruces.analysis.exact import exact_value as exact_value_of_state
from cruces.analysis.review import Review
from cruces.analysis.review import review as review_play
from cruces.core import WrongTypeError
from cruces.core.family import AnyGame
from cruces.core.registry import GAMES
from cruces.players import Limits

AnyPlay = core.Play[Any, Any, Any]
USUAL = Limits(seconds=1.0)
"""How long an analysis takes if nothing is said."""


def analyse(position: Any, seat: int | None = None, limits: Limits | None = None) -> Analysis:
    """What every legal action is worth, the best first; of a ``Play`` or of a state.

    The seat defaults to the first that may act. Without limits it takes about a second; with a
    limit of depth or nodes the result is always the same.
    """
    game, state = _position(position)
    return analyse_state(game, state, _checked(limits) or USUAL, _seat(game, state, seat))


def best(position: Any, seat: int | None = None, limits: Limits | None = None) -> Any:
    """The action that ``analyse`` finds best."""
    return analyse(position, seat, limits).best.action


def exact_value(position: Any, seat: int | None = None) -> ExactValue | None:
    """The proven value of a ``Play`` or a state for a seat, None where nobody knows it.

    It is looked up in a table, which is computed on first use if it is small. The seat defaults to
    the first that may act.
    """
    game, state = _position(position)
    return exact_value_of_state(game, state, _seat(game, state, seat))


def review(
    play: AnyPlay,
    limits: Limits | None = None,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """What every choice of a game cost, its turning points, and how lucky the dice were.

    ``limits`` are for one decision. ``progress`` is called with the share that is done.
    """
    if not isinstance(play, core.Play):
        raise WrongTypeError("play", play, "Play")
    return review_play(play, _checked(limits), progress=progress)


def _position(position: Any) -> tuple[AnyGame, Any]:
    """The game and the state of a play, or of a state."""
    if isinstance(position, core.Play):
        return position.game, position.state
    for game in GAMES.values():
        if game.knows(position):
            return game, position
    raise WrongTypeError("position", position, "Play, a state")


def _checked(limits: Limits | None) -> Limits | None:
    """Refuse limits that cannot be."""
    if limits is None:
        return None
    if not isinstance(limits, Limits):
        raise WrongTypeError("limits", limits, "Limits, None")
    if limits.seconds is not None and type(limits.seconds) not in (int, float):
        raise WrongTypeError("seconds", limits.seconds, "int, float, None")
    for name, value in (("nodes", limits.nodes), ("depth", limits.depth)):
        if value is not None and type(value) is not int:
            raise WrongTypeError(name, value, "int, None")
        if value is not None and value < 1:
            raise core.BadOptionError(core.Reason("too-few", {"name": name, "value": value}))
    return limits


def _seat(game: AnyGame, state: Any, seat: int | None) -> int | None:
    if seat is not None and (type(seat) is not int or not 0 <= seat < game.seats(state)):
        raise core.MalformedError(
            core.Reason("bad-seat", {"seat": seat, "last": game.seats(state) - 1})
        )
    return seat
