"""Modules written by the program, so that machine code for somebody's function is kept on disk.

Numba keeps the machine code of functions in files. A function that takes other functions as
arguments cannot be kept, because their types are new in every process. So the combination is
written down as a module of its own, next to the machine code, under a name that follows from its
text: the same text is compiled once.
"""

import hashlib
import os
import sys
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from cruces.kernels.cache_folder import machine_code_folder

KEPT = 64
"""The most modules that are kept."""


def generated(source: str, given: dict[str, Any] | None = None) -> ModuleType:
    """The module with this source; ``given`` are values that it finds as globals."""
    name = f"cruces_generated_{hashlib.sha256(source.encode()).hexdigest()[:20]}"
    if given is None and name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, _written(name, source))
    assert spec is not None, "it is a file of Python"
    assert spec.loader is not None, "it is a file of Python"
    module = module_from_spec(spec)
    vars(module).update(given or {})
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _written(name: str, source: str) -> Path:
    """The file of a module; a temporary one where nothing can be kept."""
    with suppress(OSError):
        folder = machine_code_folder() / "generated"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.py"
        if not path.exists() or path.read_text("utf-8") != source:
            _prune(folder)
            draft = folder / f".{name}.{os.getpid()}.part"  # no other process reads half of it
            draft.write_text(source, "utf-8")
            draft.replace(path)
        return path
    path = Path(mkdtemp(prefix="cruces-")) / f"{name}.py"
    path.write_text(source, "utf-8")
    return path


def _prune(folder: Path) -> None:
    """Make room for one more module: the oldest go, with their machine code."""
    files = sorted(folder.glob("cruces_generated_*.py"), key=lambda file: file.stat().st_mtime)
    for old in files[: max(0, len(files) - KEPT + 1)]:
        for file in folder.parent.glob(f"*/{old.stem}.*"):
            file.unlink(missing_ok=True)
