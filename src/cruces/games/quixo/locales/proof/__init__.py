"""Why a player of Quixo never loses, for people: a page in each language, and what was counted.

``figures.json`` is the one place for the figures: of every certificate in the package what
``cruces prove quixo --json`` counts, its length, and the time and memory of the whole command.
"""

import json
from functools import cache
from importlib.resources import files

from cruces.locales import language, text

Figures = dict[str, int | float | str]


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
    time = f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
    cells = (
        f"{size}×{size}",
        text(f"proof.{one['role']}", lang),
        f"{one['positions']:,}",
        f"{one['won']:,}",
        f"{one['exceptions']:,}",
        f"{one['bytes']:,}",
        time,
        f"{one['megabytes']:,}",
    )
    return f"| {' | '.join(_spelt(cell, lang) for cell in cells)} |"


def _spelt(number: str, lang: str) -> str:
    """A number as it is written in a language."""
    return number.translate({ord(mark): text(f"proof.{mark}", lang) for mark in ",."})
