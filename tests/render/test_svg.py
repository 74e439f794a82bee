"""The parts of a picture: the builder, the colours, the lettering."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from cruces.games.quixo.show.svg.board import RULES as BOARD
from cruces.games.qwixx.show.svg.scene import RULES as TABLE
from cruces.games.qwixx.show.svg.shapes import COLOURS, suits
from cruces.games.qwixx.show.svg.sheet import RULES as SHEET
from cruces.render.lettering import shorten, width, wrap
from cruces.render.svg import el, escape, group, number, path, use, write
from cruces.render.theme import TOKENS, stylesheet, value

READABLE = 4.5
"""WCAG AA for text."""
VISIBLE = 3.0
"""WCAG AA for shapes."""


# The builder


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "a & b",
        "\"quoted\" 'twice'",
        "]]>",
        "--",
        "\x00\x1b\ud800\uffff",
    ],
)
def test_text_and_attributes_are_escaped(hostile: str) -> None:
    written = write(el("text", hostile, note=hostile))
    written.encode()
    read = ElementTree.fromstring(written)
    expected = re.sub("[\x00\x1b\ud800\uffff]", "\ufffd", hostile)
    assert read.text == expected
    assert read.get("note") == expected


def test_space_in_attributes_survives_and_space_in_text_is_not_added() -> None:
    read = ElementTree.fromstring(write(el("text", "a", el("tspan", "b"), note="a\n\tb")))
    assert read.get("note") == "a\n\tb"
    assert "".join(read.itertext()) == "ab"


def test_the_scope_goes_before_every_id_class_and_reference() -> None:
    tree = group(use("box", fill="url(#wood)", stroke="#fff"), id="row", class_="red big")
    assert write(tree, "c1") == (
        '<g id="c1-row" class="c1-red c1-big">\n'
        '  <use href="#c1-box" fill="url(#c1-wood)" stroke="#fff"/>\n'
        "</g>"
    )


def test_numbers_are_short() -> None:
    assert [number(n) for n in (1, 1.0, 0.5, -0.25, 1.005, 100, -0.0001)] == [
        *("1", "1", ".5", "-.25", "1", "100", "0")
    ]
    assert path("M", 0.5, -1, "h", 3.0, "Z") == "M.5 -1h3Z"


def test_escaping_leaves_what_people_write() -> None:
    assert escape("José Ñandú 🎲 日本") == "José Ñandú 🎲 日本"


# The colours


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


TEXT_ON = [
    *(("ink", "paper"), ("paper", "ink"), ("ink-2", "paper"), ("tray-ink", "tray")),
    *((f"{name}-ink", ground) for name in COLOURS for ground in ("paper", f"{name}-tint")),
]
SHAPE_ON = [
    *((name, ground) for name in COLOURS for ground in ("paper", f"{name}-tint")),
    *(("pip", name) for name in ("red", "green", "blue")),
    *(("pip-dark", "amber"), ("pip-dark", "ivory"), ("pencil", "paper"), ("accent", "paper")),
    *(("burn", "wood"), ("burn", "wood-light"), ("burn", "win-light"), ("mark", "tray-edge")),
    *(("pencil", f"{name}-tint") for name in COLOURS),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), TEXT_ON + SHAPE_ON)
def test_everything_stands_out_from_its_ground(theme: str, shape: str, ground: str) -> None:
    side = ("light", "dark").index(theme)
    least = READABLE if (shape, ground) in TEXT_ON else VISIBLE
    assert contrast(TOKENS[shape][side], TOKENS[ground][side]) >= least


@pytest.mark.parametrize("rules", [BOARD, TABLE, SHEET])
def test_text_has_only_colours_that_were_measured(rules: dict[str, str]) -> None:
    measured = {shape for shape, _ in TEXT_ON}
    texts = [body for body in rules.values() if "font-size" in body and "fill:" in body]
    assert texts
    for body in texts:
        assert set(re.findall(r"fill:\$([a-z0-9-]+)", body)) <= measured


def test_a_fixed_theme_has_values_and_auto_follows_the_reader() -> None:
    rules = {"": "color:$ink", ".box,.row .num": "fill:$red;opacity:.5"}
    light, dark = (value("red", theme) for theme in ("light", "dark"))
    assert stylesheet(rules, "dark", "c1").split() == [
        f"#c1{{color:{value('ink', 'dark')}}}",
        ".c1-box,.c1-row",
        f".c1-num{{fill:{dark};opacity:.5}}",
    ]
    auto = stylesheet(rules, "auto", "c1")
    assert f"#c1{{--ink:{value('ink', 'light')};--red:{light}}}" in auto
    assert (
        f"@media (prefers-color-scheme:dark){{#c1{{--ink:{value('ink', 'dark')};--red:{dark}}}}}"
        in auto
    )
    # The light value first, for renderers that know no custom properties.
    assert f"{{fill:{light};fill:var(--red);opacity:.5}}" in auto


def test_every_colour_has_a_shape_of_its_own() -> None:
    shapes = [dict(suit.attributes) for suit in suits()]
    assert [shape["id"] for shape in shapes] == [f"suit-{name}" for name in COLOURS]
    assert all(one["d"] != other["d"] for one, other in combinations(shapes, 2))


# The lettering


def test_a_name_that_fits_is_left_alone_and_a_longer_one_is_cut() -> None:
    assert shorten("Ana", 18, 100) == "Ana"
    assert shorten("  Ana\n María ", 18, 300) == "Ana María"
    cut = shorten("Maximiliana von Hohenfels", 18, 150)
    assert cut.endswith("…")
    assert "Maximiliana von Hohenfels".startswith(cut[:-1])
    assert width(cut, 18) <= 150 < width("Maximiliana von Hohenfels", 18)


@pytest.mark.parametrize(
    "cluster", ["👩‍👩‍👧", "🇪🇸", "é", "👍🏽"], ids=["family", "flag", "accent", "skin"]
)
def test_a_cut_never_tears_what_people_see_as_one(cluster: str) -> None:
    for room in range(20, 200):
        prefix = shorten(cluster * 12, 18, room).removesuffix("…")
        assert prefix == cluster * (len(prefix) // len(cluster))


def test_a_sentence_is_wrapped_between_words() -> None:
    sentence = "quien completa una línea del rival pierde, aunque haga otra propia"
    lines = wrap(sentence, 15, 200)
    assert " ".join(lines) == sentence
    assert len(lines) > 1
    assert all(width(line, 15) <= 200 for line in lines)
