"""A match on a server, as the app plays it."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from cruces.analysis.analysis_dto import Advice
from cruces.core import CrucesError
from cruces.core.record import Event, Record, decode
from cruces.core.registry import get_game
from cruces.locales import text
from cruces.match import frames as f
from cruces.match import messages as m
from cruces.match.match_view import FullMatchView
from cruces.tui.online.api import LONGEST_SENTENCE, Api, BrokenServerError
from cruces.tui.online.connection import Connection, Link
from cruces.tui.online.dice import Promise
from cruces.tui.online.sound import state_of
from cruces.tui.session import Change, Session


class ServerMatch(Session):
    """A client of a match: what it shows is what the server sends."""

    shared = True

    def __init__(self, api: Api, value: FullMatchView, eager: bool = False) -> None:
        super().__init__(get_game(value["game"]), api.lang)
        self.value, self.api = value, api
        self.present: frozenset[int] | None = None
        self.promise = Promise.of(value)
        self._eager = eager
        self.name_there = ""
        """The name under which to sit down."""
        self.sits = False
        """Whether to sit down at once."""
        self._state: Any = self._parsed(value)
        self._shown_at = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connection = Connection(
            api, value["match"], value["version"], self._receive, self._report
        )

    @classmethod
    async def enter(cls, api: Api, match: str, eager: bool = False) -> "ServerMatch":
        """A match on the server; ``eager`` says that one is ready as soon as one has a seat."""
        return cls(api, await api.get(f"/api/matches/{match}", FullMatchView), eager)

    async def start(self) -> None:
        if not self._tasks:
            self._begin(self._connection.run())
            self._begin(self._learn_key())

    async def do(self, command: m.Command) -> None:
        if isinstance(command, m.Ready):
            self.promise.own[command.seat] = command.contribution
        await self._connection.do(command)

    async def advice(self, seat: int) -> Advice:
        return await self.api.post(self._path("hint"), {"seat": seat}, Advice)

    def state(self, seat: int | None) -> Any:
        return self._state

    async def record(self) -> Record:
        return decode(await self.api.raw(self._path("record")))

    async def rematch(self) -> None:
        seat = next(iter(self.own), None)
        if seat is None:
            return
        offer = next((one for one in self.value["offers"] if one["offer"] == "rematch"), None)
        if offer is None:
            await self.do(m.Make(seat, "rematch"))
        elif seat not in offer["agreed"]:
            await self.do(m.Answer(seat, "rematch", True))

    async def successor(self) -> "ServerMatch | None":
        following = self.value["rematch"]
        if following is None or not self.own:
            return None
        return await ServerMatch.enter(self.api, following.match, eager=True)

    async def close(self) -> None:
        self._listener = lambda change: None
        ending = list(self._tasks)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    def remaining_time(self, seat: int) -> int | None:
        clock = self.value["clock"]
        if clock is None:
            return None
        passed = 1000 * (time.monotonic() - self._shown_at) if seat in clock["running"] else 0
        return max(0, clock["left"][seat] - int(passed))

    def is_away(self, seat: int) -> bool:
        human = self.value["seats"][seat]["kind"] == "human"
        return human and self.present is not None and seat not in self.present

    def _path(self, rest: str) -> str:
        return f"/api/matches/{self.value['match']}/{rest}"

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """An error in what runs beside the screen must not be lost: whoever plays has to know."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.trouble = str(error) or type(error).__name__
            self._listener(Change(trouble=self.trouble))

    # What the server sends

    def _receive(self, message: f.ToClient) -> None:
        match message:
            case f.State():
                self._become(message.state)
                self._meet(message.present, message.dismiss_at)
                self._listener(Change())
            case f.Events():
                self._happen(message)
            case f.Presence():
                self._meet(message.present, message.dismiss_at)
                self._listener(Change())

    def _meet(self, present: list[int], dismiss_at: dict[int, int]) -> None:
        self.present = frozenset(present)
        seats = range(len(self.value["seats"]))
        self.dismiss_at = {seat: wait for seat, wait in dismiss_at.items() if seat in seats}

    def _happen(self, message: f.Events) -> None:
        before, over = self.value, self.value["result"] is not None
        kept = before["events"][: message.log.since]
        changed: FullMatchView = {
            **before,
            **message.now,
            "events": (*kept, *message.log.add),
            "chat": [*before["chat"], *message.chat],
        }
        self._become(changed)
        events = tuple(event for _, event in message.events)
        for event in events:
            if isinstance(event, m.Trimmed):
                self.promise.moved(event.seats)
        said = tuple(sentence[:LONGEST_SENTENCE] for sentence in message.said)
        self._listener(Change(events, said))
        if self.value["result"] is not None and not over:
            self._begin(self._check_dice())

    def _become(self, value: FullMatchView) -> None:
        grown = len(value["events"]) > len(self.value["events"])
        before, self._state = self._state, self._parsed(value, self.value["events"])
        self.value, self._shown_at = value, time.monotonic()
        if grown:
            self._before = before
        if self.promise.broken(value["fair"]):
            self._alarm(text("dice.problem.commitment", self.lang))
        if self._eager and value["phase"] == "gathering" and self.own:
            self._eager = False
            self._begin(self._be_ready())

    def _parsed(self, value: FullMatchView, known: Sequence[Event] = ()) -> Any:
        try:
            return state_of(self.game, value, known)
        except Exception:  # of a game's own code, on what may be anything
            raise BrokenServerError(self.api.where.url) from None

    async def _be_ready(self) -> None:
        for seat in self.own:
            with suppress(CrucesError):  # they can still say so themselves
                await self.be_ready(seat)

    def _report(self, link: Link, why: str) -> None:
        """The connection has changed: the screen says so as long as it does not work."""
        self.trouble = "" if link == "online" else why or text("web.reconnecting", self.lang)
        self._listener(Change(trouble=why))

    # The dice

    async def _learn_key(self) -> None:
        with suppress(CrucesError, msgspec.MsgspecError, KeyError):
            known = await self.api.get("/api/record-key", dict[str, str])
            self.promise.key = known["key"]

    async def _check_dice(self) -> None:
        try:
            record = await self.api.raw(self._path("record"))
        except CrucesError as error:
            self._listener(Change(trouble=error.message(self.lang)))
            return
        good, sentence = self.promise.check(record, self.value, self.lang)
        if not good:
            self._alarm(sentence)
        elif sentence:
            self._listener(Change(said=(sentence,)))

    def _alarm(self, sentence: str) -> None:
        self._listener(Change(said=(sentence,), trouble=sentence))
