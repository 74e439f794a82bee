"""The colours of the app: those of the pictures and pages, light and dark."""

import os
from collections.abc import Mapping

from textual.theme import Theme as AppTheme

from cruces.render.theme import Theme, value

LIGHT, DARK = "cruces-light", "cruces-dark"


def themes() -> list[AppTheme]:
    """Our two themes, as Textual knows them."""
    return [_theme(LIGHT, "light"), _theme(DARK, "dark")]


def _theme(name: str, side: Theme) -> AppTheme:
    return AppTheme(
        name,
        primary=value("accent", side),
        secondary=value("wood", side),
        accent=value("accent", side),
        foreground=value("ink", side),
        background=value("table", side),
        surface=value("paper", side),
        panel=value("line", side),
        success=value("green", side),
        warning=value("yellow", side),
        error=value("red", side),
        dark=side == "dark",
        variables={"footer-key-foreground": value("accent", side)},
    )


def usual_theme(environ: Mapping[str, str] = os.environ) -> str:
    """The theme for this terminal: ``CRUCES_THEME``, or what the terminal says of its background.

    >>> usual_theme({"COLORFGBG": "0;15"}), usual_theme({}), usual_theme({"CRUCES_THEME": "light"})
    ('cruces-light', 'cruces-dark', 'cruces-light')
    """
    wanted = environ.get("CRUCES_THEME")
    if wanted in ("light", "dark"):
        return LIGHT if wanted == "light" else DARK
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in ("7", "15") else DARK


class Ink:
    """Looks up colours by their token, for the theme in use."""

    def __init__(self, dark: bool) -> None:
        self._side: Theme = "dark" if dark else "light"

    def __getitem__(self, token: str) -> str:
        return value(token, self._side)
