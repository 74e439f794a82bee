"""Who cannot be beaten, and why: what the server says of it."""

import httpx

from cruces.core.registry import GAMES, family_of
from cruces.games.quixo.locales.proof import proof_page
from cruces.locales import languages
from cruces.render.page import read_page
from tests.server.process import Server


def test_the_explanation_is_served_and_kept_on_devices(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        worker = client.get("/sw.js").text
        for lang in languages():
            page = client.get(f"/api/pages/quixo/proof/{lang}")
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.text == read_page(GAMES["quixo"], proof_page(lang), lang).html
            assert f'"/api/pages/quixo/proof/{lang}"' in worker
        english = client.get("/api/pages/quixo/proof/en").text
        assert client.get("/api/pages/quixo/proof/xx").text == english


def test_games_say_who_cannot_be_beaten(server: Server) -> None:
    games = httpx.get(f"{server.url}/api/games", trust_env=False).json()
    for game in games:
        unbeaten = [
            {"bot": one.bot, "options": dict(one.options), "page": one.page}
            for one in family_of(game["id"]).unbeaten(GAMES[game["id"]])
        ]
        assert game["unbeaten"] == unbeaten
    assert [game["id"] for game in games] == list(GAMES)
