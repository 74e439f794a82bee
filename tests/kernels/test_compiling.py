"""How machine code is kept: for exactly this source, or not at all, and not for ever."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

import cruces
from cruces.kernels import cache_folder, jit
from cruces.kernels.cache_folder import machine_code_folder
from cruces.kernels.jit import compiled, inlined


def test_without_a_place_for_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    real = numba.njit

    def njit(cache: bool = False, **options: bool) -> Callable[..., Any]:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)  # type: ignore[call-overload, no-any-return]

    def double(number: int) -> int:
        return 2 * number

    with monkeypatch.context() as patched:
        patched.setattr(numba, "njit", njit)
        found = [compiled(double), inlined(double)]
    assert [function(21) for function in found] == [42, 42]


def test_old_machine_code_is_removed(tmp_path: Path) -> None:
    for age, name in enumerate(("now", "before", "long-ago", "longer-ago")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").touch()
        os.utime(tmp_path / name, (10_000 - age, 10_000 - age))
    jit._prune(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {"now", "before"}


def test_machine_code_that_may_be_in_use_stays(tmp_path: Path) -> None:
    names = {"now", "before", "of-a-running-server"}
    for name in names:
        (tmp_path / name).mkdir()
    jit._prune(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == names


@pytest.mark.parametrize(
    ("file", "kept"),
    [
        ("server/logs.py", True),
        ("games/quixo/players/engine.py", True),
        ("games/qwixx/family.py", True),
        ("kernels/jit.py", False),
        ("games/quixo/kernel/teams/board.py", False),
        ("games/qwixx/solver/turn.py", False),
        ("games/qwixx/rules/layout.py", False),
    ],
)
def test_only_what_kernels_are_made_of_makes_machine_code_old(
    file: str, kept: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "cruces"
    shutil.copytree(Path(cruces.__file__).parent, package, ignore=shutil.ignore_patterns("*.npz"))
    monkeypatch.setattr(cache_folder, "_PACKAGE", package)
    before = machine_code_folder.__wrapped__()
    edited = package / file
    edited.write_text(f"{edited.read_text('utf-8')}\n# an edit\n", "utf-8")
    assert (machine_code_folder.__wrapped__() == before) == kept
