"""Pages to read, and the page of addresses at which there is nothing."""

import httpx
import pytest

from cruces.core.registry import GAMES
from cruces.locales import languages
from tests.server.process import Server

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_pages_with_pictures(server: Server, game: str, lang: str) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        explained = client.get(f"/api/rules/{game}/{lang}")
        exact = client.get(f"/api/rules/{game}/exact/{lang}")
        style = client.get(f"/api/pictures/{game}")
    assert explained.text.startswith(f'<link rel="stylesheet" href="/api/pictures/{game}">')
    assert explained.text.count("<svg") >= 5
    for page in (explained, exact):
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "<h1>" in page.text
        assert "<script" not in page.text
    assert "<svg" not in exact.text
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    assert "var(--ink" in style.text or "var(--tray" in style.text


def test_a_language_that_we_lack_is_english(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        for page in ("rules/quixo", "rules/quixo/exact"):
            assert client.get(f"/api/{page}/xx").text == client.get(f"/api/{page}/en").text
        assert client.get("/api/rules/nothing/en").status_code == 400
        assert client.get("/api/pictures/nothing").status_code == 400


def test_a_wrong_address_is_a_page_for_people_and_data_for_programs(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        for place in ("/nope", "/static/nope", "/verify/nope"):
            page = client.get(place, headers=BROWSER)
            assert (page.status_code, page.headers["content-type"]) == (
                404,
                "text/html; charset=utf-8",
            )
            assert "/static/pages/lost.js" in page.text
            assert client.get(place).json()["code"] == "http"
        data = client.get("/api/nope", headers=BROWSER)
        assert (data.status_code, data.json()["code"]) == (404, "http")
