"""Many solo games at once, in compiled code."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from cruces.envs.batch import Restart, Step
from cruces.games.qwixx.envs.encoding import QwixxEncoding, crosses
from cruces.games.qwixx.kernel import solo
from cruces.games.qwixx.kernel.sheet import FIRST_CIRCLE, from_cross
from cruces.games.qwixx.kernel.turn import kernel_rules
from cruces.games.qwixx.rules import Options, Qwixx

MODES = {
    Restart.NEVER: solo.STAY,
    Restart.NEXT_STEP: solo.NEXT_STEP,
    Restart.SAME_STEP: solo.SAME_STEP,
}
LEAST = 1024
"""The fewest games that are worth a thread."""


class SoloGames:
    """Solo games on the kernel: see ``envs.batch.Batch``."""

    def __init__(self, game: Qwixx, options: Options, count: int, threads: int | None) -> None:
        actions = np.array([from_cross(game.layout, cross) for cross in crosses(game.layout)])
        circles = actions >= FIRST_CIRCLE
        self._boxes = solo.Boxes(actions[~circles], actions[circles], len(game.layout.rows))
        self._rules = kernel_rules(game.layout, options)
        numbers = np.zeros((4, count), np.int64)
        self._games = solo.Games(
            numbers[0], numbers[1], numbers[2], numbers[3], np.zeros(count, np.uint64)
        )
        self._width = QwixxEncoding(game, 1).size, 1 + len(actions)
        self._count = count
        pieces = min(threads or os.cpu_count() or 1, max(1, count // LEAST))
        self._ends = np.linspace(0, count, pieces + 1).astype(int)
        self._pool = ThreadPoolExecutor(pieces, "solo") if pieces > 1 else None

    def reset(
        self, seeds: npt.NDArray[np.int64], which: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        written = self._arrays(0)
        solo.begin_games(self._rules, self._boxes, self._games, seeds, which, written)
        return written.observations, written.masks

    def step(self, actions: npt.NDArray[np.int64], restart: Restart) -> Step:
        written = self._arrays(self._count if restart is Restart.SAME_STEP else 0)
        rules, boxes, games, mode = self._rules, self._boxes, self._games, MODES[restart]

        def piece(begin: int, end: int) -> None:
            solo.step_games(rules, boxes, games, actions, mode, begin, end, written)

        self._each(piece)
        return Step(*written)

    def _each(self, piece: Callable[[int, int], None]) -> None:
        if self._pool is None:
            piece(0, self._count)
        else:
            list(self._pool.map(piece, self._ends[:-1], self._ends[1:]))

    def _arrays(self, finals: int) -> solo.Written:
        """New arrays: whoever gets them keeps them."""
        size, actions = self._width
        return solo.Written(
            np.empty((self._count, size), np.uint8),
            np.empty((self._count, actions), np.uint8),
            np.empty(self._count, np.float32),
            np.empty(self._count, np.bool_),
            np.empty((finals, size), np.uint8),
        )

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
