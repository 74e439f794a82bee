"""A match: the fold of its events.

``fold`` never refuses: whatever is in the log has happened. ``authority`` decides what may happen
before it becomes an event.
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
"""The number of chat messages that a new connection gets."""
REQUESTS_KEPT = 64
"""The number of commands of a player remembered, so that a repeated one is not carried out again.
The store knows the others."""
PLAYERS_KEPT = 16
"""The number of players whose commands are remembered; before the start many may come and go."""
MISSES_TO_ABSENCE = 3
"""The number of choices missed in a row after which the others may go on without a player."""
_NOBODY: frozenset[int] = frozenset()


class Seat(Struct, frozen=True):
    """A seat. ``player`` is a device; empty for bots and open seats."""

    name: str = ""
    player: str = ""
    bot: str = ""
    figure: str = ""
    contribution: str = ""
    ready: bool = False
    misses: int = 0
    left: bool = False

    @property
    def taken(self) -> bool:
        """Whether a person or a bot has the seat."""
        return bool(self.name)

    @property
    def human(self) -> bool:
        """Whether a person who has not left has the seat."""
        return bool(self.player) and not self.left


class Offer(Struct, frozen=True):
    """An offer, and the seats that have agreed so far."""

    seat: int
    agreed: frozenset[int]


class Match(Struct, frozen=True):
    """Everything about a match at one version.

    ``log`` is the game itself. ``pending`` are the actions of seats that have chosen while others
    still choose. ``moved`` is the version of the last event that changed the legal actions: a
    command made before it is stale. ``said`` is the number of chat messages, of which ``chat`` are
    the latest. ``requests`` are the latest commands carried out, by player and id, oldest first,
    with their resulting versions. ``removed`` are the players who may not sit down again.
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
    said: int = 0
    requests: dict[str, dict[str, int]] = {}
    moved: int = 0
    result: m.Ended | None = None
    rematch: m.Rematched | None = None
    removed: frozenset[str] = frozenset()

    @property
    def playing(self) -> bool:
        """Whether the game has started and is not over."""
        return self.started is not None and self.result is None

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game being played."""
        return self.log.game

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """The events of the game."""
        return self.log.events

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.log.state

    @property
    def together(self) -> frozenset[int]:
        """The seats that may act by the rules, also those that have chosen; empty unless playing.

        Chance is never among them: its events are drawn at once.
        """
        if not self.playing:
            return _NOBODY
        waiting = self.log.to_act
        return waiting - {CHANCE} if CHANCE in waiting else waiting

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that still have to choose."""
        if not self.pending:
            return self.together
        return self.together.difference(seat for seat, _ in self.pending)

    def since_start(self, at: int) -> int:
        """A time, in milliseconds since the start of the game."""
        return max(0, at - (self.started or at))

    @property
    def contributions(self) -> tuple[str, ...]:
        """The players' contributions to the dice, by seat."""
        return tuple(seat.contribution for seat in self.seats)

    def offer(self, kind: str) -> Offer | None:
        """The open offer of a kind, if any."""
        return dict(self.offers).get(kind)

    def answered(self, request: str) -> int | None:
        """The resulting version of a command that was already carried out, if it is remembered."""
        player, _, number = request.partition("/")
        return self.requests.get(player, {}).get(number)

    def may_have_forgotten(self, request: str, made_for: int | None) -> bool:
        """Whether a command that is not remembered may have been carried out nevertheless.

        Not if all that could have been carried out since the version it was made for is
        remembered.
        """
        requests = self.requests.get(request.partition("/")[0], {})
        if len(requests) < REQUESTS_KEPT and len(self.requests) < PLAYERS_KEPT:
            return False
        return made_for is None or made_for < next(iter(requests.values()), self.version)


def create(event: m.Created) -> Match:
    """The match after its first event."""
    game = get_game(event.setup.game)
    control = event.setup.clock
    start = event.setup.start
    if start is None:
        first = game.initial(event.options, event.seats)
    else:
        first = game.parse_position(start.position, event.options)
    return Match(
        event.match,
        event.code,
        event.host,
        event.setup,
        GameLog(game, first),
        (Seat(),) * event.seats,
        event.commitment,
        event.at,
        version=1,
        clocks=None if control is None else Clocks.new(control, event.seats),
    )


def fold(match: Match, event: m.Event, request: str = "", log: Log | None = None) -> Match:
    """The match after one more event; ``request`` is the id of the command that caused it.

    ``log`` is the game after the event, from a caller that has already played it. Without it, the
    event, which was stored or received, is parsed and played here.
    """
    version = match.version + 1
    after = _after(match, event, log)
    moved = version if isinstance(event, _MOVES) else match.moved
    if not request:
        return replace(after, version=version, moved=moved)
    requests = _remember(match.requests, request, version)
    return replace(after, version=version, moved=moved, requests=requests)


def remember(match: Match, request: str) -> Match:
    """Remember that a command has been carried out, with the resulting version."""
    if not request:
        return match
    return replace(match, requests=_remember(match.requests, request, match.version))


def _remember(
    requests: dict[str, dict[str, int]], request: str, version: int
) -> dict[str, dict[str, int]]:
    player, _, number = request.partition("/")
    commands = {**requests.get(player, {}), number: version}
    if len(commands) > REQUESTS_KEPT:
        del commands[next(iter(commands))]
    players = {name: known for name, known in requests.items() if name != player}
    players[player] = commands  # who has not been heard of for longest comes first
    if len(players) > PLAYERS_KEPT:
        del players[next(iter(players))]
    return players


def _after(match: Match, event: m.Event, log: Log | None) -> Match:
    match event:
        case m.Created():
            raise ValueError("a match is created once")
        case m.Sat():
            held = match.seats[event.seat]
            renamed = bool(event.player) and event.player == held.player
            return _seat(
                match,
                event.seat,
                name=event.name,
                player=event.player,
                bot=event.bot,
                figure=event.figure,
                ready=bool(event.bot) or (renamed and held.ready),
                misses=0,
                left=False,
            )
        case m.Stood():
            return replace(match, seats=_with(match.seats, event.seat, Seat()))
        case m.Removed():
            seats = _with(match.seats, event.seat, Seat())
            return replace(match, seats=seats, removed=match.removed | {event.player})
        case m.Trimmed():
            return _trim(match, event.seats)
        case m.BecameReady():
            return _seat(match, event.seat, ready=True, contribution=event.contribution)
        case m.BecameUnready():
            return _seat(match, event.seat, ready=False, contribution="")
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
            log = _play(match, event.actions, event.at) if log is None else log
            return _step(match, log, event.at, frozenset(event.actions))
        case m.Acted():
            if log is None:
                log = _play(match, {event.seat: event.action}, event.at)
            match = _present(match, event.seat, event.auto)
            return _step(match, log, event.at, frozenset({event.seat}))
        case m.Missed():
            seat = match.seats[event.seat]
            match = _seat(match, event.seat, misses=seat.misses + 1)
            match = _run(match, event.at, _NOBODY)
            if "time" in match.game.conclusions:
                return match  # the game ends by it: the clock stays at zero
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
            if log is None:
                log = match.log.conclude(event.how, event.seat, match.since_start(event.at))
            return _step(replace(match, offers=()), log, event.at)
        case m.Said():
            chat = (*match.chat, event)[-CHAT_KEPT:]
            return replace(match, chat=chat, said=match.said + 1)
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
    """A player who acts is present again."""
    return match if auto or not match.seats[seat].misses else _seat(match, seat, misses=0)


def _without(offers: tuple[tuple[str, Offer], ...], kind: str) -> tuple[tuple[str, Offer], ...]:
    return tuple(entry for entry in offers if entry[0] != kind)


def _run(match: Match, at: int, acted: frozenset[int]) -> Match:
    """Run the clocks of the seats that may act now."""
    if match.clocks is None:
        return match
    return replace(match, clocks=match.clocks.turn(at, match.to_act, acted))


def _step(match: Match, log: Log, at: int, acted: frozenset[int] = _NOBODY) -> Match:
    """The match after one more step of the game. Actions and conclusions cancel all offers."""
    offers = () if acted else match.offers
    return _run(replace(match, log=log, pending=(), offers=offers), at, acted)


def _play(match: Match, actions: dict[int, str], at: int) -> Log:
    """The log after actions in notation."""
    parse = match.game.parse_action
    acts = {seat: parse(text) for seat, text in actions.items()}
    return match.log.act(acts, match.since_start(at), actions)


def _answered(match: Match, event: m.Answered) -> Match:
    offer = match.offer(event.offer)
    others = _without(match.offers, event.offer)
    if offer is None or not event.accept:
        return replace(match, offers=others)
    agreed = replace(offer, agreed=offer.agreed | {event.seat})
    return replace(match, offers=(*others, (event.offer, agreed)))


def _trim(match: Match, staying: tuple[int, ...]) -> Match:
    """The match with only the staying seats; a rematch has as many."""
    game, count = match.game, len(staying)
    control = match.setup.clock
    return replace(
        match,
        setup=replace(match.setup, seats=count),
        log=GameLog(game, game.initial(game.settings(match.state), count)),
        seats=tuple(match.seats[seat] for seat in staying),
        clocks=None if control is None else Clocks.new(control, count),
    )
