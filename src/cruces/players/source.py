"""Players in Python files: functions of a view, bots and classes of bots."""

import hashlib
import inspect
import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from cruces.core import BadOptionError, CrucesError, Reason, View
from cruces.core.extras import naming_extras
from cruces.players.bot import Limits, choosing, player_name

NAMES = ("player", "policy", "bot", "choose")
"""What a player in a file may be called; any other name will do if it is the only one."""
GAME = "GAME"
"""A name in the file that says for which game it is, if anybody asks."""


@dataclass(frozen=True)
class FilePlayer:
    """The bot that a file calls ``attribute``; its text goes along to other processes."""

    path: str
    attribute: str
    text: str = field(repr=False)

    @property
    def name(self) -> str:
        """The name of the bot, or of the function."""
        return player_name(self._player)

    @property
    def game(self) -> str | None:
        """The id of the game that the file is for, if it says so."""
        game = getattr(_run(self.path, self.text), GAME, None)
        return game if isinstance(game, str) else None

    @property
    def digest(self) -> str:
        """It differs wherever the text does."""
        return _digest(self.text)

    @cached_property
    def _player(self) -> Any:
        return self.load()

    def load(self) -> Any:
        """The function or bot; a new bot where the file has a class."""
        return player_in(_run(self.path, self.text), self.attribute, self.path)

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        """What the bot or the function chooses."""
        return choosing(self._player)(view, limits, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what was loaded here, which no other process knows."""
        return type(self), (self.path, self.attribute, self.text)


def file_player(written: str) -> FilePlayer | None:
    """The player in ``file.py``, or the one called so in ``file.py:name``; None for other texts.

    The file is run: whoever names it trusts it.
    """
    file, _, name = written.rpartition(":")
    path = file if file.endswith(".py") else written
    if not path.endswith(".py"):
        return None
    text = Path(path).read_text("utf-8-sig", "replace")
    player = FilePlayer(path, name if path == file else _usual(_run(path, text), path), text)
    with _telling(path):
        player.load()  # refuses what is no player
    return player


def player_in(module: ModuleType, name: str, where: str) -> Any:
    """The function or bot of this name in a module; a class makes a bot."""
    found = getattr(module, name, None)
    if isinstance(found, type):
        found = found()
    if not callable(getattr(found, "choose", found)):
        raise BadOptionError(Reason("no-player", {"file": where, "usual": name}))
    return found


@cache
def _run(path: str, text: str) -> ModuleType:
    name = f"cruces_player_{Path(path).stem}_{_digest(text)[:8]}"
    module = ModuleType(name)
    module.__file__ = path
    # Its functions may be compiled, and find their own text, also where there is no such file.
    sys.modules[name] = module
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    with _telling(path):
        exec(compile(text, path, "exec"), vars(module))
    return module


@contextmanager
def _telling(path: str) -> Iterator[None]:
    """Whatever goes wrong in the file's own code is an error that names the file."""
    try:
        with naming_extras():
            yield
    except CrucesError:
        raise
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise BadOptionError(Reason("player-file", {"file": path, "why": why})) from error


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _usual(module: ModuleType, file: str) -> str:
    """The name of the player in a module: a usual one, or the only one that there is."""
    own = [name for name, value in vars(module).items() if _is_player(value, module)]
    usual = [name for name in NAMES if name in own]
    if not own:
        raise BadOptionError(Reason("no-player", {"file": file, "usual": NAMES[0]}))
    if not usual and len(own) > 1:
        names = {"file": file, "names": ", ".join(own), "usual": NAMES[0]}
        raise BadOptionError(Reason("several-players", names))
    return (usual or own)[0]


def _is_player(value: Any, module: ModuleType) -> bool:
    """Whether a value of a module is a bot, or a function or a class of bots defined in it."""
    if inspect.isfunction(value) or inspect.isclass(value):
        here = value.__module__ == module.__name__ and not value.__name__.startswith("_")
        return here and (inspect.isfunction(value) or hasattr(value, "choose"))
    return callable(getattr(value, "choose", None)) and not inspect.ismodule(value)
