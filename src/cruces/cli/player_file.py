"""Players that are named on the command line: built in, or in a Python file of one's own."""

import inspect
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from cruces.analysis.simulate import AnyPlayer
from cruces.cli.failures import CliError
from cruces.core import CrucesError
from cruces.core.extras import missing_extra
from cruces.render.terminal.style import printable

NAMES = ("player", "policy", "bot", "choose")
"""What a player in a file may be called; any other name will do if it is the only one."""
GAME = "GAME"
"""A name in the file that says for which game it is, if anybody asks."""


class Named(NamedTuple):
    """A player, and the id of the game that its file is for, if it says so."""

    player: AnyPlayer
    game: str | None


def read_player(written: str) -> Named:
    """The player of this name, or in this file, also as ``file.py:name``.

    The file is run: whoever names it trusts it.
    """
    file, sign, name = written.rpartition(":")
    path = Path(file if sign and file.endswith(".py") else written)
    if path.suffix != ".py":
        return Named(written, None)
    module = _run(path)
    game = getattr(module, GAME, None)
    player = getattr(module, name, None) if str(path) == file else _player(module, written)
    if player is None:
        raise CliError("no-player", file=printable(str(path)), usual=name)
    return Named(player, game if isinstance(game, str) else None)


def _run(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(2, "", str(path))
    name = f"cruces_player_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None, "it ends in .py"
    assert spec.loader is not None, "it ends in .py"
    module = module_from_spec(spec)
    sys.modules[name] = module  # its functions may be compiled, and find their own text
    try:
        spec.loader.exec_module(module)
    except CrucesError:
        raise
    except Exception as error:
        if missing_extra(error):
            raise
        why = f"{type(error).__name__}: {error}"
        raise CliError("player-file", file=printable(str(path)), why=why) from error
    return module


def _player(module: ModuleType, file: str) -> AnyPlayer:
    """The player in a module: the one with a usual name, or the only one that there is."""
    own = {name: value for name, value in vars(module).items() if _is_player(value, module)}
    usual = [own[name] for name in NAMES if name in own]
    if not usual and len(own) != 1:
        slug = "several-players" if own else "no-player"
        raise CliError(slug, file=printable(file), names=", ".join(own), usual=NAMES[0])
    found: Any = (usual or list(own.values()))[0]
    player: AnyPlayer = found() if isinstance(found, type) else found
    return player


def _is_player(value: Any, module: ModuleType) -> bool:
    """Whether a value of a module is a bot, or a function or a class of bots defined in it."""
    if inspect.isfunction(value) or inspect.isclass(value):
        here = value.__module__ == module.__name__ and not value.__name__.startswith("_")
        return here and (inspect.isfunction(value) or hasattr(value, "choose"))
    return callable(getattr(value, "choose", None)) and not inspect.ismodule(value)
