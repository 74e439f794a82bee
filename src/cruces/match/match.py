"""A match: the fold of its events.

``fold`` never refuses: what is in the log has happened. Whether something may happen is decided in
``authority`` before it becomes an event.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cruces.core import CHANCE, Game
from cruces.core.log import GameLog
from cruces.core.record import Event as GameEvent
from cruces.core.registry import get_game
from cruces.match import messages as m
from cruces.match.clocks import Clocks

Log = GameLog[Any, Any, Any]

CHAT_KEPT = 100
"""Lines of chat that a newcomer is shown."""
REQUESTS_KEPT = 256
"""Answered commands that are remembered, so that a repeated one is answered and not done again."""
MISSES_TO_ABSENCE = 3
"""Choices in a row that a player may let pass before the others may go on without them."""
_NOBODY: frozenset[int] = frozenset()


class Seat(Struct, frozen=True):
    """Who sits where. ``player`` names a device; it is empty for bots and open seats."""

    name: str = ""
    player: str = ""
    bot: str = ""
    contribution: str = ""
    ready: bool = False
    misses: int = 0
    left: bool = False

    @property
    def taken(self) -> bool:
        """Whether anybody, or any bot, sits here."""
        return bool(self.name)

    @property
    def human(self) -> bool:
        """Whether a person sits here who has not left."""
        return bool(self.player) and not self.left


class Offer(Struct, frozen=True):
    """What somebody proposes, and who agrees so far."""

    seat: int
    agreed: frozenset[int]


class Match(Struct, frozen=True):
    """Everything about a match at one version.

    ``log`` is the game itself. ``pending`` are the actions of those who have chosen while others
    still choose. ``moved`` is the version of the last event that changed what may be played: a
    command made before it is stale. ``requests`` are the commands already carried out, the oldest
    first, with the version that each led to.
    """

    id: str
    code: str
    host: str
    setup: m.Setup
    log: Log
    seats: tuple[Seat, ...]
    commitment: str
    created: int
    version: int = 0
    started: int | None = None
    pending: tuple[tuple[int, str], ...] = ()
    clocks: Clocks | None = None
    offers: tuple[tuple[str, Offer], ...] = ()
    chat: tuple[m.Said, ...] = ()
    requests: dict[str, int] = {}
    moved: int = 0
    result: m.Ended | None = None
    rematch: m.Rematched | None = None

    @property
    def playing(self) -> bool:
        """Whether it has started and is not over."""
        return self.started is not None and self.result is None

    @property
    def game(self) -> Game[Any, Any, Any]:
        """What is played."""
        return self.log.game

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """What has happened in the game."""
        return self.log.events

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.log.state

    @property
    def together(self) -> frozenset[int]:
        """Who is to act by the rules, those who have chosen included; nobody unless it is played.

        Chance never is: it acts before anybody else comes to look.
        """
        if not self.playing:
            return _NOBODY
        waiting = self.log.to_act
        return waiting - {CHANCE} if CHANCE in waiting else waiting

    @property
    def to_act(self) -> frozenset[int]:
        """Who still has to choose."""
        return self.together.difference(seat for seat, _ in self.pending)

    def since_start(self, at: int) -> int:
        """A moment, counted from the start of the game."""
        return max(0, at - (self.started or at))

    @property
    def contributions(self) -> tuple[str, ...]:
        """The players' part of the dice, by seat."""
        return tuple(seat.contribution for seat in self.seats)

    def offer(self, kind: str) -> Offer | None:
        """The standing offer of a kind."""
        return dict(self.offers).get(kind)

    def answered(self, request: str) -> int | None:
        """The version that a command already led to."""
        return self.requests.get(request)


def create(event: m.Created) -> Match:
    """The match after its first event."""
    game = get_game(event.setup.game)
    control = event.setup.clock
    return Match(
        event.match,
        event.code,
        event.host,
        event.setup,
        GameLog(game, game.initial(event.options, event.seats)),
        (Seat(),) * event.seats,
        event.commitment,
        event.at,
        version=1,
        clocks=None if control is None else Clocks.new(control, event.seats),
    )


def fold(match: Match, event: m.Event, request: str = "", log: Log | None = None) -> Match:
    """The match after one more event; ``request`` is the id of the command that caused it.

    ``log`` is the game after the event, from whoever decided it and has played it already. Without
    it, for an event that was stored or sent, what the event says is read and played here.
    """
    version = match.version + 1
    after = _after(match, event, log)
    moved = version if isinstance(event, _MOVES) else match.moved
    if not request:
        return replace(after, version=version, moved=moved)
    requests = _remembered(match.requests, request, version)
    return replace(after, version=version, moved=moved, requests=requests)


def remember(match: Match, request: str) -> Match:
    """Note that a command has been carried out, up to this version."""
    if not request:
        return match
    return replace(match, requests=_remembered(match.requests, request, match.version))


def _remembered(requests: dict[str, int], request: str, version: int) -> dict[str, int]:
    kept = {**requests, request: version}
    while len(kept) > REQUESTS_KEPT:
        del kept[next(iter(kept))]
    return kept


def _after(match: Match, event: m.Event, log: Log | None) -> Match:
    match event:
        case m.Created():
            raise ValueError("a match is created once")
        case m.Sat():
            return _seat(
                match,
                event.seat,
                name=event.name,
                player=event.player,
                bot=event.bot,
                ready=bool(event.bot),
                misses=0,
                left=False,
            )
        case m.Stood():
            return replace(match, seats=_with(match.seats, event.seat, Seat()))
        case m.Trimmed():
            return _trim(match, event.seats)
        case m.BecameReady():
            return _seat(match, event.seat, ready=True, contribution=event.contribution)
        case m.Started():
            return _run(replace(match, started=event.at), event.at, _NOBODY)
        case m.Rolled():
            if log is None:
                outcome = match.game.parse_chance(event.text)
                log = match.log.happen(outcome, match.since_start(event.at), event.text)
            return _step(match, log, event.at)
        case m.Chose():
            others = tuple(p for p in match.pending if p[0] != event.seat)
            chosen = tuple(sorted((*others, (event.seat, event.action))))
            match = _present(replace(match, pending=chosen), event.seat, event.auto)
            return _run(match, event.at, frozenset({event.seat}))
        case m.Resolved():
            log = _played(match, event.actions, event.at) if log is None else log
            return _step(match, log, event.at, frozenset(event.actions))
        case m.Acted():
            if log is None:
                log = _played(match, {event.seat: event.action}, event.at)
            match = _present(match, event.seat, event.auto)
            return _step(match, log, event.at, frozenset({event.seat}))
        case m.Missed():
            seat = match.seats[event.seat]
            match = _seat(match, event.seat, misses=seat.misses + 1)
            match = _run(match, event.at, _NOBODY)
            return replace(match, clocks=match.clocks and match.clocks.again(event.seat))
        case m.Offered():
            offer = Offer(event.seat, frozenset({event.seat}))
            return replace(
                match, offers=(*_without(match.offers, event.offer), (event.offer, offer))
            )
        case m.Answered():
            return _answered(match, event)
        case m.TookBack():
            back = match.log.take_back(event.events)
            return _run(replace(match, log=back, pending=(), offers=()), event.at, _NOBODY)
        case m.Left():
            return _seat(match, event.seat, left=True)
        case m.Concluded():
            log = match.log.conclude(event.how, event.seat, match.since_start(event.at))
            return _step(match, log, event.at)
        case m.Said():
            return replace(match, chat=(*match.chat, event)[-CHAT_KEPT:])
        case m.Ended():
            clocks = match.clocks and match.clocks.stop(event.at)
            return replace(match, result=event, clocks=clocks, pending=(), offers=())
        case m.Rematched():
            return replace(match, rematch=event)


_MOVES = (
    m.Started,
    m.Rolled,
    m.Resolved,
    m.Acted,
    m.TookBack,
    m.Concluded,
    m.Ended,
)


def _with(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:index], seat, *seats[index + 1 :])


def _seat(match: Match, index: int, **changes: Any) -> Match:
    seat = replace(match.seats[index], **changes)
    return replace(match, seats=_with(match.seats, index, seat))


def _present(match: Match, seat: int, auto: bool) -> Match:
    """A player who chooses for himself is there again."""
    return match if auto or not match.seats[seat].misses else _seat(match, seat, misses=0)


def _without(offers: tuple[tuple[str, Offer], ...], kind: str) -> tuple[tuple[str, Offer], ...]:
    return tuple(entry for entry in offers if entry[0] != kind)


def _run(match: Match, at: int, acted: frozenset[int]) -> Match:
    """Let the clocks of those run who are to act now."""
    if match.clocks is None:
        return match
    return replace(match, clocks=match.clocks.turn(at, match.to_act, acted))


def _step(match: Match, log: Log, at: int, acted: frozenset[int] = _NOBODY) -> Match:
    """The game has gone on by one step. Actions void every offer."""
    offers = () if acted else match.offers
    return _run(replace(match, log=log, pending=(), offers=offers), at, acted)


def _played(match: Match, actions: dict[int, str], at: int) -> Log:
    """The log after actions as they are written."""
    parse = match.game.parse_action
    acts = {seat: parse(text) for seat, text in actions.items()}
    return match.log.act(acts, match.since_start(at), actions)


def _answered(match: Match, event: m.Answered) -> Match:
    offer = match.offer(event.offer)
    rest = _without(match.offers, event.offer)
    if offer is None or not event.accept:
        return replace(match, offers=rest)
    agreed = replace(offer, agreed=offer.agreed | {event.seat})
    return replace(match, offers=(*rest, (event.offer, agreed)))


def _trim(match: Match, kept: tuple[int, ...]) -> Match:
    """The table laid anew for those who stay; a rematch is for as many."""
    game, count = match.game, len(kept)
    control = match.setup.clock
    return replace(
        match,
        setup=replace(match.setup, seats=count),
        log=GameLog(game, game.initial(game.settings(match.state), count)),
        seats=tuple(match.seats[seat] for seat in kept),
        clocks=None if control is None else Clocks.new(control, count),
    )
