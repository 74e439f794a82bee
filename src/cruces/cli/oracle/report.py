"""How far from perfect a player is, in words and as data."""

from collections.abc import Iterable, Sequence

from cruces.analysis.exact import SHARES, ExactValue
from cruces.analysis.mistakes import mistake_text
from cruces.analysis.reasons import action_name
from cruces.analysis.regret import Mistake, MistakeKind, Regret
from cruces.analysis.simulate import Estimate
from cruces.cli.report import wrapped
from cruces.cli.value_text import RESULTS
from cruces.core.options import value_text
from cruces.locales.numbers import Figure, rounded
from cruces.render.terminal.style import Style, printable

KINDS = 6
"""How many kinds of mistakes are shown."""
WORST = 10
"""How many of the costliest decisions programs get."""
INDENT = " " * 10


def lines(found: Regret, values: Sequence[ExactValue] | None, style: Style) -> Iterable[str]:
    """The whole report."""
    return _Writer(found, values, style).lines()


class _Writer:
    def __init__(self, found: Regret, values: Sequence[ExactValue] | None, style: Style) -> None:
        self.found, self.values, self.style = found, values, style
        self.game, self.alone = found.oracle.game, found.oracle.seats == 1

    def lines(self) -> Iterable[str]:
        style, found = self.style, self.found
        title = " · ".join((self.game.name(style.lang), *self._options(), printable(found.player)))
        yield style.rule(title)
        yield from wrapped(found.oracle.description(style.lang))
        yield ""
        yield from self._summary()
        yield ""
        yield style.paint(style.say("oracle.report.where"), bold=True)
        kinds = found.kinds()
        if not kinds:
            yield "  " + style.say("oracle.report.no-mistakes")
        for kind in kinds[:KINDS]:
            yield from self._kind(kind)
        if len(kinds) > KINDS:
            yield "  " + style.say("oracle.report.more", count=len(kinds) - KINDS)

    def _options(self) -> Iterable[str]:
        """The options that are not the usual ones."""
        usual, given = self.game.resolve({}), self.found.oracle.settings
        return (
            f"{name}={value_text(value)}" for name, value in given.items() if value != usual[name]
        )

    def _summary(self) -> Iterable[str]:
        style, found = self.style, self.found
        sound = found.decisions - len(found.mistakes)
        share = style.percent(sound / found.decisions if found.decisions else 1, 1)
        yield style.say(
            "oracle.report.counted",
            games=len(found.games),
            decisions=found.decisions,
            share=share,
        )
        if found.unknown:
            yield style.say("oracle.report.unknown", count=found.unknown)
        if found.oracle.seats > 1 and found.against != found.player:
            yield style.say("oracle.report.against", name=printable(found.against))
        if found.score is not None and found.optimum is not None:
            score, best = self._interval(found.score, 2), style.number(found.optimum, 2)
            yield style.say("oracle.report.score", score=score, best=best)
        for seat, value in enumerate(self.values or ()):
            yield self._exactly(seat, value)
        lost = "lost-points" if self.alone else "lost-share"
        yield style.say(f"oracle.report.{lost}-decision", lost=self._loss(found.per_decision, 3))
        yield style.say(f"oracle.report.{lost}-game", lost=self._loss(found.per_game, 2))
        yield style.say("oracle.report.intervals")

    def _exactly(self, seat: int, value: ExactValue) -> str:
        if self.alone:
            score = self.style.number(value.worth, 4)
            return self.style.say("oracle.report.exact-points", score=score)
        results = {share: RESULTS[result] for result, share in SHARES.items()}
        key = f"oracle.report.exact-{results.get(value.worth, 'share')}"
        return self.style.say(key, seat=seat + 1, share=self.style.percent(value.worth, 1))

    def _loss(self, loss: Estimate, digits: int) -> str:
        """An interval in points, or in percent of the game."""
        if self.alone:
            return self._interval(loss, digits)
        share = Estimate(100 * loss.mean, 100 * loss.low, 100 * loss.high)
        return self._interval(share, digits - 1)

    def _interval(self, found: Estimate, digits: int) -> str:
        if len(self.found.games) < 2:
            return self.style.number(found.mean, digits)
        mean, low, high = (
            self.style.number(value, digits) for value in (found.mean, found.low, found.high)
        )
        return self.style.say("oracle.report.interval", mean=mean, low=low, high=high)

    def _kind(self, kind: MistakeKind) -> Iterable[str]:
        style, worst = self.style, kind.worst
        share = style.percent(kind.per_game / self.found.per_game.mean)
        count = style.say("oracle.report.times", count=kind.count)
        said = f"{mistake_text(kind.kind, style.lang)} ({count})"
        first, *more = wrapped(said, INDENT)
        yield style.paint(f"  {share:>6}  {first.strip()}", bold=True)
        yield from (style.paint(line, bold=True) for line in more)
        action, best = (
            action_name(self.game, each, style.lang) for each in (worst.action, worst.best)
        )
        cost = self._cost(worst.regret)
        yield from wrapped(
            style.say("oracle.report.worst", action=action, best=best, cost=cost), INDENT
        )
        yield INDENT + self.game.format_position(worst.state)

    def _cost(self, regret: float) -> str:
        if self.alone:
            return self.style.text("value.points", points=Figure(regret, 1))
        return self.style.percent(regret)


def as_data(
    found: Regret, values: Sequence[ExactValue] | None, seed: int, lang: str
) -> dict[str, object]:
    """The report for programs."""
    return {
        "game": found.oracle.game.id,
        "options": found.oracle.settings,
        "about": found.oracle.description(lang),
        "player": found.player,
        "against": found.against if found.oracle.seats > 1 else None,
        "seed": seed,
        "games": len(found.games),
        "decisions": found.decisions,
        "unknown": found.unknown,
        "mistakes": len(found.mistakes),
        "unit": "points" if found.oracle.seats == 1 else "share",
        "optimum": rounded(found.optimum),
        "score": found.score and _estimate(found.score),
        "exact": None if values is None else [rounded(value.worth) for value in values],
        "regret_per_decision": _estimate(found.per_decision),
        "regret_per_game": _estimate(found.per_game),
        "kinds": [
            {
                "kind": kind.kind,
                "text": mistake_text(kind.kind, lang),
                "count": kind.count,
                "regret_per_game": rounded(kind.per_game),
                "worst": _mistake(found, kind.worst),
            }
            for kind in found.kinds()
        ],
        "worst": [_mistake(found, mistake) for mistake in found.mistakes[:WORST]],
    }


def _estimate(found: Estimate) -> dict[str, float | None]:
    """Without bounds where a single game says nothing about them."""
    bounds = (found.low, found.high) if found.low > float("-inf") else (None, None)
    return {"mean": rounded(found.mean), "low": rounded(bounds[0]), "high": rounded(bounds[1])}


def _mistake(found: Regret, one: Mistake) -> dict[str, object]:
    game = found.oracle.game
    return {
        "game": one.game,
        "ply": one.ply,
        "seat": one.seat,
        "position": game.format_position(one.state),
        "action": game.format_action(one.action),
        "best": game.format_action(one.best),
        "regret": rounded(one.regret),
        "kind": one.kind,
    }
