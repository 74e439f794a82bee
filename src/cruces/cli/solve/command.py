"""The command: which game, and what may be asked of it."""

import click

from cruces.cli.arguments import AnyGame, OneOf, Whole, game_argument
from cruces.cli.failures import CliError, UsageProblem
from cruces.cli.frame import Command, json_option, words
from cruces.cli.solve import quixo, qwixx
from cruces.games.quixo import Quixo
from cruces.games.qwixx import Qwixx
from cruces.solvers.quixo import DEVICES
from cruces.solvers.qwixx import RULINGS


def command(lang: str) -> Command:
    """The command in a language."""
    say = words(lang)

    def run(
        game: AnyGame,
        size: int | None,
        device: str | None,
        out: str | None,
        most_cubes: int | None,
        compress: bool,
        force: bool,
        players: int | None,
        ruling: str | None,
        as_json: bool,
    ) -> None:
        of_quixo = {
            "--size": size is not None,
            "--device": device is not None,
            "--out": out is not None,
            "--max-cubes": most_cubes is not None,
            "--compress": compress,
            "--force": force,
        }
        of_qwixx = {"--players": players is not None, "--ruling": ruling is not None}
        if type(game) is Quixo:
            _refuse(of_qwixx, game)
            if size is None:
                raise UsageProblem(say("usage.missing", name="--size"))
            where = device or DEVICES[0]
            quixo.run(lang, game, size, where, out, most_cubes, compress, force, as_json)
        elif type(game) is Qwixx:
            _refuse(of_quixo, game)
            qwixx.run(lang, game, players or 1, ruling or RULINGS[0], as_json)
        else:
            raise CliError("no-solver", game=game.id)

    def _refuse(given: dict[str, bool], game: AnyGame) -> None:
        for option, is_given in given.items():
            if is_given:
                raise UsageProblem(say("usage.not-for", option=option, game=game.id))

    number, file = say("metavar.number"), say("metavar.file")
    params: list[click.Parameter] = [
        game_argument(lang),
        click.Option(["--size"], type=Whole(lang), metavar=number, help=say("solve.option.size")),
        click.Option(
            ["--device"],
            type=OneOf(lang, DEVICES),
            metavar="|".join(DEVICES),
            help=say("solve.option.device"),
        ),
        click.Option(["--out"], metavar=file, help=say("solve.option.out", work=quixo.WORK)),
        click.Option(
            ["--max-cubes", "most_cubes"],
            type=Whole(lang),
            metavar=number,
            help=say("solve.option.max-cubes"),
        ),
        click.Option(["--compress"], is_flag=True, help=say("solve.option.compress")),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
        click.Option(
            ["--players"],
            type=Whole(lang, least=1),
            metavar=number,
            help=say("solve.option.players"),
        ),
        click.Option(
            ["--ruling"],
            type=OneOf(lang, RULINGS),
            metavar="|".join(RULINGS),
            help=say("solve.option.ruling"),
        ),
        json_option(lang),
    ]
    examples = (
        "cruces solve quixo --size 4",
        "cruces solve quixo --size 3 --out quixo3.table",
        "cruces solve quixo --size 5 --device cuda --out quixo5.table --max-cubes 9 --compress",
        "cruces solve qwixx",
        "cruces solve qwixx --players 3 --ruling finish-turn",
    )
    return Command("solve", lang, run, params, examples)
