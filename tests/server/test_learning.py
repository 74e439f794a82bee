"""Courses and exercises over HTTP."""

import httpx
import pytest

from cruces.core.registry import GAMES
from cruces.locales import languages, text
from tests.server.process import Server


@pytest.mark.parametrize("lang", languages())
def test_an_exercise_says_in_the_language_what_every_action_is(server: Server, lang: str) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        answer = client.get(f"/api/exercises/quixo/1/{lang}")
        exercise = answer.json()
        again = client.get(
            f"/api/exercises/quixo/1/{lang}", headers={"If-None-Match": answer.headers["etag"]}
        )
    assert again.status_code == 304
    view = exercise["task"]["view"]
    (seat,) = view["own"]
    assert set(exercise["said"]) == set(view["legal"][str(seat)]) > set(exercise["task"]["after"])
    assert view["seats"][seat]["label"] == text("web.you", lang)
    for after in exercise["task"]["after"].values():
        assert after["position"] != view["position"]
        assert after["events"][-1]["type"] == "action"


def test_the_day_leads_to_exercises_that_exist(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        found = client.get("/api/learning").json()
        assert [one["game"] for one in found["games"]] == list(GAMES)
        for one in found["games"]:
            today = client.get(f"/api/exercises/{one['game']}/{one['today']}/en").json()
            assert today["number"] == one["today"]
            steps = client.get(f"/api/courses/{one['game']}/es").json()
            assert len(steps) == one["steps"]


def test_what_is_not_there_is_refused(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        for place, status in (
            ("exercises/quixo/100000/en", 404),
            ("exercises/quixo/0/en", 400),
            ("exercises/nothing/1/en", 400),
            ("courses/nothing/en", 400),
            ("courses/quixo/99/refusal/a1", 404),
        ):
            answer = client.get(f"/api/{place}")
            assert answer.status_code == status, place
            assert answer.json()["message"]
        why = client.get("/api/courses/quixo/2/refusal/a1", headers={"Accept-Language": "es"})
        assert why.json()["why"]
        assert client.get("/api/courses/quixo/2/refusal/c1").json() == {"why": ""}
