"""`cruces analyse`: what every move is worth, in a position or all along a saved game."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

import click
import msgspec

from cruces.bots import Limits
from cruces.bots.analysis import Analysis, Judgement, Stop, deepen
from cruces.bots.reasons import because, named
from cruces.cli import files
from cruces.cli.arguments import AnyGame, GameId, Seconds, Whole, setting_options
from cruces.cli.draw import Table, table_for
from cruces.cli.failures import UsageProblem
from cruces.cli.frame import Argument, Command, echo_json, json_option, words
from cruces.cli.pen import Pen, colour_wanted, padded
from cruces.cli.picture import position
from cruces.cli.progress import Bar, Live
from cruces.cli.values import result_name, value_text
from cruces.core import Play
from cruces.core.record import ActionEvent
from cruces.service.advice import advice, move

AnyPlay = Play[Any, Any, Any]

POSITION_SECONDS, DECISION_SECONDS = 2.0, 0.5
"""How long to think where nobody says: about a position, and about each decision of a game."""
LONGEST = 24 * 3600.0
LINES = 10
ACTION_WIDTH = len("a1>a5@3")
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
        as_json: bool,
    ) -> None:
        pen = Pen(lang, colour_wanted())
        given = seconds, nodes, depth
        if source == files.STANDARD or os.path.exists(source):
            if game or settings or edition:
                raise UsageProblem(say("usage.record-has-options"))
            if lines is not None:
                raise UsageProblem(say("usage.record-has-no-lines"))
            _record(files.read_play(source), _limits(given, DECISION_SECONDS), pen, as_json)
        else:
            found, state = position(source, game, settings, edition)
            _position(found, state, _limits(given, POSITION_SECONDS), lines, pen, as_json)

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
                "analyse.option.seconds", position=POSITION_SECONDS, decision=DECISION_SECONDS
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
        json_option(lang),
    ]
    examples = (
        'cruces analyse "O..../...../...../...../X.... X 3"',
        'cruces analyse "XX./O../... O 4" --lines 3',
        "cruces analyse game.json --depth 6",
    )
    return Command("analyse", lang, run, params, examples)


def _limits(given: tuple[float | None, int | None, int | None], seconds: float) -> Limits:
    """What was asked for; a time only if nothing was."""
    return Limits(seconds) if given == (None, None, None) else Limits(*given)


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
    game: AnyGame, state: Any, limits: Limits, lines: int | None, pen: Pen, as_json: bool
) -> None:
    live = Live()
    try:
        for found in _thinking(partial(deepen, game, state, limits)):
            live.show(partial(_progress, game, found, pen))
    finally:
        live.clear()
    if as_json:
        told = msgspec.to_builtins(advice(game, state, found, pen.lang))
        echo_json({"game": game.id, **told, "moves": told["moves"][:lines]})
    else:
        click.echo("\n".join(_position_lines(game, state, found, lines or LINES, pen)))


def _progress(game: AnyGame, found: Analysis, pen: Pen, _: float) -> str:
    best = f"{game.format_action(found.best.action)} {value_text(pen, found.best)}"
    if not found.depth:
        return pen.say("analyse.progress-games", games=found.nodes, best=best)
    return pen.say("analyse.progress", depth=found.depth, best=best)


def _position_lines(
    game: AnyGame, state: Any, found: Analysis, lines: int, pen: Pen
) -> Iterable[str]:
    play = AnyPlay(game, game.settings(state), game.seats(state))
    play.states[:] = [state]
    table = table_for(play, pen)
    yield pen.rule(pen.say("analyse.title", game=game.name(pen.lang), name=table.label(found.seat)))
    yield from table.picture(game.view(state, found.seat))
    yield ""
    groups = _alike(game, state, found)
    yield from _rows(game, groups[:lines], pen)
    if len(groups) > lines:
        yield pen.say("analyse.more", count=sum(map(len, groups[lines:])))
    why = because(game, state, found, found.best, pen.lang)
    action = named(game, found.best.action, pen.lang)
    yield pen.say("analyse.why", action=action, why=why)
    yield from _verdict(found, pen)


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


def _rows(game: AnyGame, groups: Sequence[Sequence[Judgement]], pen: Pen) -> Iterable[str]:
    """A line for each choice: the actions, what they are worth, how it would go on."""
    texts = [" ".join(game.format_action(one.action) for one in group) for group in groups]
    values = [value_text(pen, group[0]) for group in groups]
    wide, value_wide = max(map(len, texts)), max(map(len, values))
    for number, group in enumerate(groups):
        then = " ".join(map(game.format_action, islice(group[0].line, 1, FOLLOWED)))
        written = pen.paint(padded(texts[number], wide), bold=number == 0)
        value = padded(values[number], value_wide)
        yield f"  {written}  {value}  {pen.paint(then, dim=True)}".rstrip()


def _verdict(found: Analysis, pen: Pen) -> Iterable[str]:
    key = "analyse.proven" if found.exact else "analyse.estimated"
    yield pen.say(key, value=value_text(pen, found.best))
    if found.nodes and not found.depth:
        yield pen.say("analyse.played-out", games=found.nodes, seconds=f"{found.seconds:.1f}")
    if found.depth:
        seconds = f"{found.seconds:.1f}"
        yield pen.say("analyse.looked", depth=found.depth, nodes=found.nodes, seconds=seconds)


# A saved game


def _record(play: AnyPlay, limits: Limits, pen: Pen, as_json: bool) -> None:
    decisions = [
        (number, event)
        for number, event in enumerate(play.events, 1)
        if isinstance(event, ActionEvent)
    ]
    bar, table, told = Bar(pen.lang), table_for(play, pen), []
    if not as_json:
        names = ", ".join(table.names)
        click.echo(pen.paint(f"{play.game.name(pen.lang)}: {names}", bold=True))
    try:
        for done, (number, event) in enumerate(decisions):
            bar(done / len(decisions))
            state = play.states[number - 1]
            *_, found = _thinking(partial(deepen, play.game, state, limits, event.seat))
            action = play.game.parse_action(event.text)
            played = next(one for one in found.judgements if one.action == action)
            if as_json:
                told.append(_decision(play.game, state, number, found, played, pen.lang))
            else:
                bar.clear()
                click.echo(_decision_line(table, number, found, played, pen))
    finally:
        bar.clear()
    if as_json:
        echo_json(
            {
                "game": play.game.id,
                "options": play.game.settings(play.state),
                "seats": msgspec.to_builtins(play.players),
                "decisions": told,
            }
        )


def _decision(
    game: AnyGame, state: Any, number: int, found: Analysis, played: Judgement, lang: str
) -> dict[str, object]:
    changed = _changed(found, played)
    return {
        "number": number,
        "seat": found.seat,
        "position": game.format_position(state),
        "exact": found.exact,
        "depth": found.depth,
        "played": msgspec.to_builtins(move(game, state, found, played, lang)),
        "best": msgspec.to_builtins(move(game, state, found, found.best, lang)),
        "changed": None if changed is None else {"from": changed[0], "to": changed[1]},
    }


def _changed(found: Analysis, played: Judgement) -> tuple[int, int | None] | None:
    """From which proven result to which, as far as that is known; None if it did not change."""
    best = found.best
    if not found.exact or best.result is None or played.result == best.result:
        return None
    return best.result, played.result


def _decision_line(table: Table, number: int, found: Analysis, played: Judgement, pen: Pen) -> str:
    label = padded(
        table.label(found.seat), max(map(len, map(table.label, range(len(table.names)))))
    )
    written = f"{table.game.format_action(played.action):<{ACTION_WIDTH}}"
    line = f"{number:>4}  {label}  {written}  {value_text(pen, played)}"
    if _worse(found.best, played):
        best = f"{table.game.format_action(found.best.action)} {value_text(pen, found.best)}"
        line += f"  {pen.say('analyse.best', best=best)}"
    changed = _changed(found, played)
    if changed is not None:
        before, after = changed
        key = "analyse.gave-away" if after is None else "analyse.changed"
        said = pen.say(key, before=result_name(pen, before), after=result_name(pen, after or 0))
        line += "\n      " + pen.paint(said, "red", bold=True)
    return line


def _worse(best: Judgement, played: Judgement) -> bool:
    """Whether something better was there, and not merely something as good."""
    return (best.result, best.plies, best.chance) != (played.result, played.plies, played.chance)
