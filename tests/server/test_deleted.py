"""A match that is deleted while people look at it: they are told so, once."""

import asyncio
import json
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cruces.storage import Store
from tests.server.process import Server
from tests.server.talk import device, lay, socket

GONE = 4404


def test_a_match_that_is_pruned_is_gone(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        headers = {"Authorization": f"Bearer {me.token}"}
        async with (
            httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client,
            client.stream("GET", f"/api/bot/matches/{match}/stream", timeout=60) as stream,
            socket(url) as one,
            socket(url) as other,
        ):
            lines = stream.aiter_lines()
            assert json.loads(await anext(lines))["type"] == "state"
            await other.hello(me, match)
            await one.hello(me, match)
            await one.do(type="sit", seat=0, name="Ana")
            store = Store(server._environment["CRUCES_DATABASE"])
            assert store.prune(int(time.time() * 1000) + 60_000, ("gathering",)) == 1
            store.close()

            await one.send(
                type="do", id="x", version=2, command={"type": "sit", "seat": 1, "name": "Ben"}
            )
            for each in (one, other):
                told = await each.next("error", "ack")
                assert told["reason"] == "no-match"
                with pytest.raises(ConnectionClosed) as closed:
                    await each.next("error")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == GONE
            async with socket(url) as again:
                assert (await again.hello(me, match))["reason"] == "no-match"
            *_, last = [json.loads(line) async for line in lines if line]
            assert last["reason"] == "no-match"
            body = {"id": "y", "version": 2, "command": {"type": "stand", "seat": 0}}
            answer = await client.post(f"/api/bot/matches/{match}/commands", json=body)
            assert answer.status_code == 404
        assert "AssertionError" not in server.log
        assert "failed" not in server.log

    async def bounded() -> None:
        async with asyncio.timeout(120):
            await work(server.url)

    asyncio.run(bounded())
