"""The documentation site builds without a warning, needs no other site, and leaves nothing out."""

import os
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BUILD = (sys.executable, "-m", "mkdocs", "build", "--strict", "-f", ROOT / "tools" / "mkdocs.yml")
API = {page.stem: page for page in (DOCS / "api").glob("*.md")}
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page.stem not in API]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [*BUILD, "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def article(file: Path) -> str:
    """What is particular to a page."""
    return file.read_text("utf-8").partition("<article")[2].partition("</article>")[0]


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.glob("css/*.css")]
    assert len(files) > len(PAGES)
    for file in files:
        text = file.read_text("utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]*\bsrc=\"?([^\s\">]+)", text)
        loaded += re.findall(r"<link[^>]*\bhref=\"?([^\s\">]+)", text)
        loaded += re.findall(r"(?:@import|url\()\s*[\"']?([^\s\"')]+)", text)
        assert [address for address in loaded if address.startswith(("http", "//"))] == [], file


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_has_the_same_parts_as_on_github(site: Path, page: Path) -> None:
    name = page.relative_to(DOCS).with_suffix(".html").as_posix().replace("README", "index")
    expected = MarkdownIt("commonmark").enable("table").render(page.read_text("utf-8"))
    shown = article(site / name)
    for tag in ("h2", "li", "ol", "pre", "table", "td", "ul"):
        parts = re.compile(rf"<{tag}\b")
        assert len(parts.findall(shown)) == len(parts.findall(expected)), tag


@pytest.mark.parametrize("name", API)
def test_every_public_name_is_in_the_reference(site: Path, name: str) -> None:
    module = import_module(name if name == "cruces" else f"cruces.{name}")
    ids = set(re.findall(r'\bid="?([\w.]+)', article(site / "api" / f"{name}.html")))
    names = set(module.__all__) - {"__version__"}
    assert names
    assert {f"{module.__name__}.{public}" for public in names} - ids == set()


def test_the_drawing_of_the_architecture_is_up_to_date() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "architecture.py"))
    drawn = tool["draw"]().svg
    assert (DOCS / "architecture.svg").read_text("utf-8") == drawn, "run `make pictures`"
