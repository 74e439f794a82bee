"""The chart of a game: every value in its place, and words for those who do not see it."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from cruces.render.chart import HEIGHT, WIDTH, Series, chart

TWO = (Series("Ana", ((0, 0.5), (4, 0.8), (9, 1.0))), Series("Leo", ((0, 0.5), (4, 0.2), (9, 0.0))))


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_well_formed_and_told_in_words(theme: str) -> None:
    drawing = chart(TWO, "The chance", "Quixo", share=True, theme=theme, lang="en")  # type: ignore[arg-type]
    root = ElementTree.fromstring(drawing.svg)
    assert (drawing.width, drawing.height) == (WIDTH, HEIGHT)
    assert root.get("role") == "img"
    words = {child.tag.split("}")[1]: child.text for child in root}
    assert words["title"] == "Quixo. The chance"
    assert words["desc"] == "Ana: 50% → 100%; Leo: 50% → 0%"


def lines(svg: str) -> list[list[tuple[float, float]]]:
    match = re.findall(r'class="[^"]*-line [^"]*" d="([^"]+)"', svg)
    return [
        [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", one)]
        for one in match
    ]


def test_lines_rise_and_fall_with_the_values() -> None:
    ana, leo = lines(chart(TWO, "t", "a", share=True).svg)
    assert [x for x, _ in ana] == sorted(x for x, _ in ana)
    assert ana[0] == leo[0]
    heights = [y for _, y in ana]
    assert heights == sorted(heights, reverse=True)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in ana + leo)


def test_names_do_not_lie_on_each_other() -> None:
    five = [Series(f"Player {n}", ((0, 0.2), (5, 0.2))) for n in range(5)]
    svg = chart(five, "t", "a", share=True).svg
    heights = [float(y) for y in re.findall(r'-name [^"]*" x="[\d.]+" y="([\d.]+)"', svg)]
    assert len(heights) == 5
    assert all(b - a > 15 for a, b in pairwise(heights))


def test_what_the_numbers_below_count() -> None:
    assert ">Event<" in chart(TWO, "t", "a", share=True).svg
    counted = chart(TWO, "t", "a", share=True, axis="cubes").svg
    assert ">cubes<" in counted
    assert ">Event<" not in counted


def test_points_and_nothing_at_all() -> None:
    svg = chart([Series("Ana", ((0, 115.5), (9, 65.0)))], "t", "a", share=False, lang="es").svg
    assert "116 puntos → 65 puntos" in svg
    assert chart([Series("Ana", ())], "t", "a", share=True).svg.startswith("<svg")
