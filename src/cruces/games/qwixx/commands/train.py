"""`cruces train`: trains a network for Qwixx or Big Points by self-play."""

import json
from dataclasses import asdict
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli import files
from cruces.cli.arguments import WholeNumber
from cruces.cli.failures import CliError
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.games.qwixx.rules import BigPoints, Qwixx
from cruces.locales import number

if TYPE_CHECKING:
    from cruces.games.qwixx.players.training import TrainingRun, TrainingState

PLAYERS, GAMES, SEED = 2, 500_000, 1
CHECKPOINT = ".checkpoint"
"""Added to the name of the file for its checkpoint."""
CHECKPOINT_SECONDS = 20.0
"""Seconds between checkpoints."""
PRINTED_POINTS = 10
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
    """Train, write the weights and their record, and print the curve."""
    game.check_seats(players)
    target = files.check_target(out or f"{game.id}-{players}.npz", force)
    # Imported late: other commands should not wait for the compiler to load.
    from cruces.games.qwixx.players.training import TrainingRun

    training_run = TrainingRun(game.layout, players, games, seed)
    record = _run_training(lang, game, training_run, target, resume)
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
            type=WholeNumber(lang, least=least),
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


def _run_training(
    lang: str, game: Qwixx, training_run: "TrainingRun", target: Path, resume: bool
) -> dict[str, object]:
    """Train to the end, writing checkpoints; returns the record that is saved with the weights."""
    from cruces.games.qwixx.players import weights
    from cruces.games.qwixx.players.training import initial_state, train

    checkpoint = target.with_name(target.name + CHECKPOINT)
    if resume:
        if not checkpoint.exists():
            raise CliError("no-checkpoint", file=str(checkpoint))
        state = weights.read_checkpoint(checkpoint, training_run)
    else:
        state = initial_state(training_run)
    bar, started, saved = Bar(lang), perf_counter(), monotonic()
    try:
        for _ in train(training_run, state):
            bar(state.rounds / training_run.rounds)
            if monotonic() - saved >= CHECKPOINT_SECONDS:
                weights.write_checkpoint(checkpoint, training_run, state)
                saved = monotonic()
    finally:
        bar.clear()
    weights.write(target, training_run, state)
    record = _record(game, training_run, state, perf_counter() - started)
    files.write(target.with_suffix(".json"), json.dumps(record, indent=1) + "\n")
    checkpoint.unlink(missing_ok=True)
    return record


def _record(
    game: Qwixx, training_run: "TrainingRun", state: "TrainingState", seconds: float
) -> dict[str, object]:
    from cruces.games.qwixx.players.training import ROUND

    arguments = (
        f"--players {training_run.seats} --games {training_run.games} --seed {training_run.seed}"
    )
    return {
        "game": game.id,
        "players": training_run.seats,
        "seed": training_run.seed,
        "games": state.rounds * ROUND,
        "steps": state.steps,
        "command": f"cruces train {game.id} {arguments}",
        "seconds": round(seconds, 1),
        "curve": [asdict(point) for point in state.curve],
    }


def _lines(record: dict[str, object], target: Path, lang: str) -> list[str]:
    say, curve = words(lang), record["curve"]
    assert isinstance(curve, list), "the record's curve is its marks"
    names = ("games", "loss", "margin", "turns", "points")
    heads = [say(f"train.{name}") for name in names]
    step = max(1, len(curve) // PRINTED_POINTS)
    points = [point for i, point in enumerate(curve, 1) if i % step == 0 or i == len(curve)]
    rows = [
        [number(point["games"], lang), *(number(point[name], lang, 2) for name in names[1:])]
        for point in points
    ]
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    table = ["  ".join(map(str.rjust, row, wide)) for row in (heads, *rows)]
    return [*table, say("train.done", file=str(target))]
