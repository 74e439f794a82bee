"""`cruces train`: a network for Qwixx or Big Points, by games against itself."""

import json
from dataclasses import asdict
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli import files
from cruces.cli.arguments import Whole
from cruces.cli.failures import CliError
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.games.qwixx.rules import BigPoints, Qwixx

if TYPE_CHECKING:
    from cruces.games.qwixx.players.training import Course, Progress

PLAYERS, GAMES, SEED = 2, 500_000, 1
CHECKPOINT = ".checkpoint"
"""What is added to the file's name for where unfinished work is kept."""
OFTEN = 20.0
"""Seconds between two checkpoints."""
SHOWN = 10
"""Points of the curve that are printed."""


def run(
    lang: str,
    game: Qwixx,
    players: int,
    games: int,
    seed: int,
    out: str | None,
    resume: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Train, write the weights and their record, and show how it went."""
    game.check_seats(players)
    target = files.check_target(out or f"{game.id}-{players}.npz", force)
    # Late: the other commands need not wait for a compiler to load.
    from cruces.games.qwixx.players.training import Course

    course = Course(game.layout, players, games, seed)
    record = _trained(lang, game, course, target, resume)
    if as_json:
        echo_json(record)
    else:
        click.echo("\n".join(_lines(record, target, lang)))


def options(lang: str) -> list[click.Parameter]:
    """The options in a language."""
    say = words(lang)

    def whole(name: str, default: int, least: int = 1) -> click.Option:
        return click.Option(
            [f"--{name}"],
            type=Whole(lang, least=least),
            default=default,
            metavar=say("metavar.number"),
            help=say(f"train.option.{name}", default=default),
        )

    return [
        whole("players", PLAYERS),
        whole("games", GAMES),
        whole("seed", SEED, least=0),
        click.Option(["--out"], metavar=say("metavar.file"), help=say("train.option.out")),
        click.Option(
            ["--resume"], is_flag=True, help=say("train.option.resume", checkpoint=CHECKPOINT)
        ),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
        json_option(lang),
    ]


COMMAND = FamilyCommand(
    "train",
    (Qwixx.id, BigPoints.id),
    options,
    run,
    (
        Example("cruces train qwixx", "train.example.1"),
        Example(
            "cruces train big-points --players 3 --games 100000 --out big3.npz", "train.example.2"
        ),
        Example("cruces train qwixx --resume", "train.example.3"),
    ),
)


def _trained(
    lang: str, game: Qwixx, course: "Course", target: Path, resume: bool
) -> dict[str, object]:
    """Train to the end, leaving checkpoints on the way; the record that lies beside the weights."""
    from cruces.games.qwixx.players import weights
    from cruces.games.qwixx.players.training import start, train

    checkpoint = target.with_name(target.name + CHECKPOINT)
    if resume:
        if not checkpoint.exists():
            raise CliError("no-checkpoint", file=str(checkpoint))
        progress = weights.read_checkpoint(checkpoint, course)
    else:
        progress = start(course)
    bar, begun, kept = Bar(lang), perf_counter(), monotonic()
    try:
        for _ in train(course, progress):
            bar(progress.rounds / course.rounds)
            if monotonic() - kept >= OFTEN:
                weights.write_checkpoint(checkpoint, course, progress)
                kept = monotonic()
    finally:
        bar.clear()
    weights.write(target, course, progress)
    record = _record(game, course, progress, perf_counter() - begun)
    files.write(target.with_suffix(".json"), json.dumps(record, indent=1) + "\n")
    checkpoint.unlink(missing_ok=True)
    return record


def _record(
    game: Qwixx, course: "Course", progress: "Progress", seconds: float
) -> dict[str, object]:
    from cruces.games.qwixx.players.training import ROUND

    asked = f"--players {course.seats} --games {course.games} --seed {course.seed}"
    return {
        "game": game.id,
        "players": course.seats,
        "seed": course.seed,
        "games": progress.rounds * ROUND,
        "steps": progress.steps,
        "command": f"cruces train {game.id} {asked}",
        "seconds": round(seconds, 1),
        "curve": [asdict(mark) for mark in progress.curve],
    }


def _lines(record: dict[str, object], target: Path, lang: str) -> list[str]:
    say, curve = words(lang), record["curve"]
    assert isinstance(curve, list), "the record's curve is its marks"
    names = ("games", "loss", "margin", "turns", "points")
    heads = [say(f"train.{name}") for name in names]
    step = max(1, len(curve) // SHOWN)
    shown = [mark for i, mark in enumerate(curve, 1) if i % step == 0 or i == len(curve)]
    rows = [[f"{mark['games']}", *(f"{mark[name]:.2f}" for name in names[1:])] for mark in shown]
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    table = ["  ".join(map(str.rjust, row, wide)) for row in (heads, *rows)]
    return [*table, say("train.done", file=str(target))]
