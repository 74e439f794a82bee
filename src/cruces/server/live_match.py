"""A match in memory: how it changes, who follows it, and what the server does by itself.

A command is decided by the authority, made durable by the writer, and only then folded, published
and acknowledged. If two processes write at the same time, one wins; the other folds the winner's
events and asks the authority again.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from cruces.core import Reason
from cruces.match import authority
from cruces.match import frames as f
from cruces.match import messages as m
from cruces.match.authority import SERVER, Moment, RefusedError, StaleError
from cruces.match.match import Match, fold, remember
from cruces.match.names import free_name
from cruces.match.visibility import Seats, dismissals, full_view, seats_of
from cruces.server import metrics
from cruces.server.clock import CLOCK
from cruces.server.errors import NotFoundError
from cruces.server.faults import SOCKET, fault
from cruces.server.news import News, Versioned
from cruces.server.presence import Attendance
from cruces.server.protocols import Listener
from cruces.server.robot_turns import RobotTurns
from cruces.storage import Append, Lease
from cruces.storage.listing import phase

if TYPE_CHECKING:
    from cruces.server.hub import Hub

RECENT_KEPT = 256
"""The number of events kept in memory, for clients that reconnect after a short gap."""
TRIES = 8
"""How often a command is retried when another process was first."""
LEASE = 5_000
"""How long a lease to play a match's bots or to create its rematch lasts, in milliseconds."""
TICK_SECONDS = 1.0
"""Seconds between two checks of a clock that has run out during extra time."""
IDLE_SECONDS = 120
PRESENCE_SECONDS, PRESENCE_SECONDS_EACH = 0.5, 0.01
"""The shortest time between two messages about who is there, and what each listener adds to it if
only spectators came or went; many may meanwhile."""
TOLD_AT_ONCE = 50
"""How many are told who is there before the server turns to something else."""


now = CLOCK.now
"""Milliseconds since the epoch."""


def lease_end() -> int:
    """When a lease that is taken now expires."""
    return now() + LEASE


class LiveMatch:
    """A match in memory."""

    def __init__(self, hub: "Hub", match: Match, secret: bytes) -> None:
        self.hub = hub
        self.match = match
        self.secret = secret
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.recent: deque[Versioned] = deque(maxlen=RECENT_KEPT)
        self.attendance = Attendance(connected=hub.bus.elsewhere(match.id))
        self.used = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._robots = RobotTurns(self)
        self._lease: Work | None = None  # the work that this process has the lease for
        self._claimed = float("-inf")  # when it last asked for it
        self._laying_again = False
        self._again: LiveMatch | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._presence_changed = False
        self._told_seats: Seats = frozenset()
        self._told_at = 0.0

    # Commands

    async def command(
        self, command: m.Internal, actor: str, made_for: int | None = None, request: str = ""
    ) -> int:
        """Carry out a command; returns the resulting version.

        It is finished even if the caller is cancelled: its events may already be durable, and then
        everyone has to be notified.
        """
        return await self.hub.finish(self.carry_out(command, actor, made_for, request))

    async def carry_out(
        self, command: m.Internal, actor: str, made_for: int | None, request: str
    ) -> int:
        """The same without a task of its own, for callers that cannot be cancelled meanwhile."""
        async with self.lock:
            for _ in range(TRIES):
                earlier_version = await self._answered(request, made_for) if request else None
                if earlier_version is not None:
                    return earlier_version
                self._still_wanted(command, actor)
                after, events = authority.handle(
                    self.match, command, actor, self._moment(), made_for, request
                )
                if actor != SERVER:
                    self._robots.met(actor)
                if not events or await self._commit(after, events, request):
                    if authority.wants_rematch(self.match):
                        self.create_rematch()
                    return self.match.version
                await self._catch_up()
        raise RefusedError(Reason("busy"))

    async def _answered(self, request: str, made_for: int | None) -> int | None:
        """The resulting version of a command that was already carried out, if any."""
        version = self.match.answered(request)
        if version is None and self.match.may_have_forgotten(request, made_for):
            return await asyncio.to_thread(self.hub.store.answered, self.match.id, request)
        return version

    def _still_wanted(self, command: m.Internal, actor: str) -> None:
        """Refuse a command of the server that another process has already carried out.

        A player may change their choice while others choose; a bot that two processes played may
        not.
        """
        match command:
            case m.Act() if actor == SERVER and command.seat not in self.match.to_act:
                raise StaleError(Reason("stale", {"version": self.match.version}))
            case m.Rematch() if self.match.rematch is not None:
                raise StaleError(Reason("stale", {"version": self.match.version}))

    async def _commit(self, after: Match, events: Sequence[m.Event], request: str) -> bool:
        before, earlier_work = self.match.version, _work(self.match)
        work, lease = self._wanted_work(after), None
        if self.hub.bus.origin and _work(after) != earlier_work:
            lease = self.hub.lease() if work else Lease()
        due = _due(after, work)
        progress = (
            due is not None
            or _due(self.match, earlier_work) is not None
            or phase(after) != phase(self.match)
        )
        append = Append(before, events, after, request, due, self.secret, lease, progress, at=now())
        if not await self.hub.writer.append(append):
            return False
        if lease is not None:
            self._lease = work
        self._changed(after, list(enumerate(events, before + 1)))
        self.attend()
        self.hub.bus.publish(self.match.id, before + 1, events, request)
        return True

    def _moment(self) -> Moment:
        return Moment(now(), self.secret, self.away())

    def away(self) -> dict[int, int]:
        """The seats whose players are absent, and since when."""
        return self.attendance.away(self.match.seats, self.hub.bus.sure_since, now())

    async def heard(self, first: int, events: Sequence[m.Event], request: str) -> None:
        """Another process published events."""
        async with self.lock:
            if first + len(events) - 1 <= self.match.version:
                return
            if first != self.match.version + 1:
                with suppress(NotFoundError):
                    await self._catch_up()
                return
            after = self.match
            for event in events:
                after = fold(after, event)
            if request:
                self._robots.met(request.partition("/")[0])
            self._changed(remember(after, request), list(enumerate(events, first)))
            self.attend()

    async def _catch_up(self) -> None:
        """Fold the events of another process."""
        since = self.match.version
        stored = await asyncio.to_thread(self.hub.store.load, self.match.id)
        if stored is None:  # somebody deleted it: see `cruces db prune`
            self.hub.live_matches.pop(self.match.id, None)
            self.close(gone=True)
            raise NotFoundError(Reason("no-match"))
        events = await asyncio.to_thread(self.hub.store.events, self.match.id, since)
        upto = [entry for entry in events if entry[0] <= stored[0].version]
        if upto:
            self._changed(stored[0], upto)
        self.attend()

    def _changed(self, after: Match, events: list[Versioned]) -> None:
        self.match = after
        self.used = time.monotonic()
        self.recent.extend(events)
        metrics.EVENTS.inc(len(events))
        if self.listeners:
            self._tell(after, events)
        if any(isinstance(event, _SEATING) for _, event in events):
            self._tell_presence()  # a spectator has become a player, or vice versa

    def _tell(self, after: Match, events: list[Versioned]) -> None:
        """Tell the listeners; whoever cannot be told is asked to connect again.

        The events are stored by now, so a view that fails is no reason to refuse a command. Whoever
        connects again gets the state, or is told that it cannot be shown.
        """
        news, failed = None, False
        for listener in list(self.listeners):
            try:
                news = news or News(after, events, now())
                listener.happened(news)
            except Exception as error:
                if not failed:
                    fault(SOCKET, error, match=after.id)
                failed = True
                listener.restart()

    # The server's own work

    def attend(self) -> None:
        """Set the timer of the clock, and play the bots if this process has the lease."""
        self._set_alarm()
        if self.leased:
            self._robots.play()

    def _set_alarm(self, late: float = 0.0) -> None:
        """For when a clock runs out; ``late`` seconds from now if it has."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = authority.due(self.match)
        if due is not None:
            delay = (due - now()) / 1000
            jitter = random.uniform(0, 0.02)
            self._timer = self.hub.loop.call_later(
                (delay if delay > 0 else late) + jitter, self._alarm
            )

    def _alarm(self) -> None:
        self.hub.spawn(self._tick())

    async def look(self) -> None:
        """Fold new events from the store."""
        async with self.lock:
            await self._catch_up()

    @property
    def leased(self) -> bool:
        """Whether this process has the lease for the work to do."""
        return not self.hub.bus.origin or self._lease == _work(self.match)

    @property
    def has_work(self) -> bool:
        """Whether there is work for this process."""
        return self.leased and self._wanted_work(self.match) is not None

    @property
    def busy(self) -> bool:
        """Whether the work is in progress."""
        return self._robots.busy or self._laying_again

    def _wanted_work(self, match: Match) -> "Work | None":
        """The work of a match, unless it is only for robots that nobody plays with."""
        work = _work(match)
        return work if work is None or work[1] or self._robots.attended(match) else None

    @property
    def paused(self) -> bool:
        """Whether it is the turn of robots, and nobody is there."""
        return _work(self.match) is not None and self._wanted_work(self.match) is None

    @property
    def needs_lease(self) -> bool:
        """Whether to ask again for the lease: who had it may have paused, not knowing who came."""
        late = time.monotonic() - self._claimed > LEASE / 1000
        return late and not self.leased and self._wanted_work(self.match) is not None

    async def pause(self) -> None:
        """Let nobody look after the match until its clock does, or somebody comes back."""
        match = self.match
        self._lease = None
        pause = partial(self.hub.store.pause, match.id, match.version, authority.due(match))
        await asyncio.to_thread(pause, self.hub.bus.origin, now())
        self._resume()

    def _resume(self) -> None:
        """Somebody may have come back."""
        if self._wanted_work(self.match) is not None:
            self.hub.spawn(self.take_over())

    async def take_over(self) -> None:
        """Do the work, unless another process has the lease, or nobody is there."""
        match, work = self.match, self._wanted_work(self.match)
        if work is not None and not self.leased:
            lease = self.hub.lease()
            self._claimed = time.monotonic()
            claim = partial(self.hub.store.claim, match.id, match.version, lease, now())
            # Meanwhile a command may have taken the lease for other work.
            if await asyncio.to_thread(claim) and work == self._wanted_work(self.match):
                self._lease = work
        self.attend()
        if authority.wants_rematch(self.match):
            self.create_rematch()

    async def _tick(self) -> None:
        before = self.match.version
        await self.command(m.Tick(), SERVER)
        if self.match.version == before:  # a disconnected player has extra time
            self._set_alarm(late=TICK_SECONDS)

    def create_rematch(self) -> None:
        """Create a rematch in the background, if everyone wants one."""
        if self.leased and not self._laying_again:
            self._laying_again = True
            self.hub.spawn(self._create_rematch())

    async def _create_rematch(self) -> None:
        """A new match for the same players, each one seat further, so that another one starts.

        From a position everybody keeps their seat, as whose turn it is follows from the position.
        If it fails, the sweep tries again and continues with the match that already exists.
        """
        old = self.match
        again = authority.rematch_seats(old)
        players = [old.seats[seat].player for seat in again]
        host = old.host if old.host in players else players[0]
        try:
            if self._again is None:
                while wait := self.hub.creation_wait(host):
                    await asyncio.sleep(wait)
                self._again = await self.hub.create(old.setup, host, self.hub.source_of(host))
            new = self._again
            for seat, holder in enumerate(old.seats):
                place = seat if old.setup.start else (seat + 1) % len(old.seats)
                if new.match.seats[place].taken:
                    continue
                if holder.bot:
                    await new.command(m.SeatBot(place, holder.bot), new.match.host)
                elif seat in again and not authority.squats(new.match, holder.player):
                    # Names and seats may be of an earlier release, which allowed more.
                    name = free_name(holder.name, [seat.name for seat in new.match.seats])
                    await new.command(m.Sit(place, name, holder.figure), holder.player)
            await self.command(m.Rematch(new.match.id, new.match.code), SERVER)
        finally:
            self._laying_again = False

    # Listeners

    def join(self, listener: Listener) -> None:
        """Follow the match."""
        self.listeners.add(listener)
        self._count()
        if listener.player == self.match.host or seats_of(self.match, listener.player):
            self._robots.met(listener.player)
            self._resume()
        self._tell_presence()

    def leave(self, listener: Listener) -> None:
        """Stop following the match."""
        self.listeners.discard(listener)
        self.used = time.monotonic()
        self._count()
        self._tell_presence()

    def recount(self) -> None:
        """The connections at another process have changed."""
        if self._count():
            self._tell_presence()
            self._resume()

    def _count(self) -> bool:
        self._robots.note_people()
        here = frozenset(listener.player for listener in self.listeners)
        self.hub.bus.here(self.match.id, here)
        return self.attendance.count(here, self.hub.bus.elsewhere(self.match.id), now())

    def present(self) -> tuple[Seats, int]:
        """The seats whose players are connected, at any process, and the number of spectators."""
        connected = self.attendance.connected  # hundreds may watch, and few play
        held = [
            (number, seat.player)
            for number, seat in enumerate(self.match.seats)
            if seat.player and seat.player in connected
        ]
        players = {player for _, player in held}
        return frozenset(number for number, _ in held), len(connected) - len(players)

    def presence(self) -> f.Presence:
        """Who is connected, and in how many milliseconds others may go on without the absent."""
        here, watchers = self.present()  # including those connected to other processes
        away = {seat: since for seat, since in self.away().items() if seat not in here}
        return f.Presence(sorted(here), watchers, dismissals(away, now()))

    def state_for(self, player: str, lang: str) -> f.State:
        """Everything that a device may see."""
        state = full_view(self.match, seats_of(self.match, player), now(), lang)
        here = self.presence()
        return f.State(state, here.present, here.watchers, here.dismiss_at)

    def _tell_presence(self) -> None:
        """Tell everyone who is there: at once, and then at most every ``PRESENCE_SECONDS``."""
        if self._presence_timer is not None:
            self._presence_changed = True
        elif self.listeners:
            self._presence_changed = False
            here = self.presence()
            self._told_seats = frozenset(here.present)
            self._presence_timer = self.hub.loop.call_later(PRESENCE_SECONDS, self._tell_again)
            self._told_at = time.monotonic()
            self._tell_some(f.encode(here), list(self.listeners))

    def _tell_some(self, message: bytes, listeners: list[Listener]) -> None:
        for listener in listeners[:TOLD_AT_ONCE]:
            if listener in self.listeners:
                listener.presence(message)
        if len(listeners) > TOLD_AT_ONCE:
            self.hub.loop.call_soon(self._tell_some, message, listeners[TOLD_AT_ONCE:])

    def _tell_again(self) -> None:
        """What has changed since; later if it is only the number of many spectators."""
        self._presence_timer = None
        if self._presence_changed and self.present()[0] == self._told_seats:
            pause = self._told_at + PRESENCE_SECONDS_EACH * len(self.listeners) - time.monotonic()
            if pause > 0:
                again = min(pause, PRESENCE_SECONDS)  # somebody with a seat may come or go
                self._presence_timer = self.hub.loop.call_later(again, self._tell_again)
                return
        if self._presence_changed:
            self._tell_presence()

    async def since(self, version: int) -> list[Versioned] | None:
        """The events after a version; None when the gap is too long to be worth replaying."""
        if not 0 <= version <= self.match.version or self.match.version - version > RECENT_KEPT:
            return None
        events = [entry for entry in self.recent if entry[0] > version]
        if len(events) == self.match.version - version:
            return events
        stored = await asyncio.to_thread(self.hub.store.events, self.match.id, version)
        return [entry for entry in stored if entry[0] <= self.match.version]

    @property
    def idle(self) -> bool:
        """Whether it can be unloaded."""
        return (
            not self.listeners
            and not self.busy
            and not self.lock.locked()
            and time.monotonic() - self.used > IDLE_SECONDS
        )

    def close(self, gone: bool = False) -> None:
        """Stop the timers, and send the listeners to another process; away if there is no match."""
        for timer in (self._timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        for listener in list(self.listeners):
            listener.gone() if gone else listener.restart()


Work = tuple[int, bool]
_SEATING = (m.Sat, m.Stood, m.Removed, m.Trimmed)


def _work(match: Match) -> Work | None:
    """The work of the server: the version of the move that caused it, and whether it is a rematch.

    None if there is nothing to do. The command that changes the work takes the lease.
    """
    if authority.bots_to_act(match):
        return match.moved, False
    return (match.moved, True) if authority.wants_rematch(match) else None


def _due(match: Match, work: Work | None) -> int | None:
    """When another process has to look after the match, if this one is dead."""
    moments = [authority.due(match), lease_end() if work else None]
    return min((moment for moment in moments if moment is not None), default=None)
