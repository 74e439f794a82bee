"""Every picture: well formed, clean, the same every time, and what can be done with it."""

import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, get_args
from xml.etree import ElementTree

import pytest

from cruces.core import CHANCE, BadOptionError, Play, Player
from cruces.core.registry import GAMES, start
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.render import Picture, Theme, picture

if TYPE_CHECKING:
    from tests.render.conftest import Drawing

    Look = Callable[[Picture], Drawing]

NAMESPACE = "http://www.w3.org/2000/svg"
HOSTILE = ["<b>&amp;\"'", "Zoë 🎲👩‍👩‍👧", "]]><script>", "\x00\ud800", "x" * 60]
MOMENTS = [(game, seed, n) for game in GAMES for seed, n in enumerate((0, 1, 7, 30, None))]
"""Games, each at its start, under way, and at its end."""


def wander(game: str, seed: int, events: int | None) -> Play[Any, Any, Any]:
    """A random game, up to a number of events or to its end."""
    rng = Random(seed)
    seats = rng.choice(GAMES[game].seat_counts)
    play = start(game, players=[Player(HOSTILE[seat]) for seat in range(seats)])
    while play.to_act and (events is None or len(play.events) < events):
        actor = min(play.to_act)
        if actor == CHANCE:
            play.happen(play.game.chance(play.state).sample(rng))
        else:
            play.act(actor, rng.choice(list(play.legal(actor))))
    return play


@pytest.mark.parametrize(("game", "seed", "events"), MOMENTS)
@pytest.mark.parametrize("theme", get_args(Theme))
def test_a_picture_is_well_formed_and_clean(
    look: "Look", game: str, seed: int, events: int | None, theme: Theme
) -> None:
    play = wander(game, seed, events)
    image = picture(play, theme=theme, lang="es")
    drawing = look(image)
    root = drawing.root
    assert root.tag == f"{{{NAMESPACE}}}svg"
    assert (root.get("role"), root.get("lang")) == ("img", "es")
    assert root.get("viewBox") == f"0 0 {image.width} {image.height}"
    assert (root.get("width"), root.get("height")) == (str(image.width), str(image.height))
    assert drawing.part("title").startswith(play.game.name("es"))
    visible = play.game.format_position(play.game.redact(play.state, None))
    assert drawing.part("desc") == visible.split(" < ")[0]
    tags = {element.tag.removeprefix(f"{{{NAMESPACE}}}") for element in root.iter()}
    assert not tags & {"script", "foreignObject", "image", "a", "animate", "set"}
    # Numbers are short, and no colour is left to fill in.
    values = [value for element in root.iter() for value in element.attrib.values()]
    assert not [value for value in values if re.search(r"\.\d{3}|\d\.0\b|\de-\d", value)]
    assert "$" not in drawing.part("style")


@pytest.mark.parametrize(("game", "seed", "events"), MOMENTS)
def test_references_stay_inside_and_every_name_carries_the_scope(
    look: "Look", game: str, seed: int, events: int | None
) -> None:
    drawing = look(picture(wander(game, seed, events)))
    scope = drawing.root.get("id", "")
    elements = list(drawing.root.iter())
    ids = [element.attrib["id"] for element in elements if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    values = [(name, value) for element in elements for name, value in element.attrib.items()]
    links = [value for name, value in values if name.endswith("href")]
    links += [link for _, value in values for link in re.findall(r"url\((.*?)\)", value)]
    assert links
    assert set(links) <= {f"#{name}" for name in ids}
    ruled = set(re.findall(r"\.([a-z][\w-]*)", drawing.part("style")))
    used = {name for element in elements for name in element.get("class", "").split()}
    assert used <= ruled
    assert {name for name in ruled | set(ids) if not name.startswith(f"{scope}-")} == {scope}
    written = ElementTree.tostring(drawing.root, "unicode")
    assert set(re.findall(r"\w+://[^\s\"]*", written)) == {NAMESPACE}


@pytest.mark.parametrize("game", GAMES)
def test_equal_games_give_equal_bytes_and_others_a_scope_of_their_own(
    look: "Look", game: str
) -> None:
    one, again, later = (picture(wander(game, 5, events)) for events in (20, 20, 21))
    dark = picture(wander(game, 5, 20), theme="dark")
    assert one == again
    assert len({look(drawing).root.get("id") for drawing in (one, later, dark)}) == 3


@pytest.mark.parametrize("game", GAMES)
def test_names_are_shown_as_they_are_written(look: "Look", game: str) -> None:
    names = ["<b>&amp;\"'", "Zoë 🎲👩‍👩‍👧", "]]><script>", "N&M"]
    names = names[: GAMES[game].seat_counts[0]]
    drawing = look(picture(start(game, players=[Player(name) for name in names])))
    assert set(names) <= set(drawing.said)
    assert drawing.part("title") == f"{GAMES[game].name('en')}: {', '.join(names)}"


@pytest.mark.parametrize("game", GAMES)
def test_a_name_too_long_is_cut_and_the_picture_grows_no_wider(look: "Look", game: str) -> None:
    seats = GAMES[game].seat_counts[0]
    short, long = (
        picture(start(game, players=[Player(name)] * seats)) for name in ("Ana", "W" * 60)
    )
    assert (short.width, short.height) == (long.width, long.height)
    cut = [words for words in look(long).said if words.startswith("W")]
    assert len(cut) == seats
    assert all(words.endswith("…") for words in cut)


@pytest.mark.parametrize("game", GAMES)
def test_themes_differ_and_only_auto_asks_the_reader(game: str) -> None:
    light, dark, auto = (picture(start(game), theme=t).svg for t in ("light", "dark", "auto"))
    paper = {"light": "#fbf7ee", "dark": "#24211d"}
    for drawing, own, other in ((light, "light", "dark"), (dark, "dark", "light")):
        assert paper[own] in drawing
        assert paper[other] not in drawing
        assert "@media" not in drawing
        assert "var(" not in drawing
    assert "@media (prefers-color-scheme:dark)" in auto
    assert "fill:var(--paper)" in auto
    assert picture(start(game)).svg == auto


def test_words_are_in_the_language_asked_for_or_in_english(look: "Look") -> None:
    assert "Fallos" in look(picture(start("qwixx"), lang="es")).said
    assert "Penalties" in look(picture(start("qwixx"), lang="en")).said
    assert picture(start("qwixx"), lang="xx") == picture(start("qwixx"), lang="en")


def test_a_picture_can_be_saved_and_shows_itself(tmp_path: Path) -> None:
    drawing = picture(start("quixo", players=[Player("Ñ"), Player("🎲")]))
    for file in (tmp_path / "a.svg", str(tmp_path / "b.svg")):
        drawing.save(file)
        assert Path(file).read_bytes() == drawing.svg.encode()
    assert drawing._repr_svg_() == drawing.svg
    assert drawing.svg.endswith("</svg>\n")
    with pytest.raises(FrozenInstanceError):
        drawing.width = 1  # type: ignore[misc]


def test_the_game_of_a_position_is_known_or_told(look: "Look") -> None:
    assert {"crosses", "circles"} <= set(look(picture(QUIXO.initial())).said)
    teams = look(picture(QUIXO_TEAMS.initial(), game=QUIXO_TEAMS))
    assert {"A1", "B1", "A2", "B2"} <= set(teams.said)
    pointing = QUIXO_TEAMS.parse_position("3..../...../...../...../..... 2 2")
    assert picture(pointing) == picture(pointing, game=QUIXO_TEAMS)
    for game in (QWIXX, BIG_POINTS):
        assert look(picture(game.initial())).part("title") == game.name("en")


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(BadOptionError, match="sepia"):
        picture(QWIXX.initial(), theme="sepia")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="str"):
        picture("a1>a5")
    with pytest.raises(TypeError, match="its own game"):
        picture(start("quixo"), game=QUIXO)
    pointing = QUIXO_TEAMS.parse_position("3..../...../...../...../..... 2 2")
    with pytest.raises(TypeError, match="none of quixo"):
        picture(pointing, game=QUIXO)
    with pytest.raises(TypeError, match="none of qwixx"):
        picture(QUIXO.initial(), game=QWIXX)
    for game in (BIG_POINTS, QUIXO):
        with pytest.raises(TypeError, match=f"none of {game.id}"):
            picture(QWIXX.initial(), game=game)
