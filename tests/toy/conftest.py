"""The toy game as people would install it: a package of its own, found by its entry point."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from cruces.core import registry

HERE = Path(__file__).parent
Program = Callable[..., subprocess.CompletedProcess[str]]


def install(site: Path) -> None:
    """What pip makes of the package's folder, without pip: it needs no network."""
    shutil.copytree(
        HERE / "toy_race", site / "toy_race", ignore=shutil.ignore_patterns("__pycache__")
    )
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (info / "METADATA").write_text(metadata, "utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join([*lines, ""]), "utf-8")


@pytest.fixture(scope="session")
def toy_installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the toy game is installed."""
    site = tmp_path_factory.mktemp("site")
    install(site)
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "CRUCES_LANG": "en"}


@pytest.fixture
def cruces(toy_installed: dict[str, str], tmp_path: Path) -> Program:
    """The command line, with the toy game installed."""

    def run(*args: str, input: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cruces", *args],
            cwd=tmp_path,
            env=toy_installed,
            input=input,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game in this process, registered for one test."""
    family = import_module("toy_race.family").FAMILY
    registry.register(family)
    yield
    registry.unregister(family)
