"""Real matches of every game, played through the authority, as the appends a server would write.

Two people and bots sit down, change their minds, talk, let the clock run out, make offers and play
to the end, and then agree on another game. The same seed gives the same match.
"""

from collections.abc import Iterator
from random import Random

from cruces.core import CrucesError
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import SERVER, Moment
from cruces.match.match import Match
from cruces.players import Limits, get_bot
from cruces.storage import Append, Store

START = 1_700_000_000_000
PEOPLE = ("ana", "ben")
CLOCK = m.Clock(30, 2)


class Walk:
    """One match; ``appends`` plays it."""

    def __init__(
        self, game: str, seed: int, match_id: str = "", code: str = "", seats: int | None = None
    ) -> None:
        self.rng = Random(f"{game}:{seed}")
        self.id = match_id or f"{game}-{seed}"
        self.now = START + seed
        self.secret = self.rng.randbytes(32)
        setup = m.Setup(game, seats=seats, clock=CLOCK if seed % 2 else None, private=False)
        self._asked = 0
        self.match, events = authority.open_match(
            setup, "ana", self.id, code or f"C{game[-6:]}{seed}"[:16], self.moment
        )
        self.first = Append(0, events, self.match, "", None, self.secret)

    @property
    def moment(self) -> Moment:
        return Moment(self.now, self.secret)

    def do(self, command: m.Internal, actor: str) -> Iterator[Append]:
        """Carry a command out; nothing if it is refused, or changes nothing."""
        before = self.match
        self._asked += 1
        request = "" if actor == SERVER else f"{actor}/{self._asked}"
        try:
            self.match, events = authority.handle(
                before, command, actor, self.moment, before.version, request
            )
        except CrucesError:
            return
        if events:
            due = authority.due(self.match)
            yield Append(before.version, events, self.match, request, due)

    def appends(self) -> Iterator[Append]:
        """The whole match."""
        yield self.first
        seats = range(len(self.match.seats))
        people = {seat: PEOPLE[seat % 3] for seat in seats if seat < 2 or seat % 3 == 0}
        for seat, name in people.items():
            yield from self.do(m.Sit(seat, f"{name.title()} {seat}"), name)
        yield from self.do(m.Stand(1), "ben")
        yield from self.do(m.Sit(1, "Ben"), "ben")
        for seat in seats:
            if seat not in people:
                yield from self.do(m.SeatBot(seat, self.rng.choice(["greedy", "random"])), "ana")
        for seat, name in people.items():
            yield from self.do(m.Ready(seat, f"{name} {self.rng.random()}"), name)
        assert self.match.started is not None
        while self.match.playing:
            self.now += self.rng.randrange(2_000)
            yield from self._something(people)
        yield from self.do(m.Make(0, "rematch"), "ana")
        for seat, name in people.items():
            yield from self.do(m.Answer(seat, "rematch", True), name)
        assert authority.wants_rematch(self.match)
        yield from self.do(m.Rematch(f"{self.id}-again", "AGAIN"), SERVER)

    def _something(self, people: dict[int, str]) -> Iterator[Append]:
        chance = self.rng.random()
        seat, name = self.rng.choice(list(people.items()))
        if chance < 0.04:
            channel: m.Channel = "team" if chance < 0.01 else "match"
            yield from self.do(m.Say(seat, channel, f"¡{chance}!"), name)
        elif chance < 0.08:
            offer: m.Offer = "draw" if chance < 0.05 else "take-back"
            yield from self.do(m.Make(seat, offer), name)
            accept = offer == "take-back" and self.rng.random() < 0.7
            for other, player in people.items():
                yield from self.do(m.Answer(other, offer, accept), player)
        elif chance < 0.10:
            # Where running out of time ends the game it would do so at once, every time.
            if self.match.clocks is not None and "time" not in self.match.game.conclusions:
                self.now += 31_000
            yield from self.do(m.Tick(), SERVER)
        else:
            yield from self._act()

    def _act(self) -> Iterator[Append]:
        game, state = self.match.game, self.match.state
        seat = self.rng.choice(sorted(game.to_act(state)))  # may have chosen: then they change it
        holder = self.match.seats[seat]
        view = game.view(state, seat)
        action = get_bot(holder.bot or "greedy").choose(view, Limits(), self.rng)
        if holder.player and self.rng.random() < 0.3:
            action = self.rng.choice(list(view.legal))
        yield from self.do(m.Act(seat, game.format_action(action)), holder.player or SERVER)


def write(store: Store, walk: Walk) -> Match:
    """Play a match to its end and write it, event by event."""
    for append in walk.appends():
        assert store.append_all([append]) == [True]
    return walk.match
