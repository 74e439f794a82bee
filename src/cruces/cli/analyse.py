"""`cruces analyse`: what every move is worth, in a position or throughout a saved game."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

import click
import msgspec

from cruces.analysis.analyse import Analysis, Judgement, deepen
from cruces.analysis.analysis_dto import advice
from cruces.analysis.reasons import action_name, because
from cruces.analysis.review import DICE_NODES, SEARCH_SECONDS, Review, review
from cruces.analysis.review_dto import report
from cruces.cli import files
from cruces.cli.arguments import AnyGame, GameId, Seconds, WholeNumber, setting_options
from cruces.cli.failures import UsageProblem
from cruces.cli.localised_click import Argument, Command, echo_json, json_option, words
from cruces.cli.progress import Bar, Live
from cruces.cli.render import position
from cruces.cli.report import lines as report_lines
from cruces.cli.value_text import value_text
from cruces.core import Play
from cruces.locales.numbers import Figure
from cruces.players import Limits
from cruces.players.stop import Stop
from cruces.render.document import Picture
from cruces.render.terminal import view_of
from cruces.render.terminal.style import Style, colour_wanted, padded

AnyPlay = Play[Any, Any, Any]

POSITION_SECONDS = 2.0
"""The default time for a position, in seconds."""
LONGEST = 24 * 3600.0
LINES = 10
FOLLOWED = 5
"""The number of actions shown of a continuation."""


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(
        source: str,
        game: AnyGame | None,
        settings: tuple[tuple[str, str], ...],
        edition: str | None,
        seconds: float | None,
        depth: int | None,
        nodes: int | None,
        lines: int | None,
        plot: str | None,
        force: bool,
        as_json: bool,
    ) -> None:
        style = Style(lang, colour_wanted())
        limits = None if seconds is nodes is depth is None else Limits(seconds, nodes, depth)
        if source == files.STANDARD or os.path.exists(source):
            if game or settings or edition:
                raise UsageProblem(say("usage.record-has-options"))
            if lines is not None:
                raise UsageProblem(say("usage.record-has-no-lines"))
            _record(files.read_play(source), limits, plot, force, style, as_json)
        else:
            if plot is not None:
                raise UsageProblem(say("usage.position-has-no-plot"))
            chosen_game, state = position(source, game, settings, edition)
            _position(chosen_game, state, limits or Limits(POSITION_SECONDS), lines, style, as_json)

    number = say("metavar.number")
    params: list[click.Parameter] = [
        Argument(["source"], say("render.argument"), metavar=say("render.metavar")),
        click.Option(
            ["--game"],
            type=GameId(lang),
            metavar=say("metavar.game"),
            help=say("render.option.game"),
        ),
        *setting_options(lang),
        click.Option(
            ["--seconds"],
            type=Seconds(lang, LONGEST),
            metavar=number,
            help=say(
                "analyse.option.seconds",
                position=POSITION_SECONDS,
                decision=SEARCH_SECONDS,
                games=DICE_NODES,
            ),
        ),
        click.Option(
            ["--depth"],
            type=WholeNumber(lang, least=1),
            metavar=number,
            help=say("analyse.option.depth"),
        ),
        click.Option(
            ["--nodes"],
            type=WholeNumber(lang, least=1),
            metavar=number,
            help=say("analyse.option.nodes"),
        ),
        click.Option(
            ["--lines"],
            type=WholeNumber(lang, least=1),
            metavar=number,
            help=say("analyse.option.lines", lines=LINES),
        ),
        click.Option(["--plot"], metavar=say("metavar.file"), help=say("analyse.option.plot")),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
        json_option(lang),
    ]
    examples = (
        "cruces analyse game.json --depth 6",
        "cruces analyse game.json --plot chances.svg",
    )
    return Command("analyse", lang, run, params, examples)


def _thinking(begin: Callable[..., Iterator[Analysis]]) -> Iterator[Analysis]:
    """Analyse in another thread, so that Ctrl-C works meanwhile."""
    stop = Stop()
    analyses = begin(stop=stop)
    with ThreadPoolExecutor(1) as thread:
        try:
            while (analysis := thread.submit(next, analyses, None).result()) is not None:
                yield analysis
        finally:
            stop.request()


# A position


def _position(
    game: AnyGame, state: Any, limits: Limits, lines: int | None, style: Style, as_json: bool
) -> None:
    live = Live()
    try:
        for analysis in _thinking(partial(deepen, game, state, limits)):
            live.show(partial(_progress, game, analysis, style))
    finally:
        live.clear()
    if as_json:
        data = msgspec.to_builtins(advice(game, state, analysis, style.lang))
        echo_json({"game": game.id, **data, "moves": data["moves"][:lines]})
    else:
        click.echo("\n".join(_position_lines(game, state, analysis, lines or LINES, style)))


def _progress(game: AnyGame, found: Analysis, style: Style, _: float) -> str:
    best = f"{game.format_action(found.best.action)} {value_text(style, found.best)}"
    if not found.depth:
        return style.say("analyse.progress-games", games=found.nodes, best=best)
    return style.say("analyse.progress", depth=found.depth, best=best)


def _position_lines(
    game: AnyGame, state: Any, analysis: Analysis, lines: int, style: Style
) -> Iterable[str]:
    table = view_of(AnyPlay.at(game, state), style)
    yield style.rule(
        style.say("analyse.title", game=game.name(style.lang), name=table.label(analysis.seat))
    )
    yield from table.picture(game.view(state, analysis.seat))
    yield ""
    groups = _groups(game, state, analysis)
    yield from _rows(game, groups[:lines], style)
    if len(groups) > lines:
        yield style.say("analyse.more", count=sum(map(len, groups[lines:])))
    why = because(game, state, analysis, analysis.best, style.lang)
    action = action_name(game, analysis.best.action, style.lang)
    yield style.say("analyse.why", action=action, why=why)
    yield from _verdict(analysis, style)


def _groups(game: AnyGame, state: Any, analysis: Analysis) -> list[list[Judgement]]:
    """The actions in groups with the same effect."""
    groups: list[tuple[Any, list[Judgement]]] = []
    for judgement in analysis.judgements:
        after = game.apply(state, analysis.seat, judgement.action)
        for other, group in groups:
            if other == after:
                group.append(judgement)
                break
        else:
            groups.append((after, [judgement]))
    return [group for _, group in groups]


def _rows(game: AnyGame, groups: Sequence[Sequence[Judgement]], style: Style) -> Iterable[str]:
    """A line for each group: the actions, their worth and the expected continuation."""
    texts = [
        " ".join(game.format_action(judgement.action) for judgement in group) for group in groups
    ]
    values = [value_text(style, group[0]) for group in groups]
    wide, value_wide = max(map(len, texts)), max(map(len, values))
    for number, group in enumerate(groups):
        then = " ".join(map(game.format_action, islice(group[0].line, 1, FOLLOWED)))
        text = style.paint(padded(texts[number], wide), bold=number == 0)
        value = padded(values[number], value_wide)
        yield f"  {text}  {value}  {style.paint(then, dim=True)}".rstrip()


def _verdict(found: Analysis, style: Style) -> Iterable[str]:
    key = "analyse.proven" if found.exact else "analyse.estimated"
    yield style.say(key, value=value_text(style, found.best))
    if found.nodes and not found.depth:
        yield style.say("analyse.played-out", games=found.nodes, seconds=Figure(found.seconds, 1))
    if found.depth:
        seconds = Figure(found.seconds, 1)
        yield style.say("analyse.looked", depth=found.depth, nodes=found.nodes, seconds=seconds)


# A saved game


def _record(
    play: AnyPlay, limits: Limits | None, plot: str | None, force: bool, style: Style, as_json: bool
) -> None:
    if plot not in (None, files.STANDARD):
        files.check_target(plot, force)  # before the work, not after it
    bar, stop = Bar(style.lang), Stop()
    with ThreadPoolExecutor(1) as thread:  # so that Ctrl-C works meanwhile
        try:
            game_review = thread.submit(review, play, limits, progress=bar, stop=stop).result()
        finally:
            stop.request()
            bar.clear()
    if plot is not None:
        files.put(plot, _chart(game_review, style).svg, force)
    if as_json:
        echo_json(msgspec.to_builtins(report(game_review, style.lang)))
    elif plot != files.STANDARD:
        click.echo("\n".join(report_lines(game_review, style)))


def _chart(game_review: Review, style: Style) -> Picture:
    from cruces.render.chart import Series, chart  # late: pictures are seldom needed

    names = [player.name for player in game_review.play.players]
    series = [
        Series(
            name, tuple((moment.number, moment.worths[seat].worth) for moment in game_review.curve)
        )
        for seat, name in enumerate(names)
    ]
    title = style.text("coach.curve.points" if game_review.alone else "coach.curve.chance")
    about = style.text(
        "coach.title", game=game_review.play.game.name(style.lang), names=", ".join(names)
    )
    return chart(series, title, about, share=not game_review.alone, lang=style.lang)
