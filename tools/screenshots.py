"""Every page of the browser's part as pictures: six sizes, light and dark, each language.

    make screenshots                     # all of them, into build/screenshots
    make screenshots ARGS="--only wood paper --lang es --width 390"
    make pictures                        # among others the three in the README, into docs/img

The pages and states are those that the tests measure (tests/browser/walks.py) and more
(tools/scenes.py). Games are played by clicks until there is something to see, on servers of their
own with throw-away databases. For the README everything random has a seed: the same pages make the
same files, with the same fonts and the same Chromium.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import httpx
from playwright.sync_api import Browser, Error, sync_playwright
from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.conftest import Crowd
from tests.browser.people import Person
from tests.servers import free_port
from tools.scenes import SCENES

from cruces.locales import languages

Size = tuple[int, int]
Theme = Literal["light", "dark"]

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "screenshots"
README = ROOT / "docs" / "img"
SIZES = ((320, 568), (390, 844), (768, 1024), (844, 390), (1280, 820), (1920, 1080))
PHONE = SIZES[1]
THEMES: tuple[Theme, ...] = ("light", "dark")

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


# All pages


class Camera:
    """Takes pictures of what a person sees, in several sizes, light and dark."""

    def __init__(self, person: Person, scene: str, looks: list[tuple[Size, Theme]]) -> None:
        self._person, self._scene, self._looks = person, scene, looks
        self.taken = 0

    def look(self, state: str) -> None:
        """The page as it is now, under this name."""
        page = self._person.page
        name = re.sub(r"\W+", "-", state)
        before = page.viewport_size
        for (width, height), theme in self._looks:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(100)
            file = f"{self._scene}.{name}.{self._person.lang}-{width}-{theme}.png"
            page.screenshot(path=OUT / file)
            self.taken += 1
        if before:
            page.set_viewport_size(before)


def shoot_all(
    browser: Browser, scenes: list[str], langs: list[str], looks: list[tuple[Size, Theme]]
) -> None:
    """These scenes, into the folder for looking at."""
    OUT.mkdir(parents=True, exist_ok=True)
    taken, troubles = 0, []
    with server() as url:
        for scene in scenes:
            for lang in langs:
                crowd = Crowd(browser, url)
                person = crowd.come(PHONE, locale=lang)
                camera = Camera(person, scene, looks)
                try:
                    SCENES[scene](crowd, person, camera.look)
                    crowd.go()
                except (AssertionError, Error) as trouble:
                    troubles.append(f"{scene} {lang}: {trouble}")
                taken += camera.taken
                print(f"\r{taken:5} {scene} {lang:<30}", end="", flush=True)
    print(f"\n{OUT.relative_to(ROOT)}")
    if troubles:
        raise SystemExit("\n".join(troubles))


# Those of the README


def home(person: Person) -> None:
    person.visit()
    person.see(".play-now")
    person.until(LISTED)


LISTED = """() => [...document.querySelectorAll(".columns .empty")]
  .every(one => !one.innerText.endsWith("…"))"""
"""Whether the lists of the home page have come."""


def middle(game: str, turns: int) -> Callable[[Person], None]:
    """A game after so many decisions, with the next one chosen and not yet made."""

    def shown(person: Person) -> None:
        person.visit()
        person.choose(game)
        person.press(".play-now")
        person.see("main.table")
        for _ in range(turns):
            assert person.my_turn()
            person.decide()
        while person.my_turn() and not person.page.locator(".box.can, .cube.can").count():
            person.decide()
        person.press(person.any_of(".box.can, .cube.can"))
        if person.page.locator(".end").count():
            person.press(person.any_of(".end"))

    return shown


Shown = tuple[Callable[[Person], None], Size, int]
SHOWN: dict[str, Shown] = {
    "home": (home, (1280, 820), 1),
    "qwixx": (middle("qwixx", 14), PHONE, 3),
    "quixo": (middle("quixo", 4), PHONE, 1),
}
"""By the name of the file: how to get there, the size and the seed."""


def shoot_readme(browser: Browser) -> None:
    """The pictures of the README, each from a server that has seen nothing else."""
    for name, (go, size, seed) in SHOWN.items():
        with server(seed) as url:
            prepare(url)
            crowd = Crowd(browser, url)
            person = crowd.come(size)
            person.page.add_init_script(SEEDED_PAGE.replace("SEED", str(seed)))
            go(person)
            person.until("() => !document.querySelector('.notice')")
            person.page.wait_for_timeout(250)
            taken = person.page.screenshot()
            crowd.go()
        file = README / f"browser-{name}.png"
        if not file.exists() or file.read_bytes() != taken:
            file.write_bytes(taken)
            print(f"{file.name} is taken again")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", choices=SCENES, nargs="*", default=list(SCENES))
    parser.add_argument("--lang", choices=languages(), nargs="*", default=list(languages()))
    parser.add_argument("--theme", choices=THEMES, nargs="*", default=THEMES)
    widths = [width for width, _ in SIZES]
    parser.add_argument("--width", choices=widths, type=int, nargs="*", default=widths)
    parser.add_argument("--readme", action="store_true", help="the pictures of the README alone")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        if given.readme:
            shoot_readme(browser)
        else:
            looks = [
                (size, theme) for theme in given.theme for size in SIZES if size[0] in given.width
            ]
            shoot_all(browser, given.only, given.lang, looks)
        browser.close()


if __name__ == "__main__":
    main()
