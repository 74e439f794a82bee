"""`cruces arena`: many games between players, and how strong they are."""

import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from cruces.arena.contestants import Contestant, contestant
from cruces.arena.one_game import GameResult
from cruces.arena.program import ProgramLimits
from cruces.arena.setup import Setup, new_setup
from cruces.arena.sprt import Sprt
from cruces.arena.store import GameFile, write_parquet
from cruces.arena.tournament import NODES, Tournament, play_tournament
from cruces.cli import files
from cruces.cli.arena_table import drawn, lines
from cruces.cli.arguments import (
    AnyGame,
    Seconds,
    WholeNumber,
    agreed,
    game_argument,
    setting_options,
)
from cruces.cli.failures import CliError, UsageProblem
from cruces.cli.localised_click import Command, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.cli.workers import chosen_place, worker_options
from cruces.locales.numbers import Figure
from cruces.parallel import Place
from cruces.players import Limits
from cruces.render.terminal.style import Style, colour_wanted, printable

GAMES, SEED = 100, 1
MOST_GAMES = 100_000_000
MOST_SECONDS = 3600.0
MOST_MEGABYTES = 1024 * 1024


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(
        game: AnyGame,
        players: tuple[str, ...],
        games: int,
        seats: int | None,
        settings: tuple[tuple[str, str], ...],
        edition: str | None,
        seed: int,
        nodes: int,
        seconds: float,
        memory: int,
        sprt: str | None,
        workers: int | None,
        ray: str | None,
        save: str | None,
        resume: bool,
        parquet: str | None,
        plot: str | None,
        force: bool,
        as_json: bool,
    ) -> None:
        style = Style(lang, colour_wanted())
        test = None if sprt is None else _sprt(sprt, lang)
        if resume and save is None:
            raise UsageProblem(say("arena.resume-what"))
        for name in (parquet, plot):  # before the work, not after it
            if name is not None and name != files.STANDARD:
                files.check_target(name, force)
        limits = ProgramLimits(seconds, memory)
        setup = new_setup(
            game,
            _contestants(players, game, limits),
            options=agreed(game, settings, edition),
            seats=seats,
            seed=seed,
            limits=Limits(nodes=nodes),
        )
        place = chosen_place(workers, ray)
        tournament = _play(setup, games, place, test, save, resume, force, lang)
        if parquet is not None:
            write_parquet(files.check_target(parquet, force), tournament)
        if plot is not None:
            files.put(plot, drawn(tournament, style, plot), force)
        if as_json:
            echo_json(tournament.to_dict())
        elif plot != files.STANDARD:
            click.echo("\n".join(lines(tournament, style)))

    number, file = say("metavar.number"), say("metavar.file")
    params: list[click.Parameter] = [
        game_argument(lang),
        click.Option(
            ["--players"],
            multiple=True,
            required=True,
            metavar=say("metavar.players"),
            help=say("arena.option.players"),
        ),
        click.Option(
            ["--games"],
            type=WholeNumber(lang, least=1, most=MOST_GAMES),
            default=GAMES,
            metavar=number,
            help=say("arena.option.games", default=GAMES),
        ),
        click.Option(
            ["--seats"], type=WholeNumber(lang, least=1), metavar=number, help=say("option.seats")
        ),
        *setting_options(lang),
        click.Option(
            ["--seed"],
            type=WholeNumber(lang),
            default=SEED,
            metavar=number,
            help=say("arena.option.seed", default=SEED),
        ),
        click.Option(
            ["--nodes"],
            type=WholeNumber(lang, least=1),
            default=NODES,
            metavar=number,
            help=say("arena.option.nodes", default=NODES),
        ),
        click.Option(
            ["--seconds"],
            type=Seconds(lang, MOST_SECONDS),
            default=ProgramLimits().seconds,
            metavar=number,
            help=say("arena.option.seconds", default=Figure(ProgramLimits().seconds, 0)),
        ),
        click.Option(
            ["--memory"],
            type=WholeNumber(lang, least=1, most=MOST_MEGABYTES),
            default=ProgramLimits().megabytes,
            metavar=number,
            help=say("arena.option.memory", default=ProgramLimits().megabytes),
        ),
        click.Option(["--sprt"], metavar=say("metavar.sprt"), help=say("arena.option.sprt")),
        *worker_options(lang),
        click.Option(["--save"], metavar=file, help=say("arena.option.save")),
        click.Option(["--resume"], is_flag=True, help=say("arena.option.resume")),
        click.Option(["--parquet"], metavar=file, help=say("arena.option.parquet")),
        click.Option(["--plot"], metavar=file, help=say("arena.option.plot")),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
        json_option(lang),
    ]
    examples = (
        "cruces arena GAME --players level-2,level-4,level-6 --games 300",
        "cruces arena GAME --players mine=my_policy.py:choose,level-4 --sprt 0,20 --games 5000",
        'cruces arena GAME --players "level-4,program:./my_bot --fast" --save run.jsonl',
    )
    return Command("arena", lang, run, params, examples)


def _contestants(players: Iterable[str], game: AnyGame, limits: ProgramLimits) -> list[Contestant]:
    written = [each for some in players for each in some.split(",") if each.strip()]
    return [contestant(each, game, limits) for each in written]


def _sprt(written: str, lang: str) -> Sprt:
    try:
        low, high = map(float, written.split(","))
    except ValueError:
        raise UsageProblem(words(lang)("arena.bad-sprt", value=printable(written))) from None
    return Sprt(low, high)


def _play(
    setup: Setup,
    games: int,
    place: Place,
    test: Sprt | None,
    save: str | None,
    resume: bool,
    force: bool,
    lang: str,
) -> Tournament:
    """Play to the end, or say how to go on."""
    say, bar = words(lang), Bar(lang)
    file, before = _file(setup, save, resume, force)
    count = len(before)

    def keep(part: Sequence[GameResult]) -> None:
        nonlocal count
        count += len(part)
        if file is not None:
            file.add(part)

    try:
        return play_tournament(
            setup, games, place, sprt=test, before=before, keep=keep, progress=bar
        )
    except KeyboardInterrupt:
        bar.clear()
        if file is None:
            told = say("arena.stopped", count=count)
        else:
            again = sys.argv[1:] if resume else [*sys.argv[1:], "--resume"]
            told = say("arena.stopped-saved", count=count, command=shlex.join(["cruces", *again]))
        click.echo(told, err=True)
        raise
    finally:
        bar.clear()
        if file is not None:
            file.close()


def _file(
    setup: Setup, save: str | None, resume: bool, force: bool
) -> tuple[GameFile | None, Sequence[GameResult]]:
    if save is None:
        return None, ()
    if resume:
        if not Path(save).exists():
            raise CliError("no-arena-file", file=printable(save))
        return GameFile.resume(Path(save), setup)
    return GameFile.begin(files.check_target(save, force), setup), ()
