"""A small SVG builder: elements are frozen values; escaping and number formats are in one place."""

import re
from dataclasses import dataclass

INDENT = "  "
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, not even escaped."""
_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ATTRIBUTE = {**_TEXT, '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


@dataclass(frozen=True, slots=True)
class Element:
    """A tag with its attributes and its children, elements or text."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple["Element | str", ...]


def el(tag: str, *children: Element | str, **attributes: str | float | None) -> Element:
    """An element. ``class_`` means class, ``_`` a hyphen; attributes with None are omitted.

    >>> write(el("text", "a < b", class_="num", text_anchor="middle", x=1.50, y=None))
    '<text class="num" text-anchor="middle" x="1.5">a &lt; b</text>'
    """
    pairs = (
        (name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
        for name, value in attributes.items()
        if value is not None
    )
    return Element(tag, tuple(pairs), children)


def group(*children: Element, **attributes: str | float | None) -> Element:
    """A group of elements."""
    return el("g", *children, **attributes)


def use(name: str, x: float = 0, y: float = 0, **attributes: str | float | None) -> Element:
    """A copy of a definition, by its name, at a place."""
    return el("use", href=f"#{name}", x=x or None, y=y or None, **attributes)


def number(value: float) -> str:
    """A number with at most two decimals, and without trailing zeros.

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
    """The transform that moves the origin to a place, then rotates and scales around it.

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
    """A text escaped for XML; forbidden characters become the replacement character.

    >>> escape("Tom & <Ana>\\x00")
    'Tom &amp; &lt;Ana&gt;\ufffd'
    """
    return "".join(table.get(char, char) for char in _FORBIDDEN.sub("\ufffd", text))


def write(
    element: Element, scope: str = "", indent: str | None = "", classes: str | None = None
) -> str:
    """The element as XML. Ids, classes and references are prefixed with the scope, if there is one.

    With ``classes``, that is the scope of the classes: of several pictures, if they share a style.

    >>> write(group(use("box"), id="row", class_="red"), "c1").splitlines()
    ['<g id="c1-row" class="c1-red">', '  <use href="#c1-box"/>', '</g>']
    """
    attributes = (
        f' {name}="{escape(_scoped(name, value, used), _ATTRIBUTE)}"'
        for name, value in element.attributes
        for used in (scope if classes is None or name != "class" else classes,)
    )
    start = f"{indent or ''}<{element.tag}{''.join(attributes)}"
    if not element.children:
        return f"{start}/>"
    # White space between elements has no effect; within text it would show.
    flat = indent is None or any(isinstance(child, str) for child in element.children)
    deeper = None if flat else f"{indent}{INDENT}"
    inside = (
        escape(child) if isinstance(child, str) else write(child, scope, deeper, classes)
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
