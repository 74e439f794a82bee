"""The coach's report on a saved game, in words."""

from collections.abc import Iterable

from cruces.analysis.reasons import action_name, because
from cruces.analysis.review import Decision, Review, TurningPoint
from cruces.analysis.review_dto import capitalised, changed, key
from cruces.cli.value_text import result_name
from cruces.locales.numbers import Figure
from cruces.render.terminal import view_of
from cruces.render.terminal.style import WIDTH, Style, padded

LISTED = 12
"""The most choices to list: the costliest."""
CURVE = 48
"""Columns of the chart."""
BELOW = " " * 7
"""The indent below an event's number."""
BARS = "▁▂▃▄▅▆▇█"
INKS = {"inaccuracy": "yellow", "mistake": "red", "blunder": "red"}


def lines(review: Review, style: Style) -> Iterable[str]:
    """The whole report."""
    return _Writer(review, style).lines()


class _Writer:
    def __init__(self, review: Review, style: Style) -> None:
        self.review, self.style = review, style
        self.table = view_of(review.play, style)
        self.labels = [self.table.label(seat) for seat in range(len(self.table.names))]
        self.wide = max(map(len, self.labels))

    def lines(self) -> Iterable[str]:
        style, game = self.style, self.review.play.game
        names = ", ".join(self.table.names)
        yield style.rule(style.text("coach.title", game=game.name(style.lang), names=names))
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
        style, found = self.style, self.review.summary(seat)
        yield style.paint(self.labels[seat], bold=True) + self._result(seat)
        if not found.decisions:
            yield "  " + style.text("coach.no-choices")
        else:
            share = found.cost / found.decisions
            key = "coach.choices-alone" if self.review.alone else "coach.choices"
            cost = self._points(found.cost) if self.review.alone else style.percent(share, 1)
            said = style.text(key, sound=found.sound, count=found.decisions, cost=cost)
            yield from wrapped(said, "  ")
        if found.luck is not None and found.luck_in_points is not None:
            luck = f"{_plus(found.luck_in_points)}{self._points(found.luck_in_points)}"
            if not self.review.alone:
                luck = f"{_plus(found.luck)}{style.percent(found.luck)}, {luck}"
            yield "  " + style.text("coach.luck", luck=luck)
        if found.worst is not None:
            action = action_name(self.review.play.game, found.worst.played.action, style.lang)
            cost = self._cost(found.worst)
            yield "  " + style.text(
                "coach.worst", number=found.worst.number, action=action, cost=cost
            )

    def _result(self, seat: int) -> str:
        outcome = self.review.play.outcome
        if outcome is None:
            return ""
        if self.review.luck_events:
            return "  " + self.style.text("value.points", points=outcome.scores[seat])
        key = {1: "coach.won", 0: "coach.drew", -1: "coach.lost"}[outcome.scores[seat]]
        return "  " + self.style.text(key)

    # The choices

    def _decisions(self) -> Iterable[str]:
        style = self.style
        yield style.paint(style.text("coach.decisions"), bold=True)
        talked = self.review.talking_points
        if not talked:
            yield "  " + style.text("coach.none")
        costly = sorted(talked, key=lambda one: -one.cost)[:LISTED]
        for decision in sorted(costly, key=lambda one: one.number):
            yield from self._decision(decision)
        if len(talked) > LISTED:
            yield "  " + style.say("analyse.more", count=len(talked) - LISTED)

    def _decision(self, decision: Decision) -> Iterable[str]:
        style, play = self.style, self.review.play
        state = play.states[decision.number - 1]
        who = padded(self.labels[decision.seat], self.wide)
        action = action_name(play.game, decision.played.action, style.lang)
        grade = style.paint(style.text(f"coach.grade.{decision.grade}"), INKS.get(decision.grade))
        yield f"{decision.number:>5}  {who}  {action}: {grade}, {self._cost(decision)}"
        why = because(play.game, state, decision.analysis, decision.played, style.lang)
        best = action_name(play.game, decision.best.action, style.lang)
        yield from wrapped(style.text("coach.better", why=capitalised(why), best=best), BELOW)
        change = changed(decision)
        if change is not None:
            key = "analyse.gave-away" if change.after is None else "analyse.changed"
            before, after = result_name(style, change.before), result_name(style, change.after or 0)
            yield BELOW + style.say(key, before=before, after=after)

    def _cost(self, decision: Decision) -> str:
        if self.review.alone:
            return self._points(-decision.cost)
        cost = self.style.percent(-decision.cost)
        if not decision.points:
            return cost
        return f"{cost}, {_plus(-decision.points)}{self._points(-decision.points)}"

    # The course of the game

    def _turns(self) -> Iterable[str]:
        style, turns = self.style, self.review.turning_points
        yield style.paint(style.text("coach.turning"), bold=True)
        if not turns:
            yield "  " + style.text("coach.no-turning")
        for turn in turns:
            yield f"{turn.number:>5}  {self._what(turn)}"
            key = "coach.turn-alone" if self.review.alone else "coach.turn"
            before, after = self._worth(turn.before), self._worth(turn.after)
            name = self.labels[turn.seat]
            yield BELOW + style.text(key, name=name, before=before, after=after)

    def _what(self, turn: TurningPoint) -> str:
        """The dice, or what was played."""
        play, before = self.review.play, turn.number - 1
        return " ".join(self.table.event(play.states[before], play.events[before]).split())

    def _curve(self) -> Iterable[str]:
        style, curve = self.style, self.review.curve
        key = "coach.curve.points" if self.review.alone else "coach.curve.chance"
        yield style.paint(style.text(key), bold=True)
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
        for said in (*key(self.review, self.style.lang), self.style.say("analyse.numbers")):
            yield from wrapped(said)

    # Numbers

    def _worth(self, value: float) -> str:
        return self._points(value) if self.review.alone else self.style.percent(value)

    def _points(self, points: float) -> str:
        return self.style.text("value.points", points=Figure(points, 1))


def _plus(value: float) -> str:
    return "+" if value > 0 else ""


def _step(value: float, least: float, top: float) -> int:
    return min(len(BARS) - 1, int((value - least) / (top - least) * len(BARS)))


def _thinned(values: list[float]) -> list[float]:
    """At most one value per column, including the first and the last."""
    if len(values) <= CURVE:
        return values
    return [values[round(at * (len(values) - 1) / (CURVE - 1))] for at in range(CURVE)]


def wrapped(said: str, indent: str = "") -> Iterable[str]:
    """A text in lines that fit the page."""
    line = indent
    for word in said.split(" "):
        if line.strip() and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = indent + word
        else:
            line = f"{line} {word}" if line.strip() else indent + word
    yield line
