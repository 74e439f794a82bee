"""A tiny builder of SVG: elements as frozen values, escaped and numbered in one place."""

import re
from dataclasses import dataclass

INDENT = "  "
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, not even escaped."""
_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ATTRIBUTE = {**_TEXT, '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


@dataclass(frozen=True, slots=True)
class Element:
    """A tag with its attributes, and what is inside: elements or text."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple["Element | str", ...]


def el(tag: str, *children: Element | str, **attributes: str | float | None) -> Element:
    """An element. ``class_`` stands for class, ``_`` for a hyphen; None leaves one out.

    >>> write(el("text", "a < b", class_="num", text_anchor="middle", x=1.50, y=None))
    '<text class="num" text-anchor="middle" x="1.5">a &lt; b</text>'
    """
    named = (
        (name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
        for name, value in attributes.items()
        if value is not None
    )
    return Element(tag, tuple(named), children)


def group(*children: Element, **attributes: str | float | None) -> Element:
    """Elements together."""
    return el("g", *children, **attributes)


def use(name: str, x: float = 0, y: float = 0, **attributes: str | float | None) -> Element:
    """What the definitions hold under this name, once more, at this place."""
    return el("use", href=f"#{name}", x=x or None, y=y or None, **attributes)


def number(value: float) -> str:
    """At most two decimals, none without need.

    >>> [number(n) for n in (3.0, 0.126, -0.001, 20)]
    ['3', '.13', '0', '20']
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "0") else re.sub(r"^(-?)0\.", r"\1.", short)


def path(*parts: str | float) -> str:
    """The data of a path: commands and coordinates.

    >>> path("M", 1, 2.5, "L", 3, 4)
    'M1 2.5L3 4'
    """
    words = [part if isinstance(part, str) else number(part) for part in parts]
    return re.sub(r" ?([A-Za-z]) ?", r"\1", " ".join(words))


def at(x: float, y: float, *, turn: float = 0, scale: float = 1) -> str:
    """The transform that brings the origin to a place, then turns and scales around it.

    >>> at(8, 4.5, scale=0.5)
    'translate(8 4.5) scale(.5)'
    """
    words = [f"translate({number(x)} {number(y)})"]
    if turn:
        words.append(f"rotate({number(turn)})")
    if scale != 1:
        words.append(f"scale({number(scale)})")
    return " ".join(words)


def escape(text: str, table: dict[str, str] = _TEXT) -> str:
    """Any text made fit for XML; what XML cannot hold becomes the replacement character.

    >>> escape("Tom & <Ana>\\x00")
    'Tom &amp; &lt;Ana&gt;\ufffd'
    """
    return "".join(table.get(char, char) for char in _FORBIDDEN.sub("\ufffd", text))


def write(element: Element, scope: str = "", indent: str | None = "") -> str:
    """The element as XML. All ids, classes and references get the scope in front, if there is one.

    >>> write(group(use("box"), id="row", class_="red"), "c1").splitlines()
    ['<g id="c1-row" class="c1-red">', '  <use href="#c1-box"/>', '</g>']
    """
    named = (
        f' {name}="{escape(_scoped(name, value, scope), _ATTRIBUTE)}"'
        for name, value in element.attributes
    )
    start = f"{indent or ''}<{element.tag}{''.join(named)}"
    if not element.children:
        return f"{start}/>"
    # Space between elements means nothing; within text it would show.
    flat = indent is None or any(isinstance(child, str) for child in element.children)
    deeper = None if flat else f"{indent}{INDENT}"
    inside = (
        escape(child) if isinstance(child, str) else write(child, scope, deeper)
        for child in element.children
    )
    if flat:
        return f"{start}>{''.join(inside)}</{element.tag}>"
    return "\n".join([f"{start}>", *inside, f"{indent}</{element.tag}>"])


def _scoped(name: str, value: str, scope: str) -> str:
    if not scope:
        return value
    match name:
        case "id":
            return f"{scope}-{value}" if value else scope
        case "class":
            return " ".join(f"{scope}-{one}" for one in value.split())
        case "href":
            return f"#{scope}-{value[1:]}"
        case _:
            return value.replace("url(#", f"url(#{scope}-")
