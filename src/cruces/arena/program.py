"""Programs that play over standard input and output: one JSON object a line, in both directions.

    > {"type": "start", "game": "…", "options": {…}, "seats": 2, "seat": 0, "seed": 5, …}
    < {"type": "ready"}
    > {"type": "state", "position": "…", "seat": 0, "to_act": [0], "legal": ["…", "…"]}
    < {"type": "act", "action": "…"}
    > {"type": "result", "places": [1, 2], "scores": [1, -1], "reason": "…"}

``docs/how-to/run-an-arena.md`` describes it. A program answers each line with one line, or loses.
"""

import os
import re
import selectors
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from cruces.arena.seat import Chair, FaultError
from cruces.core import View
from cruces.core.outcome import Outcome

PROTOCOL = 1
LINE_BYTES = 64 * 1024
"""The longest answer."""
ERROR_BYTES = 1024 * 1024
"""The most that may come on standard error in one game."""
TOLD_BYTES = 2048
"""What is kept of it, to say why a program ended."""
NO_COMMAND = 127
START_SECONDS = 30.0
"""To get ready, on a busy machine."""
BYE_SECONDS = 1.0
"""What a program has left after the result, and an ended one to say why it ended."""
_MEMORY = re.compile(rb"MemoryError|bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may use: seconds for each action, megabytes of memory."""

    seconds: float = 5.0
    megabytes: int = 1024


class Answer(msgspec.Struct, frozen=True):
    """An answer; whatever else is in it is ignored."""

    type: str
    action: str = ""


_decoder = msgspec.json.Decoder(Answer)


class ProgramSeat:
    """A program in a seat: a process that lives as long as the game."""

    def __init__(self, command: tuple[str, ...], limits: ProgramLimits, chair: Chair) -> None:
        self.limits, self.game, self.seat = limits, chair.game, chair.seat
        self.received, self.told, self.told_bytes = b"", b"", 0
        launcher = Path(__file__).with_name("launch.py")
        memory = str(limits.megabytes * 1024 * 1024)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(launcher), memory, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is ours; and all that it starts ends with it
            )
        except (OSError, ValueError) as error:
            raise FaultError("start", str(error)) from error
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None, "they are pipes"
            os.set_blocking(pipe.fileno(), False)
        start = {
            "type": "start",
            "protocol": PROTOCOL,
            "game": chair.game.id,
            "options": dict(chair.settings),
            "seats": chair.seats,
            "seat": chair.seat,
            "seed": Random(chair.seed).getrandbits(31),
            "limits": {"seconds": limits.seconds, "megabytes": limits.megabytes},
        }
        try:
            self._ask(start, "ready", max(START_SECONDS, limits.seconds))
        except BaseException:
            self.close()
            raise

    def choose(self, view: View[Any, Any, Any]) -> str:
        """Send the position, and wait for an action."""
        game = view.game
        state = {
            "type": "state",
            "position": game.format_position(view.state),
            "seat": self.seat,
            "to_act": sorted(view.to_act),
            "legal": [game.format_action(action) for action in view.legal],
        }
        return self._ask(state, "act", self.limits.seconds).action

    def over(self, outcome: Outcome) -> None:
        """Send the result; what the program does with it is its own affair."""
        result = {
            "type": "result",
            "places": outcome.places,
            "scores": outcome.scores,
            "reason": outcome.reason,
        }
        pipe = self.process.stdin
        assert pipe is not None, "a pipe"
        with suppress(OSError):
            os.write(pipe.fileno(), msgspec.json.encode(result) + b"\n")
            pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(BYE_SECONDS)

    def close(self) -> None:
        """End the process and whatever it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(OSError), self.process:
            pass

    def _ask(self, message: dict[str, Any], wanted: str, seconds: float) -> Answer:
        line = self._exchange(msgspec.json.encode(message) + b"\n", seconds)
        try:
            answer = _decoder.decode(line)
        except msgspec.MsgspecError:
            answer = Answer("")
        if answer.type != wanted:
            raise FaultError("malformed", line[:200].decode(errors="replace"))
        return answer

    def _exchange(self, message: bytes, seconds: float) -> bytes:
        """Send a line and wait for one; meanwhile, take what comes on standard error."""
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        sent, received, told = (pipe.fileno() for pipe in pipes if pipe is not None)
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(sent, selectors.EVENT_WRITE)
            selector.register(told, selectors.EVENT_READ)
            if self._read(received, unasked=True):
                raise FaultError("flood", self.received[:200].decode(errors="replace"))
            selector.register(received, selectors.EVENT_READ)
            while b"\n" not in self.received:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    raise FaultError("time", f"{seconds:g}")
                for key, _ in selector.select(remaining):
                    if key.fd == sent:
                        message = _write(sent, message)
                        if not message:
                            selector.unregister(sent)
                    elif key.fd == told:
                        if not self._read_told(told):
                            selector.unregister(told)
                    else:
                        self._read(received)
        line, _, self.received = self.received.partition(b"\n")
        if self.received.strip():
            raise FaultError("flood", self.received[:200].decode(errors="replace"))
        return line

    def _read(self, pipe: int, unasked: bool = False) -> bool:
        """Read what is there on standard output; whether anything was."""
        try:
            data = os.read(pipe, LINE_BYTES)
        except BlockingIOError:
            return False
        self.received += data
        if len(self.received) > LINE_BYTES:
            raise FaultError("flood", self.received[:200].decode(errors="replace"))
        if not data and not unasked:
            raise self._ended()
        return bool(data)

    def _read_told(self, pipe: int) -> bool:
        """Read what is there on standard error; whether more can come."""
        try:
            data = os.read(pipe, LINE_BYTES)
        except BlockingIOError:
            return True
        self.told = (self.told + data)[-TOLD_BYTES:]
        self.told_bytes += len(data)
        if self.told_bytes > ERROR_BYTES:
            raise FaultError("flood", self.told[:200].decode(errors="replace"))
        return bool(data)

    def _ended(self) -> FaultError:
        """Why it has no more to say: its last words, or how it ended."""
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(BYE_SECONDS)
        pipe = self.process.stderr
        assert pipe is not None, "a pipe"
        before = -1
        while self.told_bytes != before:
            before = self.told_bytes
            self._read_told(pipe.fileno())
        words = [line for line in self.told.splitlines() if line.strip()]
        last = words[-1][:200].decode(errors="replace") if words else _ending(code)
        if code == NO_COMMAND:
            return FaultError("start", last)
        return FaultError("memory" if _MEMORY.search(self.told) else "crash", last)


def _write(pipe: int, message: bytes) -> bytes:
    """Write as much as fits; what is left. A program that has ended is found out by reading."""
    try:
        return message[os.write(pipe, message) :]
    except BlockingIOError:
        return message
    except BrokenPipeError:
        return b""


def _ending(code: int | None) -> str:
    if code is None:
        return "standard output closed"
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
