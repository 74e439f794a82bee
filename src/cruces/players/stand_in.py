"""The stand-in while machine code is being prepared: the same bots, run by Python itself.

They run in a process without a compiler (see ``kernels.jit``) that answers one question at a time
within a time limit. Searches look less far ahead, and a bot whose table is not ready yet plays
without it. A bot that is proven never to lose does not play without its proof: the answer is then
NotPreparedError.
"""

import logging
import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, BinaryIO, TypeVar

from cruces.core.registry import get_game
from cruces.players.bot import Limits
from cruces.players.preparation import NotPreparedError

T = TypeVar("T")
COMMAND = (sys.executable, "-c", f"import {__name__} as it; it.main()")
log = logging.getLogger("cruces")
SECONDS = 0.8
"""The time to think."""


class StandIn:
    """The parent's side of the process, which is started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Start the process before it is needed."""
        with self._lock:
            self._started()

    def call(self, function: Callable[..., T], *args: object) -> T:
        """Call a module-level function there; its arguments must be picklable."""
        with self._lock:
            process = self._started()
            assert process.stdin is not None, "it is a pipe"
            assert process.stdout is not None, "it is a pipe"
            try:
                pickle.dump((function, args), process.stdin)
                process.stdin.flush()
                answer = pickle.load(process.stdout)
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                raise NotPreparedError("the stand-in has ended") from error
        if isinstance(answer, NotPreparedError):
            raise answer
        if isinstance(answer, Exception):
            log.error("a stand-in failed", exc_info=answer)
            raise NotPreparedError("the stand-in failed") from answer
        result: T = answer
        return result

    def close(self) -> None:
        """Kill the process; a caller that is waiting gets NotPreparedError."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        self.stop()

    def stop(self) -> None:
        """End the process after its current answer."""
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                process.kill()
                process.communicate()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._closed:
            raise NotPreparedError("closed")
        if self._process is not None and self._process.poll() is not None:
            self._process.communicate()
            self._process = None
        if self._process is None:
            self._process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "CRUCES_INTERPRETED": "1"},
                start_new_session=True,  # Ctrl-C goes to the parent only
            )
        return self._process


def choose(
    bot: str, game_id: str, state: Any, seat: int, rng: Random, seconds: float | None = None
) -> Any:
    """A bot's action, within ``seconds`` if that is less than usual; called in the stand-in."""
    from cruces.players import get_bot

    view = get_game(game_id).view(state, seat)
    return get_bot(bot, game_id).choose(view, Limits(min(seconds or SECONDS, SECONDS)), rng)


def _serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the pipe is closed."""
    while True:
        try:
            function, args = pickle.load(questions)
        except EOFError:
            return
        try:
            answer = function(*args)
        except Exception as error:
            answer = error
        try:
            reply = pickle.dumps(answer)
        except Exception:
            reply = pickle.dumps(NotPreparedError(repr(answer)))
        answers.write(reply)
        answers.flush()


def main() -> None:
    """Answer questions from standard input."""
    # Machine code overflows silently, modulo 2⁶⁴. NumPy's own switch is for one thread only.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keep prints out of the answers
    with suppress(BrokenPipeError):
        _serve(sys.stdin.buffer, answers)
