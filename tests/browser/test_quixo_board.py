"""The wooden board: how cubes move on it, what squares are called, arrows for what is advised."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, PHONE, Person

SMALL = (320, 640)
PAUSE = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    if (how[1]?.id === "push") animation.pause();
    return animation;
  };
}"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".cube")].map(cube => {
  const { left, top, right, bottom } = cube.parentElement.getBoundingClientRect();
  return [cube.dataset.square, [left, top, right, bottom]];
}))"""
PUSHES = "document.getAnimations().filter(({ id }) => id === 'push')"
AT = f"""part => {{
  for (const push of {PUSHES}) push.currentTime = part * push.effect.getTiming().duration;
}}"""
TOP = """square => {
  const top = document.querySelector(`.cube[data-square=${square}] .top`);
  const { left, top: up, right, bottom } = top.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (up + bottom) / 2);
  return {
    box: [left, up, right, bottom],
    above: hit?.closest(".cube")?.dataset.square,
  };
}"""
BOARD = """() => {
  const { left, top, right, bottom } = document.querySelector(".board").getBoundingClientRect();
  return [left, top, right, bottom];
}"""


def near(one: list[float], other: list[float], most: float = 1.5) -> bool:
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def between(start: str, end: str) -> list[str]:
    """The squares from where a cube is taken to where it is pushed in."""
    columns, rows = ("abcde".index(start[0]), "abcde".index(end[0])), (int(start[1]), int(end[1]))
    step = [(b > a) - (b < a) for a, b in (columns, rows)]
    count = max(abs(columns[1] - columns[0]), abs(rows[1] - rows[0]))
    return [f"{'abcde'[columns[0] + step[0] * i]}{rows[0] + step[1] * i}" for i in range(count + 1)]


def share(person: Person, game: str) -> None:
    """Start a game for several people on this device."""
    person.visit()
    person.choose(game)
    person.press_text("web.device")
    person.press(".one-device .go")
    person.see("main.table")


def flatten(person: Person) -> None:
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.press_text("web.flat", "dialog")
    person.press(".dialog.menu header button")
    person.see("quixo-board.flat")


def push(person: Person, start: str, end: str) -> None:
    assert person.my_turn()
    person.press(f".cube[data-square={start}]")
    person.press(f".end[data-end={end}]")
    person.press("[data-push]")
    person.until(f"() => {PUSHES}.length > 1")


def check_slide(person: Person, start: str, end: str, rest: dict[str, list[float]]) -> None:
    """From its square over the others to its end; the others move on by one square."""
    page, way = person.page, between(start, end)
    width = page.evaluate("document.documentElement.clientWidth")

    def places(part: float) -> dict[str, list[float]]:
        page.evaluate(AT, part)
        found: dict[str, list[float]] = page.evaluate(PLACES)
        still = [square for square in rest if square not in way]
        assert all(near(found[square], rest[square], 0.5) for square in still)
        return found

    begin = places(0)
    assert near(begin[end], rest[start]), "it starts where it was"
    for square, following in pairwise(way):
        assert near(begin[square], rest[following]), f"{square} starts at {following}"
    for part in (0.1, 0.18, 0.3, 0.4, 0.55, 0.7, 0.85, 0.95):
        now = places(part)
        top: dict[str, Any] = page.evaluate(TOP, end)
        left, up, right, _ = top["box"]
        assert left >= 0, part
        assert up >= 0, part
        assert right <= width, part
        assert top["above"] == end, f"at {part} it is under {top['above']}"
        if part <= 0.55:
            for square, following in pairwise(way):
                assert near(now[square], rest[following]), f"{square} waits"
    frame = page.evaluate(BOARD)
    page.evaluate(AT, 0.55)
    left, _, right, _ = page.evaluate(TOP, end)["box"]
    assert frame[0] - 2 <= left < right <= frame[2] + 2, "it stays above the frame"
    half = places(0.725)
    for square, following in pairwise(way):
        for now_, to, begun in zip(half[square], rest[square], rest[following], strict=True):
            low, high = sorted((to, begun))
            assert low - 1 <= now_ <= high + 1
    assert not near(half[way[0]], rest[way[0]], 5)
    last = places(0.9999)
    for square in way:
        assert near(last[square], rest[square]), f"{square} comes to rest"
    page.evaluate(f"() => {PUSHES}.forEach(push => push.finish())")


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True), (SMALL, True)])
def test_a_push_frame_by_frame(
    crowd: Crowd, size: tuple[int, int], touch: bool, flat: bool
) -> None:
    person = crowd.come(size, touch=touch, motion=True)
    person.page.add_init_script(f"({PAUSE})()")
    share(person, "quixo")
    if flat:
        flatten(person)
    for start, end in (("e1", "a1"), ("a5", "e5"), ("e3", "e1"), ("b5", "b1")):
        assert person.my_turn()
        person.drawn()
        rest = person.page.evaluate(PLACES)
        push(person, start, end)
        check_slide(person, start, end, rest)


def test_a_push_seen_from_another_side(crowd: Crowd) -> None:
    """In teams everyone sees the board from their own side."""
    person = crowd.come(motion=True)
    person.page.add_init_script(f"({PAUSE})()")
    share(person, "quixo-teams")
    for start, end in (("a1", "e1"), ("c1", "c5"), ("e2", "e5")):
        assert person.my_turn()
        person.drawn()
        rest = person.page.evaluate(PLACES)
        push(person, start, end)
        check_slide(person, start, end, rest)


def test_a_dropped_cube_goes_on_from_there(crowd: Crowd) -> None:
    person = crowd.come(motion=True)
    person.page.add_init_script(f"({PAUSE})()")
    share(person, "quixo")
    flatten(person)
    assert person.my_turn()
    mouse = person.page.mouse
    start = person.page.evaluate(PLACES)["e1"]
    mouse.move((start[0] + start[2]) / 2, (start[1] + start[3]) / 2)
    mouse.down()
    mouse.move(start[0] - 30, start[1] + 60, steps=4)
    end = person.see(".end[data-end=a1]").bounding_box()
    assert end is not None
    x, y = end["x"] + 30, end["y"] + 40
    mouse.move(x, y, steps=4)
    mouse.up()
    person.until(f"() => {PUSHES}.length > 1")
    person.page.evaluate(AT, 0)
    left, top, right, bottom = person.page.evaluate(TOP, "a1")["box"]
    assert abs((left + right) / 2 - x) < 4
    assert abs((top + bottom) / 2 - y) < 4


MIDDLES = """() => {
  const middle = one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2, left, right };
  };
  const cubes = [...document.querySelectorAll(".cube")].map(
    cube => ({ ...middle(cube), square: cube.dataset.square }));
  return [...document.querySelectorAll(".edge")].map(edge => {
    const at = middle(edge);
    const axis = edge.classList.contains("below") ? "x" : "y";
    const nearest = [...cubes].sort(
      (a, b) => Math.hypot(a.x - at.x, a.y - at.y) - Math.hypot(b.x - at.x, b.y - at.y))[0];
    return [edge.textContent, nearest.square, Math.abs(nearest[axis] - at[axis]),
      at.left >= 0 && at.right <= innerWidth];
  });
}"""


@pytest.mark.parametrize("game", ["quixo", "quixo-teams"])
def test_squares_are_named_on_the_frame(crowd: Crowd, game: str) -> None:
    person = crowd.come(SMALL, touch=True)
    share(person, game)
    flatten(person)
    for _ in range(3 if game == "quixo-teams" else 1):
        assert person.my_turn()
        named = person.page.evaluate(MIDDLES)
        assert sorted(name for name, *_ in named) == sorted("abcde12345")
        for name, square, off, inside in named:
            assert name in square
            assert off < 3
            assert inside
        person.push()


ARROWS = """() => [...document.querySelectorAll(".arrow.start")].map(arrow => {
  const { left, top, right, bottom } = arrow.querySelector("circle").getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const from = arrow.dataset.start.slice(0, 2);
  const cube = document.querySelector(`.cube[data-square=${from}] .top`).getBoundingClientRect();
  const marks = [...document.querySelectorAll(".cube .mark")].map(
    mark => mark.getBoundingClientRect());
  const covers = marks.some(mark => mark.left < right && left < mark.right
    && mark.top < bottom && top < mark.bottom);
  return {
    action: arrow.dataset.start,
    covers,
    at: x >= cube.left - cube.width / 5 && x <= cube.right + cube.width / 5
      && y >= cube.top - cube.width / 5 && y <= cube.bottom + cube.width / 5,
  };
})"""


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)])
def test_hints_and_better_moves_are_arrows(
    crowd: Crowd, size: tuple[int, int], touch: bool
) -> None:
    person = crowd.come(size, touch=touch)
    person.visit()
    person.choose("quixo", "random")
    person.option("option.size", "3")
    person.press(".play-now")
    assert person.my_turn()
    person.push()
    if person.my_turn():
        person.press(".hint")
        person.see(".arrow.best")
        named = [
            one.get_attribute("data-move") for one in person.page.locator(".values button").all()
        ]
        arrows = person.page.evaluate(ARROWS)
        assert [one["action"] for one in reversed(arrows)] == named
        assert all(one["at"] for one in arrows), arrows
        assert not any(one["covers"] for one in arrows), arrows
        person.press(".values button")
        expect(person.page.locator(".arrow")).to_have_count(0)
    person.play_out()
    person.press(".result .look-back")
    person.see(".timeline")
    person.page.keyboard.press("Home")
    person.see(".arrow.best")
    best = person.see(".values button").get_attribute("data-move")
    assert person.see(".arrow.best").get_attribute("data-arrow") == best
