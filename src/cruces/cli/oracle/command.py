"""The two commands: `cruces oracle data` and `cruces oracle report`."""

from functools import partial
from typing import Any

import click

from cruces.cli import files
from cruces.cli.arguments import AnyGame, GameId, WholeNumber, agreed, game_argument
from cruces.cli.arguments import setting_options as rule_options
from cruces.cli.localised_click import (
    Argument,
    Command,
    Subgroup,
    echo_json,
    json_option,
    words,
)
from cruces.cli.oracle import report
from cruces.cli.progress import Bar
from cruces.cli.workers import chosen_place, worker_options
from cruces.core import BadOptionError, Reason
from cruces.core.registry import GAMES, get_game
from cruces.players.source import file_player
from cruces.render.terminal.style import Style, colour_wanted

GAMES_PLAYED = 300
"""The default number of games of a report."""
GROUP = "oracle"


def command(lang: str) -> Subgroup:
    """The commands in a language."""
    return Subgroup(GROUP, lang, [_report(lang), _data(lang)])


def _known(game: AnyGame, settings: Any, edition: str | None, seats: int | None) -> Any:
    """The oracle of a game with these options; late, because it needs much."""
    from cruces.analysis.exhaustive import any_oracle

    return any_oracle(game, agreed(game, settings, edition), seats)


def _options(lang: str) -> list[click.Parameter]:
    """Those of both: the rules, the number of players, the seed."""
    say = words(lang)
    number = say("metavar.number")
    return [
        *rule_options(lang),
        click.Option(
            ["--seats"], type=WholeNumber(lang, 1), metavar=number, help=say("oracle.option.seats")
        ),
        click.Option(
            ["--seed"],
            type=WholeNumber(lang),
            default=1,
            metavar=number,
            help=say("oracle.option.seed"),
        ),
    ]


def _data(lang: str) -> Command:
    say = words(lang)

    def run(
        game: AnyGame,
        settings: tuple[tuple[str, str], ...],
        edition: str | None,
        seats: int | None,
        seed: int,
        positions: int,
        out: str,
        workers: int | None,
        ray: str | None,
        force: bool,
    ) -> None:
        from cruces.analysis.dataset import dataset, written

        if out != files.STANDARD:
            files.check_target(out, force)  # before the work, not after it
        known = _known(game, settings, edition, seats)
        place, bar = chosen_place(workers, ray), Bar(lang)
        try:
            table = dataset(known, positions, seed, bar, place)
        finally:
            bar.clear()
        files.put(out, written(table), force)
        if out != files.STANDARD:
            click.echo(say("oracle.data.done", count=len(table), file=out))

    number = say("metavar.number")
    params: list[click.Parameter] = [
        game_argument(lang),
        click.Option(
            ["--positions"],
            type=WholeNumber(lang, 1),
            required=True,
            metavar=number,
            help=say("oracle.data.option.positions"),
        ),
        click.Option(
            ["--out"],
            required=True,
            metavar=say("metavar.file"),
            help=say("oracle.data.option.out"),
        ),
        *_options(lang),
        *worker_options(lang),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
    ]
    return Command("data", lang, run, params, (), group=GROUP)


def _report(lang: str) -> Command:
    say = words(lang)

    def run(
        player: str,
        game: AnyGame | None,
        settings: tuple[tuple[str, str], ...],
        edition: str | None,
        seats: int | None,
        seed: int,
        games: int,
        against: str | None,
        exact: bool,
        workers: int | None,
        ray: str | None,
        as_json: bool,
    ) -> None:
        from cruces.analysis.exhaustive import policy_value
        from cruces.analysis.regret import regret

        file = file_player(player)
        judged = file or player
        other = against and (file_player(against) or against)
        chosen = game or (get_game(file.game) if file and file.game else _first_game())
        known = _known(chosen, settings, edition, seats)
        place, bar = chosen_place(workers, ray), Bar(lang)
        try:
            found = regret(known, judged, games, other, seed, bar, place)
        finally:
            bar.clear()
        values = None
        if exact:
            value = partial(policy_value, known, judged)
            values = [value(seat=seat) for seat in range(known.seats)]
        if as_json:
            echo_json(report.as_data(found, values, seed, lang))
        else:
            click.echo("\n".join(report.lines(found, values, Style(lang, colour_wanted()))))

    number = say("metavar.number")
    params: list[click.Parameter] = [
        Argument(
            ["player"],
            say("oracle.report.argument"),
            metavar=say("oracle.report.metavar"),
        ),
        click.Option(
            ["--game"],
            type=GameId(lang),
            metavar=say("metavar.game"),
            help=say("oracle.report.option.game"),
        ),
        *_options(lang),
        click.Option(
            ["--games"],
            type=WholeNumber(lang, 1),
            default=GAMES_PLAYED,
            metavar=number,
            help=say("oracle.report.option.games", default=GAMES_PLAYED),
        ),
        click.Option(
            ["--against"],
            metavar=say("oracle.report.metavar"),
            help=say("oracle.report.option.against"),
        ),
        click.Option(["--exact"], is_flag=True, help=say("oracle.report.option.exact")),
        *worker_options(lang),
        json_option(lang),
    ]
    examples = ("cruces oracle report my_policy.py", "cruces oracle report greedy --games 50")
    return Command("report", lang, run, params, examples, group=GROUP)


def _first_game() -> AnyGame:
    """The first game of which everything is known."""
    from cruces.analysis.oracle import family_oracle

    for game in GAMES.values():
        if family_oracle(game, game.resolve({})) is not None:
            return game
    raise BadOptionError(Reason("no-oracle", {"game": next(iter(GAMES), "")}))
