"""`cruces analyse`: what every move is worth, in a position or all along a saved game."""

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
from cruces.cli.arguments import AnyGame, GameId, Seconds, Whole, setting_options
from cruces.cli.failures import UsageProblem
from cruces.cli.localised_click import Argument, Command, echo_json, json_option, words
from cruces.cli.progress import Bar, Live
from cruces.cli.render import position
from cruces.cli.report import lines as report_lines
from cruces.cli.value_text import value_text
from cruces.core import Play
from cruces.players import Limits
from cruces.players.stop import Stop
from cruces.render.document import Picture
from cruces.render.terminal import view_of
from cruces.render.terminal.style import Style, colour_wanted, padded

AnyPlay = Play[Any, Any, Any]

POSITION_SECONDS = 2.0
"""How long to think about a position where nobody says."""
LONGEST = 24 * 3600.0
LINES = 10
FOLLOWED = 5
"""Actions that are shown of how it would go on."""


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
        given = None if seconds is nodes is depth is None else Limits(seconds, nodes, depth)
        if source == files.STANDARD or os.path.exists(source):
            if game or settings or edition:
                raise UsageProblem(say("usage.record-has-options"))
            if lines is not None:
                raise UsageProblem(say("usage.record-has-no-lines"))
            _record(files.read_play(source), given, plot, force, style, as_json)
        else:
            if plot is not None:
                raise UsageProblem(say("usage.position-has-no-plot"))
            found, state = position(source, game, settings, edition)
            _position(found, state, given or Limits(POSITION_SECONDS), lines, style, as_json)

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
            type=Whole(lang, least=1),
            metavar=number,
            help=say("analyse.option.depth"),
        ),
        click.Option(
            ["--nodes"],
            type=Whole(lang, least=1),
            metavar=number,
            help=say("analyse.option.nodes"),
        ),
        click.Option(
            ["--lines"],
            type=Whole(lang, least=1),
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
    """In a thread of its own, so that Ctrl-C is heard meanwhile."""
    stop = Stop()
    found = begin(stop=stop)
    with ThreadPoolExecutor(1) as thread:
        try:
            while (one := thread.submit(next, found, None).result()) is not None:
                yield one
        finally:
            stop.now()


# A position


def _position(
    game: AnyGame, state: Any, limits: Limits, lines: int | None, style: Style, as_json: bool
) -> None:
    live = Live()
    try:
        for found in _thinking(partial(deepen, game, state, limits)):
            live.show(partial(_progress, game, found, style))
    finally:
        live.clear()
    if as_json:
        told = msgspec.to_builtins(advice(game, state, found, style.lang))
        echo_json({"game": game.id, **told, "moves": told["moves"][:lines]})
    else:
        click.echo("\n".join(_position_lines(game, state, found, lines or LINES, style)))


def _progress(game: AnyGame, found: Analysis, style: Style, _: float) -> str:
    best = f"{game.format_action(found.best.action)} {value_text(style, found.best)}"
    if not found.depth:
        return style.say("analyse.progress-games", games=found.nodes, best=best)
    return style.say("analyse.progress", depth=found.depth, best=best)


def _position_lines(
    game: AnyGame, state: Any, found: Analysis, lines: int, style: Style
) -> Iterable[str]:
    table = view_of(AnyPlay.at(game, state), style)
    yield style.rule(
        style.say("analyse.title", game=game.name(style.lang), name=table.label(found.seat))
    )
    yield from table.picture(game.view(state, found.seat))
    yield ""
    groups = _alike(game, state, found)
    yield from _rows(game, groups[:lines], style)
    if len(groups) > lines:
        yield style.say("analyse.more", count=sum(map(len, groups[lines:])))
    why = because(game, state, found, found.best, style.lang)
    action = action_name(game, found.best.action, style.lang)
    yield style.say("analyse.why", action=action, why=why)
    yield from _verdict(found, style)


def _alike(game: AnyGame, state: Any, found: Analysis) -> list[list[Judgement]]:
    """Actions that come to the same are one choice."""
    groups: list[tuple[Any, list[Judgement]]] = []
    for judgement in found.judgements:
        after = game.apply(state, found.seat, judgement.action)
        for other, group in groups:
            if other == after:
                group.append(judgement)
                break
        else:
            groups.append((after, [judgement]))
    return [group for _, group in groups]


def _rows(game: AnyGame, groups: Sequence[Sequence[Judgement]], style: Style) -> Iterable[str]:
    """A line for each choice: the actions, what they are worth, how it would go on."""
    texts = [" ".join(game.format_action(one.action) for one in group) for group in groups]
    values = [value_text(style, group[0]) for group in groups]
    wide, value_wide = max(map(len, texts)), max(map(len, values))
    for number, group in enumerate(groups):
        then = " ".join(map(game.format_action, islice(group[0].line, 1, FOLLOWED)))
        written = style.paint(padded(texts[number], wide), bold=number == 0)
        value = padded(values[number], value_wide)
        yield f"  {written}  {value}  {style.paint(then, dim=True)}".rstrip()


def _verdict(found: Analysis, style: Style) -> Iterable[str]:
    key = "analyse.proven" if found.exact else "analyse.estimated"
    yield style.say(key, value=value_text(style, found.best))
    if found.nodes and not found.depth:
        yield style.say("analyse.played-out", games=found.nodes, seconds=f"{found.seconds:.1f}")
    if found.depth:
        seconds = f"{found.seconds:.1f}"
        yield style.say("analyse.looked", depth=found.depth, nodes=found.nodes, seconds=seconds)


# A saved game


def _record(
    play: AnyPlay, limits: Limits | None, plot: str | None, force: bool, style: Style, as_json: bool
) -> None:
    if plot not in (None, files.STANDARD):
        files.check_target(plot, force)  # before the work, not after it
    bar, stop = Bar(style.lang), Stop()
    with ThreadPoolExecutor(1) as thread:  # so that Ctrl-C is heard meanwhile
        try:
            found = thread.submit(review, play, limits, progress=bar, stop=stop).result()
        finally:
            stop.now()
            bar.clear()
    if plot is not None:
        files.put(plot, _chart(found, style).svg, force)
    if as_json:
        echo_json(msgspec.to_builtins(report(found, style.lang)))
    elif plot != files.STANDARD:
        click.echo("\n".join(report_lines(found, style)))


def _chart(found: Review, style: Style) -> Picture:
    from cruces.render.chart import Series, chart  # late: pictures are wanted seldom

    names = [player.name for player in found.play.players]
    series = [
        Series(name, tuple((moment.number, moment.worths[seat].worth) for moment in found.curve))
        for seat, name in enumerate(names)
    ]
    title = style.text("coach.curve.points" if found.alone else "coach.curve.chance")
    about = style.text("coach.title", game=found.play.game.name(style.lang), names=", ".join(names))
    return chart(series, title, about, share=not found.alone, lang=style.lang)
