"""Who cannot be beaten, and why: what the server says of it."""

import httpx

from cruces.core.registry import GAMES
from cruces.games.quixo.locales.proof import proof_page
from cruces.locales import languages
from cruces.players.levels import unbeaten
from tests.server.process import Server


def test_the_explanation_is_served_and_kept_on_devices(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        worker = client.get("/sw.js").text
        for lang in languages():
            page = client.get(f"/api/proof/{lang}")
            assert page.headers["content-type"].startswith("text/markdown")
            assert page.text == proof_page(lang)
            assert f'"/api/proof/{lang}"' in worker
        assert client.get("/api/proof/xx").text == proof_page("en")


def test_games_say_who_cannot_be_beaten(server: Server) -> None:
    told = httpx.get(f"{server.url}/api/games", trust_env=False).json()
    for game in told:
        known = [{"bot": one.bot, "options": dict(one.options)} for one in unbeaten(game["id"])]
        assert game["unbeaten"] == known
    assert [game["id"] for game in told] == list(GAMES)
