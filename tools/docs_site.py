"""Hooks of the documentation site: they add what is outside the folder docs, and the notebooks.

Pages are written to be read in the repository, too, so their links lead to its files. The site gets
these files, and the links lead to their places in it.
"""

import json
import re
from os.path import normpath, relpath
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from cruces.render.theme import TOKENS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
}
"""Pages outside the folder docs, and their places in the site."""
ICON = "src/cruces/client/static/icons/icon.svg"
COLOURS = {
    "primary-fg-color": "tray",
    "primary-bg-color": "tray-ink",
    "accent-fg-color": "accent",
    "typeset-a-color": "accent",
    "default-bg-color": "paper",
    "typeset-color": "ink",
    "default-fg-color--light": "ink-2",
    "code-bg-color": "table",
    "code-fg-color": "ink",
    "footer-bg-color": "tray",
    "footer-bg-color--dark": "tray-edge",
}
"""Ours for those of the site's theme."""
STYLE = """
.md-typeset :is(h1,h2){color:var(--md-typeset-color);font-weight:700}
.md-typeset figure svg{height:auto;max-width:100%}
"""
_FENCE_OR_LINK = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)$"
    r"|(?P<text>!?\[[^][]*\])\((?P<target>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)",
    re.MULTILINE | re.DOTALL,
)
_CODE = re.compile(r"`[^`\n]+`")


def on_config(config: MkDocsConfig) -> None:
    config.nav = expanded(config.nav)


def on_files(files: Files, config: MkDocsConfig) -> None:
    for source, place in {**PAGES, ICON: "img/icon.svg"}.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    files.append(File.generated(config, "css/colours.css", content=colours()))
    for notebook in DOCS.rglob("*.ipynb"):
        place = notebook.relative_to(DOCS).with_suffix(".md").as_posix()
        files.append(File.generated(config, place, content=notebook_page(notebook)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Write a page as the site's Markdown wants it, with links to places in the site."""
    source = Path(page.file.abs_src_path or DOCS / page.file.src_uri)

    def moved(found: re.Match[str]) -> str:
        if found["fence"]:
            return found[0].replace("```python\n>>>", "```pycon\n>>>")
        place = place_of(normpath(source.parent / found["target"]), config, files)
        if place is None:
            return found["text"].strip("[]")
        target = relpath(place, Path(page.file.src_uri).parent)
        return f"{found['text']}({target}{found['anchor'] or ''})"

    if page.is_homepage:
        page.meta["hide"] = ["navigation"]
    moved_links = _FENCE_OR_LINK.sub(moved, markdown)
    # In a table GitHub wants bars escaped in code, too.
    return _CODE.sub(lambda code: code[0].replace(r"\|", "|"), moved_links)


def place_of(target: str, config: MkDocsConfig, files: Files) -> str | None:
    """Where the site has a file of the repository; None for folders, which it does not show."""
    path = Path(target)
    if path.is_relative_to(DOCS):
        path = path / "README.md" if path.is_dir() else path
        path = path.with_suffix(".md") if path.suffix == ".ipynb" else path
        return path.relative_to(DOCS).as_posix()
    if path.is_dir():
        return None
    name = path.relative_to(ROOT).as_posix()
    if name in PAGES:
        return PAGES[name]
    place = f"files/{name}"
    if path.exists() and files.get_file_from_path(place) is None:
        files.append(File.generated(config, place, abs_src_path=target))
    return place


def notebook_page(file: Path) -> str:
    """A notebook as Markdown, with what its cells show."""
    cells = json.loads(file.read_text("utf-8"))["cells"]
    parts = [part for cell in cells for part in cell_parts(cell)]
    note = f'<p><a href="{file.name}" download>Download this page as a notebook</a></p>'
    return "\n\n".join([*parts, note])


def cell_parts(cell: Any) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [f"```python\n{source}\n```", *map(output_part, cell["outputs"])]


def output_part(output: Any) -> str:
    if "text/html" in output.get("data", {}):
        return f"<div>{''.join(output['data']['text/html'])}</div>"
    text = "".join(output["text"] if "text" in output else output["data"]["text/plain"])
    return f"```text\n{text.rstrip()}\n```"


def expanded(nav: Any) -> Any:
    """The navigation with the files that patterns stand for."""
    if isinstance(nav, dict):
        return {title: expanded(part) for title, part in nav.items()}
    if isinstance(nav, list):
        found = [
            sorted(file.relative_to(DOCS).as_posix() for file in DOCS.glob(part))
            if isinstance(part, str) and "*" in part
            else [expanded(part)]
            for part in nav
        ]
        return [part for parts in found for part in parts]
    return nav


def colours() -> str:
    """Our colours in the site, by light and by dark."""
    schemes = {
        scheme: "".join(f"--md-{name}:{TOKENS[token][side]};" for name, token in COLOURS.items())
        for side, scheme in enumerate(("default", "slate"))
    }
    rules = [f'[data-md-color-scheme="{each}"]{{{schemes[each]}}}' for each in schemes]
    return "\n".join([*rules, STYLE])
