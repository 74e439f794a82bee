"""Games that are over, moment by moment."""

from typing import Any

import msgspec
import pytest

from cruces.core.registry import GAMES, family_of
from cruces.match.past import past_game, replayed
from cruces.match.visibility import seats_of
from tests.server.process import Server
from tests.server.talk import device, socket
from tests.server.test_advice import against_a_bot, ask, run
from tests.storage.walk import Walk


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_the_position_by_the_rules(game: str) -> None:
    walk = Walk(game, 3)
    for _ in walk.appends():
        pass
    match = walk.match
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
