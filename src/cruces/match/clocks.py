"""The clocks of a match, in milliseconds."""

from msgspec import Struct
from msgspec.structs import replace

from cruces.match.messages import Clock, Days, TimeControl

LAG = 300
"""The time of every action that is attributed to the network, not to the player."""
SECOND_CHANCE = 10_000
"""The least time for the next choice of a player who has run out of time."""
DAY = 24 * 3600 * 1000


class Clocks(Struct, frozen=True, rename={"remaining": "left"}):
    """The remaining time of all seats; the clocks in ``running`` run since ``since``.

    Stored matches call ``remaining`` by its former name, ``left``.
    """

    control: TimeControl
    remaining: tuple[int, ...]
    running: frozenset[int] = frozenset()
    since: int = 0

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clocks":
        """Full clocks, stopped."""
        return cls(control, (_full(control),) * seats)

    def at(self, now: int) -> tuple[int, ...]:
        """The remaining time of each seat, at least 0."""
        used = max(0, now - self.since)
        return tuple(
            max(0, remaining - used) if seat in self.running else remaining
            for seat, remaining in enumerate(self.remaining)
        )

    def due(self, seats: frozenset[int]) -> int | None:
        """When the first running clock of these seats runs out, with the time for the network."""
        running = self.running & seats
        if not running:
            return None
        return self.since + min(self.remaining[seat] for seat in running) + LAG

    def out(self, now: int) -> frozenset[int]:
        """The seats whose time has run out."""
        used = now - self.since - LAG
        return frozenset(seat for seat in self.running if used >= self.remaining[seat])

    def turn(self, now: int, running: frozenset[int], acted: frozenset[int]) -> "Clocks":
        """Charge the running clocks, add the increment of those who acted, and start others."""
        used = max(0, now - self.since)
        remaining = list(self.remaining)
        for seat in self.running:
            share = LAG if seat in acted else 0
            remaining[seat] = max(0, remaining[seat] - max(0, used - share))
        for seat in acted & self.running:
            remaining[seat] = self._after_action(remaining[seat])
        return replace(self, remaining=tuple(remaining), running=running, since=now)

    def _after_action(self, remaining: int) -> int:
        match self.control:
            case Clock(increment=increment):
                return remaining + 1000 * increment
            case Days():
                return _full(self.control)

    def again(self, seat: int) -> "Clocks":
        """Some more time for a seat that ran out, in games that do not end by that."""
        remaining = list(self.remaining)
        remaining[seat] = max(remaining[seat], SECOND_CHANCE)
        return replace(self, remaining=tuple(remaining))

    def stop(self, now: int) -> "Clocks":
        """Stop all clocks."""
        return self.turn(now, frozenset(), frozenset())


def _full(control: TimeControl) -> int:
    match control:
        case Clock(seconds=seconds):
            return 1000 * seconds
        case Days(days=days):
            return DAY * days
