"""Games that are over, moment by moment."""

import re
from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from cruces.core.registry import GAMES, family_of
from cruces.match import past
from cruces.match.match import Match
from cruces.match.past import past_game, replayed
from cruces.match.past_pictures import (
    PICTURE_WIDTH,
    animation,
    card_png,
    moment_picture,
    moment_png,
)
from cruces.match.visibility import seats_of
from cruces.render.raster import png, png_apart
from tests.server.process import Server
from tests.server.talk import device, socket
from tests.server.test_advice import against_a_bot, ask, run
from tests.storage.walk import Walk


def finished(game: str) -> Match:
    walk = Walk(game, 3)
    for _ in walk.appends():
        pass
    return walk.match


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_the_position_by_the_rules(game: str) -> None:
    match = finished(game)
    told: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(past_game(match, seats_of(match, "ana"), 0, "es"))
    )
    states = replayed(match).states
    assert len(told["moments"]) == len(match.events) + 1 == len(states)
    family = family_of(match.game)
    for moment, state in zip(told["moments"], states, strict=True):
        assert moment["position"] == match.game.format_position(state)
        wire = msgspec.json.encode(family.wire(match.game, state))
        assert moment["table"] == msgspec.json.decode(wire)
    first, *rest = told["moments"]
    assert (first["who"], first["what"]) == ("", "")
    assert all(moment["what"] for moment in rest)
    actions = [e["type"] == "action" for e in told["match"]["events"]]
    assert [bool(moment["who"]) for moment in rest] == actions
    assert rest[-1]["to_act"] == []


def test_positions_that_grow_with_the_game_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished("quixo")
    whole = [match.game.format_position(state) for state in replayed(match).states]
    most = sorted(map(len, whole))[len(whole) // 2]
    monkeypatch.setattr(past, "MOST_POSITION", most)
    told = past_game(match, frozenset(), 0, "es")["moments"]
    assert [one["position"] for one in told] == [p if len(p) <= most else "" for p in whole]
    assert any(not one["position"] and one["table"] for one in told)


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_a_picture_of_another_process_is_the_same(game: str) -> None:
    """The server draws so: nobody who plays waits while a picture is drawn."""
    drawn = moment_picture(finished(game), 3, "es")
    assert png_apart(drawn, 200) == png(drawn, 200)


def test_only_what_is_over_is_shown(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match = await against_a_bot(url, ana, 3)
        path = f"/api/matches/{match}/moments"
        early = await ask(url, ana, "GET", path)
        assert (early.status_code, early.json()["reason"]) == (409, "not-over")
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="resign", seat=0)
        told = await ask(url, ana, "GET", path)
        last = told.json()["moments"][-1]
        assert (last["who"], last["what"]) == ("", "Te has rendido.")
        assert told.headers["content-encoding"] == "gzip"
        others = (await ask(url, await device(url), "GET", path)).json()
        assert others["moments"][1]["who"].startswith("Ana")
        nobody = await ask(url, ana, "GET", "/api/matches/nobody/moments")
        assert nobody.status_code == 404

    run(work, server)


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_pictures_of_a_game(game: str) -> None:
    """Every moment has one of its own, with letters; the animation shows them in order."""
    match = finished(game)
    end = len(match.events)
    drawn = {at: moment_picture(match, at, "es").svg for at in (0, end // 2, end)}
    assert len(set(drawn.values())) == 3
    still = Image.open(BytesIO(moment_png(match, end, "es")))
    assert still.width == PICTURE_WIDTH
    card = Image.open(BytesIO(card_png(match, end, "es")))
    assert card.size == (1200, 630)
    words = card.convert("L").crop((700, 200, 1160, 430))
    assert min(words.tobytes()) < 100, "the names are beside the position"
    *waiting, whole = animation(match, "es")
    assert set(waiting) == {None}
    moving = Image.open(BytesIO(whole or b""))
    assert getattr(moving, "n_frames", 1) > 3


def test_a_shared_link_says_what_it_shows(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match = await against_a_bot(url, ana, 3)
        assert (await ask(url, ana, "GET", f"/game/{match}")).status_code == 404
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="resign", seat=0)
        page = (await ask(url, ana, "GET", f"/game/{match}/1")).text
        assert f'content="0; url=/#game={match}&amp;at=1"' in page
        assert "Quixo: Ana, " in page
        image = re.search(r'og:image" content="([^"]+)"', page)
        assert image is not None
        assert image[1] == f"{url}/api/matches/{match}/card/1/es"
        path = image[1].removeprefix(url)
        card = await ask(url, ana, "GET", path)
        assert (card.status_code, card.headers["content-type"]) == (200, "image/png")
        beyond = await ask(url, ana, "GET", f"/api/matches/{match}/picture/999/es")
        assert (beyond.status_code, beyond.json()["reason"]) == (409, "no-such-event")
        for path, kind in (("picture/1/es", "svg+xml"), ("animation/es", "gif")):
            answer = await ask(url, ana, "GET", f"/api/matches/{match}/{path}")
            assert answer.headers["content-type"] == f"image/{kind}"

    run(work, server)
