"""A match on this computer: against robots, and with people at the same keyboard."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cruces.analysis.analysis_dto import Advice
from cruces.core import Play
from cruces.core.family import AnyGame
from cruces.core.record import Player, Record
from cruces.locales import text
from cruces.match import authority, fair, phrases
from cruces.match import messages as m
from cruces.match.authority import SERVER, Moment, StaleError
from cruces.match.match import Match, Seat
from cruces.match.names import free_name
from cruces.match.visibility import full_view, seats_of
from cruces.players import Limits
from cruces.players.preparation import NotPreparedError
from cruces.players.preparing import Preparing
from cruces.tui.app import PAUSE_SECONDS
from cruces.tui.session import Change, Session
from cruces.tui.thinking import advised
from cruces.tui.threads import in_thread

ME = "me"
"""The device of everybody at this keyboard."""
ROBOT_SECONDS = 2.0
"""The longest time that a robot thinks."""
HINT_SECONDS = 1.0
PREPARED_SECONDS = 0.25
"""How often to check whether a robot is prepared that has no stand-in."""

Keep = Callable[[Record], None]


@dataclass(frozen=True, slots=True)
class Guest:
    """Who gets a seat: a person with a name, or a robot."""

    name: str = ""
    bot: str = ""


class LocalMatch(Session):
    """The authority over a match in this process, and its robots in threads of their own."""

    def __init__(
        self,
        match: Match,
        secret: bytes,
        lang: str,
        preparing: Preparing,
        keep: Keep | None = None,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        super().__init__(match.game, lang)
        self.match, self._secret, self._preparing = match, secret, preparing
        self._keep, self._pause = keep, pause
        self._robots: asyncio.Task[None] | None = None
        self._closed = False
        self._show()

    @classmethod
    def new(
        cls,
        game: AnyGame,
        options: Mapping[str, Any],
        guests: Sequence[Guest],
        lang: str,
        preparing: Preparing,
        keep: Keep | None = None,
        pause: float = PAUSE_SECONDS,
    ) -> "LocalMatch":
        """A new match with everybody seated."""
        secret = secrets.token_bytes(fair.SECRET_BYTES)
        moment = Moment(_now(), secret)
        setup = m.Setup(game.id, dict(options), len(guests))
        match, _ = authority.open_match(setup, ME, "local", "", moment)
        names: list[str] = []
        for seat, guest in enumerate(guests):
            command: m.Command
            if guest.bot:
                command = m.SeatBot(seat, guest.bot)
            else:
                names.append(free_name(guest.name, names))
                command = m.Sit(seat, names[-1])
            match, _ = authority.handle(match, command, ME, moment)
        for seat, guest in enumerate(guests):
            if not guest.bot:
                ready = m.Ready(seat, secrets.token_hex(8))
                match, _ = authority.handle(match, ready, ME, moment)
        return cls(match, secret, lang, preparing, keep, pause)

    @classmethod
    def resumed(
        cls,
        play: Play[Any, Any, Any],
        lang: str,
        preparing: Preparing,
        keep: Keep | None = None,
        pause: float = PAUSE_SECONDS,
        secret: bytes | None = None,
    ) -> "LocalMatch":
        """A game that was begun elsewhere; its dice from now on follow from the secret."""
        secret = secrets.token_bytes(fair.SECRET_BYTES) if secret is None else secret
        seats, now = len(play.players), _now()
        passed = max((e.at for e in play.events if isinstance(e.at, int)), default=0)
        held = tuple(
            Seat(
                player.name,
                "" if player.kind == "bot" else ME,
                player.bot if player.kind == "bot" else "",
                ready=True,
            )
            for player in play.players
        )
        match = Match(
            "local",
            "",
            ME,
            m.Setup(play.game.id, seats=seats),
            play.log,
            held,
            fair.commitment(secret),
            now,
            version=1,
            started=now - passed,
        )
        match, _ = authority.handle(match, m.Tick(), SERVER, Moment(now, secret))
        return cls(match, secret, lang, preparing, keep, pause)

    async def start(self) -> None:
        self._play_robots()

    async def do(self, command: m.Command) -> None:
        self._carry_out(command, ME)
        if isinstance(command, m.Make) and command.offer == "take-back":
            for seat in self.own:  # who is at this keyboard agrees
                if self.match.offer("take-back") is not None and seat != command.seat:
                    self._carry_out(m.Answer(seat, "take-back", True), ME)

    async def advice(self, seat: int) -> Advice:
        match, preparing = self.match, self._preparing
        return await advised(preparing, match.game, match.state, seat, HINT_SECONDS, self.lang)

    def state(self, seat: int | None) -> Any:
        return self.game.redact(self.match.state, seat)

    async def record(self) -> Record:
        return self._record()

    def _record(self) -> Record:
        """The game so far. Nobody else has to trust its dice: it says nothing about them."""
        match = self.match
        players = [
            Player(seat.name, "bot" if seat.bot else "human", seat.bot) for seat in match.seats
        ]
        began = datetime.fromtimestamp((match.started or 0) // 1000, UTC)
        return match.log.record(players, began)

    async def rematch(self) -> "LocalMatch":
        guests = [Guest("" if seat.bot else seat.name, seat.bot) for seat in self.match.seats]
        options = self.game.settings(self.match.state)
        await self.close()
        return LocalMatch.new(
            self.game, options, guests, self.lang, self._preparing, self._keep, self._pause
        )

    async def close(self) -> None:
        self._closed = True
        if self._robots is not None:
            self._robots.cancel()

    def _moment(self) -> Moment:
        return Moment(_now(), self._secret)

    def _carry_out(self, command: m.Internal, actor: str, made_for: int | None = None) -> None:
        before = self.match
        match, events = authority.handle(before, command, actor, self._moment(), made_for)
        if len(match.events) != len(before.events):
            self._before = before.state
        self.match = match
        self._show()
        self._tell(match, events)
        self._play_robots()

    def _tell(self, match: Match, events: list[m.Event]) -> None:
        if self._keep is not None:
            self._keep(self._record())
        own = seats_of(match, ME)
        said = [one.text for each in events for one in _words(match, each, self.lang, own)]
        self._listener(Change(tuple(events), tuple(said)))

    def _show(self) -> None:
        self.value = full_view(self.match, seats_of(self.match, ME), _now(), self.lang)

    # Robots

    def _play_robots(self) -> None:
        if self._closed or (self._robots is not None and not self._robots.done()):
            return
        if authority.bots_to_act(self.match):
            self._robots = asyncio.get_running_loop().create_task(self._robots_play())

    async def _robots_play(self) -> None:
        try:
            await self._play_next()
        except Exception as error:  # of a game's own code: whoever plays it has to know
            self._listener(Change(trouble=str(error) or type(error).__name__))

    async def _play_next(self) -> None:
        while bots := authority.bots_to_act(self.match):
            match, (seat, bot) = self.match, bots[0]
            started = time.monotonic()
            action = await self._choice(match, seat, bot)
            if action is None:
                continue
            if len(match.together) == 1:
                await asyncio.sleep(max(0.0, self._pause + started - time.monotonic()))
            act = m.Act(seat, match.game.format_action(action))
            with suppress(StaleError):  # a turn was taken back meanwhile
                self._carry_out(act, SERVER, match.moved)

    async def _choice(self, match: Match, seat: int, bot: str) -> Any:
        """The robot's choice; None if it is not prepared yet."""

        def think() -> Any:
            view = match.game.view(match.state, seat)
            rng = fair.robot_generator(self._secret, match.version, seat)
            limits = Limits(seconds=ROBOT_SECONDS)
            return self._preparing.choose(bot, view, match.state, limits, rng)

        try:
            return await in_thread(think)
        except NotPreparedError:
            await asyncio.sleep(PREPARED_SECONDS)
            return None


def _words(match: Match, event: m.Event, lang: str, own: frozenset[int]) -> list[Any]:
    undoing = isinstance(event, m.Offered) and event.offer == "take-back"
    if isinstance(event, m.Said) or undoing:  # who is at this keyboard agrees at once
        return []
    return phrases.sentences(match, event, lang, own)


def _now() -> int:
    return int(time.time() * 1000)


def usual_guests(game: AnyGame, lang: str, people: int, bots: Sequence[str]) -> list[Guest]:
    """People first, under usual names, then robots."""
    if people == 1:
        names = [text("cli.play.you", lang)]
    else:
        names = [text("web.player", lang, number=number + 1) for number in range(people)]
    return [*map(Guest, names), *(Guest(bot=bot) for bot in bots)]
