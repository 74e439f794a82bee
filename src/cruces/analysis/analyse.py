"""What every action in a position is worth: one interface for all games.

``analyse`` gives every legal action of one seat a ``Judgement``, the best first. ``deepen`` gives
the same again and again, each time from a longer look.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cruces.core import CHANCE, GameOverError, NotYourTurnError, Reason
from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.players.bot import Limits
from cruces.players.stop import Stop


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an action is worth to the one who takes it.

    ``exact`` says that ``result`` is proven: 1 for a win, 0 for a draw, −1 for a loss with best
    play of both sides; without a proof ``result`` is None. It is the value of the position that the
    action leads to, however that came about; only where the action ends the game, by a line or by
    a repetition that draws, that end is what counts. Alone at the table nobody wins or loses: there
    ``exact`` says that ``points`` is the exact expectation, and ``result`` and ``chance`` are None.

    ``plies`` counts actions of both sides to the end, this one included: whoever wins has won after
    so many at the latest, whatever the other does. On boards that are solved with distances the
    loser can hold out as long, so that it is exact too. None in draws, and where it is not known.

    ``score`` is the search's estimate in points of its own, None where there was none. ``chance``
    is the share of the game to be expected, from 0 to 1, a draw counting half: from ``result`` if
    that is proven, else an estimate. ``line`` is how both would go on, this action first.

    ``points`` is the final score to be expected, where a game has points. ``error`` is the standard
    error of an estimate from played games: of how far it lies behind the best action's, in points
    alone at the table, else in chance. It is 0 for the best, and None where no games were played.
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
        """What is played for: the share of the game; alone at the table the points."""
        found = self.points if self.chance is None else self.chance
        assert found is not None, "a judgement has a chance or points"
        return found


@dataclass(frozen=True, slots=True)
class Analysis:
    """A judgement for every legal action of a seat, the best first.

    ``depth`` is how many actions ahead was looked, ``nodes`` at how many positions; both are 0
    where everything was known without looking. Where games were played to their ends instead,
    ``depth`` is 0 and ``nodes`` is how many.
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
        """Whether the value of the position is proven: a win is, or else every action is."""
        if self.best.exact and self.best.result == 1:
            return True
        return all(judgement.exact for judgement in self.judgements)


class Worth(NamedTuple):
    """What a moment is worth to a seat: see ``chance`` and ``points`` of `Judgement`."""

    chance: float | None
    points: float | None

    @property
    def worth(self) -> float:
        """What is played for: the share of the game; alone at the table the points."""
        found = self.points if self.chance is None else self.chance
        assert found is not None, "a moment has a chance or points"
        return found


Worths = tuple[Worth, ...]
Analyser = Callable[[AnyGame, Any, int, Limits, Stop], Iterator[Analysis]]


def analyse(
    game: AnyGame,
    state: Any,
    limits: Limits,
    seat: int | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """The last word of ``deepen``."""
    *_, last = deepen(game, state, limits, seat, stop)
    return last


def deepen(
    game: AnyGame,
    state: Any,
    limits: Limits,
    seat: int | None = None,
    stop: Stop | None = None,
) -> Iterator[Analysis]:
    """What every legal action is worth, from a longer look each time; at least once.

    ``seat`` is the first who is to act unless it is named. Without any limit it goes on until all
    is proven, which may be never: then ``stop`` ends it. Games with dice have an end of their own.
    """
    whose = _seat(game, state, seat)
    analyser = family_of(game).analyser(game) or _general()
    return analyser(game, game.redact(state, whose), whose, limits, stop or Stop())


def _general() -> Analyser:
    from cruces.analysis import general  # late: most games bring an analyser of their own

    return general.deepen


def _seat(game: AnyGame, state: Any, seat: int | None) -> int:
    waiting = game.to_act(state)
    position = game.format_position(game.redact(state, seat))
    if not waiting:
        raise GameOverError(Reason("game-over"), position)
    if waiting == {CHANCE}:
        raise NotYourTurnError(Reason("chance-first"), position)
    whose = min(waiting) if seat is None else seat
    if whose not in waiting:
        raise NotYourTurnError(Reason("not-your-turn", {"seat": whose + 1}), position)
    return whose
