"""What every action in a position is worth: one interface for all games.

``analyse`` returns a ``Judgement`` of every legal action of one seat, the best first. ``deepen``
yields the same repeatedly, each time from a deeper search.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cruces.core import CHANCE, GameOverError, NotYourTurnError, Reason
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.players.bot import Limits
from cruces.players.stop import Stop


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an action is worth to the player who takes it.

    ``exact`` means that ``result`` is proven: 1 for a win, 0 for a draw, −1 for a loss with best
    play by both sides; without a proof ``result`` is None. It is the value of the position after
    the action, regardless of the moves before it, unless the action itself ends the game by a line
    or by a repetition. In a solo game nobody wins or loses: there ``exact`` means that ``points``
    is the exact expectation, and ``result`` and ``chance`` are None.

    ``plies`` is the number of actions of both sides to the end, this one included, within which the
    winner can force the win. On boards that are solved with distances it is exact: the loser can
    hold out that long. None for draws, and where it is unknown.

    ``score`` is the search's own evaluation, None without a search. ``chance`` is the expected
    share of the game, from 0 to 1, with a draw counting half: from ``result`` if that is proven,
    otherwise an estimate. ``line`` is the expected continuation, starting with this action.

    ``points`` is the expected final score, where a game has points. ``error`` is the standard error
    of the difference from the best action, if it was estimated from simulated games: in points for
    a solo game, otherwise in chance. It is 0 for the best action, and None without simulations.
    """

    action: Any
    result: int | None
    plies: int | None
    exact: bool
    score: int | None
    chance: float | None
    line: tuple[Any, ...]
    points: float | None = None
    error: float | None = None

    @property
    def worth(self) -> float:
        """What the player maximises: the share of the game, or the points in a solo game."""
        worth = self.points if self.chance is None else self.chance
        assert worth is not None, "a judgement has a chance or points"
        return worth


@dataclass(frozen=True, slots=True)
class Analysis:
    """A judgement for every legal action of a seat, the best first.

    ``depth`` is the search depth in actions, ``nodes`` the number of positions searched; both are 0
    if everything was known without a search. If games were simulated instead, ``depth`` is 0 and
    ``nodes`` is the number of games.
    """

    seat: int
    judgements: tuple[Judgement, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Judgement:
        """The best action."""
        return self.judgements[0]

    @property
    def exact(self) -> bool:
        """Whether the value of the position is proven: by a win, or by proofs for all actions."""
        if self.best.exact and self.best.result == 1:
            return True
        return all(judgement.exact for judgement in self.judgements)


class Worth(NamedTuple):
    """What a position is worth to a seat: see ``chance`` and ``points`` of `Judgement`."""

    chance: float | None
    points: float | None

    @property
    def worth(self) -> float:
        """What the player maximises: the share of the game, or the points in a solo game."""
        worth = self.points if self.chance is None else self.chance
        assert worth is not None, "a position has a chance or points"
        return worth


Worths = tuple[Worth, ...]
Analyser = Callable[[AnyGame, Any, int, Limits, Stop], Iterator[Analysis]]


def analyse(
    game: AnyGame,
    state: Any,
    limits: Limits,
    seat: int | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """The last and best analysis of ``deepen``."""
    *_, last = deepen(game, state, limits, seat, stop)
    return last


def deepen(
    game: AnyGame,
    state: Any,
    limits: Limits,
    seat: int | None = None,
    stop: Stop | None = None,
) -> Iterator[Analysis]:
    """What every legal action is worth, from a deeper search each time; at least once.

    ``seat`` defaults to the first seat that may act. Without limits it goes on until everything is
    proven, possibly for ever, or until ``stop``. Games with dice have a limit of their own.
    """
    analysed_seat = checked_seat(game, state, seat)
    with naming_extras():
        analyser = family_of(game).analyser(game) or _general()
    return analyser(game, game.redact(state, analysed_seat), analysed_seat, limits, stop or Stop())


def _general() -> Analyser:
    from cruces.analysis import general  # late: most games have an analyser of their own

    return general.deepen


def checked_seat(game: AnyGame, state: Any, seat: int | None) -> int:
    """The seat to analyse, by default the first that may act; refuses one that may not."""
    waiting = game.to_act(state)
    position = game.format_position(game.redact(state, seat))
    if not waiting:
        raise GameOverError(Reason("game-over"), position)
    if waiting == {CHANCE}:
        raise NotYourTurnError(Reason("chance-first"), position)
    analysed_seat = min(waiting) if seat is None else seat
    if analysed_seat not in waiting:
        raise NotYourTurnError(Reason("not-your-turn", {"seat": analysed_seat + 1}), position)
    return analysed_seat
