"""Commands of the families of games: `solve`, `prove`, `train` and others.

Several families may have a command of the same name. They appear as one command: its first argument
is the game, and the family of that game does the work. It has the options of all families; an
option that is not for the chosen game is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from cruces.cli.arguments import AnyGame, game_argument
from cruces.cli.failures import CliError, UsageProblem
from cruces.cli.localised_click import Command, Example, words
from cruces.core import Game
from cruces.core.registry import ask, families
from cruces.locales import catalogue


@dataclass(frozen=True, slots=True)
class FamilyCommand:
    """One family's part of a command.

    Its texts are in the family's catalogue: ``cli.<name>.short`` and ``.help`` unless the product
    has them, and ``cli.<name>.help.<family>`` for additional help. ``options`` creates the
    options in a language, ``run`` is called with the language, the game and their values.
    """

    name: str
    games: Sequence[str]
    options: Callable[[str], Sequence[click.Parameter]]
    run: Callable[..., object]
    examples: Sequence[Example] = ()


def family_commands(lang: str) -> list[Command]:
    """The commands of all families in a language, without duplicates."""
    parts: dict[str, list[tuple[str, FamilyCommand]]] = {}
    for family in families():
        for command in ask((), family.commands):
            parts.setdefault(command.name, []).append((family.name, command))
    return [_merged(lang, name, some) for name, some in parts.items()]


def _merged(lang: str, name: str, parts: Sequence[tuple[str, FamilyCommand]]) -> Command:
    options: dict[str, click.Parameter] = {}
    names: dict[str, set[str]] = {}  # the options of each game
    parts_by_game: dict[str, FamilyCommand] = {}
    for _, part in parts:
        by_name = {str(option.name): option for option in part.options(lang)}
        options = {**by_name, **options}
        for game in part.games:
            names[game], parts_by_game[game] = set(by_name), part

    def run(game: AnyGame, **values: Any) -> object:
        if game.id not in parts_by_game:
            raise CliError(
                "not-for-game", command=name, game=game.id, known=", ".join(parts_by_game)
            )
        _refuse_others(lang, game, options, names[game.id])
        chosen = {option: values[option] for option in names[game.id]}
        return parts_by_game[game.id].run(lang, game, **chosen)

    examples = [example for _, part in parts for example in part.examples]
    params = [game_argument(lang, games=parts_by_game), *options.values()]
    command = _Merged(name, lang, run, params, examples, help=_help(lang, parts))
    command.not_for = {game: set(options) - allowed for game, allowed in names.items()}
    return command


class _Merged(Command):
    """A command of several families; Tab offers the options of the game typed so far."""

    not_for: Mapping[str, set[str]]
    """For each game, the options that are for other games."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        game = ctx.params.get("game") if ctx.resilient_parsing else None
        hidden = self.not_for.get(game.id, set()) if isinstance(game, Game) else set()
        return [param for param in params if param.name not in hidden]


def _help(lang: str, parts: Sequence[tuple[str, FamilyCommand]]) -> str:
    say, texts, name = words(lang), catalogue(lang), parts[0][1].name
    more = [f"{name}.help.{family}" for family, _ in parts]
    keys = [f"{name}.help", *(key for key in more if f"cli.{key}" in texts)]
    return "\n\n".join(say(key) for key in keys)


def _refuse_others(
    lang: str, game: AnyGame, options: dict[str, click.Parameter], allowed: set[str]
) -> None:
    """Refuse an option that is for other games."""
    context = click.get_current_context()
    for name, option in options.items():
        if (
            name not in allowed
            and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        ):
            shown = max(option.opts, key=len)
            raise UsageProblem(words(lang)("usage.not-for", option=shown, game=game.id))
