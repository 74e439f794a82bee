"""What a screen tries that may be refused: the refusal is shown as a sentence."""

from collections.abc import Awaitable, Callable
from typing import Any

from textual.screen import Screen

from cruces.core import CrucesError


def attempt(screen: Screen[Any], lang: str, work: Callable[[], Awaitable[Any]]) -> None:
    """Do something without keeping the screen waiting, and say why it is refused."""

    async def attempted() -> None:
        try:
            await work()
        except CrucesError as error:
            if screen.is_attached:
                screen.notify(error.message(lang), severity="warning", markup=False)

    screen.run_worker(attempted())
