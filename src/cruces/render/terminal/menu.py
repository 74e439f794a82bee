"""What a person may do now, ready to be shown."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Menu:
    """The lines to show; the actions that a number chooses; what Enter alone does, if anything."""

    lines: tuple[str, ...]
    numbered: tuple[Any, ...] = ()
    default: Any = None
