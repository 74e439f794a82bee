"""A table for tests: commands in short, a clock one can turn, and every event folded twice."""

from random import Random

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import SERVER, Moment
from cruces.match.match import Match, create, fold
from cruces.players import Limits, get_bot

SECRET = bytes(range(32))


class Table:
    """Plays a match the way a server does, without any I/O."""

    def __init__(self, game: str = "quixo", seats: int | None = None, **setup: object) -> None:
        self.now = 1_000_000
        self.away: dict[int, int] = {}
        wish = m.Setup(game, seats=seats, **setup)  # type: ignore[arg-type]
        self.match, events = authority.open_match(wish, "host", "m", "CODE", self.moment)
        self.log: list[m.Event] = list(events)

    @property
    def moment(self) -> Moment:
        return Moment(self.now, SECRET, dict(self.away))

    def do(
        self,
        command: m.Internal,
        actor: str = "",
        made_for: int | None = None,
        request: str = "",
    ) -> list[m.Event]:
        """Carry a command out as the player of its seat, unless somebody else is named."""
        who = actor or f"player{getattr(command, 'seat', '')}"
        self.match, events = authority.handle(
            self.match, command, who, self.moment, made_for, request
        )
        self.log += events
        return events

    def sit_all(self, bots: tuple[int, ...] = ()) -> "Table":
        """All players take their seats and are ready."""
        for seat in range(len(self.match.seats)):
            if seat in bots:
                self.do(m.SeatBot(seat, "greedy"), "host")
            else:
                self.do(m.Sit(seat, f"Name{seat}"))
        for seat in range(len(self.match.seats)):
            if seat not in bots:
                self.do(m.Ready(seat, f"text of {seat}"))
        return self

    def act(self, seat: int, action: str) -> list[m.Event]:
        return self.do(m.Act(seat, action))

    def tick(self, milliseconds: int) -> list[m.Event]:
        """Time passes, and the server looks at the clock."""
        self.now += milliseconds
        return self.do(m.Tick(), SERVER)

    def play_out(self, seed: int = 1) -> "Table":
        """Greedy players for every seat, to the end."""
        rng = Random(seed)
        while self.match.playing:
            seat = min(self.match.to_act)
            game = self.match.game
            view = game.view(self.match.state, seat)
            action = get_bot("greedy").choose(view, Limits(), rng)
            self.now += 50
            actor = SERVER if self.match.seats[seat].bot else ""
            self.do(m.Act(seat, game.format_action(action)), actor)
        return self

    def folded(self) -> Match:
        """The match folded again from its log."""
        first = self.log[0]
        assert isinstance(first, m.Created)
        match = create(first)
        for event in self.log[1:]:
            match = fold(match, event)
        return match


def kinds(events: list[m.Event]) -> list[str]:
    """The tags of events."""
    return [str(type(event).__struct_config__.tag) for event in events]
