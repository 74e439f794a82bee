"""`cruces play`: its options, and how it ends."""

import os
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from cruces.cli import files
from cruces.cli.arguments import (
    BOT,
    AnyGame,
    PlayerName,
    WholeNumber,
    agreed,
    game_or_record_argument,
    setting_options,
)
from cruces.cli.failures import FAILED, INTERRUPTED, CliError, UsageProblem
from cruces.cli.localised_click import Command, words
from cruces.cli.play.app import app_wanted, run_app, run_online
from cruces.cli.play.match import TerminalGame
from cruces.cli.play.prompts import QuitError
from cruces.cli.play.saving import RecordSaver, TerminatedError, stoppable
from cruces.cli.play.seats import bots_of, generators, seated, unbeaten_names
from cruces.cli.play.terminal import InputEndedError, Terminal
from cruces.cli.play.thinking import Thinker
from cruces.core import Play
from cruces.core.registry import GAMES
from cruces.players import LEVELS, bot_names
from cruces.render.terminal import view_of
from cruces.render.terminal.style import Style, colour_wanted, printable, terminal_width

USUAL_LEVEL = 3


def command(lang: str) -> Command:
    """The command in a language."""

    def run(
        game: AnyGame | str | None,
        players: tuple[str, ...],
        seats: int | None,
        settings: tuple[tuple[str, str], ...],
        edition: str | None,
        seed: int | None,
        save: str | None,
        load: str | None,
        force: bool,
        plain: bool,
        server: str | None,
        code: str | None,
    ) -> int:
        style = Style(lang, colour_wanted(), terminal_width())
        terminal = Terminal(style)
        if isinstance(game, str):
            if load is not None:
                raise UsageProblem(style.say("usage.load-alone"))
            game, load = None, game
        if server is not None:
            if game or players or settings or edition or load or save or seats is not None:
                raise UsageProblem(style.say("usage.server-alone"))
            if not app_wanted(plain, seed):
                raise CliError("server-needs-app")
            return run_online(lang, server, code or "")
        if code is not None:
            raise UsageProblem(style.say("usage.code-alone"))
        if load is not None:
            if game or players or settings or edition or seats is not None:
                raise UsageProblem(style.say("usage.load-alone"))
            play = files.read_play(load)
            force = force or _same(load, save)
            if app_wanted(plain, seed):
                return run_app(lang, play, save, force)
            if play.outcome is not None:
                raise CliError("is-over", file=printable(load))
        else:
            if game is None and app_wanted(plain, seed):
                return run_app(lang, None, save, force)
            try:
                chosen = game or _choose(terminal)
                if game is None and terminal.typed and not players:
                    players = _opponents(terminal, chosen, seats)
            except QuitError:
                return 0
            except InputEndedError:
                return _input_ended(terminal)
            options = agreed(chosen, settings, edition)
            # No date, so that the record of a seeded game is reproducible byte for byte.
            now = datetime.now(UTC).replace(microsecond=0) if seed is None else None
            play = Play(chosen, options, seated(style, chosen, players, seats), now)
            if app_wanted(plain, seed):
                return run_app(lang, play, save, force)
        keeper = RecordSaver(save, force)
        rngs = generators(seed, len(play.players))
        table = view_of(play, style)
        bots = bots_of(play.players)
        watched = terminal.typed and len(bots) < len(play.players)
        thinker = Thinker(style, soon=seed is None and watched)
        try:
            match = TerminalGame(play, terminal, table, keeper, bots, rngs, thinker)
            return _play_and_save(match, terminal, keeper)
        finally:
            thinker.close()

    return Command("play", lang, run, _params(lang), EXAMPLES, codes=("0", "1", "2", "130"))


EXAMPLES = (
    "cruces play",
    "cruces play --load game.json --save game.json",
)


def _params(lang: str) -> list[click.Parameter]:
    say = words(lang)
    number, file = say("metavar.number"), say("metavar.file")

    def option(name: str, **attrs: Any) -> click.Option:
        return click.Option([f"--{name}"], help=say(f"play.option.{name}"), **attrs)

    return [
        game_or_record_argument(lang),
        click.Option(
            ["--player", "players"],
            multiple=True,
            type=PlayerName(lang),
            metavar=say("metavar.player"),
            help=say("play.option.player", bots=", ".join(f"{BOT}{name}" for name in bot_names())),
        ),
        click.Option(["--seats"], type=WholeNumber(lang), metavar=number, help=say("option.seats")),
        *setting_options(lang),
        option("seed", type=WholeNumber(lang), metavar=number),
        option("save", metavar=file),
        option("load", metavar=file),
        click.Option(["--force"], is_flag=True, help=say("option.force")),
        option("server", metavar=say("metavar.server")),
        option("code", metavar=say("metavar.code")),
        click.Option(["--plain"], is_flag=True, help=say("play.option.plain")),
    ]


def _choose(terminal: Terminal) -> AnyGame:
    """The game chosen from the menu; Enter alone chooses the first."""
    style, games = terminal.style, list(GAMES.values())
    terminal.say("play.choose")
    for number, game in enumerate(games, 1):
        about = style.text(f"about.{game.id}")
        terminal.show(
            [f"  {number}  {style.paint(game.name(style.lang), bold=True)}", f"     {about}"]
        )
    while True:
        answer = terminal.ask("[1]> ").lower() or "1"
        if answer in ("quit", *style.say("word.quit").split()):
            raise QuitError
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        if answer in GAMES:
            return GAMES[answer]
        terminal.complain(style.say("play.choose-again", most=len(games)))


def _opponents(terminal: Terminal, game: AnyGame, seats: int | None) -> tuple[str, ...]:
    """The person, and robots of the level that they are asked for; Enter is the usual one."""
    style, usual = terminal.style, USUAL_LEVEL
    terminal.say("play.choose-level")
    for level in LEVELS:
        terminal.show([f"  {level}  {style.text(f'bot.level-{level}')}"])
    while True:
        answer = terminal.ask(f"[{usual}]> ").lower() or str(usual)
        if answer in ("quit", *style.say("word.quit").split()):
            raise QuitError
        if answer in map(str, LEVELS):
            count = game.check_seats(game.seat_counts[0] if seats is None else seats)
            return (style.say("play.you"), *[f"{BOT}level-{answer}"] * (count - 1))
        terminal.complain(style.say("play.choose-again", most=LEVELS[-1]))


def _same(one: str, other: str | None) -> bool:
    """Whether a game is saved to the file it was loaded from."""
    if other is None or files.STANDARD in (one, other) or not Path(other).exists():
        return False
    return os.path.samefile(one, other)


def _play_and_save(match: TerminalGame, terminal: Terminal, keeper: RecordSaver) -> int:
    """Play; in any case save the record and say where it is."""
    players = ", ".join(match.table.names)
    game = match.play.game.name(terminal.style.lang)
    terminal.show([terminal.style.paint(f"{game}: {players}", bold=True)])
    if match.people:
        for name, command in unbeaten_names(match.play):
            terminal.say("play.unbeaten", name=name, command=command)
        terminal.say("play.hint")
    code = 0
    with stoppable():
        try:
            match.run()
        except QuitError:
            terminal.say("play.quit")
        except InputEndedError:
            code = _input_ended(terminal)
        except KeyboardInterrupt:
            terminal.show(["", terminal.style.say("play.interrupted")])
            code = INTERRUPTED
        except TerminatedError as stop:
            # The terminal may be gone: save the game and exit silently.
            code = 128 + stop.number
        finally:
            keeper.keep(match.play)
    if keeper.target is not None and code in (0, FAILED, INTERRUPTED):
        _say_where(match, terminal, keeper)
    return code


def _input_ended(terminal: Terminal) -> int:
    """Ctrl-D quits; the end of piped input is an error, because the game is unfinished."""
    terminal.say("play.quit" if terminal.typed else "play.input-ended")
    return 0 if terminal.typed else FAILED


def _say_where(match: TerminalGame, terminal: Terminal, keeper: RecordSaver) -> None:
    name = printable(keeper.name or "")
    terminal.say("play.saved", file=name)
    if match.play.outcome is None:
        word = shlex.quote(name)
        terminal.say("play.go-on", command=f"cruces play --load {word} --save {word}")
