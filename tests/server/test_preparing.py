"""A server on a fresh machine: robots answer before anything is compiled, and it says so."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.process import Device, Nursery, Server
from tests.server.talk import Socket, device, lay, socket
from tests.servers import free_port


async def _first_move(url: str, game: str, bot: str) -> dict[str, Any]:
    """The first thing that a robot does which begins."""
    host: Device = await device(url)
    match, _ = await lay(url, host, game=game, seats=2)
    async with socket(url) as one:
        await one.hello(host, match)
        await one.do(type="seat-bot", seat=0, bot=bot)
        await one.do(type="sit", seat=1, name="Ana")
        await one.do(type="ready", seat=1, contribution="text")
        return await _acted(one)


async def _acted(one: Socket) -> dict[str, Any]:
    while True:
        for event in one.events():
            if event["type"] in ("acted", "chose") and event["seat"] == 0:
                return event
        await one.next("events")


async def _part(url: str) -> float:
    found: float = (await Device().ask(url, "GET", "/api/preparation"))["part"]
    return found


def test_robots_move_before_they_are_prepared(nursery: Nursery, tmp_path: Path) -> None:
    environment = {
        "CRUCES_DATABASE": f"sqlite:///{tmp_path / 'cruces.db'}",
        "CRUCES_STAND_IN": "1",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    server = Server(nursery, free_port(), environment, tmp_path / "log")
    server.start()

    async def play() -> None:
        await server.up()
        for game, bot in (("quixo", "level-8"), ("quixo", "level-5"), ("qwixx", "level-8")):
            await _first_move(server.url, game, bot)
            assert await _part(server.url) < 1
        host = await device(server.url)
        match, _ = await lay(server.url, host, game="quixo")
        async with socket(server.url) as one:
            await one.hello(host, match)
            await one.do(type="sit", seat=0, name="Ana")
            await one.do(type="seat-bot", seat=1, bot="random")
            await one.do(type="ready", seat=0, contribution="text")
            found = await host.ask(server.url, "POST", f"/api/matches/{match}/hint", {"seat": 0})
            assert found["moves"]
        assert await _part(server.url) < 1

    try:
        asyncio.run(play())
        assert not list((tmp_path / "cache").glob("cruces/machine-code/*/prepared/quixo-teams-*"))
    finally:
        server.stop()
    assert "stand-in failed" not in server.log
