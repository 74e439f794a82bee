"""How long the page of a finished game takes to open on a phone: python -m bench.game_page

A long game of every kind is opened from its record in Chromium, in the size of a phone, with the
processor as fast as it is and four times slower. *From home* is the time from the change of the
address to the first moment on the screen; *by address* the same in a new page, with the files that
an earlier visit has left.
"""

import statistics
import time
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.browser.chromium import ARGUMENTS, chromium
from tools.screenshots import PHONE, prepare, server

import cruces

LEAST_EVENTS = 60
TIMES = 9
SLOWER = (1, 4)
SHOWN = ".look-back .said"


def long_game(game: str) -> cruces.Play[Any, Any, Any]:
    """The first finished game of enough events, with players who end it."""
    bot = cruces.get_bot("random" if len(cruces.start(game).legal()) else "greedy")
    for seed in range(1000):
        dice, taste = Random(seed), Random(seed + 1)
        play = cruces.start(game)
        while play.outcome is None and len(play.events) < 10 * LEAST_EVENTS:
            play.roll(dice)
            for seat in play.to_act:
                if seat in play.to_act:
                    play.push(bot.choose(play.view(seat), cruces.Limits(), taste), seat)
        if play.outcome is not None and len(play.events) >= LEAST_EVENTS:
            return play
    raise SystemExit(f"no game of {game} is long enough")


def opened(page: Page, url: str, play: cruces.Play[Any, Any, Any]) -> str:
    """Open the record as a person does; the address of its page."""
    page.goto(f"{url}/#game")
    page.wait_for_selector("input[type=file]", state="attached")
    record = play.to_json().encode()
    file: Any = {"name": "game.json", "mimeType": "application/json", "buffer": record}
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(SHOWN)
    return page.url.split("#")[1].split("&")[0]


def times(page: Page, url: str, address: str) -> tuple[float, float]:
    """From home and by address, in milliseconds."""
    page.goto(url)
    page.wait_for_selector(".play-now")
    page.wait_for_load_state("networkidle")
    begun = time.perf_counter()
    page.evaluate("address => { location.hash = address; }", address)
    page.wait_for_selector(SHOWN)
    from_home = time.perf_counter() - begun
    page.goto("about:blank")
    begun = time.perf_counter()
    page.goto(f"{url}/#{address}", wait_until="commit")
    page.wait_for_selector(SHOWN)
    return 1000 * from_home, 1000 * (time.perf_counter() - begun)


def measure(context: BrowserContext, url: str, game: str) -> None:
    play, page = long_game(game), context.new_page()
    page.goto(url)
    page.wait_for_selector(".play-now")
    address = opened(page, url, play)
    for slower in SLOWER:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        taken = list(zip(*(times(page, url, address) for _ in range(TIMES)), strict=True))
        columns = [f"{statistics.median(each):.0f} / {max(each):.0f}" for each in taken]
        print(f"| {game} | {len(play.events)} | {slower} | {' | '.join(columns)} |", flush=True)


def main() -> None:
    width, height = PHONE
    with server() as url, sync_playwright() as playwright:
        prepare(url)
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        print("| game | events | processor slower by | from home, ms | by address, ms |")
        print("|---|---:|---:|---:|---:|")
        for game in cruces.GAMES:
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
            )
            measure(context, url, game)
            context.close()


if __name__ == "__main__":
    main()
