"""Why a player of Quixo never loses, for people: a page in each language, and what was counted.

``figures.json`` is the one place for the figures: of every certificate in the package what
``cruces prove quixo --json`` counts, its length, and the time and memory of the whole command.
"""

import json
from functools import cache
from importlib.resources import files

from cruces.locales import language, number, text

Figures = dict[str, int | float | str]
COUNTED = ("positions", "won", "exceptions", "bytes")


@cache
def figures() -> list[Figures]:
    """What was counted, by board."""
    found: list[Figures] = json.loads((files(__package__) / "figures.json").read_text("utf-8"))
    return found


@cache
def proof_page(lang: str) -> str:
    """The explanation, as Markdown, with the figures filled in."""
    code = language(lang)
    page = (files(__package__) / f"quixo.{code}.md").read_text("utf-8")
    return page.replace("{figures}", "\n".join(_row(one, code) for one in figures()))


def _row(one: Figures, lang: str) -> str:
    size, seconds = one["size"], float(one["seconds"])
    short = seconds < 100
    time = f"{number(seconds, lang, 1)} s" if short else f"{number(seconds / 60, lang, 0)} min"
    counted = [number(float(one[name]), lang) for name in COUNTED]
    role = text(f"proof.{one['role']}", lang)
    cells = (f"{size}×{size}", role, *counted, time, number(float(one["megabytes"]), lang))
    return f"| {' | '.join(cells)} |"
