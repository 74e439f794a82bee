"""Every page of the browser's part as pictures: six sizes, light and dark, each language.

    make screenshots                     # all of them, into build/screenshots
    make screenshots ARGS="--only quixo --lang es"
    make pictures                        # among others the three in the README, into docs/img

Games are played by clicks until there is something to see, on servers of their own with throw-away
databases. For the README everything random has a seed: the same pages make the same files, with the
same fonts and the same Chromium.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Literal

import httpx
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from tests.servers import free_port

from cruces.locales import languages

Size = tuple[int, int]
Theme = Literal["light", "dark"]

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "screenshots"
README = ROOT / "docs" / "img"
SIZES = ((320, 568), (390, 844), (768, 1024), (844, 390), (1280, 820), (1920, 1080))
PHONE = SIZES[1]
THEMES: tuple[Theme, ...] = ("light", "dark")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 300_000
"""In milliseconds: the first move of a robot may have to wait for machine code to be compiled."""
TURNS = 14
"""The decisions after which a sheet is worth looking at."""

SEEDED_SERVER = """
import random, secrets
rng = random.Random(SEED)
secrets.token_bytes = rng.randbytes
secrets.choice = rng.choice
random.SystemRandom = lambda: rng
from cruces.cli import main
main()
"""
SEEDED_PAGE = """
let state = SEED;
crypto.getRandomValues = array => {
  for (let i = 0; i < array.length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    array[i] = state >>> 16;
  }
  return array;
};
"""


@contextmanager
def server(seed: int | None = None) -> Iterator[str]:
    """A server on a free port; its address. With a seed, its dice and players repeat themselves."""
    program = ["-m", "cruces"]
    if seed is not None:
        program = ["-c", SEEDED_SERVER.replace("SEED", str(seed))]
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        command = [sys.executable, *program, "serve", "--port", str(port)]
        options = ["--database", f"sqlite:///{folder}/cruces.db", "--log-level", "ERROR"]
        with subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL) as process:
            try:
                _wait(url)
                yield url
            finally:
                process.terminate()


def _wait(url: str) -> None:
    for _ in range(300):
        try:
            httpx.get(f"{url}/health", trust_env=False)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"no answer from {url}")


def prepare(url: str) -> None:
    """Wait until robots play at their best: until then it depends on the machine how they do."""
    while httpx.get(f"{url}/api/preparation", trust_env=False).json()["part"] < 1:
        time.sleep(1)


# The pages

ANSWERS: Counter[Page] = Counter()
"""The messages that a page has received."""


def choose(page: Page, url: str, game: str) -> None:
    """Home, with a game chosen."""
    page.goto(f"{url}/#")
    page.click(f"[data-game={game}]")


def begin(page: Page, url: str, game: str, turns: int = 0) -> None:
    """A game against the computer, after this many decisions."""
    choose(page, url, game)
    page.click(".play-now")
    for _ in range(turns):
        if not my_turn(page):
            return
        decide(page)


def my_turn(page: Page) -> bool:
    """Wait for it; False when the game is over."""
    page.wait_for_selector("body.my-turn, dialog[open]")
    return not page.locator("dialog[open]").count()


def decide(page: Page) -> None:
    """The first thing that may be done, until the server has answered."""
    page.wait_for_selector(".cube.can, .box.can, .act .go:not([aria-disabled=true])")
    cubes = page.locator(".cube.can")
    boxes = page.locator(".box.can")
    if cubes.count():
        cubes.nth((7 * cubes.count()) // 10).click()
        page.locator(".end").first.click()
    elif boxes.count():
        boxes.first.click()
    before = ANSWERS[page]
    page.locator(".act .go").first.click()
    while ANSWERS[page] == before:
        page.wait_for_timeout(20)
    page.wait_for_timeout(120)  # to be drawn


LISTED = """() => [...document.querySelectorAll(".columns .empty")]
  .every(one => !one.innerText.endsWith("…"))"""
"""Whether the lists of the home page have come."""


def home(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector(".play-now")
    page.wait_for_function(LISTED)


def more(page: Page, url: str) -> None:
    choose(page, url, "big-points")
    page.click(".more summary")


def gather(page: Page, url: str) -> None:
    choose(page, url, "qwixx")
    page.click(".pair .quiet >> nth=0")
    page.wait_for_selector(".only-here, .qr")


def lobby(page: Page, url: str) -> None:
    """A table for friends, with a robot, while the host chooses a figure."""
    choose(page, url, "quixo-teams")
    page.click(".pair .quiet >> nth=0")
    page.click(".places .open .quiet >> nth=-1")
    page.click(".bare")
    page.wait_for_selector(".figures")


def one_device(page: Page, url: str) -> None:
    choose(page, url, "qwixx")
    page.click(".pair .quiet >> nth=1")
    page.wait_for_selector(".dialog.one-device dialog[open]")


def handed_over(page: Page, url: str) -> None:
    one_device(page, url)
    page.click(".people-here .go")
    page.wait_for_selector("body.my-turn")
    decide(page)
    page.wait_for_selector(".handover .go[aria-disabled=false]")


def resigning(page: Page, url: str) -> None:
    begin(page, url, "quixo")
    page.click(".bar .chip.square >> nth=1")
    page.click(".menu-list button >> nth=2")
    page.wait_for_selector(".dialog.question dialog[open]")


def sheets(page: Page, url: str) -> None:
    page.goto(f"{url}/#print")
    page.wait_for_selector(".page-of-sheets")


def devices(page: Page, url: str) -> None:
    page.goto(f"{url}/#devices")
    page.wait_for_selector(".devices .places li")


def paper(game: str) -> Callable[[Page, str], None]:
    def shot(page: Page, url: str) -> None:
        begin(page, url, game, TURNS)
        while my_turn(page) and not page.locator(".box.can").count():  # nothing to cross
            decide(page)
        if page.locator(".box.can").count():
            page.locator(".box.can").first.click()

    return shot


def wood(game: str, turns: int) -> Callable[[Page, str], None]:
    def shot(page: Page, url: str) -> None:
        begin(page, url, game, turns)
        if my_turn(page):
            page.locator(".cube.can").nth(3).click()
            page.locator(".end").last.click()

    return shot


def taken(page: Page, url: str) -> None:
    begin(page, url, "quixo", 3)
    if my_turn(page):
        page.locator(".cube.can").nth(2).click()
        page.wait_for_selector(".end")


def finish(game: str) -> Callable[[Page, str], None]:
    def shot(page: Page, url: str) -> None:
        begin(page, url, game, 400)
        page.wait_for_timeout(300)

    return shot


def hint(page: Page, url: str) -> None:
    begin(page, url, "quixo", 4)
    if my_turn(page):
        page.locator(".hint").click()
        page.locator(".values button").first.click()


def hint_on_paper(game: str) -> Callable[[Page, str], None]:
    def shot(page: Page, url: str) -> None:
        begin(page, url, game, 2)
        while my_turn(page) and not page.locator(".hint").count():  # nothing to cross
            decide(page)
        page.locator(".hint").click()
        page.wait_for_selector(".values button")

    return shot


def coach(game: str) -> Callable[[Page, str], None]:
    def shot(page: Page, url: str) -> None:
        finish(game)(page, url)
        page.click(".result .look-back")
        page.wait_for_selector(".coach .course")

    return shot


STOPPED = """() => {
  const fetched = window.fetch, line = '{"type":"progress","part":0.4,"ahead":0}\\n';
  const streams = path => String(path).endsWith("/report/stream");
  window.fetch = (path, ...rest) => !streams(path) ? fetched(path, ...rest)
    : Promise.resolve(new Response(new ReadableStream({
        start(out) { out.enqueue(new TextEncoder().encode(line)); } })));
}"""
"""A coach who gets no further."""


def coach_at_work(page: Page, url: str) -> None:
    finish("qwixx")(page, url)
    page.evaluate(STOPPED)
    page.click(".result .look-back")
    page.wait_for_function("() => document.querySelector('.coach progress')?.value > 0")


def back(moves: int, small: bool = False) -> Callable[[Page, str], None]:
    """A finished game, this many moves before its end, with a cube selected."""

    def shot(page: Page, url: str) -> None:
        choose(page, url, "quixo")
        if small:
            page.click(".more summary")
            page.locator(".more select").filter(has_text="3 × 3").select_option("3")
        page.click(".play-now")
        while my_turn(page):
            decide(page)
        page.click(".result .look-back")
        page.wait_for_selector(".look-back .said")
        for _ in range(moves):
            page.keyboard.press("ArrowLeft")
        page.wait_for_selector(".values")
        page.locator(".cube.can").nth(1).click()
        page.wait_for_selector(".end.valued")

    return shot


def dialog(button: str, game: str) -> Callable[[Page, str], None]:
    def shot(page: Page, url: str) -> None:
        begin(page, url, game, 3)
        page.click(button)
        page.wait_for_selector("dialog[open]")

    return shot


def rules(game: str) -> Callable[[Page, str], None]:
    def read(page: Page, url: str) -> None:
        page.goto(f"{url}/#rules={game}")
        page.wait_for_selector("page-text h2")
        page.wait_for_load_state("networkidle")

    return read


def pad(page: Page, url: str, game: str) -> None:
    page.goto(f"{url}/#pad")
    page.click(f"label:has(input[value={game}])")
    page.click(f".pads form[data-game={game}] .go")


def score_pad(page: Page, url: str) -> None:
    pad(page, url, "big-points")
    for action in ("r2", "r5", "ry5", "y6", "g12", "g9", "gb9", "b11"):
        page.click(f"[data-action={action}]")
    page.click("[data-close=y]")


def compared(page: Page, url: str) -> None:
    score_pad(page, url)
    page.click("[data-tool=finish]")
    page.wait_for_selector(".compared")


def clocks(page: Page, url: str) -> None:
    pad(page, url, "quixo-teams")
    page.click(".zone.p0")
    page.click(".zone.p0.turn")


def nowhere(page: Page, url: str) -> None:
    page.goto(f"{url}/nope")
    page.wait_for_selector("main h1")


def proof(page: Page, url: str) -> None:
    page.goto(f"{url}/#page=quixo/proof")
    page.wait_for_selector(".reading h2")


def saved(page: Page, url: str) -> None:
    finish("qwixx")(page, url)
    page.goto(f"{url}/#")
    page.click("a[href^='#saved=']")
    page.wait_for_selector(".reading.saved")


def lost(page: Page, url: str) -> None:
    begin(page, url, "quixo", 2)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.goto(f"{url}/#")
    page.wait_for_selector(".notice-card")


def verify(page: Page, url: str) -> None:
    finish("qwixx")(page, url)
    address = page.locator(".result .text-link").get_attribute("href")
    page.goto(f"{url}{address}")
    page.wait_for_selector("#verdict.good")


PAGES: dict[str, Callable[[Page, str], None]] = {
    "home": home,
    "more": more,
    "gather": gather,
    "lobby": lobby,
    "one-device": one_device,
    "handed-over": handed_over,
    "devices": devices,
    "print": sheets,
    "score-pad": score_pad,
    "scores-compared": compared,
    "clocks": clocks,
    "qwixx": paper("qwixx"),
    "big-points": paper("big-points"),
    "quixo": wood("quixo", 4),
    "quixo-taken": taken,
    "quixo-teams": wood("quixo-teams", 2),
    "qwixx-end": finish("qwixx"),
    "quixo-end": finish("quixo"),
    "quixo-teams-end": finish("quixo-teams"),
    "quixo-hint": hint,
    "qwixx-hint": hint_on_paper("qwixx"),
    "big-points-hint": hint_on_paper("big-points"),
    "quixo-coach": coach("quixo"),
    "qwixx-coach": coach("qwixx"),
    "big-points-coach": coach("big-points"),
    "quixo-teams-coach": coach("quixo-teams"),
    "coach-at-work": coach_at_work,
    "quixo-back": back(6),
    "quixo-back-small": back(2, small=True),
    "resigning": resigning,
    "menu": dialog(".bar .chip.square >> nth=1", "quixo"),
    "chat": dialog(".bar .chip.square >> nth=0", "quixo"),
    "sheet": dialog("[data-seat='1']", "qwixx"),
    **{f"rules-{game}": rules(game) for game in ("qwixx", "big-points", "quixo", "quixo-teams")},
    "exact-rules": rules("qwixx/exact"),
    "nowhere": nowhere,
    "proof": proof,
    "saved": saved,
    "offline": lost,
    "verify": verify,
}
SHOWN = (("home", (1280, 820), 1), ("qwixx", (390, 844), 3), ("quixo", (390, 844), 1))
"""What the README shows, in English and by light: page, size and seed."""


@contextmanager
def visit(
    browser: Browser, url: str, name: str, lang: str, size: Size, seed: int | None = None
) -> Iterator[Page]:
    """A page as somebody sees it who has come to it by clicks."""
    context = browser.new_context(
        viewport=_viewport(size), color_scheme="light", locale=lang, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    if seed is not None:
        context.add_init_script(SEEDED_PAGE.replace("SEED", str(seed)))
    page = context.new_page()
    page.on("websocket", lambda line: line.on("framereceived", lambda _: ANSWERS.update([page])))
    PAGES[name](page, url)
    yield page
    context.close()


def _viewport(size: Size) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


def picture(page: Page) -> bytes:
    """What is to be seen once everything lies still."""
    page.wait_for_timeout(250)
    return page.screenshot()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", choices=PAGES, nargs="*", default=list(PAGES))
    parser.add_argument("--lang", choices=languages(), nargs="*", default=list(languages()))
    parser.add_argument("--theme", choices=THEMES, nargs="*", default=THEMES)
    widths = [width for width, _ in SIZES]
    parser.add_argument("--width", choices=widths, type=int, nargs="*", default=widths)
    parser.add_argument("--readme", action="store_true", help="the pictures of the README alone")
    given = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("chromium is missing: sh tools/system.sh says how to get it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        if given.readme:
            shoot_readme(browser)
        else:
            looks = [
                (size, theme) for size in SIZES if size[0] in given.width for theme in given.theme
            ]
            shoot_all(browser, list(product(given.only, given.lang)), looks)
        browser.close()


def shoot_readme(browser: Browser) -> None:
    """The pictures of the README, each from a server that has seen nothing else."""
    for name, size, seed in SHOWN:
        with server(seed) as url:
            prepare(url)
            with visit(browser, url, name, "en", size, seed) as page:
                page.wait_for_function("() => !document.querySelector('.notice')")
                taken = picture(page)
        file = README / f"browser-{name}.png"
        if not file.exists() or file.read_bytes() != taken:
            file.write_bytes(taken)
            print(f"{file.name} is taken again")


def shoot_all(
    browser: Browser, wanted: list[tuple[str, str]], looks: list[tuple[Size, Theme]]
) -> None:
    """These pages, into the folder for looking at: each is visited once in a language."""
    OUT.mkdir(parents=True, exist_ok=True)
    with server() as url:
        for number, (name, lang) in enumerate(wanted, 1):
            with visit(browser, url, name, lang, PHONE) as page:
                for size, theme in looks:
                    page.set_viewport_size(_viewport(size))
                    page.emulate_media(color_scheme=theme)
                    file = f"{name}-{size[0]}-{theme}-{lang}.png"
                    (OUT / file).write_bytes(picture(page))
            print(f"\r{number}/{len(wanted)} {name} {lang:<30}", end="", flush=True)
    print(f"\n{OUT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
