"""Coming, going, coming back; offers, rematches; what programs and operators use."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
import segno
from websockets.exceptions import ConnectionClosed

from cruces.core.record import decode
from cruces.locales import text
from cruces.storage import Store, export, is_match, restore, upgrade
from tests.server.process import Device, Nursery, Server, until
from tests.server.talk import Socket, device, lay, socket
from tests.server.test_refusals import seated
from tests.servers import free_port

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(90):
            await work(server.url)

    asyncio.run(bounded())


async def play_out(sockets: list[Socket], version: int) -> int:
    """First legal actions until the game is over; the last version."""
    while True:
        moment = await sockets[0].moment(version)
        if moment["phase"] == "over":
            return version
        seat = moment["to_act"][0]
        own = await sockets[seat].moment(version)
        legal = own["legal"][str(seat)]
        answer = await sockets[seat].do(type="act", seat=seat, action=legal[-1])
        assert answer["type"] == "ack", answer
        version = answer["version"]
        await asyncio.sleep(0.06)


def test_the_gap_or_the_whole_state(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one:
            await one.hello(people[0], match)
            last_version = one.version
        async with socket(url) as other:
            await other.hello(people[1], match)
            for n in range(3):
                await other.do(type="say", seat=1, channel="match", text=str(n))
        async with socket(url) as one:
            gap = await one.hello(people[0], match, version=last_version)
            assert gap["type"] == "events"
            assert [v for v, _ in gap["events"]] == [
                last_version + 1,
                last_version + 2,
                last_version + 3,
            ]
        async with socket(url) as one:
            assert (await one.hello(people[0], match, version=last_version + 3))["events"] == []
        for strange in (10**9, None):
            async with socket(url) as one:
                assert (await one.hello(people[0], match, version=strange))["type"] == "state"

    run(work, server)


def test_a_repeated_command_is_done_once(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one:
            await one.hello(people[0], match)
            last_version = one.version
            first = await one.do(last_version, "same", type="act", seat=0, action="a1>a5")
            again = await one.do(last_version, "same", type="act", seat=0, action="a1>a5")
            assert first == again
            other = await one.do(last_version, "other", type="act", seat=0, action="a1>a5")
            assert other["code"] == "stale"
            assert one.version == first["version"], "what made it stale has been heard before"

    run(work, server)


async def there(socket: Socket, present: list[int], watchers: int) -> None:
    """Wait until these are there; who comes and goes meanwhile may be passed over."""
    while True:
        presence = await socket.next("presence")
        if (presence["present"], presence["watchers"]) == (present, watchers):
            return


def test_presence(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one:
            assert (await one.hello(people[0], match))["present"] == [0]
            async with socket(url) as other:
                await other.hello(people[1], match)
                await there(one, [0, 1], 0)
                async with socket(url) as watcher:
                    await watcher.hello(await device(url), match)
                    await there(one, [0, 1], 1)
                await there(one, [0, 1], 0)
            await there(one, [0], 0)

    run(work, server)


def test_a_rematch_has_the_same_players_on_other_seats(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one, socket(url) as other:
            await one.hello(people[0], match)
            await other.hello(people[1], match)
            version = await play_out([one, other], one.version)
            await other.moment(version)
            await one.do(type="offer", seat=0, offer="rematch")
            answer = await other.do(type="answer", seat=1, offer="rematch", accept=True)
            moment = await one.moment(answer["version"] + 1)
            new = moment["rematch"]["match"]
        match_state = await people[0].ask(url, "GET", f"/api/matches/{new}")
        assert match_state["own"] == [1]
        assert [seat["name"] for seat in match_state["seats"]] == ["P1", "P0"]
        assert match_state["phase"] == "gathering"

    run(work, server)


def test_a_match_against_the_clock_flags_by_itself(server: Server) -> None:
    async def work(url: str) -> None:
        people = [await device(url), await device(url)]
        clock = {"type": "bank", "seconds": 5}
        match, _ = await lay(url, people[0], game="quixo", clock=clock)
        async with socket(url) as one, socket(url) as other:
            await one.hello(people[0], match)
            await other.hello(people[1], match)
            for seat, connection in enumerate((one, other)):
                await connection.do(type="sit", seat=seat, name=f"P{seat}")
                start = time.monotonic()
                answer = await connection.do(type="ready", seat=seat, contribution="x")
            while (moment := await other.moment(answer["version"]))["phase"] != "over":
                answer["version"] += 1
            assert moment["result"]["reason"] == "time"
            assert time.monotonic() - start > 4.9, "the bank was not used up"

    run(work, server)


def test_my_matches_and_the_invitation(server: Server) -> None:
    async def work(url: str) -> None:
        match, code, people = await seated(url, "quixo")
        mine = await people[1].ask(url, "GET", "/api/matches/mine")
        assert [(entry["id"], entry["status"]) for entry in mine] == [(match, "playing")]
        table, _ = await lay(url, people[0], game="quixo", private=False)

        async def is_offered() -> bool:
            lobby = await people[1].ask(url, "GET", "/api/lobby")
            return table in [entry["match"] for entry in lobby["open"]]

        await until(is_offered, "the lobby is older than a second")
        lobby = await people[1].ask(url, "GET", "/api/lobby")
        assert lobby.keys() == {"mine", "open"}
        (entry,) = lobby["mine"]
        assert (entry["match"], entry["code"], entry["own"]) == (match, code, [1])
        assert (entry["phase"], entry["to_act"], entry["result"]) == ("playing", [0], None)
        assert [seat["kind"] for seat in entry["seats"]] == ["human", "human"]
        offered = [entry for entry in lobby["open"] if entry["match"] == table]
        assert [(entry["code"], entry["own"]) for entry in offered] == [("", [])]
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:

            async def invited(person: Device, **more: str) -> httpx.Response:
                headers = {"Authorization": f"Bearer {person.token}", **more}
                return await client.get(f"/api/matches/{match}/invitation", headers=headers)

            answer = (await invited(people[1])).json()
            assert answer["address"] == f"{url}/#join={code}"
            assert answer["reach"] == "here"
            assert answer["qr"].startswith("<svg")
            assert (await invited(await device(url))).status_code == 404
            https = {"X-Forwarded-Proto": "https"}
            proxied = (await invited(people[1], Host="play.example", **https)).json()
            assert proxied["address"] == f"https://play.example/#join={code}"
            assert proxied["reach"] == "anyone"
            there = segno.make(proxied["address"], micro=False)
            assert proxied["qr"] == there.svg_inline(scale=6, border=2)
        games = await people[0].ask(url, "GET", "/api/games")
        assert [game["id"] for game in games] == ["qwixx", "big-points", "quixo", "quixo-teams"]
        assert code

    run(work, server)


def test_records_over_http(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            record = await client.get(f"/api/matches/{match}/record")
            assert decode(record.content).fair is not None
            nobody = await client.post("/api/verify", content=record.content)
            assert (nobody.status_code, nobody.json()["reason"]) == (401, "bad-token")
            client.headers["Authorization"] = f"Bearer {people[0].token}"
            verdict = await client.post("/api/verify", content=record.content)
            assert verdict.json()["ok"] is True
            assert verdict.json()["dice"] == "not-checkable"
            broken = {**record.json(), "game": "chess"}
            spanish = {"Accept-Language": "en;q=0.1, ca-ES, es;q=0.9"}
            verdict = await client.post("/api/verify", json=broken, headers=spanish)
            assert verdict.json()["reason"] == "record-unknown-game"
            assert "desconocido" in verdict.json()["message"]

    run(work, server)


def test_health_readiness_and_figures(server: Server) -> None:
    async def work(url: str) -> None:
        await seated(url, "quixo")
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            assert (await client.get("/health")).json() == {"status": "ok"}
            assert (await client.get("/ready")).json() == {"status": "ok"}
            assert (await client.get("/metrics")).status_code == 404
            figures = (await client.get(server.metrics)).text
            assert 'cruces_commands_total{result="ok",type="sit"}' in figures
            assert 'cruces_matches_total{game="quixo"}' in figures
            assert "cruces_command_seconds_bucket" in figures
            assert 'cruces_requests_total{route="/health",status="200"}' in figures
            assert 'cruces_refusals_total{code="http",over="http"}' in figures
            assert 'cruces_waiting{kind="writer"}' in figures

    run(work, server)


def test_the_example_bot_plays_a_match(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, code = await lay(url, me, game="quixo", options={"size": 3})
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, str(BOT), url, code),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with socket(url) as one:
            await one.hello(me, match)
            await one.do(type="sit", seat=1, name="Ana")
            answer = await one.do(type="ready", seat=1, contribution="x")
            version = answer["version"]
            while (moment := await one.moment(version))["phase"] != "over":
                version = moment["version"] + 1
                if 1 in moment["to_act"]:
                    legal = moment["legal"]["1"]
                    answer = await one.do(type="act", seat=1, action=legal[-1])
                    version = max(version, answer.get("version", 0))
                    await asyncio.sleep(0.06)
        said, errors = await bot.communicate()
        assert (bot.returncode, errors) == (0, b"")
        assert said.decode().strip() == f"Over: {moment['result']['reason']}"

    run(work, server)


def test_the_example_says_what_is_wrong(server: Server) -> None:
    async def fails(*args: str) -> tuple[int | None, str]:
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, str(BOT), *args), stderr=asyncio.subprocess.PIPE
        )
        _, errors = await bot.communicate()
        return bot.returncode, errors.decode()

    async def work(url: str) -> None:
        me = await device(url)
        match, code = await lay(url, me, game="quixo")
        for seat in (0, 1):
            async with socket(url) as one:
                await one.hello(me, match)
                await one.do(type="sit", seat=seat, name=f"Ana {seat}")
        assert await fails(url, code) == (1, "Every seat at this table is taken.\n")
        assert await fails(url, "NOSUCH22") == (1, f"{text('error.no-code', 'en')}\n")
        returned, said = await fails("http://127.0.0.1:1", code)
        assert returned == 1
        assert said.startswith("http://127.0.0.1:1 does not answer as a Cruces server: ")
        returned, said = await fails()
        assert returned == 2
        assert "usage: python bot.py" in said

    run(work, server)


def test_a_program_reads_a_stream(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        headers = {"Authorization": f"Bearer {people[0].token}"}
        async with (
            httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client,
            client.stream("GET", f"/api/bot/matches/{match}/stream") as stream,
        ):
            assert stream.headers["content-type"].startswith("application/x-ndjson")
            lines = stream.aiter_lines()
            state = json.loads(await anext(lines))
            assert state["type"] == "state"
            body = {
                "id": "1",
                "version": state["state"]["version"],
                "command": {"type": "act", "seat": 0, "action": "a1>a5"},
            }
            path = f"/api/bot/matches/{match}/commands"
            assert (await client.post(path, json=body)).json()["type"] == "ack"
            async for line in lines:
                message = json.loads(line) if line else {}
                if message.get("type") == "events":
                    break
            assert message["events"][0][1]["type"] == "acted"
            refused = await client.post(path, json={**body, "id": "2"})
            assert (refused.status_code, refused.json()["code"]) == (409, "stale")
            figures = (await client.get(server.metrics)).text
            for result in ("ok", "stale"):  # over HTTP, too
                assert f'cruces_commands_total{{result="{result}",type="act"}}' in figures

    run(work, server)


def test_a_graceful_stop_sends_players_to_the_next_process(
    nursery: Nursery, tmp_path: Path
) -> None:
    environment = {"CRUCES_DATABASE": f"sqlite:///{tmp_path / 'cruces.db'}"}
    server = Server(nursery, free_port(), environment, tmp_path / "log")
    server.start()

    async def work(url: str) -> None:
        await server.up()
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one:
            await one.hello(people[0], match)
            ack = await one.do(type="act", seat=0, action="a1>a5")
            await asyncio.to_thread(server.stop)
            with pytest.raises(ConnectionClosed) as caught:
                await one.next("nothing, until it is closed")
            assert caught.value.rcvd is None or caught.value.rcvd.code == 1012
        server.start()
        await server.up()
        async with socket(url) as one:
            gap = await one.hello(people[0], match, version=ack["version"])
            assert gap["events"] == []

    try:
        run(work, server)
    finally:
        server.stop()


def test_an_archive_moves_everything(server: Server, postgresql_url: str, tmp_path: Path) -> None:
    async def work(url: str) -> None:
        await seated(url, "quixo")

    run(work, server)
    database = server._environment["CRUCES_DATABASE"]
    old, new = Store(database), Store(postgresql_url)
    try:
        upgrade(new.engine)
        archive = tmp_path / "matches.jsonl"
        archive.write_bytes(b"".join(export(old)))
        lines = archive.read_bytes().splitlines(keepends=True)
        count = sum(map(is_match, lines))
        assert 0 < count < len(lines), "keys and devices move, too"
        assert restore(new, lines) == count
        assert sorted(export(new)) == sorted(lines)  # the server may have written more meanwhile
    finally:
        old.close()
        new.close()


def test_serve_says_what_it_needs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cruces", "serve", "--workers", "2"]
    database = f"sqlite:///{tmp_path / 'x.db'}"
    process = subprocess.run(
        [*command, "--database", database], capture_output=True, text=True, check=False, timeout=60
    )
    assert process.returncode == 2
    assert "PostgreSQL" in process.stderr
