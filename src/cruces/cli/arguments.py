"""The types of the arguments and options, and their completion in the shell."""

from __future__ import (
    annotations,  # classes of older click versions are not subscriptable at run time
)

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import hexdigits
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from cruces.cli.localised_click import Argument, words
from cruces.core import Game, Value
from cruces.core.options import value_text
from cruces.core.record import MAX_SEATS
from cruces.core.registry import GAMES, get_game
from cruces.locales import text

if TYPE_CHECKING:
    Type = click.ParamType[Any]
else:
    Type = click.ParamType

AnyGame = Game[Any, Any, Any]
BOT = "bot:"
EDITION = "edition"


class OneOf(Type):
    """One of a few words."""

    name = "word"

    def __init__(self, lang: str, allowed: Sequence[str]) -> None:
        self.lang = lang
        self.allowed = allowed

    def convert(self, value: str, param: Any, ctx: Any) -> str:
        if value not in self.allowed:
            allowed = ", ".join(self.allowed)
            self.fail(words(self.lang)("usage.one-of", value=value, allowed=allowed), param, ctx)
        return value

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem[str]]:
        return _offer(((word, None) for word in self.allowed), incomplete)


class WholeNumber(Type):
    """A whole number of at least ``least``, and at most ``most``."""

    name = "number"

    def __init__(self, lang: str, least: int = 0, most: int | None = None) -> None:
        self.lang = lang
        self.least = least
        self.most = most

    def convert(self, value: str | int, param: Any, ctx: Any) -> int:
        try:
            number = int(value)
        except ValueError:
            number = self.least - 1
        if number < self.least or (self.most is not None and number > self.most):
            key = "usage.whole" if self.most is None else "usage.whole-up-to"
            message = words(self.lang)(key, value=value, least=self.least, most=str(self.most))
            self.fail(message, param, ctx)
        return number


class HexText(Type):
    """Bytes in hexadecimal, of which ``length`` digits are needed."""

    name = "hex"

    def __init__(self, lang: str, length: int) -> None:
        self.lang = lang
        self.length = length

    def convert(self, value: str, param: Any, ctx: Any) -> str:
        digits = value.strip().lower()
        if len(digits) != self.length or set(digits) - set(hexdigits):
            message = words(self.lang)("usage.hex", value=value, length=self.length)
            self.fail(message, param, ctx)
        return digits


class SeatText(Type):
    """``SEAT=TEXT``: a text that belongs to a seat, which people count from 1."""

    name = "seat"

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def convert(self, value: str | tuple[int, str], param: Any, ctx: Any) -> tuple[int, str]:
        if isinstance(value, tuple):
            return value
        seat, sign, written = value.partition("=")
        if not (sign and seat.isdecimal() and 1 <= int(seat) <= MAX_SEATS):
            self.fail(words(self.lang)("usage.seat-text", value=value), param, ctx)
        return int(seat) - 1, written


class Seconds(Type):
    """A time in seconds, with decimals."""

    name = "seconds"

    def __init__(self, lang: str, most: float) -> None:
        self.lang = lang
        self.most = most

    def convert(self, value: str | float, param: Any, ctx: Any) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= self.most:
            message = words(self.lang)("usage.seconds", value=value, most=self.most)
            self.fail(message, param, ctx)
        return seconds


class GameId(Type):
    """A game by its id; Tab offers only the given ones."""

    name = "game"

    def __init__(self, lang: str, offered: Iterable[str] = GAMES) -> None:
        self.lang = lang
        self.offered = offered

    def convert(self, value: str | AnyGame, param: Any, ctx: Any) -> AnyGame:
        return get_game(value) if isinstance(value, str) else value

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem[str]]:
        games = ((name, text(f"about.{name}", self.lang)) for name in self.offered)
        return _offer(games, incomplete)


class GameOrFile(GameId):
    """A game by its id, or the name of a file that there is, or that looks like a record's."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        named = isinstance(value, str) and value not in GAMES
        if named and (value.endswith(".json") or Path(value).is_file()):
            return value
        return super().convert(value, param, ctx)


class Setting(Type):
    """``name=value``, an option of the game; validated later by the game."""

    name = "setting"

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def convert(self, value: str | tuple[str, str], param: Any, ctx: Any) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, sign, setting = value.partition("=")
        if not (sign and name.strip()):
            self.fail(words(self.lang)("usage.setting", value=value), param, ctx)
        return name.strip(), setting.strip()

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem[str]]:
        return _offer(dict(self._settings(ctx)).items(), incomplete)

    def _settings(self, ctx: click.Context) -> Iterator[tuple[str, str]]:
        for game in _games(ctx):
            for option in game.options:
                for value in map(value_text, option.values):
                    explained = game.option_text(option.name, self.lang, value)
                    yield f"{option.name}={value}", explained


class Edition(Type):
    """An edition of the booklet; validated later by the game."""

    name = "edition"

    def convert(self, value: str, param: Any, ctx: Any) -> str:
        return value

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem[str]]:
        editions = {name: None for game in _games(ctx) for name in game.presets}
        return _offer(editions.items(), incomplete)


class PlayerName(Type):
    """A person's name, or ``bot:`` and a bot."""

    name = "player"

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def convert(self, value: str, param: Any, ctx: Any) -> str:
        name = value.strip()
        if not (0 < len(name) <= 60 and name.isprintable()):
            self.fail(words(self.lang)("usage.name", most=60), param, ctx)
        return name

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem[str]]:
        from cruces.players import bots_for

        bots = {f"{BOT}{name}": None for game in _games(ctx) for name in bots_for(game.id)}
        return _offer(bots.items(), incomplete)


def game_argument(lang: str, required: bool = True, games: Iterable[str] = GAMES) -> Argument:
    """GAME, one of these."""
    say = words(lang)
    metavar = say("metavar.game")
    return Argument(
        ["game"],
        say("argument.game", known=", ".join(games)),
        type=GameId(lang, games),
        metavar=metavar if required else f"[{metavar}]",
        required=required,
    )


def game_or_record_argument(lang: str) -> Argument:
    """[GAME|FILE]: a game, or the file of a saved one."""
    say = words(lang)
    return Argument(
        ["game"],
        say("argument.game-or-file", known=", ".join(GAMES)),
        type=GameOrFile(lang),
        metavar=f"[{say('metavar.game')}|{say('metavar.file')}]",
        required=False,
    )


def setting_options(lang: str) -> list[click.Parameter]:
    """`--set` and `--edition`."""
    say = words(lang)
    return [
        click.Option(
            ["--set", "settings"],
            multiple=True,
            type=Setting(lang),
            metavar=say("metavar.setting"),
            help=say("option.set"),
        ),
        click.Option(
            ["--edition"],
            type=Edition(),
            metavar=say("metavar.edition"),
            help=say("option.edition"),
        ),
    ]


def agreed(
    game: AnyGame, settings: Iterable[tuple[str, str]], edition: str | None = None
) -> dict[str, Value]:
    """The chosen options as the game's values; refuses unknown ones."""
    typed: dict[str, str] = {} if edition is None else {EDITION: edition}
    typed.update(settings)
    options = {option.name: option for option in game.options}
    # An unknown name is passed on: `resolve` refuses it with a list of the names.
    values: Mapping[str, Value] = {
        name: options[name].parse(value) if name in options else value
        for name, value in typed.items()
    }
    game.resolve(values)
    return dict(values)


def _games(ctx: click.Context) -> Iterable[AnyGame]:
    """The game typed so far, or all games."""
    game = ctx.params.get("game")
    if isinstance(game, Game):
        return (game,)
    # A line that ends in an option without a value is not parsed completely.
    games = [GAMES[word] for word in ctx.args if word in GAMES]
    return games or GAMES.values()


def _offer(words: Iterable[tuple[str, str | None]], prefix: str) -> list[CompletionItem[str]]:
    return [CompletionItem(word, help=help) for word, help in words if word.startswith(prefix)]
