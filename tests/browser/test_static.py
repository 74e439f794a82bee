"""The browser's modules without a browser: their types, and the sentences they ask for."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cruces.locales import catalogue, languages
from cruces.server.assets import STATIC

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


def test_a_wrong_type_would_be_found(tmp_path: Path) -> None:
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    module = copy / "js" / "notation.js"
    module.write_text(module.read_text("utf-8") + "\nsquare('five', 5);\n", "utf-8")
    done = compile_in(copy)
    assert done.returncode != 0
    assert "notation.js" in done.stdout


def sources() -> dict[str, str]:
    """Every module by its name."""
    return {file.name: file.read_text("utf-8") for file in sorted(STATIC.glob("js/*.js"))}


def asked() -> set[str]:
    """The keys that the modules ask for; where a part is known only later, what stands before."""
    return {key for source in sources().values() for key in ASKED.findall(source)}


def named() -> set[str]:
    """Whatever looks like a key."""
    return {key for source in sources().values() for key in NAMES.findall(source)}


def exists(key: str, texts: dict[str, str]) -> bool:
    """Whether there is such a sentence, or some that begin so."""
    prefix, later, _ = key.partition("${")
    return any(known.startswith(prefix) for known in texts) if later else key in texts


@pytest.mark.parametrize("lang", languages())
def test_every_sentence_exists(lang: str) -> None:
    texts = dict(catalogue(lang))
    families = {key.partition(".")[0] for key in texts}
    keys = asked() | {key for key in named() if key.partition(".")[0] in families}
    assert len(asked()) > 100
    assert [key for key in sorted(keys) if not exists(key, texts)] == []
    assert not exists("web.no-such-key", texts)
    assert not exists("web.no-such.${key}", texts)


def test_every_sentence_is_used() -> None:
    """A sentence is asked for by its whole name somewhere, or by its beginning."""
    whole = {name for name in named() if "${" not in name}
    begun = tuple(name.partition("${")[0] for name in named() if "${" in name)
    web = [key for key in catalogue("en") if key.startswith("web.")]
    assert len(web) > 100
    unused = [key for key in web if key not in whole and not key.startswith(begun)]
    assert unused == []
