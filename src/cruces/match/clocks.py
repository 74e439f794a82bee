"""Time, in milliseconds: what each seat has left, and since when it runs."""

from msgspec import Struct
from msgspec.structs import replace

from cruces.match.messages import Clock, Days, TimeControl

LAG = 300
"""Part of every action that is the network's, not the player's."""
SECOND_CHANCE = 10_000
"""What a player who let a choice pass has at least for the next one."""
DAY = 24 * 3600 * 1000


class Clocks(Struct, frozen=True):
    """The clocks of all seats; those in ``running`` run since ``since``."""

    control: TimeControl
    left: tuple[int, ...]
    running: frozenset[int] = frozenset()
    since: int = 0

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clocks":
        """Full clocks that do not run yet."""
        return cls(control, (_full(control),) * seats)

    def at(self, now: int) -> tuple[int, ...]:
        """What each seat has left at a moment; never less than nothing."""
        used = max(0, now - self.since)
        return tuple(
            max(0, left - used) if seat in self.running else left
            for seat, left in enumerate(self.left)
        )

    def due(self) -> int | None:
        """When the first of the running clocks runs out, its share for the network included."""
        if not self.running:
            return None
        return self.since + min(self.left[seat] for seat in self.running) + LAG

    def out(self, now: int) -> frozenset[int]:
        """The seats whose time has run out."""
        used = now - self.since - LAG
        return frozenset(seat for seat in self.running if used >= self.left[seat])

    def turn(self, now: int, running: frozenset[int], acted: frozenset[int]) -> "Clocks":
        """Charge who ran, give the increment to who acted, and let others run."""
        used = max(0, now - self.since)
        left = list(self.left)
        for seat in self.running:
            share = LAG if seat in acted else 0
            left[seat] = max(0, left[seat] - max(0, used - share))
        for seat in acted & self.running:
            left[seat] = self._after_action(left[seat])
        return replace(self, left=tuple(left), running=running, since=now)

    def _after_action(self, left: int) -> int:
        match self.control:
            case Clock(increment=increment):
                return left + 1000 * increment
            case Days():
                return _full(self.control)

    def again(self, seat: int) -> "Clocks":
        """A little time for a seat that ran out, where that does not end the game."""
        left = list(self.left)
        left[seat] = max(left[seat], SECOND_CHANCE)
        return replace(self, left=tuple(left))

    def stop(self, now: int) -> "Clocks":
        """Nobody runs any more."""
        return self.turn(now, frozenset(), frozenset())


def _full(control: TimeControl) -> int:
    match control:
        case Clock(seconds=seconds):
            return 1000 * seconds
        case Days(days=days):
            return DAY * days
