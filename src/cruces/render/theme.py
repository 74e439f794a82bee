"""Paper, pencil and wood: the colours of the pictures by light and by dark, and how CSS gets them.

Rules are written with tokens, ``fill:$ink``. A fixed theme fills in the values, so that any
renderer can read them. ``auto`` declares custom properties that follow the reader's preference,
each after the light value, which renderers without custom properties fall back to.
"""

import re
from collections.abc import Mapping
from typing import Literal, get_args

Theme = Literal["light", "dark", "auto"]
Rules = Mapping[str, str]
"""Declarations by selector."""

FONT = 'ui-rounded,"SF Pro Rounded",Nunito,Inter,system-ui,sans-serif'

TOKENS: Mapping[str, tuple[str, str]] = {
    "table": ("#e9e0cd", "#181614"),
    "paper": ("#fbf7ee", "#24211d"),
    "line": ("#ded3bf", "#3d3831"),
    "ink": ("#2a2622", "#f3ede1"),
    "ink-2": ("#6d655b", "#a89f91"),
    "pencil": ("#38332e", "#dcd3c3"),
    "shade": ("#6b5330", "#000000"),
    "accent": ("#2f6db5", "#7fb0f0"),
    # A colour fills shapes, its ink is for text, its tint lies under both.
    "red": ("#c8382f", "#ef6b60"),
    "red-ink": ("#b32d25", "#f28a81"),
    "red-tint": ("#fbe4e0", "#43231f"),
    "yellow": ("#b97f00", "#f0bd3c"),
    "yellow-ink": ("#855b00", "#f0bd3c"),
    "yellow-tint": ("#fcefc9", "#41351a"),
    "green": ("#2f8a4c", "#5fc07d"),
    "green-ink": ("#226b39", "#74cb8f"),
    "green-tint": ("#dcf0e0", "#1e3a27"),
    "blue": ("#2b63b0", "#6fa4ec"),
    "blue-ink": ("#2b63b0", "#8ab6f2"),
    "blue-tint": ("#dfe9f8", "#1e2e48"),
    # Dice: pips stand out from the colour, dark on the light ones; a die may be a brighter yellow.
    "ivory": ("#fdfaf3", "#ece5d6"),
    "amber": ("#e2a300", "#f0bd3c"),
    "pip": ("#ffffff", "#1d1a17"),
    "pip-dark": ("#2a2622", "#1d1a17"),
    # Wood, a little dimmer by night.
    "wood-light": ("#f3d6a8", "#dcb883"),
    "wood": ("#e2b97f", "#c79a60"),
    "wood-side": ("#b98348", "#96683a"),
    "grain": ("#9a6830", "#7d5226"),
    "burn": ("#3b2413", "#2f1b0d"),
    "tray": ("#5a3c20", "#46301b"),
    "tray-edge": ("#432a14", "#2c1d0f"),
    "tray-ink": ("#ecd3ac", "#d9bf98"),
    "mark": ("#f2c230", "#f2c230"),
    "win": ("#2b63b0", "#1f5199"),
    "win-light": ("#9cc8fa", "#8fbcf0"),
}
"""The light and the dark value of each."""

_TOKEN = re.compile(r"\$([a-z0-9-]+)")
_SIDES = {"light": 0, "dark": 1}


def check(theme: str) -> None:
    """Refuse what is no theme."""
    if theme not in get_args(Theme):
        raise ValueError(f"no theme {theme!r}: there is {', '.join(get_args(Theme))}")


def value(token: str, theme: Theme) -> str:
    """The colour behind a token; by light where the reader decides."""
    return TOKENS[token][_SIDES.get(theme, 0)]


def stylesheet(rules: Rules, theme: Theme, scope: str) -> str:
    """The rules as CSS that touches no other picture: every class carries the scope.

    A scope as an ancestor would not do: inside ``<use>`` a selector sees the used part only.
    """
    lines = [
        (selector.replace(".", f".{scope}-") or f"#{scope}") + f"{{{_declarations(body, theme)}}}"
        for selector, body in rules.items()
    ]
    if theme == "auto":
        used = sorted({name for body in rules.values() for name in _TOKEN.findall(body)})
        light, dark = (
            f"#{scope}{{{';'.join(f'--{name}:{TOKENS[name][side]}' for name in used)}}}"
            for side in (0, 1)
        )
        lines = [light, f"@media (prefers-color-scheme:dark){{{dark}}}", *lines]
    return "\n".join(["", *lines, ""])


def _declarations(body: str, theme: Theme) -> str:
    plain = _TOKEN.sub(lambda found: value(found[1], theme), body)
    if theme != "auto":
        return plain
    live = _TOKEN.sub(r"var(--\1)", body)
    pairs = zip(plain.split(";"), live.split(";"), strict=True)
    return ";".join(fixed if fixed == free else f"{fixed};{free}" for fixed, free in pairs)
