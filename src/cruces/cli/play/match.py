"""A game at the terminal: dice, bots and people, turn by turn."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from cruces.cli.play.prompts import Conclude, Person, TakeBack
from cruces.cli.play.saving import AnyPlay, RecordClock, RecordSaver
from cruces.cli.play.terminal import Terminal
from cruces.cli.play.thinking import Thinker
from cruces.core import CHANCE, Reason, View
from cruces.players import Bot
from cruces.render.terminal import TextView


class TerminalGame:
    """Plays one game from its current position to the end."""

    def __init__(
        self,
        play: AnyPlay,
        terminal: Terminal,
        table: TextView,
        keeper: RecordSaver,
        bots: dict[int, Bot],
        generators: tuple[Random, Sequence[Random]],
        thinker: Thinker,
    ) -> None:
        self.play = play
        self.terminal = terminal
        self.table = table
        self.keeper = keeper
        self.bots = bots
        self.dice, self.thoughts = generators
        self.thinker = thinker
        self.people = [seat for seat in range(len(play.players)) if seat not in bots]
        self.person = Person(terminal, table, self._hint)
        self.drawn: dict[int, Any] = {}
        """The results of chance by number: who takes back a turn gets the same dice again."""
        self.clock = RecordClock(play)
        self.news: list[str] = []
        """The lines shown since the screen was last cleared."""

    def run(self) -> None:
        """Play until it is over, and announce the result."""
        while self.play.outcome is None:
            if CHANCE in self.play.to_act:
                self._chance()
            else:
                self._acts(sorted(self.play.to_act))
        self._end()

    # Chance

    def _chance(self) -> None:
        play = self.play
        number, chance = play.log.draws, play.game.chance(play.state)
        if number not in self.drawn or not chance.probability(self.drawn[number]):
            self.drawn[number] = chance.sample(self.dice)
        play.happen(self.drawn[number], self.clock.at())
        opening = self._opening(play.state)
        if not opening:
            self._tell()
        elif not self.people:
            self.terminal.show(opening)

    # Players

    def _acts(self, seats: Sequence[int]) -> None:
        """All seats in ``to_act`` choose; secret choices are announced when all have chosen."""
        secret = len(self.people) > 1 and self._is_secret(seats)
        for seat in seats:
            if seat in self.bots:
                choice = self.thinker.choose(
                    self.bots[seat], self.play.view(seat), self.play.state, self.thoughts[seat]
                )
            elif secret:
                choice = self._asked_alone(seat)
            else:
                choice = self._asked(seat)
            if isinstance(choice, Conclude):
                self._conclude(seat, choice.how)
                return
            if isinstance(choice, TakeBack):
                self._take_back(seat)
                return
            self.play.act(seat, choice, self.clock.at())
            if secret and seat == seats[-1]:
                self.terminal.clear()
                self.news = self._opening(self.play.states[-2])
                self.terminal.show(self.news)
            self._tell()

    def _is_secret(self, seats: Sequence[int]) -> bool:
        return len(seats) > 1 or self.play.view(None).state != self.play.state

    def _asked(self, seat: int) -> Any:
        self._show(seat)
        return self.person.ask(self.play.view(seat))

    def _asked_alone(self, seat: int) -> Any:
        """Ask one person alone, on a screen that does not show the others' choices."""
        style = self.terminal.style
        self.terminal.clear()
        self.terminal.show(self.news)
        self.terminal.ask(f"{style.say('play.hand-over', name=self.table.names[seat])} ")
        self.terminal.clear()
        self._show(seat)
        return self.person.ask(self.play.view(seat), secret=True)

    def _take_back(self, seat: int) -> None:
        """Go back to before the seat's last action; those who acted since act again."""
        step = self.play.log.last_step_of(seat)
        if step is None:
            self.terminal.complain(Reason("nothing-to-take-back").message(self.terminal.style.lang))
            return
        self.play.take_back(step)
        self.terminal.say("play.took-back")

    def _hint(self, view: View[Any, Any, Any]) -> list[str]:
        assert view.seat is not None, "spectators are not asked"
        advice = self.thinker.advise(view.game, self.play.state, view.seat)
        moves = (move for move in advice.moves if move.listed)
        return [f"  {move.name} · {move.value} · {move.why}" for move in moves]

    def _show(self, seat: int) -> None:
        with suppress(OSError):  # at the end it is tried again, and then it is told
            self.keeper.keep(self.play)
        view = self.play.view(seat)
        last = self.play.events[-1] if self.play.events else None
        self.terminal.show(self._opening(view.state) or [""])
        self.terminal.show(self.table.picture(view, last))

    def _opening(self, state: Any) -> list[str]:
        return self.table.opening(state, self.table.turns(self.play.events))

    def _tell(self) -> None:
        """Announce the last event; show the position too if only bots play."""
        before, after = self.play.states[-2:]
        told = self.table.announcement(before, self.play.events[-1], after)
        self.news += told
        self.terminal.show(told)
        if not self.people:
            self.terminal.show(self.table.small(after))

    # The end

    def _conclude(self, seat: int, how: str) -> None:
        if how == "resignation":
            if self.terminal.agree("play.resign", name=self.table.names[seat]):
                self.play.conclude(how, seat, self.clock.at())
            return
        if all(self._accepts(other) for other in range(len(self.play.players)) if other != seat):
            self.play.conclude(how, None, self.clock.at())

    def _accepts(self, seat: int) -> bool:
        """Whether all others accept a draw; bots decline."""
        name = self.table.names[seat]
        if seat not in self.bots and self.terminal.agree("play.accept", name=name):
            return True
        self.terminal.say("play.declined", name=name)
        return False

    def _end(self) -> None:
        outcome = self.play.outcome
        assert outcome is not None, "the game is over"
        last = self.play.events[-1] if self.play.events else None
        style = self.terminal.style
        self.terminal.show(["", style.rule(style.say("end.title"))])
        self.terminal.show(self.table.picture(self.play.view(None), last))
        self.terminal.show(self.table.ended(self.play.log, outcome))
