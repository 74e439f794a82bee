"""The browser's modules without a browser: their types, and the sentences they ask for."""

import re
import shutil
import subprocess
from collections.abc import Collection
from pathlib import Path

import pytest

from cruces.core.registry import families
from cruces.locales import catalogue, languages
from tests.browser.modules import SOURCE, STATIC, sources

# In quotes, or a template, where `${` begins what is known only later.
ASKED = re.compile(r"""\bt\(\s*["`]([^"`]+)["`]""")
NAMES = re.compile(r"""["`]([a-z]+(?:[.-][\w${}().?-]+)+)["`]""")
"""What looks like the key of a sentence, wherever it stands: `t(one ? "a.b" : "a.c")`."""


def compile_in(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the types of all modules in a folder."""
    tsc = shutil.which("tsc")
    assert tsc, "the types of the browser's modules need tsc: sh tools/system.sh says how"
    command = [tsc, "-p", str(folder / "jsconfig.json")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_types() -> None:
    done = compile_in(STATIC)
    assert done.returncode == 0, done.stdout


def test_wrong_types_would_be_found(tmp_path: Path) -> None:
    wrong = {
        "client/static/js/names.js": "levelName(5);",
        "games/quixo/web/notation.js": "square('five', 5);",
        "games/qwixx/web/layout.js": "rowOf({}, 'r');",
    }
    for folder in ("client/static", "games/quixo/web", "games/qwixx/web"):
        shutil.copytree(SOURCE / folder, tmp_path / folder)
    lines = {}
    for module, line in wrong.items():
        source = (tmp_path / module).read_text("utf-8")
        lines[Path(module).name] = source.count("\n") + 1
        (tmp_path / module).write_text(f"{source}{line}\n", "utf-8")
    done = compile_in(tmp_path / "client" / "static")
    assert done.returncode != 0
    found = re.findall(r"([^/\n]+)\((\d+),\d+\): error", done.stdout)
    assert {(name, int(number)) for name, number in found} == set(lines.items()), done.stdout


FOREIGN = re.compile(r"quixo|qwixx|big-points|[a-e]\d>[a-e]\d|rygb", re.IGNORECASE)


def test_the_shell_knows_no_game() -> None:
    texts = {".js", ".ts", ".css", ".html", ".json", ".webmanifest", ".svg"}
    files = [file for file in STATIC.rglob("*") if file.suffix in texts]
    assert len(files) > 30
    assert [file.name for file in files if FOREIGN.search(file.read_text("utf-8"))] == []


def test_no_line_is_too_long() -> None:
    long = [
        f"{name}:{number}"
        for name, source in sources().items()
        for number, line in enumerate(source.splitlines(), 1)
        if len(line) > 100
    ]
    assert long == []


def asked() -> set[str]:
    """The keys that the modules ask for; where a part is known only later, what stands before."""
    return {key for source in sources().values() for key in ASKED.findall(source)}


def named() -> set[str]:
    """Whatever looks like a key."""
    return {key for source in sources().values() for key in NAMES.findall(source)}


def said_by_the_server() -> set[str]:
    """Keys of sentences that come from the server; where a part is known later, the beginning."""
    said = re.compile(r'''"((?:web|coach|value)\.[^"]+)"''')
    return {key for file in SOURCE.rglob("*.py") for key in said.findall(file.read_text("utf-8"))}


def exists(key: str, texts: Collection[str]) -> bool:
    """Whether there is such a sentence, or some that begin so."""
    prefix, later, _ = key.partition("${")
    return any(known.startswith(prefix) for known in texts) if later else key in texts


@pytest.mark.parametrize("lang", languages())
def test_every_sentence_exists(lang: str) -> None:
    assert families(), "their texts are in the catalogue once they are known"
    texts = catalogue(lang).keys()
    kinds = {key.partition(".")[0] for key in texts}
    keys = asked() | {key for key in named() if key.partition(".")[0] in kinds}
    assert len(asked()) > 100
    assert [key for key in sorted(keys) if not exists(key, texts)] == []
    assert not exists("web.no-such-key", texts)
    assert not exists("web.no-such.${key}", texts)


def test_every_sentence_is_used() -> None:
    """A sentence is asked for by its whole name somewhere, or by its beginning."""
    assert families(), "their texts are in the catalogue once they are known"
    whole = {name for name in named() if "${" not in name}
    begun = tuple(name.partition("${")[0] for name in named() if "${" in name)
    whole |= {name for name in said_by_the_server() if "{" not in name}
    begun += tuple(name.partition("{")[0] for name in said_by_the_server() if "{" in name)
    web = [key for key in catalogue("en") if key.startswith("web.")]
    assert len(web) > 100
    unused = [key for key in web if key not in whole and not key.startswith(begun)]
    assert unused == []
