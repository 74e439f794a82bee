"""A tournament as a table, as sentences and as a chart: what `cruces arena` shows."""

from collections.abc import Iterable
from math import isfinite

from cruces.analysis.simulate import Estimate
from cruces.arena.tournament import Tournament
from cruces.core.extras import MissingExtraError, naming_extras
from cruces.locales import number as number_text
from cruces.locales import percent
from cruces.locales.numbers import Figure
from cruces.render.document import Picture
from cruces.render.terminal.style import Style, padded, printable
from cruces.render.theme import Theme

FAULTS_SHOWN = 10
PNG_WIDTH = 1520
PNG = ".png"


def lines(tournament: Tournament, style: Style) -> Iterable[str]:
    """The table, best first, and what there is to say about it."""
    setup, say = tournament.setup, style.say
    name = setup.game.name(style.lang)
    yield style.rule(say("arena.title", game=name, count=len(tournament.games)))
    heads, rows, missing = _cells(tournament, style)
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [padded(cell, width) for cell, width in zip(row, wide, strict=True)]
        yield "  ".join(cells).rstrip()
    if missing is not None:
        yield say("arena.no-ratings", why=missing.message(style.lang))
    yield from _faults(tournament, style)
    if tournament.sprt is not None:
        test = tournament.sprt
        yield say(
            f"arena.verdict.{tournament.verdict or 'open'}",
            name=printable(tournament.players[0]),
            other=printable(tournament.players[1]),
            low=Figure(test.low, 0),
            high=Figure(test.high, 0),
            value=Figure(test.ratio(tournament.row_shares), 2),
        )


def _cells(
    tournament: Tournament, style: Style
) -> tuple[list[str], list[list[str]], MissingExtraError | None]:
    """The head and the rows of the table; columns that would be empty are left out."""
    missing = None
    try:
        ratings = tournament.ratings
    except MissingExtraError as error:
        ratings, missing = None, error
    lang = style.lang
    columns = [("player", [printable(tournament.players[each]) for each in tournament.order])]
    columns.append(("games", [str(tournament.played(each)) for each in tournament.order]))
    shares = [tournament.share(each) for each in tournament.order]
    points = [tournament.points(each) for each in tournament.order]
    if any(shares):
        texts = ["" if each is None else _interval(each, lang, True) for each in shares]
        columns.append(("wins", texts))
    if any(points):
        texts = ["" if each is None else _interval(each, lang, False) for each in points]
        columns.append(("points", texts))
    if ratings is not None:
        texts = [
            f"{number_text(ratings[each].mean, lang, 1)} ± "
            f"{number_text(2 * ratings[each].deviation, lang, 1)}"
            for each in tournament.order
        ]
        columns.append(("rating", texts))
    if tournament.faults:
        counts = [
            sum(fault.player == each for fault in tournament.faults) for each in tournament.order
        ]
        columns.append(("faults", list(map(str, counts))))
    heads = [style.say(f"arena.column.{name}") for name, _ in columns]
    return heads, [list(row) for row in zip(*(texts for _, texts in columns), strict=True)], missing


def _interval(estimate: Estimate, lang: str, share: bool) -> str:
    """A mean and its 95 % interval."""

    def written(value: float) -> str:
        return percent(value, lang, 1) if share else number_text(value, lang, 1)

    if not isfinite(estimate.low):
        return written(estimate.mean)
    return f"{written(estimate.mean)} ({written(estimate.low)} – {written(estimate.high)})"


def _faults(tournament: Tournament, style: Style) -> Iterable[str]:
    """The first faults, each in a sentence."""
    for fault in tournament.faults[:FAULTS_SHOWN]:
        name, detail = printable(tournament.players[fault.player]), printable(fault.detail)
        why = style.text(f"arena.fault.{fault.kind}", detail=detail)
        yield style.say("arena.fault", name=name, game=fault.game + 1, why=why)
    more = len(tournament.faults) - FAULTS_SHOWN
    if more > 0:
        yield style.say("arena.more-faults", count=more)


def _picture(tournament: Tournament, style: Style, theme: Theme = "auto") -> Picture:
    """The shares, or in a solo game the points, as a chart."""
    from cruces.render.intervals import Interval, intervals  # late: pictures are seldom needed

    share = tournament.setup.seats > 1
    estimates = [
        (tournament.players[each], tournament.share(each) if share else tournament.points(each))
        for each in tournament.order
    ]
    return intervals(
        [
            Interval(name, found.mean, found.low, found.high)
            for name, found in estimates
            if found is not None
        ],
        style.say("arena.chart.wins" if share else "arena.chart.points"),
        tournament.setup.game.name(style.lang),
        share=share,
        theme=theme,
        lang=style.lang,
    )


def drawn(tournament: Tournament, style: Style, name: str) -> str | bytes:
    """The chart as the name of the file says: PNG, or SVG."""
    if not name.lower().endswith(PNG):
        return _picture(tournament, style).svg
    with naming_extras():
        from cruces.render.raster import png

        return png(_picture(tournament, style, "light"), PNG_WIDTH)
