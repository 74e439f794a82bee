"""Commands that families of games bring: `solve`, `prove`, `train`, and those of their own.

Several families may bring a command of the same name. People see one command: its first argument
names the game, and the family of that game does the work. Its options are those of all of them;
one that is not for the game at hand is refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from cruces.cli.arguments import AnyGame, game_argument
from cruces.cli.failures import CliError, UsageProblem
from cruces.cli.localised_click import Command, Example, words
from cruces.core.registry import ask, families
from cruces.locales import catalogue


@dataclass(frozen=True, slots=True)
class FamilyCommand:
    """One family's part of a command.

    Its texts are in the family's catalogue: ``cli.<name>.short`` and ``.help`` unless the product
    has them, and ``cli.<name>.help.<family>`` for what is to be said besides. ``options`` makes the
    options in a language, ``run`` is called with the language, the game and their values.
    """

    name: str
    games: Sequence[str]
    options: Callable[[str], Sequence[click.Parameter]]
    run: Callable[..., object]
    examples: Sequence[Example] = ()


def family_commands(lang: str) -> list[Command]:
    """The commands of all families, in a language, each once."""
    parts: dict[str, list[tuple[str, FamilyCommand]]] = {}
    for family in families():
        for command in ask((), family.commands):
            parts.setdefault(command.name, []).append((family.name, command))
    return [_merged(lang, name, some) for name, some in parts.items()]


def _merged(lang: str, name: str, parts: Sequence[tuple[str, FamilyCommand]]) -> Command:
    options: dict[str, click.Parameter] = {}
    names: dict[str, set[str]] = {}  # the options of each game
    known: dict[str, FamilyCommand] = {}
    for _, part in parts:
        own = {str(option.name): option for option in part.options(lang)}
        options = {**own, **options}
        for game in part.games:
            names[game], known[game] = set(own), part

    def run(game: AnyGame, **values: Any) -> object:
        if game.id not in known:
            raise CliError("not-for-game", command=name, game=game.id, known=", ".join(known))
        _refuse_others(lang, game, options, names[game.id])
        given = {option: values[option] for option in names[game.id]}
        return known[game.id].run(lang, game, **given)

    examples = [example for _, part in parts for example in part.examples]
    return Command(
        name, lang, run, [game_argument(lang), *options.values()], examples, help=_help(lang, parts)
    )


def _help(lang: str, parts: Sequence[tuple[str, FamilyCommand]]) -> str:
    say, texts, name = words(lang), catalogue(lang), parts[0][1].name
    more = [f"{name}.help.{family}" for family, _ in parts]
    keys = [f"{name}.help", *(key for key in more if f"cli.{key}" in texts)]
    return "\n\n".join(say(key) for key in keys)


def _refuse_others(
    lang: str, game: AnyGame, options: dict[str, click.Parameter], own: set[str]
) -> None:
    """Refuse an option that is for other games."""
    context = click.get_current_context()
    for name, option in options.items():
        if name not in own and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            shown = max(option.opts, key=len)
            raise UsageProblem(words(lang)("usage.not-for", option=shown, game=game.id))
