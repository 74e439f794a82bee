"""Bots that answer quickly, for the server and the terminal, where people wait.

A bot whose machine code is prepared plays as usual. For the others, a process prepares the machine
code (``preparation``), and until it is ready a process without a compiler stands in (``stand_in``).
The library does neither: there the same question always has the same answer, however long it takes.
"""

import logging
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from cruces.core import View
from cruces.core.family import AnyGame
from cruces.core.registry import ask, family_of
from cruces.players.bot import Limits
from cruces.players.preparation import COMMAND, is_prepared, preparations, usual
from cruces.players.stand_in import StandIn, choose

T = TypeVar("T")
log = logging.getLogger("cruces")
MIN_SECONDS = 0.1
"""The shortest time to think, however long loading took."""


class Preparing:
    """Prepares machine code and lets a stand-in play meanwhile. Before ``start`` everyone waits."""

    def __init__(self) -> None:
        self._started = False
        self._process: subprocess.Popen[str] | None = None
        self._stand_in = StandIn()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._alone = False
        """Whether no other process can prepare: then a thread of this one does."""
        self._ready: set[str] = set()
        """The preparations that are done, in this process or on disk."""
        self._loaded: set[str] = set()
        self._loading = threading.Lock()
        self._wanted = 0
        """The number of bots that wait until something is loaded."""
        self._asked: set[str] = set()

    def start(self, everything: bool = True) -> None:
        """Prepare in the background, everything or on request; load what is prepared."""
        self._started = os.environ.get("CRUCES_STAND_IN") != "0"
        if everything and self._started:
            threading.Thread(target=self._prepare, name="cruces-prepare", daemon=True).start()

    def close(self) -> None:
        """Stop. Finished preparations are kept."""
        self._closed.set()
        with self._lock:
            process = self._process
        if process is not None:
            process.kill()
            process.wait()
        self._stand_in.close()

    # Progress

    @property
    def part(self) -> float:
        """How much is prepared, from 0 to 1; 1 if no stand-in is used."""
        if not self._started:
            return 1.0
        known, wanted = preparations(), {*usual(), *self._asked}
        whole = sum(known[name].seconds for name in wanted)
        done = sum(known[name].seconds for name in wanted if self.is_ready(name))
        return done / whole if whole else 1.0

    def is_ready(self, name: str) -> bool:
        """Whether a preparation is done, by any process."""
        if name not in self._ready:
            if not is_prepared(name):
                return False
            self._ready.add(name)
        return True

    def missing(self, game: AnyGame, state: Any, bot: str | None) -> list[str]:
        """The preparations that a bot, or a hint if ``bot`` is None, would wait for."""
        if not self._started:
            return []
        needs = ask((), family_of(game).needs, game, state, bot)
        return [name for name in needs if not self.is_ready(name)]

    # Playing

    def choose(
        self, bot: str, view: View[Any, Any, Any], state: Any, limits: Limits, rng: Random
    ) -> Any:
        """The bot's action, or its stand-in's; NotPreparedError if it can have no stand-in."""
        from cruces.players import get_bot

        missing = self.missing(view.game, state, bot)
        if not missing:
            limits = self.load(view.game, state, bot, limits)
            return get_bot(bot, view.game.id).choose(view, limits, rng)
        assert view.seat is not None, "a spectator has nothing to choose"
        seeded = Random(rng.getrandbits(64))  # SystemRandom cannot be pickled
        question = bot, view.game.id, state, view.seat, seeded, limits.seconds
        return self.meanwhile(missing, choose, *question)

    def load(self, game: AnyGame, state: Any, bot: str | None, limits: Limits) -> Limits:
        """Load what a bot or a hint needs and is prepared; returns the limits for the rest."""
        if not self._started or limits.seconds is None:
            return limits
        started = time.monotonic()
        self._wanted += 1
        try:
            for name in ask((), family_of(game).needs, game, state, bot):
                self._load(name)
        finally:
            self._wanted -= 1
        remaining = limits.seconds - (time.monotonic() - started)
        return replace(limits, seconds=max(remaining, min(MIN_SECONDS, limits.seconds)))

    def meanwhile(self, names: Iterable[str], function: Callable[..., T], *args: object) -> T:
        """Call a function in the stand-in, and prepare these meanwhile."""
        self.ask(names)
        return self._stand_in.call(function, *args)

    def wait(self, names: Iterable[str], seconds: float) -> None:
        """Have these prepared, and wait at most this long."""
        self.ask(names)
        self._closed.wait(seconds)

    def ask(self, names: Iterable[str]) -> None:
        """Have these prepared before the others."""
        self._asked.update(names)
        with self._lock:
            process = self._process
            if self._closed.is_set() or self._alone:
                return
            if process is None or process.poll() is not None:
                threading.Thread(target=self._run, args=(list(names),), daemon=True).start()
            elif process.stdin is not None:
                with suppress(OSError, ValueError):  # it has just ended
                    process.stdin.write("".join(f"{name}\n" for name in reversed(list(names))))
                    process.stdin.flush()

    # Preparing

    def _prepare(self) -> None:
        if not all(map(self.is_ready, usual())):
            with suppress(Exception):
                self._stand_in.start()
            self._run([])
        for name in usual():
            while self._wanted and not self._closed.wait(MIN_SECONDS):
                pass  # a bot that is playing loads first
            self._load(name)
        self._stand_in.stop()  # it is started again when it is needed

    def _load(self, name: str) -> None:
        """Load a finished preparation into this process, before somebody waits for it."""
        with self._loading:
            if not self._closed.is_set() and name not in self._loaded and is_prepared(name):
                preparations()[name].run()
                self._loaded.add(name)
                self._ready.add(name)

    def _run(self, names: list[str]) -> None:
        """Prepare in a process of its own, or here if that fails."""
        with self._lock:
            if self._closed.is_set() or (
                self._process is not None and self._process.poll() is None
            ):
                return
            self._process = subprocess.Popen(
                [*COMMAND, *names],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C goes to the parent only
            )
        with self._process as process:
            for line in process.stdout or ():
                self._load(line.strip())
        if process.returncode == 0 or self._closed.is_set():
            return
        log.warning("preparing machine code in this process; it cannot be kept on disk")
        self._alone = True
        for name in {*usual(), *self._asked}:
            if not self._closed.is_set() and not self.is_ready(name):
                preparations()[name].run()
                self._ready.add(name)
