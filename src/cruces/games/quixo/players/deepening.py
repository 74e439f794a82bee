"""What the engines have in common: looking deeper and deeper until they may look no longer.

An engine tells what it has found after every depth, as often as it is asked for. Its search runs
without Python's lock, so others go on meanwhile, and stops within milliseconds when told to.
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
    DEEPEST,
    MATE,
    MOST_NODES,
    NODES,
    SEED,
    STOP,
    WON,
)
from cruces.games.quixo.rules import Action
from cruces.players.bot import Limits
from cruces.players.stop import Stop

TABLE_BITS = 20
"""A million facts, 16 MiB; a search of a second fills about as many."""
FOREVER = 1 << 62

Control = npt.NDArray[np.int64]
"""Where a search counts its nodes and looks whether to stop: see the kernels."""


@dataclass(frozen=True, slots=True)
class Line:
    """A push, what it leads to, and how both sides would go on; in teams passes are among them.

    ``score`` is for the one to move. ``plies`` is how many pushes there are to the end when it is
    seen: to a win if the score is positive, to a loss if negative; else None.
    """

    pushes: tuple[Action, ...]
    score: int
    plies: int | None


@dataclass(frozen=True, slots=True)
class Thought:
    """What the engine knows after a depth: the best lines, the best first."""

    depth: int
    lines: tuple[Line, ...]
    nodes: int
    seconds: float


@dataclass(slots=True, eq=False)
class Root:
    """A way to begin, and what is known of it."""

    number: int
    score: int = field(default=0, kw_only=True)
    depth: int = field(default=0, kw_only=True)
    over: bool = field(default=False, kw_only=True)
    """Looking deeper would find nothing new."""
    way: list[int] = field(default_factory=list, kw_only=True)


R = TypeVar("R", bound=Root)


class Search(ABC, Generic[R]):
    """One position, looked at again and again."""

    roots: list[R]

    def __init__(self, control: Control, limits: Limits, seed: int, blind: int) -> None:
        self.control = control
        self.control[MOST_NODES] = limits.nodes or FOREVER
        self.control[SEED] = seed
        self.control[BLIND] = blind
        self.limits = limits
        self.began = time.monotonic()

    @abstractmethod
    def score(self, root: R, depth: int, floor: int) -> int:
        """What a root is worth, exactly if it is more than ``floor``."""

    @abstractmethod
    def action(self, number: int, turn: int) -> Action:
        """The action with a number, so many turns from here, as the rules know it."""

    def thoughts(self, lines: int, stop: Stop | None) -> Iterator[Thought]:
        """What is found, depth by depth, until a limit is reached or it is told to stop."""
        stop = stop or Stop()
        stop.watch(self._halt)
        timer = None
        if self.limits.seconds is not None:
            timer = threading.Timer(self.limits.seconds, self._halt)
            timer.daemon = True
            timer.start()
        try:
            deepest = DEEPEST - 2  # for more the kernels have no room
            yield from self._deeper(lines, min(self.limits.depth or deepest, deepest))
        finally:
            stop.forget(self._halt)
            if timer is not None:
                timer.cancel()

    def _halt(self) -> None:
        """Stop within milliseconds."""
        self.control[STOP] = 1

    def _deeper(self, lines: int, deepest: int) -> Iterator[Thought]:
        for depth in range(1, deepest + 1):
            before = self.roots[0]
            self._look(depth, lines)
            found = any(root.depth == depth for root in self.roots[:lines])
            if found or self.roots[0] is not before:
                yield self._thought(depth, lines)
            if self.control[STOP] or all(root.over for root in self.roots[:lines]):
                return

    def _look(self, depth: int, lines: int) -> None:
        """Search every push to a depth; the best ``lines`` exactly, the others as far as needed."""
        found: list[R] = []
        for root in self.roots:
            floor = found[lines - 1].score if len(found) >= lines else -MATE
            score = self.score(root, depth, floor)
            if self.control[STOP] and depth > 1:
                break
            root.score, root.depth = score, depth
            if score > floor or len(found) < lines:
                found.append(root)
                found.sort(key=lambda each: -each.score)
                del found[lines:]
        if found:
            rest = [root for root in self.roots if root not in found]
            # Told to stop when the best has just turned out to lose: any other may be better.
            lost = self.control[STOP] and found[0].score <= -WON
            self.roots = [*rest, *found] if lost else [*found, *rest]

    def learn(self, root: R, depth: int, score: int, line: npt.NDArray[Any]) -> int:
        """Note how a root goes on, and whether its end is seen; the score."""
        root.way = [root.number, *map(int, line[1 : line[0] + 1])]
        root.over = abs(score) >= WON and depth > MATE - abs(score)
        return score

    def _thought(self, depth: int, lines: int) -> Thought:
        shown = tuple(
            Line(
                tuple(
                    self.action(number, turn)
                    for turn, number in enumerate(root.way or [root.number])
                ),
                root.score,
                plies(root.score),
            )
            for root in self.roots[:lines]
        )
        return Thought(depth, shown, int(self.control[NODES]), time.monotonic() - self.began)


def plies(score: int) -> int | None:
    """How far away the end is that a score has seen."""
    return MATE - abs(score) if abs(score) >= WON else None
