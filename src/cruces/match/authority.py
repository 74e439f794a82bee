"""The rules of a match: (match, command) → events, or a refusal.

No I/O, no clock, no randomness: the caller passes in the time and the secret of the dice. The
returned events are not in force yet; the caller makes them durable, then folds them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cruces.core import (
    CHANCE,
    PASS,
    BadOptionError,
    CrucesError,
    GameOverError,
    Reason,
    Uniform,
)
from cruces.core.family import AnyGame
from cruces.core.record import ChanceEvent, ConclusionEvent
from cruces.core.registry import get_game
from cruces.match import fair
from cruces.match import messages as m
from cruces.match.caps import is_too_long, why_no_room
from cruces.match.match import MISSES_TO_ABSENCE, Log, Match, create, fold, remember
from cruces.match.names import check_name
from cruces.players import get_bot

GRACE = 20_000
"""The extra time of a player whose connection is lost, in milliseconds."""
ABSENCE = 120_000
"""The absence after which the others may go on without a player, in milliseconds."""

SERVER = "server"
"""The actor of bots and of the clock, in place of a device."""


class RefusedError(CrucesError):
    """The match does not allow a command: another's seat, the wrong time or phase."""

    code = "refused"


class StaleError(CrucesError):
    """The position has changed since the player made the command."""

    code = "stale"


@dataclass(frozen=True, slots=True)
class Moment:
    """What the authority needs to know: the time, the match's secret, and who is not connected."""

    now: int
    secret: bytes
    away_since: Mapping[int, int] = field(default_factory=dict)


def open_match(
    setup: m.Setup, host: str, match_id: str, code: str, moment: Moment
) -> tuple[Match, list[m.Event]]:
    """A new match with every option resolved; refuses unknown options."""
    game = get_game(setup.game)
    options = game.resolve(setup.options)
    event = m.Created(
        match_id,
        code,
        host,
        setup,
        options,
        game.check_seats(setup.seats) if setup.start is None else _seats_at(game, setup, options),
        fair.commitment(moment.secret),
        moment.now,
    )
    return create(event), [event]


def _seats_at(game: AnyGame, setup: m.Setup, options: m.Options) -> int:
    """The number of seats where a match begins from a position; refuses one that cannot be.

    Nobody else learns anything from it: such a match is for its host, against robots.
    """
    if not (setup.casual and setup.private):
        raise BadOptionError(Reason("start-alone"))
    assert setup.start is not None, "asked only then"
    state = game.parse_position(setup.start.position, options)
    if not game.to_act(state):
        raise GameOverError(Reason("game-over"), game.format_position(state))
    seats = game.seats(state)
    if setup.seats not in (None, seats):
        raise BadOptionError(Reason("bad-seats", {"seats": setup.seats, "allowed": str(seats)}))
    return seats


def handle(
    match: Match,
    command: m.Internal,
    actor: str,
    moment: Moment,
    made_for: int | None = None,
    request: str = "",
) -> tuple[Match, list[m.Event]]:
    """The match after a command, and the events that lead there.

    ``actor`` is the device that sends the command, or SERVER. ``made_for`` is the version that the
    actor saw; a game command for an older position is stale.
    """
    if isinstance(command, _GAME_COMMANDS) and made_for is not None and made_for < match.moved:
        raise StaleError(Reason("stale", {"version": match.version}))
    full = why_no_room(match, command)
    if full is not None:
        raise RefusedError(full)
    turn = _CommandRun(match, actor, moment)
    turn.carry_out(command)
    return remember(turn.match, request) if turn.events else match, turn.events


_GAME_COMMANDS = (m.Act,)


class _CommandRun:
    """Carries out one command: each event is folded as soon as it is decided."""

    def __init__(self, match: Match, actor: str, moment: Moment) -> None:
        self.match = match
        self.actor = actor
        self.moment = moment
        self.events: list[m.Event] = []

    def carry_out(self, command: m.Internal) -> None:
        match command:
            case m.Sit():
                self._sit(command)
            case m.SeatBot():
                self._seat_bot(command)
            case m.Stand():
                self._stand(command)
            case m.Remove():
                self._remove(command)
            case m.Trim():
                self._trim(command)
            case m.Ready():
                self._ready(command)
            case m.Unready():
                self._unready(command)
            case m.Act():
                self._act(command)
            case m.Make():
                self._offer(command)
            case m.Answer():
                self._answer(command)
            case m.Resign():
                self._resign(command)
            case m.Dismiss():
                self._dismiss(command)
            case m.Say():
                self._say(command)
            case m.Tick():
                self._tick()
            case m.Rematch():
                self._put(m.Rematched(command.match, command.code))
        self._advance()

    def _put(self, event: m.Event, log: Log | None = None) -> None:
        """Add an event; callers that have already played it pass the new log."""
        self.events.append(event)
        self.match = fold(self.match, event, log=log)

    # Before the start

    def _sit(self, command: m.Sit) -> None:
        self._gathering()
        seat = self._seat_index(command.seat)
        seats = self.match.seats
        if seats[seat].player != self.actor:  # otherwise they change their name
            if seats[seat].taken:
                raise RefusedError(Reason("seat-taken", {"seat": seat + 1}))
            self._welcome()
        taken = [other.name for s, other in enumerate(seats) if other.human and s != seat]
        name = check_name(command.name, taken)
        self._put(m.Sat(seat, name, self.actor, figure=command.figure))

    def _welcome(self) -> None:
        """Refuse a guest who was removed, or who takes more than one seat of a public table."""
        if self.actor in self.match.removed:
            raise RefusedError(Reason("removed"))
        if self.match.setup.start is not None and self.actor != self.match.host:
            raise RefusedError(Reason("start-alone"))
        if squats(self.match, self.actor):
            raise RefusedError(Reason("one-seat"))

    def _seat_bot(self, command: m.SeatBot) -> None:
        seat = self._seat_index(command.seat)
        get_bot(command.bot, self.match.game.id)
        if self.match.started is None:
            self._host()
            if self.match.seats[seat].taken:
                raise RefusedError(Reason("seat-taken", {"seat": seat + 1}))
        else:
            self._someone_here()
            self._check_absent(seat)
        self._put(m.Sat(seat, command.bot, "", command.bot))

    def _stand(self, command: m.Stand) -> None:
        self._gathering()
        seat = self._seat_index(command.seat)
        if self.match.seats[seat].bot:
            self._host()
        else:
            self._own(seat)
        self._put(m.Stood(seat))

    def _remove(self, command: m.Remove) -> None:
        self._gathering()
        self._host()
        guest = self.match.seats[self._seat_index(command.seat)].player
        if not guest or guest == self.match.host:
            raise RefusedError(Reason("no-guest", {"seat": command.seat + 1}))
        self._put(m.Removed(command.seat, guest))

    def _trim(self, command: m.Trim) -> None:
        self._gathering()
        self._own(command.seat)
        self._host()
        staying = tuple(s for s, seat in enumerate(self.match.seats) if seat.taken)
        if len(staying) == len(self.match.seats):
            raise RefusedError(Reason("no-open-seat"))
        if self.match.setup.start is not None:
            params = {"seats": len(staying), "allowed": str(len(self.match.seats))}
            raise BadOptionError(Reason("bad-seats", params))
        self.match.game.check_seats(len(staying))
        self._put(m.Trimmed(staying))

    def _ready(self, command: m.Ready) -> None:
        self._gathering()
        self._own(command.seat)
        if self.match.seats[command.seat].ready:
            raise RefusedError(Reason("ready-already"))
        self._put(m.BecameReady(command.seat, command.contribution))

    def _unready(self, command: m.Unready) -> None:
        self._gathering()
        self._own(command.seat)
        if not self.match.seats[command.seat].ready:
            raise RefusedError(Reason("not-ready"))
        self._put(m.BecameUnready(command.seat))

    # In the game

    def _act(self, command: m.Act) -> None:
        self._playing()
        seat = self._seat_index(command.seat)
        if not (self.actor == SERVER and self.match.seats[seat].bot):
            self._own(seat)
        self._choose(seat, self.match.game.parse_action(command.action), auto=False)

    def _choose(self, seat: int, action: Any, *, auto: bool) -> None:
        """An action, which takes effect at once or when everyone has chosen."""
        match, now = self.match, self.moment.now
        text = match.game.format_action(action)
        if len(match.together) == 1:
            log = match.log.act({seat: action}, match.since_start(now), {seat: text})
            self._put(m.Acted(seat, text, now, auto), log)
            return
        # It is played when all have chosen, but the rules check it now.
        match.game.check(match.state, seat, action, waiting=match.log.to_act)
        self._put(m.Chose(seat, text, now, auto))
        if not self.match.to_act:
            self._resolve(seat, action)

    def _resolve(self, last: int, action: Any) -> None:
        """Play all choices; the last one's action has already been parsed."""
        match, now = self.match, self.moment.now
        texts = dict(match.pending)
        parse = match.game.parse_action
        acts = {seat: action if seat == last else parse(text) for seat, text in texts.items()}
        log = match.log.act(acts, match.since_start(now), texts)
        self._put(m.Resolved(texts, now), log)

    def _resign(self, command: m.Resign) -> None:
        self._playing()
        self._own(command.seat)
        match, now = self.match, self.moment.now
        log = match.log.conclude("resignation", command.seat, match.since_start(now))
        # Who ends the game by it is still at the table, to talk and to play again.
        if log.outcome is None:
            self._put(m.Left(command.seat, now))
        self._put(m.Concluded("resignation", command.seat, now), log)

    def _conclude(self, how: str, seat: int | None) -> None:
        self._put(m.Concluded(how, seat, self.moment.now))

    def _dismiss(self, command: m.Dismiss) -> None:
        self._playing()
        self._own(command.seat)
        self._check_absent(self._seat_index(command.absent))
        how = "abandonment" if "abandonment" in self.match.game.conclusions else "resignation"
        self._put(m.Left(command.absent, self.moment.now))
        self._conclude(how, command.absent)

    def _check_absent(self, seat: int) -> None:
        """Refuse to go on without a player who is present."""
        holder = self.match.seats[seat]
        since = self.moment.away_since.get(seat)
        is_absent = since is not None and self.moment.now - since >= ABSENCE
        if not holder.player or not (
            holder.left or holder.misses >= MISSES_TO_ABSENCE or is_absent
        ):
            raise RefusedError(Reason("not-absent", {"seat": seat + 1}))

    # Offers

    def _offer(self, command: m.Make) -> None:
        self._own_or_over(command.seat)
        if command.offer == "rematch":
            if self.match.result is None or self.match.rematch is not None:
                raise RefusedError(Reason("offer-not-now"))
        else:
            self._playing()
        if command.offer == "draw" and "agreement" not in self.match.game.conclusions:
            raise RefusedError(Reason("no-conclusion", {"how": "draw", "game": self.match.game.id}))
        if command.offer == "take-back":
            self._check_take_back(command.seat)
        if self.match.offer(command.offer) is not None:
            raise RefusedError(Reason("offer-stands"))
        self._put(m.Offered(command.seat, command.offer))
        self._settle(command.offer)

    def _check_take_back(self, seat: int) -> None:
        """Nobody is brought back into a game that they have left."""
        log = self.match.log
        step = log.last_step_of(seat)
        if step is None:
            raise RefusedError(Reason("nothing-to-take-back"))
        if any(isinstance(event, ConclusionEvent) for event in log.events[step:]):
            raise RefusedError(Reason("left-since"))

    def _answer(self, command: m.Answer) -> None:
        self._own_or_over(command.seat)
        offer = self.match.offer(command.offer)
        if offer is None or command.seat in offer.agreed:
            raise RefusedError(Reason("no-offer"))
        self._put(m.Answered(command.seat, command.offer, command.accept))
        if command.accept:
            self._settle(command.offer)

    def _settle(self, kind: str) -> None:
        """Carry out an offer once every person agrees.

        Bots decline a draw, and a take-back that would let somebody choose again knowing the dice:
        that one they grant in casual games only.
        """
        offer = self.match.offer(kind)
        assert offer is not None, "an offer that was just made or accepted stands"
        seats = self.match.seats
        people = {s for s, seat in enumerate(seats) if seat.human}
        if not people <= offer.agreed:
            return
        bot = next((s for s, seat in enumerate(seats) if seat.bot), None)
        if kind == "draw":
            if bot is not None:
                self._put(m.Answered(bot, kind, False))
            else:
                self._conclude("agreement", None)
        elif kind == "take-back":
            step = self.match.log.last_step_of(offer.seat)
            assert step is not None, "checked when it was offered; any step since voids the offer"
            drawn = any(isinstance(event, ChanceEvent) for event in self.match.log.events[step:])
            if bot is not None and drawn and not self.match.setup.casual:
                self._put(m.Answered(bot, kind, False))
            else:
                self._put(m.TookBack(step, self.moment.now))
        # A rematch needs a new match, which the caller creates when all agree.

    def _say(self, command: m.Say) -> None:
        self._own_or_over(command.seat)
        if command.channel == "team" and not may_consult(self.match):
            raise RefusedError(Reason("no-consulting"))
        if is_chat_closed(self.match):
            raise RefusedError(Reason("chat-closed"))
        self._put(m.Said(command.seat, command.channel, command.text, self.moment.now))

    # Time

    def _tick(self) -> None:
        clocks = self.match.clocks
        if not self.match.playing or clocks is None:
            return
        for seat in sorted(clocks.out(self.moment.now)):
            if self.match.seats[seat].bot:
                continue  # it waits for its turn to think, or for people
            away = seat in self.moment.away_since
            if away and seat not in clocks.out(self.moment.now - GRACE):
                continue
            self._put(m.Missed(seat, self.moment.now))
            if "time" in self.match.game.conclusions:
                self._conclude("time", seat)
                return
            legal = self.match.log.legal(seat)
            self._choose(seat, PASS if PASS in legal else next(iter(legal)), auto=True)

    # Automatic steps

    def _advance(self) -> None:
        """Start when all are ready; draw chance events; end the match when the game is over."""
        match = self.match
        if match.started is None and all(seat.ready for seat in match.seats):
            self._put(m.Started(self.moment.now))
        while self.match.playing and self.match.log.to_act == {CHANCE}:
            self._roll()
        outcome = self.match.log.outcome
        if self.match.playing and outcome is None and is_too_long(self.match):
            self._conclude("length", None)
            outcome = self.match.log.outcome
        if self.match.playing and outcome is not None:
            self._put(
                m.Ended(
                    outcome.places,
                    outcome.scores,
                    outcome.reason,
                    outcome.announced,
                    self.moment.secret.hex(),
                    self.moment.now,
                )
            )

    def _roll(self) -> None:
        match, now = self.match, self.moment.now
        chance = match.game.chance(match.state)
        assert isinstance(chance, Uniform), "fair dice draw equally likely outcomes"
        secret, number = self.moment.secret, match.log.draws
        outcome = chance[fair.draw(secret, match.contributions, number, len(chance))]
        text = match.game.format_chance(outcome)
        log = match.log.happen(outcome, match.since_start(now), text)
        self._put(m.Rolled(text, now), log)

    # Permissions

    def _seat_index(self, seat: int) -> int:
        if seat >= len(self.match.seats):
            raise RefusedError(Reason("no-seat", {"seat": seat + 1}))
        return seat

    def _own(self, seat: int) -> None:
        self._own_or_over(seat)
        if self.match.seats[seat].left:
            raise RefusedError(Reason("not-your-seat", {"seat": seat + 1}))

    def _own_or_over(self, seat: int) -> None:
        """Who has left the game may talk and play again once it is over."""
        holder = self.match.seats[self._seat_index(seat)]
        gone = holder.left and self.match.result is None
        if not holder.player or holder.player != self.actor or gone:
            raise RefusedError(Reason("not-your-seat", {"seat": seat + 1}))

    def _host(self) -> None:
        if self.actor != self.match.host:
            raise RefusedError(Reason("host-only"))

    def _someone_here(self) -> None:
        if not any(seat.human and seat.player == self.actor for seat in self.match.seats):
            raise RefusedError(Reason("players-only"))

    def _gathering(self) -> None:
        if self.match.started is not None:
            raise RefusedError(Reason("started-already"))

    def _playing(self) -> None:
        if self.match.started is None:
            raise RefusedError(Reason("not-started"))
        if self.match.result is not None:
            raise RefusedError(Reason("game-over"))


def squats(match: Match, player: str) -> bool:
    """Whether a guest of a public table would take a second seat."""
    is_guest = player != match.host and not match.setup.private
    return is_guest and any(holder.player == player for holder in match.seats)


def may_consult(match: Match) -> bool:
    """Whether partners may talk among themselves (T6)."""
    return _consulting(match) is True


def is_chat_closed(match: Match) -> bool:
    """Whether nobody may write now: partners would get round it if they may not talk (T6)."""
    return match.playing and _consulting(match) is False


def _consulting(match: Match) -> object:
    """What was agreed about partners; None if there are none."""
    # Called for every message, though most games have no such option.
    if not _has_teams_that_talk(match.game):
        return None
    return match.game.settings(match.state).get("consult")


@cache
def _has_teams_that_talk(game: AnyGame) -> bool:
    return any(option.name == "consult" for option in game.options)


def due(match: Match) -> int | None:
    """When the next tick is due. Bots never run out of time: they depend on the server."""
    if not match.playing or match.clocks is None:
        return None
    return match.clocks.due(frozenset(s for s, seat in enumerate(match.seats) if not seat.bot))


def bots_to_act(match: Match) -> list[tuple[int, str]]:
    """The bots that have to act now, by seat."""
    # Called for every command, also in matches without bots.
    bots = [(seat, holder.bot) for seat, holder in enumerate(match.seats) if holder.bot]
    to_act = match.to_act if bots else ()
    return [(seat, bot) for seat, bot in bots if seat in to_act]


def wants_rematch(match: Match) -> bool:
    """Whether everyone has agreed to a rematch that is not created yet."""
    offer = match.offer("rematch") if match.offers else None
    if offer is None or match.rematch is not None:
        return False
    return {s for s, seat in enumerate(match.seats) if seat.human} <= offer.agreed


def rematch_seats(match: Match) -> list[int]:
    """The seats of the people who play again, once they all agreed: also of who had left."""
    offer = match.offer("rematch")
    agreed = offer.agreed if offer is not None else frozenset()
    return [s for s, seat in enumerate(match.seats) if seat.human or s in agreed]
