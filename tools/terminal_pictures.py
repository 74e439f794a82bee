"""Draw the pictures of the terminal app, one of each game, into docs/img.

usage: python -m tools.terminal_pictures
"""

import asyncio
import re

from tools.pictures import FOLDER, PICTURES, AnyPlay

from cruces.tui.app import CrucesApp
from cruces.tui.colours import DARK
from cruces.tui.game_screen import GameScreen
from cruces.tui.local import LocalMatch

SIZE = (80, 24)
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts from another server: a picture loads nothing."""


async def drawn(play: AnyPlay) -> str:
    """The app with this game, as SVG."""

    def first(app: CrucesApp) -> LocalMatch:
        return LocalMatch.resumed(play, "en", app.preparing, secret=bytes(32))

    app = CrucesApp("en", first)
    app.theme, app.animation_level = DARK, "none"
    async with app.run_test(size=SIZE) as pilot:
        while not (isinstance(app.screen, GameScreen) and app.screen.query("#status")):
            await pilot.pause()
        await pilot.pause()
        svg = FONTS.sub("", app.export_screenshot(title="cruces play"))
    return svg.replace("Fira Code", "monospace")


def main() -> None:
    for name, begun in PICTURES.items():
        file = FOLDER / f"terminal-{name}.svg"
        file.write_text(asyncio.run(drawn(begun())), "utf-8")
        print(file)


if __name__ == "__main__":
    main()
