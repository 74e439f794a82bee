"""The actions that a person may choose from, ready to be shown."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Menu:
    """The lines to show, the actions by number, and the action that Enter alone chooses."""

    lines: tuple[str, ...]
    numbered: tuple[Any, ...] = ()
    default: Any = None
