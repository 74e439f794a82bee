"""Build what PyPI gets, the sdist and the wheel, from what is committed.

    make dist ADDRESS=https://github.com/owner/cruces              # to look at, into build/dist
    make dist ADDRESS=https://github.com/owner/cruces TAG=v1.2.3   # a release

PyPI shows the README alone: there, pictures and links into the repository need its address. It is
not written down in the repository, so that a fork or a move needs no change. It becomes part of the
metadata, too.
"""

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "dist"
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!\w+:|#)(?P<path>[^)\s]+)\)")
"""A link or a picture in Markdown that leads to a file of the repository."""


def absolute(markdown: str, address: str, ref: str) -> str:
    """The same text with links and pictures that work anywhere.

    >>> absolute("[Log](CHANGELOG.md) ![A](a.png) [x](https://x.org)", "https://host/us", "v1")
    '[Log](https://host/us/blob/v1/CHANGELOG.md) ![A](https://host/us/raw/v1/a.png) [x](https://x.org)'
    """

    def replace(link: re.Match[str]) -> str:
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['text']}]({address}/{kind}/{ref}/{link['path']})"

    return LINK.sub(replace, markdown)


def urls(address: str, ref: str) -> str:
    """The addresses of the project, as a part of pyproject.toml."""
    return f"""
[project.urls]
Homepage = "{address}"
Documentation = "{address}/tree/{ref}/docs"
Changelog = "{address}/blob/{ref}/CHANGELOG.md"
Issues = "{address}/issues"
"""


def version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def refusal(address: str, tag: str, changelog: str) -> str | None:
    """Why this cannot be released; None when it can."""
    if not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)+", address):
        return f"the address of the repository is needed, https://... without .git: {address!r}"
    if not tag:
        return None
    if tag != f"v{version()}":
        return f"the tag is {tag}, but the version in pyproject.toml is {version()}"
    heading = rf"^## \[{re.escape(version())}\] - \d{{4}}-\d\d-\d\d$"
    if not re.search(heading, changelog, re.MULTILINE):
        return f"CHANGELOG.md has no section '## [{version()}] - YYYY-MM-DD'"
    return None


def export(folder: Path) -> None:
    """Write what is committed into a folder."""
    archive = folder.with_suffix(".tar")
    subprocess.run(["git", "archive", "-o", archive, "HEAD"], cwd=ROOT, check=True)
    with tarfile.open(archive) as tree:
        tree.extractall(folder, filter="data")


def build(kind: str, source: Path, out: Path) -> Path:
    """An sdist or a wheel of the project in that folder."""
    code = f"import sys; from flit_core import buildapi; print(buildapi.build_{kind}(sys.argv[1]))"
    # Two builds of one commit are the same, byte for byte.
    time = subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True)
    done = subprocess.run(
        [sys.executable, "-c", code, str(out)],
        cwd=source, check=True, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "SOURCE_DATE_EPOCH": time.strip()},
    )  # fmt: skip
    return out / done.stdout.split()[-1]


def make(address: str, ref: str, out: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel made from what is in the sdist."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("cruces-*"):
        old.unlink()
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary, "tree")
        export(tree)
        readme, project = tree / "README.md", tree / "pyproject.toml"
        readme.write_text(absolute(readme.read_text(), address, ref))
        project.write_text(project.read_text() + urls(address, ref))
        sdist = build("sdist", tree, out)
        with tarfile.open(sdist) as packed:
            packed.extractall(temporary, filter="data")
        wheel = build("wheel", Path(temporary, sdist.name.removesuffix(".tar.gz")), out)
    return sdist, wheel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--address", required=True, help="of the repository, https://...")
    parser.add_argument("--tag", default="", help="of the release; without one, the commit's hash")
    given = parser.parse_args()
    why = refusal(given.address, given.tag, (ROOT / "CHANGELOG.md").read_text())
    if why is not None:
        raise SystemExit(f"dist: {why}")
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    sdist, wheel = make(given.address, given.tag or head, OUT)
    with tarfile.open(sdist) as packed, zipfile.ZipFile(wheel) as zipped:
        sizes = {sdist: len(packed.getnames()), wheel: len(zipped.namelist())}
    for file, count in sizes.items():
        print(f"{file.relative_to(ROOT)}: {count} files, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
