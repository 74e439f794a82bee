"""The files of the web client: each is read once, compressed once, and identified by its digest.

They do not change while the server runs. A browser that sends the digest it has is told that it is
up to date; the service worker caches all files for offline use.
"""

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from cruces.client import STATIC
from cruces.core.family import Family
from cruces.core.registry import ask, families
from cruces.locales import DEFAULT, catalogue, languages
from cruces.render.theme import TOKENS

FAMILIES = "/families"
"""The path of the families' files: ``/families/<family>/<file>``."""
SERVED = {".css", ".html", ".js", ".png", ".svg", ".webmanifest"}
"""The types of files for browsers; others in the folder are for developers."""
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
PAGE_TEXTS = "page."
"""Texts under keys that begin so belong to one page of the browser, which loads them."""
SMALL = 500
"""Smaller files, in bytes, are not compressed."""


@dataclass(frozen=True)
class Asset:
    """A file, ready to be sent."""

    body: bytes
    kind: str

    @cached_property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.body, 9, mtime=0)

    def answer(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """The file, or 304 if the browser already has it."""
        headers = {"ETag": self.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        accepted = request.headers.get("accept-encoding", "")
        if "gzip" not in accepted or len(self.body) < SMALL or self.kind == "image/png":
            return Response(self.body, headers=headers, media_type=self.kind)
        packed = {**headers, "Content-Encoding": "gzip"}
        return Response(self.packed, headers=packed, media_type=self.kind)


def packed_answer(request: Request[Any, Any, Any], body: bytes) -> Response[bytes]:
    """JSON for one client, compressed: in a list of moves the same words recur."""
    response = Asset(body, "application/json").answer(request)
    response.headers["Cache-Control"] = "no-store"
    return response


def text(body: str, kind: str) -> Asset:
    """A text as an asset, in UTF-8. The framework adds that to the types that begin with text/."""
    return Asset(body.encode(), kind if kind.startswith("text/") else f"{kind}; charset=utf-8")


def without_comments(module: str) -> str:
    """A module whose lines of comment are empty: a quarter less to load, and the same line numbers.

    A module with a text of several lines, which may look like a comment, stays as it is.
    """
    lines = module.split("\n")
    if any(line.count("`") % 2 for line in lines):
        return module
    inside = False
    for number, line in enumerate(lines):
        words = line.strip()
        begins = words.startswith("/*") and words.find("*/") in (-1, len(words) - 2)
        if inside or begins or words.startswith("//"):
            lines[number] = ""
        inside = (inside or begins) and not words.endswith("*/")
    return "\n".join(lines)


def tokens() -> str:
    """The colours as CSS custom properties: by the user's choice; light on paper."""

    def block(selector: str, column: int, scheme: str) -> str:
        colours = "".join(f"--{name}:{pair[column]};" for name, pair in TOKENS.items())
        return f"{selector}{{color-scheme:{scheme};{colours}}}\n"

    return (
        block(":root", 0, "light")
        + f"@media screen and (prefers-color-scheme: dark){{{block(':root', 1, 'dark')}}}\n"
        + block(':root[data-theme="light"]', 0, "light")
        + "@media screen{"
        + block(':root[data-theme="dark"]', 1, "dark")
        + "}\n"
    )


def load() -> dict[str, Asset]:
    """Every file by its address."""
    assets = {"/static/css/tokens.css": text(tokens(), "text/css"), **_folder(STATIC, "/static")}
    for family in families():
        web = files(family.package) / "web"
        if web.is_dir():
            assets |= _folder(web, f"{FAMILIES}/{family.name}")
    return _with_pages(assets)


def _folder(folder: Traversable, address: str) -> dict[str, Asset]:
    """The files of a folder and its subfolders, by address."""
    assets: dict[str, Asset] = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        place, suffix = f"{address}/{entry.name}", PurePosixPath(entry.name).suffix
        if entry.is_dir():
            assets |= _folder(entry, place)
        elif suffix in SERVED:
            kind = KINDS.get(suffix) or mimetypes.guess_type(entry.name)[0] or "text/plain"
            body = entry.read_bytes()
            if suffix == ".png":
                assets[place] = Asset(body, kind)
            else:
                words = body.decode()
                assets[place] = text(without_comments(words) if suffix == ".js" else words, kind)
    return assets


def view_address(family: Family) -> str | None:
    """The address of a family's view."""
    return None if family.view is None else f"{FAMILIES}/{family.name}/{family.view}"


def _with_pages(assets: dict[str, Asset]) -> dict[str, Asset]:
    """Add addresses for the pages, and the list of files to preload on the home page."""
    shared = ("/static/js/", f"{FAMILIES}/")
    # What is in folders of these is loaded when it is needed.
    first = [place for place in assets if place.startswith(shared) and place.count("/") == 3]
    modules = [place for place in first if place.endswith(".js")]
    links = "".join(f'<link rel="modulepreload" href="{place}">\n' for place in modules)
    styles = [place for place in first if place.endswith(".css")]
    links += "".join(f'<link rel="preload" href="{place}" as="style">\n' for place in styles)
    start = assets.pop("/static/index.html").body.decode().replace("<!-- modules -->\n", links)
    pages = {
        "/": text(start, "text/html"),
        "/verify": assets.pop("/static/verify/verify.html"),
        "/manifest.webmanifest": assets.pop("/static/manifest.webmanifest"),
    }
    worker = assets.pop("/static/sw.js").body.decode()
    everything = pages | assets
    return everything | {
        "/sw.js": text(_worker_configuration(everything) + worker, "text/javascript")
    }


def _worker_configuration(everything: Mapping[str, Asset]) -> str:
    """The service worker's configuration: the files to cache, and a version of this set."""
    digest = hashlib.sha256("".join(a.etag for a in everything.values()).encode()).hexdigest()
    every = dict.fromkeys((DEFAULT, *languages()))
    pages = [
        f"pages/{family.games[0].id}/{name}"
        for family in families()
        for name in ask({}, family.pages)
    ]
    spoken = [f"/api/{what}/{lang}" for what in ("texts", *pages) for lang in every]
    spoken += [f"/api/texts/{lang}/{page}" for page in pages_with_texts() for lang in every]
    configuration = {
        "VERSION": digest[:16],
        "FILES": list(everything),
        "SPOKEN": [*spoken, "/api/games"],
    }
    return "".join(
        f"const {name} = {json.dumps(value)};\n" for name, value in configuration.items()
    )


@cache
def pages_with_texts() -> Sequence[str]:
    """The browser's pages whose texts are not part of the first load, but ``page.<page>.…``."""
    keys = (key for key in catalogue(DEFAULT) if key.startswith(PAGE_TEXTS))
    return sorted({key.split(".")[1] for key in keys})


ASSETS = load()


def _asset(request: Request[Any, Any, Any]) -> Response[bytes]:
    asset = ASSETS.get(request.url.path)
    if asset is None:
        raise NotFoundException
    return asset.answer(request)


@get(
    [place for place in ASSETS if not place.startswith(("/static/", f"{FAMILIES}/"))],
    include_in_schema=False,
    sync_to_thread=False,
)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _asset(request)


@get(
    ["/static/{place:path}", FAMILIES + "/{place:path}"],
    include_in_schema=False,
    sync_to_thread=False,
)
def static(request: Request[Any, Any, Any], place: str) -> Response[bytes]:
    return _asset(request)
