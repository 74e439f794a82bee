"""Many connections of one device and of one address, over a real server."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cruces.server.connections import MOST_OF_DEVICE, MOST_UNGREETED_OF_ADDRESS
from cruces.server.limits import HELLOS, RECORDS
from tests.server.process import PATIENCE, Server, until
from tests.server.talk import Socket, device, lay, socket
from tests.server.test_refusals import seated


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work(server.url)

    asyncio.run(bounded())


def from_address(address: str) -> dict[str, str]:
    """Headers of a client behind a proxy."""
    return {"X-Forwarded-For": address}


def test_a_device_has_so_many_sockets_and_streams(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        stack = [socket(url) for _ in range(MOST_OF_DEVICE)]
        sockets = [await one.__aenter__() for one in stack]
        for one in sockets:
            assert (await one.hello(people[0], match))["type"] == "state"
        async with socket(url) as more:
            answer = await more.hello(people[0], match)
            assert (answer["reason"], answer["wait"]) == ("too-many-connections", 5)
            with pytest.raises(ConnectionClosed):
                await more.next("state")
        headers = {"Authorization": f"Bearer {people[0].token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client:
            stream = await client.get(f"/api/bot/matches/{match}/stream")
            assert stream.status_code == 429
        async with socket(url) as other:
            assert (await other.hello(people[1], match))["type"] == "state"
        await stack[0].__aexit__(None, None, None)

        async def is_let_in() -> bool:
            async with socket(url) as again:
                return bool((await again.hello(people[0], match))["type"] == "state")

        await until(is_let_in, "its place was not given back")
        for opened in stack[1:]:
            await opened.__aexit__(None, None, None)

    run(work, server)


def test_all_sockets_of_a_device_share_its_messages(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one, socket(url) as two, socket(url) as other:
            for mine in (one, two):
                await mine.hello(people[0], match)
            await other.hello(people[1], match)
            answers: list[str] = []
            for mine in (one, two):
                for number in range(60):
                    await mine.send(type="ping", id=str(number))
                answers += [(await mine.next("pong", "error"))["type"] for _ in range(60)]
            assert answers[60:].count("error") > 20, "each socket has messages of its own"
            await other.send(type="ping", id="1")
            assert (await other.next("pong", "error"))["type"] == "pong"

    run(work, server)


def test_the_oldest_of_those_who_say_nothing_goes(server: Server) -> None:
    async def work(url: str) -> None:
        more = {"additional_headers": from_address("192.0.2.77")}
        silent = [socket(url, **more) for _ in range(MOST_UNGREETED_OF_ADDRESS + 5)]
        sockets = [await one.__aenter__() for one in silent]
        for one in sockets[:5]:
            with pytest.raises(ConnectionClosed):
                await one.next("anything")
        match, _ = await lay(url, me := await device(url), game="quixo")
        assert (await sockets[5].hello(me, match))["type"] == "state"
        async with socket(url, **more) as another:
            assert (await another.hello(me, match))["type"] == "state"
        for open_one in silent:
            await open_one.__aexit__(None, None, None)

    run(work, server)


def test_hellos_of_one_device(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)

        async def unknown(one: Socket) -> str:
            return str((await one.hello(me, "nowhere"))["reason"])

        assert HELLOS.device is not None
        reasons = []
        for _ in range(round(HELLOS.device.burst) + 30):
            async with socket(url) as one:
                reasons.append(await unknown(one))
            if reasons[-1] == "slow-down":
                break
        assert set(reasons) == {"no-match", "slow-down"}

    run(work, server)


def test_records_and_sockets_of_one_address(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, _ = await seated(url, "quixo")
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            path = f"/api/matches/{match}/record"
            assert RECORDS.address is not None
            answers = [
                await client.get(path, headers=from_address(f"2001:db8::{number:x}"))
                for number in range(round(RECORDS.address.burst) + 60)
            ]
            assert answers[0].status_code == 200
            refused = [answer for answer in answers if answer.status_code == 429]
            assert refused, "another address of the same network is another client"
            assert json.loads(refused[0].content)["code"] == "slow-down"
            elsewhere = await client.get(path, headers=from_address("2001:db8:1::1"))
            assert elsewhere.status_code == 200
            metrics = (await client.get(server.metrics)).text
            assert 'cruces_limited_total{limit="records"}' in metrics

    run(work, server)


def test_a_table_is_not_offered_by_the_dozen(server: Server) -> None:
    async def work(url: str) -> None:
        greedy = await device(url)
        mine = [(await lay(url, greedy, game="quixo", private=False))[0] for _ in range(6)]
        other = await device(url)

        async def offered() -> list[str]:
            lobby = await other.ask(url, "GET", "/api/lobby")
            return [entry["match"] for entry in lobby["open"] if entry["match"] in mine]

        async def are_few() -> bool:
            return await offered() == mine[:2:-1]

        await until(are_few, "the latest three")

    run(work, server)
