"""How many packages each extra installs, how large they are, and how long `import cruces` takes.

usage: python bench/install_size.py PYTHON... [--extras NAMES] [--lock FILE]

Each extra gets a virtual environment of its own, with the versions of the lock. The size is that of
all installed files, the package itself too, without compiled bytecode, pip and setuptools. The
import, and an import with a first game, are processor time, the best of ten with bytecode, less
that of a Python that does nothing.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

ROOT = Path(__file__).parents[1]
EXTRAS = [
    "",
    *tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"],
]
RUNS = 10
TOOLS = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence")
"""What a virtual environment begins with."""


def constraints(lock: Path, target: Path) -> Path:
    """The lock's versions without hashes, which pip wants for all or for none."""
    line = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?(==\S+)( ;[^\\\n]*)?", re.MULTILINE)
    pinned = line.findall(lock.read_text())
    target.write_text("\n".join("".join(parts) for parts in pinned) + "\n")
    return target


def call(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def import_seconds(python: Path) -> list[float]:
    """The processor time of `import cruces`, and of that and a first game."""
    best = {}
    for code in ("pass", "import cruces", "import cruces; cruces.start('quixo')"):
        seconds = []
        for _ in range(RUNS):
            begun = getrusage(RUSAGE_CHILDREN)
            call(python, "-c", code)
            ended = getrusage(RUSAGE_CHILDREN)
            user = ended.ru_utime - begun.ru_utime
            seconds.append(user + ended.ru_stime - begun.ru_stime)
        best[code] = min(seconds)
    nothing, *others = best.values()
    return [seconds - nothing for seconds in others]


def measure(python: str, extra: str, wheel: Path, pins: Path, folder: Path) -> str:
    call(python, "-m", "venv", folder)
    inside = folder / "bin" / "python"
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    call(inside, "-m", "pip", "install", "--quiet", "--no-compile", "-c", pins, wanted)
    packages = call(inside, "-m", "pip", "list", "--format=freeze").splitlines()
    (site,) = (folder / "lib").glob("python*/site-packages")
    size = sum(
        file.lstat().st_size
        for file in site.rglob("*")
        if file.is_file()
        and "__pycache__" not in file.parts
        and not file.relative_to(site).parts[0].startswith(TOOLS)
    )
    count = len([each for each in packages if not each.startswith(("pip=", "setuptools="))])
    version = call(inside, "-c", "import sys; print('.'.join(map(str, sys.version_info[:3])))")
    times = " | ".join(f"{seconds * 1000:.0f}" for seconds in import_seconds(inside))
    return f"| {version.strip()} | {extra or '–'} | {count} | {size / 1e6:.1f} | {times} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", nargs="+")
    parser.add_argument("--extras", nargs="*", default=EXTRAS)
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements-dev.lock")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", work, ROOT)
        (wheel,) = work.glob("*.whl")
        pins = constraints(asked.lock, work / "pins.txt")
        print("| Python | extra | packages | MB | import, ms | and a game, ms |")
        print("|---|---|---|---|---|---|")
        for number, python in enumerate(asked.pythons):
            for extra in asked.extras:
                print(measure(python, extra, wheel, pins, work / f"{number}-{extra}"), flush=True)


if __name__ == "__main__":
    main()
