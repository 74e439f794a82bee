"""The colours of the pictures in the light and the dark theme, and their style sheet.

Rules use tokens, such as ``fill:$ink``. A fixed theme fills in the values, so that any renderer can
read them. ``auto`` declares custom properties that follow the reader's preference, each after the
light value as a fallback for renderers without custom properties.
"""

import re
from collections.abc import Mapping
from typing import Literal, get_args

from cruces.core import BadOptionError, Reason

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
    # A colour fills shapes, its ink is for text, its tint is the background of both.
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
    # Dice: pips contrast with the colour, dark on light dice; the yellow die is brighter.
    "ivory": ("#fdfaf3", "#ece5d6"),
    "amber": ("#e2a300", "#f0bd3c"),
    "pip": ("#ffffff", "#1d1a17"),
    "pip-dark": ("#2a2622", "#1d1a17"),
    # Wood, a little darker in the dark theme.
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
"""The light and the dark value of each token."""

_TOKEN = re.compile(r"\$([a-z0-9-]+)")
_VARIABLE = r"var(--\1)"
_SIDES = {"light": 0, "dark": 1}


def check(theme: str) -> None:
    """Refuse an unknown theme."""
    if theme not in get_args(Theme):
        params = {"name": "theme", "value": str(theme), "allowed": ", ".join(get_args(Theme))}
        raise BadOptionError(Reason("bad-value", params))


def value(token: str, theme: Theme) -> str:
    """The colour of a token; the light one for ``auto``."""
    return TOKENS[token][_SIDES.get(theme, 0)]


def stylesheet(rules: Rules, theme: Theme, scope: str) -> str:
    """The rules as CSS that affects no other picture: every class is prefixed with the scope.

    A scope as an ancestor would not work: inside ``<use>`` a selector sees only the used part.
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


def page_style(rules: Rules, scope: str) -> str:
    """The rules as a style sheet for pages that have the tokens as custom properties."""
    return "".join(
        f"{selector.replace('.', f'.{scope}-') or f'.{scope}'}{{{_TOKEN.sub(_VARIABLE, body)}}}\n"
        for selector, body in rules.items()
    )


def _declarations(body: str, theme: Theme) -> str:
    plain = _TOKEN.sub(lambda token: value(token[1], theme), body)
    if theme != "auto":
        return plain
    variables = _TOKEN.sub(_VARIABLE, body)
    pairs = zip(plain.split(";"), variables.split(";"), strict=True)
    return ";".join(fixed if fixed == free else f"{fixed};{free}" for fixed, free in pairs)
