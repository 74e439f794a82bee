"""Who takes part: a player by name, a Python function or bot, or a program.

All of them can be sent to another process, except functions that were passed as objects.
"""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Protocol

from cruces.arena.program import ProgramLimits, ProgramSeat
from cruces.arena.seat import Chair, Player
from cruces.core import BadOptionError, CrucesError, Reason, View, WrongTypeError
from cruces.core.family import AnyGame
from cruces.core.outcome import Outcome
from cruces.players import Limits, get_bot
from cruces.players.bot import choosing, player_name
from cruces.players.source import FilePlayer, file_player, player_in

PROGRAM = "program:"
_LABELLED = re.compile(r"([\w .+-]{1,40})=(.+)", re.DOTALL)
MOST_NAME = 40


class Contestant(Protocol):
    """A player of the tournament, who may have several seats and plays many games at once."""

    @property
    def name(self) -> str:
        """Its name in tables; no two have the same."""

    @property
    def about(self) -> str:
        """What it is, so that nobody continues a tournament with somebody else."""

    def sit(self, chair: Chair) -> Player:
        """Take a seat in a new game."""


class _Choosing:
    """A bot, or a function of a view, in a seat."""

    def __init__(self, choose: Callable[[View[Any, Any, Any], Limits, Random], Any], chair: Chair):
        self.choose_with, self.limits, self.rng = choose, chair.limits, Random(chair.seed)

    def choose(self, view: View[Any, Any, Any]) -> Any:
        return self.choose_with(view, self.limits, self.rng)

    def over(self, outcome: Outcome) -> None:
        """It has no memory."""

    def close(self) -> None:
        """Nothing to end."""


@dataclass(frozen=True, slots=True)
class NamedContestant:
    """One of the game's own players."""

    name: str
    bot: str

    @property
    def about(self) -> str:
        return self.bot

    def sit(self, chair: Chair) -> Player:
        return _Choosing(get_bot(self.bot, chair.game.id).choose, chair)


@dataclass(frozen=True, slots=True)
class ObjectContestant:
    """A bot or a function of this program."""

    name: str
    player: Any

    @property
    def about(self) -> str:
        return f"object {self.name}"

    def sit(self, chair: Chair) -> Player:
        return _Choosing(choosing(self.player), chair)


@dataclass(frozen=True, slots=True)
class FileContestant:
    """A function or bot in a file, whose text goes along to other processes and machines."""

    name: str
    player: FilePlayer

    @property
    def about(self) -> str:
        return f"{self.player.attribute} sha256:{self.player.digest}"

    def sit(self, chair: Chair) -> Player:
        return _Choosing(choosing(self.player.load()), chair)


@dataclass(frozen=True, slots=True)
class ModuleContestant:
    """A function or bot in an installed module."""

    name: str
    module: str
    attribute: str

    @property
    def about(self) -> str:
        return f"{self.module}:{self.attribute}"

    def sit(self, chair: Chair) -> Player:
        return _Choosing(choosing(self.load()), chair)

    def load(self) -> Any:
        """The function or bot."""
        return player_in(import_module(self.module), self.attribute, self.module)


@dataclass(frozen=True, slots=True)
class ProgramContestant:
    """A program that speaks the protocol of ``program``; a new process plays every game."""

    name: str
    command: tuple[str, ...]
    limits: ProgramLimits

    @property
    def about(self) -> str:
        return f"{PROGRAM}{shlex.join(self.command)} {self.limits}"

    def sit(self, chair: Chair) -> Player:
        return ProgramSeat(self.command, self.limits, chair)


def contestant(written: str, game: AnyGame, limits: ProgramLimits) -> Contestant:
    """The player that a text stands for, perhaps after a name of its own: ``mine=file.py:f``."""
    label, spec = None, written.strip()
    labelled = _LABELLED.fullmatch(spec)
    if labelled and not spec.startswith(PROGRAM):
        label, spec = labelled[1].strip(), labelled[2].strip()
    if spec.startswith(PROGRAM):
        command = _command(spec.removeprefix(PROGRAM), written)
        return ProgramContestant(label or _short(command), command, limits)
    player = file_player(spec)
    if player is not None:
        own = Path(player.path).stem + spec.removeprefix(player.path)
        return FileContestant(label or own, player)
    if ":" in spec:
        module, _, attribute = spec.rpartition(":")
        return _checked(ModuleContestant(label or spec, module, attribute), spec)
    get_bot(spec, game.id)  # refuses an unknown one
    return NamedContestant(label or spec, spec)


def of_object(player: Any, game: AnyGame, limits: ProgramLimits) -> Contestant:
    """The same for a text, a bot or a function."""
    if isinstance(player, str):
        return contestant(player, game, limits)
    if not callable(getattr(player, "choose", player)):
        raise WrongTypeError("player", player, "str, Bot, function")
    return ObjectContestant(player_name(player)[:MOST_NAME], player)


def _checked(loaded: ModuleContestant, spec: str) -> ModuleContestant:
    """Refuse what cannot be loaded, for whatever reason its code has."""
    try:
        loaded.load()
    except CrucesError:
        raise
    except (Exception, SystemExit) as error:
        raise _unknown(spec, f"{type(error).__name__}: {error}") from error
    return loaded


def _command(written: str, whole: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(written))
    except ValueError as error:
        raise _unknown(whole, str(error)) from error
    if not words:
        raise _unknown(whole, PROGRAM)
    return words


def _short(command: tuple[str, ...]) -> str:
    """The name of a program: its file's, or that of the script that an interpreter runs."""
    files = [word for word in command if not word.startswith("-")]
    return Path((files or command)[-1]).name[:MOST_NAME] or command[0][:MOST_NAME]


def _unknown(player: str, why: str) -> BadOptionError:
    return BadOptionError(Reason("arena-player", {"name": player, "why": why}))
