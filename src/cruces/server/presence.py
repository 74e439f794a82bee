"""Who is connected, at whichever process, and who is away.

Every process tells the others at once who comes to a match and who leaves it, and once a second
that it is alive. Nothing here does I/O or reads a clock: the bus carries the words and gives the
beat.

Time is counted in beats of one's own that came back from Redis. They come back only while Redis
carries news, so while it does not no other process is found to be silent, however long that takes.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from cruces.match.match import Seat
from cruces.server import metrics

log = logging.getLogger("cruces")

Players = frozenset[str]

BEAT_SECONDS = 1.0
LATE_BEATS = 3
"""Beats that may be under way before this process counts as cut off from the others."""
LOST_BEATS = 5
"""A process is gone that said nothing during so many beats of one's own."""
RETURN_BEATS = 10
"""How much longer the others have when Redis was lost: not all find it again at the same time."""


# What processes tell each other. ``docs/operations.md`` describes every word.


class _Word(Struct, frozen=True, tag_field="type"):
    origin: str


class Came(_Word, frozen=True, tag="came"):
    """A player, or one who watches, is connected to a match at this process."""

    serial: int
    match: str
    player: str


class Went(_Word, frozen=True, tag="went"):
    """He is no longer."""

    serial: int
    match: str
    player: str


class Beat(_Word, frozen=True, tag="beat", omit_defaults=True):
    """This process is alive, and has told so many comings and goings.

    Whoever missed one of them asks with his own beat, and is answered with everybody in the next.
    """

    number: int
    serial: int
    ask: bool = False
    everybody: dict[str, list[str]] | None = None


class Bye(_Word, frozen=True, tag="bye"):
    """This process stops."""


Word = Came | Went | Beat | Bye


@dataclass(slots=True)
class _Other:
    """Another process, as far as this one knows."""

    serial: int
    players: dict[str, Players]
    silent: int = 0


@dataclass(slots=True)
class Attendance:
    """Who is connected to one match, here or elsewhere, and since when others are not any more."""

    here: Players = frozenset()
    connected: Players = frozenset()
    away_since: dict[str, int] = field(default_factory=dict)

    def count(self, here: Players, elsewhere: Players, now: int) -> bool:
        """Count anew; whether anybody came or went."""
        before, self.here, self.connected = self.connected, here, here | elsewhere
        for player in before - self.connected:
            self.away_since[player] = now
        for player in self.connected - before:
            self.away_since.pop(player, None)
        return self.connected != before

    def expect(self, players: Iterable[str], now: int) -> None:
        """These should be there, and are away from now on if they are not."""
        self.away_since.update((p, now) for p in players if p not in self.connected)

    def away(self, seats: Sequence[Seat], sure_since: int | None, now: int) -> dict[int, int]:
        """The seats whose players are away, since when.

        Nobody pays for the server's trouble. Whoever is connected elsewhere is away from this very
        moment: his own process looks at his clock, and should it have died with him, he has the
        grace of those who lost their connection. So has everybody who is not here while nothing is
        heard of the others; his absence counts only from when news flow again.
        """
        away = {}
        for seat, held in enumerate(seats):
            if not held.human or held.player in self.here:
                continue
            since = self.away_since.get(held.player)
            if sure_since is None or held.player in self.connected:
                away[seat] = now
            elif since is not None:
                away[seat] = max(since, sure_since)
        return away


class Presence:
    """What this process tells of its players, and what it knows of those of the others.

    ``sure_since`` is the moment since which it hears without a break what is said, None while it
    does not.
    """

    def __init__(
        self,
        origin: str,
        say: Callable[[Word], None],
        moved: Callable[[Collection[str]], None],
    ) -> None:
        self.sure_since: int | None = None
        self._origin = origin
        self._say = say
        self._moved = moved
        self._mine: dict[str, Players] = {}
        self._others: dict[str, _Other] = {}
        self._serial = 0
        self._beats = 0
        self._came_back = 0  # the last beat of our own that we heard
        self._ask = True  # who is at the others; at first, and whenever something was missed
        self._asked = True  # and so that they need not ask: at first there is nobody here

    # What this process tells

    def here(self, match: str, players: Players) -> None:
        """These are connected to a match here; the others are told of the difference."""
        before = self._mine.get(match, frozenset())
        if players == before:
            return
        if players:
            self._mine[match] = players
        else:
            del self._mine[match]
        for player in players - before:
            self._serial += 1
            self._say(Came(self._origin, self._serial, match, player))
        for player in before - players:
            self._serial += 1
            self._say(Went(self._origin, self._serial, match, player))

    def beat(self) -> None:
        """Tell that we are alive, and everybody who is here if somebody asked."""
        if self._beats - self._came_back >= LATE_BEATS:
            self.cut_off()
        self._beats += 1
        everybody = {m: list(players) for m, players in self._mine.items()} if self._asked else None
        self._say(Beat(self._origin, self._beats, self._serial, self._ask, everybody))
        self._ask = self._asked = False

    # What it hears

    def elsewhere(self, match: str) -> Players:
        """Who is connected to a match at another process."""
        found: Players = frozenset()
        for other in self._others.values():
            found |= other.players.get(match, frozenset())
        return found

    def cut_off(self) -> None:
        """What the others say is not heard, or what we say; perhaps nothing is said at all."""
        self.sure_since = None
        metrics.REDIS_UP.set(0)
        for other in self._others.values():
            other.silent = -RETURN_BEATS

    def heard(self, word: Word, now: int) -> None:
        """Somebody said something, perhaps ourselves."""
        if word.origin == self._origin:
            if isinstance(word, Beat):
                self._heard_own(word.number, now)
            return
        other = self._others.get(word.origin)
        if other is not None:
            other.silent = 0
        match word:
            case Bye():
                self._forget(word.origin)
            case Beat():
                self._asked |= word.ask
                if word.everybody is not None:
                    self._replace(word)
                elif other is None or word.serial > other.serial:
                    self._ask = True
            case Came() | Went():
                if other is None or word.serial > other.serial + 1:
                    self._ask = (
                        True  # and wait for the answer: what was missed may be of this match
                    )
                elif word.serial == other.serial + 1:
                    self._move(other, word)

    def _heard_own(self, number: int, now: int) -> None:
        if self._beats - number >= LATE_BEATS:
            return  # it waited for Redis to come back, as the words of the others may do still
        self._came_back = number
        if self.sure_since is None:
            self.sure_since = now
            metrics.REDIS_UP.set(1)
        for other in self._others.values():
            other.silent += 1
        for origin in [o for o, other in self._others.items() if other.silent > LOST_BEATS]:
            log.warning("another process is silent", extra={"origin": origin})
            self._forget(origin)

    def _move(self, other: _Other, word: Came | Went) -> None:
        other.serial = word.serial
        players = other.players.get(word.match, frozenset())
        if isinstance(word, Came):
            other.players[word.match] = players | {word.player}
        elif left := players - {word.player}:
            other.players[word.match] = left
        else:
            other.players.pop(word.match, None)
        self._moved([word.match])

    def _replace(self, word: Beat) -> None:
        assert word.everybody is not None
        old = self._others.get(word.origin)
        before = {} if old is None else old.players
        after = {match: frozenset(players) for match, players in word.everybody.items()}
        self._others[word.origin] = _Other(word.serial, after)
        metrics.PROCESSES.set(len(self._others))
        if old is None:
            log.info("another process is there", extra={"origin": word.origin})
        none: Players = frozenset()
        matches = before.keys() | after.keys()
        self._moved([m for m in matches if before.get(m, none) != after.get(m, none)])

    def _forget(self, origin: str) -> None:
        other = self._others.pop(origin, None)
        if other is not None:
            log.info("another process is gone", extra={"origin": origin})
            metrics.PROCESSES.set(len(self._others))
            self._moved(other.players)
