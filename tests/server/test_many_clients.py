"""Many connections of one device and of one address, over a real server."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cruces.server.connections import MOST_OF_DEVICE, MOST_UNGREETED_OF_ADDRESS
from cruces.server.limits import HELLOS, RECORDS, SOCKETS
from cruces.server.socket import SUPERSEDED
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


def test_the_oldest_socket_of_a_device_makes_room(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        stack = [socket(url) for _ in range(MOST_OF_DEVICE)]
        sockets = [await one.__aenter__() for one in stack]
        for one in sockets:
            assert (await one.hello(people[0], match))["type"] == "state"
        async with socket(url) as other:
            assert (await other.hello(people[1], match))["type"] == "state"
            async with socket(url) as more:
                assert (await more.hello(people[0], match))["type"] == "state"
                answer = await sockets[0].next("error")
                assert (answer["reason"], answer["wait"]) == ("superseded", 30)
                with pytest.raises(ConnectionClosed) as caught:
                    await sockets[0].next("state")
                assert caught.value.rcvd is not None
                assert caught.value.rcvd.code == SUPERSEDED
                headers = {"Authorization": f"Bearer {people[0].token}"}
                async with (
                    httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client,
                    client.stream("GET", f"/api/bot/matches/{match}/stream") as stream,
                ):
                    assert stream.status_code == 200
                    assert (await sockets[1].next("error"))["reason"] == "superseded"
                    await sockets[2].do(type="sit", seat=0, name="Ana")
                    await more.do(type="stand", seat=0)
        for opened in stack:
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
        more = {"additional_headers": from_address("203.0.113.9")}
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


def test_handshakes_of_one_address(server: Server) -> None:
    """However they go on: an address that only opens sockets is turned away."""

    async def work(url: str) -> None:
        assert SOCKETS.address is not None
        headers = from_address("203.0.113.9")
        opened, refused = 0, list[BaseException]()

        async def open_and_close() -> None:
            async with socket(url, additional_headers=headers):
                pass

        while not refused:
            tries = [open_and_close() for _ in range(20)]
            found = await asyncio.gather(*tries, return_exceptions=True)
            opened += found.count(None)
            refused += [error for error in found if error is not None]
        assert isinstance(refused[0], InvalidStatus)
        assert refused[0].response.status_code == 429
        assert int(refused[0].response.headers["Retry-After"]) > 0
        assert opened > SOCKETS.address.burst / 2
        async with socket(url) as other:
            assert (await other.hello(await device(url), "nowhere"))["reason"] == "no-match"

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
