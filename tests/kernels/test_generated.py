"""Functions as source, and modules that the program writes."""

import math
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cruces.kernels import generated as module_under_test
from cruces.kernels.generated import generated
from cruces.kernels.portable import portable

LIMITS = (1.5, (2, True))
TABLE = {1: 2}


def helper(value: float) -> float:
    return math.sqrt(value) + LIMITS[0]


def whole(value: float, more: float = 1.0) -> float:
    """With a helper, a module and a constant."""
    return helper(value) * more


def test_a_function_is_written_with_all_that_it_uses() -> None:
    step = 3

    def closing(value: float) -> float:
        return whole(value) + step

    source = portable(closing, "staticmethod")
    assert source is not None
    names: dict[str, Callable[[float], float]] = {}
    exec(source, names)
    assert names["closing"](4.0) == closing(4.0)
    assert source.count("@staticmethod") == 3
    assert portable(closing, "staticmethod") == source


def test_what_cannot_be_written_down_is_left() -> None:
    def looks_up(value: int) -> int:
        return TABLE[value]

    for function in (looks_up, lambda value: value, print, 5):
        assert portable(function, "staticmethod") is None


def test_a_module_is_written_once_and_the_oldest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_under_test, "machine_code_folder", lambda: tmp_path)
    monkeypatch.setattr(module_under_test, "KEPT", 2)
    one = generated("NUMBER = 1\n")
    assert generated("NUMBER = 1\n") is one
    file = Path(str(one.__file__))
    file.write_text("NUMBER = ", "utf-8")  # damaged
    del sys.modules[one.__name__]
    assert generated("NUMBER = 1\n").NUMBER == 1
    assert generated("NUMBER = GIVEN\n", {"GIVEN": 5}).NUMBER == 5
    generated("NUMBER = 3\n")
    assert len(list(file.parent.glob("*.py"))) == 2
    with pytest.raises(NameError):
        generated("NUMBER = GIVEN\n\n")


def test_a_module_that_cannot_be_kept_works_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setattr(module_under_test, "machine_code_folder", lambda: tmp_path / "file")
    monkeypatch.setattr(module_under_test, "mkdtemp", lambda prefix: str(tmp_path))
    assert generated("NUMBER = 11\n").NUMBER == 11
