"""Pages to read, for the browser: Markdown without HTML, and pictures of positions."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from cruces.core import CrucesError
from cruces.core.registry import GAMES, family_of
from cruces.locales import languages
from cruces.render.page import Page, read_page
from cruces.render.theme import TOKENS


def quixo(source: str) -> Page:
    return read_page(GAMES["quixo"], source, "en")


FIGURE = "```position c1\n...../...../...../...../..... X 1\n\nThree *ways* in.\n```\n"


def test_what_a_page_may_have() -> None:
    page = quixo(
        "# Title\n\nA **bold** `a1>a5`.\n\n- one\n  - two\n\n"
        "```\ncode\n\nwith an empty line < >\n```\n\n"
        "| name | count |\n|---|---:|\n| x | 2 |\n"
    )
    assert page.html == (
        "<h1>Title</h1>\n<p>A <strong>bold</strong> <code>a1&gt;a5</code>.</p>\n"
        "<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>\n"
        '<pre tabindex="0">code\n\nwith an empty line &lt; &gt;\n</pre>\n'
        '<div class="wide" tabindex="0" role="group" aria-label="name, count"><table>\n'
        '<thead>\n<tr>\n<th scope="col">name</th>\n<th scope="col" class="number">count</th>\n'
        '</tr>\n</thead>\n<tbody>\n<tr>\n<td>x</td>\n<td class="number">2</td>\n'
        "</tr>\n</tbody>\n</table></div>\n"
    )
    assert page.style == ""


@pytest.mark.parametrize(
    "wicked",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[click](javascript:alert(1))",
        "![x](javascript:alert(1))",
        "<javascript:alert(1)>",
        '| <b onclick="x"> |\n|---|\n| <i> |',
        "```\n</pre><script>\n```",
        FIGURE.replace("*ways*", "<script>alert(1)</script>"),
    ],
)
def test_no_page_brings_html_or_scripts(wicked: str) -> None:
    found: list[tuple[str, str, str]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.extend((tag, name, value or "") for name, value in [*attrs, ("", "")])

    Reader().feed(quixo(wicked).html)
    assert found
    assert not {tag for tag, _, _ in found} & {"script", "img", "b", "i"}
    assert not any(name.startswith("on") for _, name, _ in found)
    assert not any(value.startswith("javascript") for _, _, value in found)


def test_a_position_becomes_a_picture_with_a_caption() -> None:
    page = quixo(FIGURE)
    figure = ElementTree.fromstring(page.html)
    assert [child.tag for child in figure] == ["svg", "figcaption"]
    assert "".join(figure[1].itertext()) == "Three ways in."
    assert figure[0].get("aria-hidden") == "true", "the caption describes it"
    classes = {name for one in figure.iter() for name in one.get("class", "").split()}
    arrows = [one for one in figure.iter() if one.get("class") == "fig-quixo-arrow"]
    assert len(arrows) == 3
    assert classes <= {"small", "fig-quixo"} | set(re.findall(r"\.([\w-]+)", page.style))
    assert "style=" not in page.html, "browsers are told to ignore it"


def test_the_style_follows_the_page() -> None:
    style = quixo(FIGURE).style
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", style))
    assert used
    assert used <= TOKENS.keys()
    assert "$" not in style


def test_ids_on_a_page_lead_to_one_shape() -> None:
    one, other = FIGURE, FIGURE.replace("position c1", "position edge")
    html = quixo(f"{one}\n{other}").html
    for used in re.findall(r'href="#([\w-]+)"', html):
        assert html.count(f' id="{used}"') == 1


def test_what_happens_next_is_played_by_the_rules() -> None:
    with pytest.raises(CrucesError):
        quixo("```position\n...../...../...../...../..... X 1\nc3>c5\n```\n")
    with pytest.raises(CrucesError):
        quixo("```position\nnonsense\n```\n")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game_id", GAMES)
def test_every_page_of_ours_can_be_read(game_id: str, lang: str) -> None:
    game, family = GAMES[game_id], family_of(game_id)
    explained = read_page(game, family.rules_page(game, lang), lang)
    assert explained.html.count("<figure") >= 5
    assert explained.html.count("<figcaption></figcaption>") == 0
    exact = family.exact_rules_page(game, lang)
    assert exact is not None
    for page in (explained, read_page(game, exact, lang)):
        assert "<h1>" in page.html
        assert "**" not in page.html
        assert "```" not in page.html
