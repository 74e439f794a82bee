"""What the coach has to say of a saved game, in words."""

from collections.abc import Iterable

from cruces.bots.coach import Decision, Review, Turn
from cruces.bots.reasons import because, named
from cruces.cli.draw import table_for
from cruces.cli.pen import WIDTH, Pen, padded
from cruces.cli.values import result_name
from cruces.service.report import changed, key

LISTED = 12
"""Choices that are talked about, the costliest."""
CURVE = 48
"""Columns of the chart."""
BELOW = " " * 7
"""Under the number of an event and what it was."""
BARS = "▁▂▃▄▅▆▇█"
INKS = {"inaccuracy": "yellow", "mistake": "red", "blunder": "red"}


def lines(review: Review, pen: Pen) -> Iterable[str]:
    """The whole report."""
    return _Writer(review, pen).lines()


class _Writer:
    def __init__(self, review: Review, pen: Pen) -> None:
        self.review, self.pen = review, pen
        self.table = table_for(review.play, pen)
        self.labels = [self.table.label(seat) for seat in range(len(self.table.names))]
        self.wide = max(map(len, self.labels))

    def lines(self) -> Iterable[str]:
        pen, game = self.pen, self.review.play.game
        names = ", ".join(self.table.names)
        yield pen.rule(pen.text("coach.title", game=game.name(pen.lang), names=names))
        for seat in range(len(self.labels)):
            yield from self._summary(seat)
        yield ""
        yield from self._decisions()
        yield ""
        yield from self._turns()
        yield ""
        yield from self._curve()
        yield ""
        yield from self._key()

    # A player's game

    def _summary(self, seat: int) -> Iterable[str]:
        pen, found = self.pen, self.review.summary(seat)
        yield pen.paint(self.labels[seat], bold=True) + self._result(seat)
        if not found.decisions:
            yield "  " + pen.text("coach.no-choices")
        else:
            share = found.cost / found.decisions
            key = "coach.choices-alone" if self.review.alone else "coach.choices"
            cost = self._points(found.cost) if self.review.alone else self._percent(share, 1)
            said = pen.text(key, sound=found.sound, count=found.decisions, cost=cost)
            yield from _wrapped(said, "  ")
        if found.luck is not None and found.luck_in_points is not None:
            luck = f"{_plus(found.luck_in_points)}{self._points(found.luck_in_points)}"
            if not self.review.alone:
                luck = f"{_plus(found.luck)}{self._percent(found.luck)}, {luck}"
            yield "  " + pen.text("coach.luck", luck=luck)
        if found.worst is not None:
            action = named(self.review.play.game, found.worst.played.action, pen.lang)
            cost = self._cost(found.worst)
            yield "  " + pen.text(
                "coach.worst", number=found.worst.number, action=action, cost=cost
            )

    def _result(self, seat: int) -> str:
        outcome = self.review.play.outcome
        if outcome is None:
            return ""
        if self.review.throws:
            points = self.pen.written(outcome.scores[seat])
            return "  " + self.pen.text("value.points", points=points)
        key = {1: "coach.won", 0: "coach.drew", -1: "coach.lost"}[outcome.scores[seat]]
        return "  " + self.pen.text(key)

    # The choices

    def _decisions(self) -> Iterable[str]:
        pen = self.pen
        yield pen.paint(pen.text("coach.decisions"), bold=True)
        talked = self.review.talking_points
        if not talked:
            yield "  " + pen.text("coach.none")
        costly = sorted(talked, key=lambda one: -one.cost)[:LISTED]
        for decision in sorted(costly, key=lambda one: one.number):
            yield from self._decision(decision)
        if len(talked) > LISTED:
            yield "  " + pen.say("analyse.more", count=len(talked) - LISTED)

    def _decision(self, decision: Decision) -> Iterable[str]:
        pen, play = self.pen, self.review.play
        state = play.states[decision.number - 1]
        who = padded(self.labels[decision.seat], self.wide)
        action = named(play.game, decision.played.action, pen.lang)
        grade = pen.paint(pen.text(f"coach.grade.{decision.grade}"), INKS.get(decision.grade))
        yield f"{decision.number:>5}  {who}  {action}: {grade}, {self._cost(decision)}"
        why = because(play.game, state, decision.found, decision.played, pen.lang)
        best = named(play.game, decision.best.action, pen.lang)
        yield from _wrapped(pen.text("coach.better", why=why, best=best), BELOW)
        change = changed(decision)
        if change is not None:
            key = "analyse.gave-away" if change.after is None else "analyse.changed"
            before, after = result_name(pen, change.before), result_name(pen, change.after or 0)
            yield BELOW + pen.say(key, before=before, after=after)

    def _cost(self, decision: Decision) -> str:
        if self.review.alone:
            return self._points(-decision.cost)
        cost = self._percent(-decision.cost)
        if not decision.points:
            return cost
        return f"{cost}, {_plus(-decision.points)}{self._points(-decision.points)}"

    # The course of the game

    def _turns(self) -> Iterable[str]:
        pen, turns = self.pen, self.review.turning_points
        yield pen.paint(pen.text("coach.turning"), bold=True)
        if not turns:
            yield "  " + pen.text("coach.no-turning")
        for turn in turns:
            yield f"{turn.number:>5}  {self._what(turn)}"
            key = "coach.turn-alone" if self.review.alone else "coach.turn"
            before, after = self._worth(turn.before), self._worth(turn.after)
            name = self.labels[turn.seat]
            yield BELOW + pen.text(key, name=name, before=before, after=after)

    def _what(self, turn: Turn) -> str:
        """The dice, or what was played."""
        play, before = self.review.play, turn.number - 1
        return " ".join(self.table.event(play.states[before], play.events[before]).split())

    def _curve(self) -> Iterable[str]:
        pen, curve = self.pen, self.review.curve
        key = "coach.curve.points" if self.review.alone else "coach.curve.chance"
        yield pen.paint(pen.text(key), bold=True)
        if not curve:
            return
        for seat, label in enumerate(self.labels):
            values = [moment.worths[seat].worth for moment in curve]
            top = max(*values, 1.0)
            least = min(*values, 0.0)
            bars = "".join(BARS[_step(value, least, top)] for value in _thinned(values))
            course = f"{self._worth(values[0])} → {self._worth(values[-1])}"
            yield f"  {padded(label, self.wide)}  {bars}  {course}"

    def _key(self) -> Iterable[str]:
        for said in (*key(self.review, self.pen.lang), self.pen.say("analyse.numbers")):
            yield from _wrapped(said)

    # Numbers

    def _worth(self, value: float) -> str:
        return self._points(value) if self.review.alone else self._percent(value)

    def _percent(self, share: float, digits: int = 0) -> str:
        rounded = round(100 * share, digits) if digits else round(100 * share)
        return self.pen.text("value.chance", percent=self.pen.written(rounded))

    def _points(self, points: float) -> str:
        return self.pen.text("value.points", points=self.pen.number(points))


def _plus(value: float) -> str:
    return "+" if value > 0 else ""


def _step(value: float, least: float, top: float) -> int:
    return min(len(BARS) - 1, int((value - least) / (top - least) * len(BARS)))


def _thinned(values: list[float]) -> list[float]:
    """At most as many as there are columns, the first and the last among them."""
    if len(values) <= CURVE:
        return values
    return [values[round(at * (len(values) - 1) / (CURVE - 1))] for at in range(CURVE)]


def _wrapped(said: str, indent: str = "") -> Iterable[str]:
    line = indent
    for word in said.split(" "):
        if line.strip() and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = indent + word
        else:
            line = f"{line} {word}" if line.strip() else indent + word
    yield line
