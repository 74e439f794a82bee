"""The toy game on a server, over HTTP and a WebSocket, without a line outside its folder."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from tests.server.players import Player
from tests.server.process import Device, Nursery, Server
from tests.server.talk import device, lay, socket
from tests.servers import free_port


@pytest.fixture(scope="module")
def server(
    toy_installed: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server where the toy game is installed."""
    folder: Path = tmp_path_factory.mktemp("server")
    with patch.dict(os.environ, toy_installed):
        nursery = Nursery()
    environment = {"CRUCES_DATABASE": f"sqlite:///{folder / 'cruces.db'}"}
    started = Server(nursery, free_port(), environment, folder / "log")
    started.start()
    asyncio.run(started.up())
    yield started
    started.stop()
    nursery.close()


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(150):
            await work(server.url)

    asyncio.run(bounded())


async def seated(url: str, who: Device) -> str:
    match, _ = await lay(url, who, game="toy-race", seats=2)
    async with socket(url) as one:
        await one.hello(who, match)
        await one.do(type="sit", seat=0, name="Ana")
        await one.do(type="seat-bot", seat=1, bot="level-2")
        await one.do(type="ready", seat=0, contribution="x")
    return match


def test_it_is_offered(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        games = {game["id"]: game for game in await ana.ask(url, "GET", "/api/games")}
        assert games["toy-race"]["names"]["es"] == "Carrera de juguete"
        assert games["toy-race"]["seats"] == [2, 3, 4]
        assert "level-8" in games["toy-race"]["bots"]
        assert games["toy-race"]["exact"] is False

    run(work, server)


def test_it_is_played_to_the_end_with_a_hint_and_a_report(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match = await seated(url, ana)
        player = Player(ana, url, match, seats=(0,), rng=random.Random(4))

        def my_turn(player: Player) -> bool:
            return player.now is not None and "0" in player.now["legal"]

        await player.play(my_turn)
        hint = await ana.ask(url, "POST", f"/api/matches/{match}/hint", {"seat": 0})
        assert {move["action"] for move in hint["moves"]} == {"roll", "stop"}
        assert all("%" in move["why"] for move in hint["moves"])
        assert player.now is not None
        assert set(player.now["legal"]["0"]) == {"roll", "stop"}
        await player.play()
        assert player.over
        record = await ana.ask(url, "GET", f"/api/matches/{match}/record")
        assert record["game"] == "toy-race"
        report: dict[str, Any] = await ana.ask(url, "GET", f"/api/matches/{match}/report")
        assert report["game"] == "toy-race"
        assert report["dice"]
        assert all(seat["luck"] is not None for seat in report["summaries"])
        number = report["decisions"][0]["number"] - 1
        looked = await ana.ask(url, "GET", f"/api/matches/{match}/analysis/{number}")
        assert {move["action"] for move in looked["moves"]} == {"roll", "stop"}

    run(work, server)


def test_its_rules_are_a_page(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        page = client.get("/api/rules/toy-race/es")
        assert page.text.startswith("<h1>Carrera de juguete</h1>")
        assert client.get("/api/rules/toy-race/exact/es").status_code == 404
        assert client.get("/api/pictures/toy-race").text == ""
