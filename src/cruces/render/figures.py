"""Positions on pages to read: what led to them, and how they are called.

A fenced block ``position`` has a position in the game's notation, then, line by line, what happens
next, and after an empty line its caption. The words after ``position`` say which parts to draw; the
family knows them. ``docs/adding-a-game.md`` has an example.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cruces.core.family import AnyGame, AnyLog
from cruces.core.game import CHANCE
from cruces.core.log import GameLog

POSITION = "position"


@dataclass(frozen=True, slots=True)
class Figure:
    """A position on a page, what led to it, the parts to draw, and the caption as Markdown."""

    log: AnyLog
    parts: tuple[str, ...]
    caption: str


def figure(game: AnyGame, info: str, content: str) -> Figure | None:
    """The figure that a block with these words stands for; None if it is just code."""
    name, *parts = info.split() or [""]
    if name != POSITION:
        return None
    notation, _, caption = content.strip().partition("\n\n")
    position, *happenings = notation.splitlines()
    return Figure(_log(game, position, happenings), tuple(parts), " ".join(caption.split()))


def _log(game: AnyGame, position: str, happenings: Sequence[str]) -> AnyLog:
    log: AnyLog = GameLog.at(game, game.parse_position(position))
    for written in happenings:
        if CHANCE in log.to_act:
            log = log.happen(game.parse_chance(written))
        else:  # where several may act, they do so in the order of their seats
            log = log.act({min(log.to_act): game.parse_action(written)})
    return log
