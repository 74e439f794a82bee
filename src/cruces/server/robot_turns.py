"""The robots of a match in memory: when they play, and on whose account.

They play while a person of the match is connected, and for a while after. Robots among themselves
play only while their host, or somebody who had a seat, is connected. Otherwise the match pauses: it
costs nothing until somebody comes back.
"""

import asyncio
import time
from typing import TYPE_CHECKING, Any

from cruces.core import CrucesError
from cruces.match import authority, fair
from cruces.match import messages as m
from cruces.match.authority import SERVER
from cruces.match.match import Match
from cruces.players import Limits
from cruces.players.preparation import NotPreparedError
from cruces.server.presence import STAY_SECONDS

if TYPE_CHECKING:
    from cruces.server.live_match import LiveMatch

BOT_SECONDS = 0.8
"""The longest time that a bot may think, in seconds."""
HURRIED_SECONDS = 0.05
"""The same when its device has had more than its share, and no thread is left for others."""
PREPARED_SECONDS = 0.25
"""How often to check whether a bot is prepared that has no stand-in."""


class RobotTurns:
    """Plays the robots of a match. At most one of them at a time waits in the queue."""

    def __init__(self, live: "LiveMatch") -> None:
        self._live = live
        self._thinking: set[int] = set()
        self._waits = False
        self._seen = float("-inf")
        self._asker = live.match.host

    @property
    def busy(self) -> bool:
        """Whether one of them is thinking, or waits for its turn to think."""
        return bool(self._thinking)

    def met(self, player: str) -> None:
        """A person of the match came or did something; the robots play on their account."""
        self._seen = time.monotonic()
        self._asker = player

    def note_people(self) -> None:
        """Remember whether people are there, before who has come or left is counted."""
        if self._live.attendance.attends(self._live.match):
            self._seen = time.monotonic()

    def attended(self, match: Match) -> bool:
        """Whether there is somebody for whom the robots of a match may play now."""
        if self._live.attendance.attends(match):
            return True
        people = any(seat.human for seat in match.seats)
        return people and time.monotonic() - self._seen < STAY_SECONDS

    def play(self) -> None:
        """Have the next one think, if that is wanted and none of them waits for it."""
        live = self._live
        bots = authority.bots_to_act(live.match)
        if not bots or self._waits or not self.attended(live.match):
            return
        for seat, bot in bots:
            if seat not in self._thinking:
                self._thinking.add(seat)
                self._waits = True
                live.hub.spawn(self._play(seat, bot))
                return

    def _begun(self) -> None:
        self._waits = False
        self._live.hub.loop.call_soon(self._next)

    def _next(self) -> None:
        """Now that one of them has begun, another one may wait."""
        if self._live.leased:
            self.play()

    async def _play(self, seat: int, bot: str) -> None:
        live, match = self._live, self._live.match
        try:
            choice = await self._choice(seat, bot)
            if choice is not None:
                match, action = choice
                act = m.Act(seat, match.game.format_action(action))
                await live.command(act, SERVER, match.moved)
        except CrucesError:
            if live.match.version == match.version:
                raise  # but not if the position changed meanwhile: the sweep tries again
        finally:
            self._thinking.discard(seat)
            self._waits = False
        live.attend()

    async def _choice(self, seat: int, bot: str) -> tuple[Match, Any] | None:
        """The bot's choice and the match it is for; None if it is not its turn any more."""
        live = self._live

        def choose(hurry: bool) -> tuple[Match, Any] | None:
            match = live.match  # as it is now that a thread has time for it
            if seat not in match.to_act:
                return None
            view = match.game.view(match.state, seat)
            limits = Limits(seconds=HURRIED_SECONDS if hurry else BOT_SECONDS)
            rng = fair.robot_generator(live.secret, match.version, seat)
            return match, live.hub.preparing.choose(bot, view, match.state, limits, rng)

        while True:
            job = live.hub.robots.enter(live.hub.client(self._asker), choose, self._begun)
            try:
                return await job.result
            except NotPreparedError:
                await asyncio.sleep(PREPARED_SECONDS)
            finally:
                live.hub.robots.leave(job)
