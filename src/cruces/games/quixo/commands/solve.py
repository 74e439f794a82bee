"""`cruces solve quixo`: the value of every position of a board."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from cruces.cli import files
from cruces.cli.arguments import OneOf, WholeNumber
from cruces.cli.failures import UsageProblem
from cruces.cli.family_command import FamilyCommand
from cruces.cli.localised_click import Example, echo_json, json_option, words
from cruces.cli.progress import Bar
from cruces.games.quixo.rules import Quixo
from cruces.games.quixo.solver import DEVICES
from cruces.locales import number

if TYPE_CHECKING:
    from cruces.games.quixo.solver.backend import Backend
    from cruces.games.quixo.solver.solve import Solution

WORK = ".work"
"""Added to the name of a table for the folder with unfinished work."""


def run(
    lang: str,
    game: Quixo,
    size: int | None,
    device: str | None,
    out: str | None,
    most_cubes: int | None,
    compress: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Solve a board, write the table if requested, and print the result."""
    if size is None:
        raise UsageProblem(words(lang)("usage.missing", name="--size"))
    device = device or DEVICES[0]
    game.resolve({"size": size})
    if (most_cubes is not None or compress) and out is None:
        raise UsageProblem(words(lang)("usage.cubes-need-out"))
    target = None if out is None else files.check_target(out, force)
    # Imported late: other commands should not wait for the compiler to load.
    from cruces.games.quixo.solver.devices import backend

    solver_backend = backend(device, size)
    started = perf_counter()
    try:
        solution = _solve(solver_backend, target, most_cubes, compress, Bar(lang))
    finally:
        solver_backend.close()
    if as_json:
        echo_json({**_data(solution), "device": device, "seconds": perf_counter() - started})
    else:
        click.echo("\n".join(_lines(solution, lang)))


def options(lang: str) -> list[click.Parameter]:
    """The options in a language."""
    say = words(lang)
    number, file = say("metavar.number"), say("metavar.file")
    return [
        click.Option(
            ["--size"], type=WholeNumber(lang), metavar=number, help=say("solve.option.size")
        ),
        click.Option(
            ["--device"],
            type=OneOf(lang, DEVICES),
            metavar="|".join(DEVICES),
            help=say("solve.option.device"),
        ),
        click.Option(["--out"], metavar=file, help=say("solve.option.out", work=WORK)),
        click.Option(
            ["--max-cubes", "most_cubes"],
            type=WholeNumber(lang),
            metavar=number,
            help=say("solve.option.max-cubes"),
        ),
        click.Option(["--compress"], is_flag=True, help=say("solve.option.compress")),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
        json_option(lang),
    ]


COMMAND = FamilyCommand(
    "solve",
    (Quixo.id,),
    options,
    run,
    (
        Example("cruces solve quixo --size 4", "solve.example.1"),
        Example("cruces solve quixo --size 3 --out quixo3.table", "solve.example.2"),
        Example(
            "cruces solve quixo --size 5 --device cuda --out quixo5.table --max-cubes 9 --compress",
            "solve.example.3",
        ),
    ),
)


def _solve(
    solver_backend: "Backend", target: Path | None, most_cubes: int | None, compress: bool, bar: Bar
) -> "Solution":
    from cruces.games.quixo.solver.solve import solve
    from cruces.games.quixo.solver.store import FolderStore

    try:
        if target is None:
            return solve(solver_backend, progress=bar)
        cells = solver_backend.size**2
        folder = target.with_name(target.name + WORK)
        most = cells if most_cubes is None else min(most_cubes, cells)
        store = FolderStore(folder, solver_backend.size, solver_backend.distances, most)
        solution = solve(solver_backend, store, bar)
        store.finish(target, compress)
        return solution
    finally:
        bar.clear()


def _data(solution: "Solution") -> dict[str, object]:
    names = ("won", "lost", "drawn")
    cells = solution.size**2
    return {
        "game": Quixo.id,
        "size": solution.size,
        "boards": 3**cells,
        **dict(zip(names, solution.total(), strict=True)),
        "start": {"value": _value(solution), "distance": solution.distance},
        "levels": [
            {"cubes": cubes, **dict(zip(names, solution.total(cubes), strict=True))}
            for cubes in range(cells + 1)
        ],
    }


def _lines(solution: "Solution", lang: str) -> list[str]:
    say, total = words(lang), solution.total()
    title = say("solve.boards", size=solution.size, boards=sum(total))
    names = [say(f"solve.{name}") for name in ("won", "lost", "drawn")]
    long = max(map(len, names))
    rows = [f"  {name:<{long}} {number(n, lang):>15}" for name, n in zip(names, total, strict=True)]
    start = _value(solution)
    if solution.distance is not None:
        return [title, *rows, say(f"solve.start.{start}-in", plies=solution.distance)]
    return [title, *rows, say(f"solve.start.{start}")]


def _value(solution: "Solution") -> str:
    from cruces.games.quixo.solver.step import LOST, WON

    return {WON: "won", LOST: "lost"}.get(solution.start or 0, "drawn")
