"""Iterative deepening, shared by both engines: search depth by depth until a limit is reached.

An engine yields a result after every depth. Its search runs without Python's lock, so other
threads go on meanwhile, and it stops within milliseconds.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.search import (
    BLIND,
    MATE,
    MAX_DEPTH,
    MAX_NODES,
    NODES,
    SEED,
    STOP,
    WON,
)
from cruces.games.quixo.rules import Action
from cruces.players.bot import Limits
from cruces.players.stop import Stop

TABLE_BITS = 20
"""A million entries, 16 MiB; a search of one second fills about that many."""
FOREVER = 1 << 62

Control = npt.NDArray[np.int64]
"""Where a search counts its nodes and is told to stop: see ``kernel.search``."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A push, its score, and the best play that follows; in teams it may contain passes.

    ``score`` is for the player to move. ``plies`` is the number of pushes to the end if the search
    has seen it: to a win if the score is positive, to a loss if it is negative; otherwise None.
    """

    pushes: tuple[Action, ...]
    score: int
    plies: int | None


@dataclass(frozen=True, slots=True)
class DepthResult:
    """What the engine knows after searching to a depth: the best variations, best first."""

    depth: int
    variations: tuple[Variation, ...]
    nodes: int
    seconds: float


@dataclass(slots=True, eq=False)
class RootMove:
    """An action in the position searched, and what is known about it."""

    number: int
    score: int = field(default=0, kw_only=True)
    depth: int = field(default=0, kw_only=True)
    solved: bool = field(default=False, kw_only=True)
    """A deeper search would find nothing new."""
    variation: list[int] = field(default_factory=list, kw_only=True)


R = TypeVar("R", bound=RootMove)


class Search(ABC, Generic[R]):
    """The search of one position, depth by depth."""

    roots: list[R]

    def __init__(self, control: Control, limits: Limits, seed: int, blind: int) -> None:
        self.control = control
        self.control[MAX_NODES] = limits.nodes or FOREVER
        self.control[SEED] = seed
        self.control[BLIND] = blind
        self.limits = limits
        self.started = time.monotonic()

    @abstractmethod
    def score(self, root: R, depth: int, floor: int) -> int:
        """The score of a root move, exact if it is above ``floor``."""

    @abstractmethod
    def action(self, number: int, turn: int) -> Action:
        """The action with this number, ``turn`` turns from the root, as the rules represent it."""

    def results(self, count: int, stop: Stop | None) -> Iterator[DepthResult]:
        """The best ``count`` variations, depth by depth, until a limit or ``stop`` ends it."""
        stop = stop or Stop()
        stop.watch(self._halt)
        timer = None
        if self.limits.seconds is not None:
            timer = threading.Timer(self.limits.seconds, self._halt)
            timer.daemon = True
            timer.start()
        try:
            deepest = MAX_DEPTH - 2  # the arrays of the kernels have no room for more
            yield from self._deepen(count, min(self.limits.depth or deepest, deepest))
        finally:
            stop.unwatch(self._halt)
            if timer is not None:
                timer.cancel()

    def _halt(self) -> None:
        """Stop within milliseconds."""
        self.control[STOP] = 1

    def _deepen(self, count: int, deepest: int) -> Iterator[DepthResult]:
        for depth in range(1, deepest + 1):
            before = self.roots[0]
            self._search_depth(depth, count)
            complete = any(root.depth == depth for root in self.roots[:count])
            if complete or self.roots[0] is not before:
                yield self._result(depth, count)
            if self.control[STOP] or all(root.solved for root in self.roots[:count]):
                return

    def _search_depth(self, depth: int, count: int) -> None:
        """Search every root move to a depth; only the best ``count`` scores are exact."""
        best: list[R] = []
        for root in self.roots:
            floor = best[count - 1].score if len(best) >= count else -MATE
            score = self.score(root, depth, floor)
            if self.control[STOP] and depth > 1:
                break
            root.score, root.depth = score, depth
            if score > floor or len(best) < count:
                best.append(root)
                best.sort(key=lambda each: -each.score)
                del best[count:]
        if best:
            rest = [root for root in self.roots if root not in best]
            # Stopped just when the best turned out to lose: any other may be better.
            lost = self.control[STOP] and best[0].score <= -WON
            self.roots = [*rest, *best] if lost else [*best, *rest]

    def record(self, root: R, depth: int, score: int, variation: npt.NDArray[Any]) -> int:
        """Record the variation of a root move and whether its end is seen; returns the score."""
        root.variation = [root.number, *map(int, variation[1 : variation[0] + 1])]
        root.solved = abs(score) >= WON and depth > MATE - abs(score)
        return score

    def _result(self, depth: int, count: int) -> DepthResult:
        variations = tuple(
            Variation(
                tuple(
                    self.action(number, turn)
                    for turn, number in enumerate(root.variation or [root.number])
                ),
                root.score,
                plies(root.score),
            )
            for root in self.roots[:count]
        )
        return DepthResult(
            depth, variations, int(self.control[NODES]), time.monotonic() - self.started
        )


def plies(score: int) -> int | None:
    """The number of plies to the end, if the score is a proven win or loss."""
    return MATE - abs(score) if abs(score) >= WON else None
