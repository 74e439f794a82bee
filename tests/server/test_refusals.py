"""Whatever is asked that may not be: refused with its code, and nothing is given away."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import product

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.process import PATIENCE, Device, Server, until
from tests.server.talk import Socket, device, lay, socket


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(3 * PATIENCE):
            await work(server.url)

    asyncio.run(bounded())


async def seated(url: str, game: str = "qwixx", seats: int = 2) -> tuple[str, str, list[Device]]:
    """A started match with a person at every seat."""
    people = [await device(url) for _ in range(seats)]
    match, code = await lay(url, people[0], game=game, seats=seats)
    for seat, person in enumerate(people):
        async with socket(url) as one:
            await one.hello(person, match)
            await one.do(type="sit", seat=seat, name=f"P{seat}")
            await one.do(type="ready", seat=seat, contribution="x")
    return match, code, people


def test_another_seats_hidden_choice(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, seats=3)
        eve = await device(url)
        async with socket(url) as first, socket(url) as second, socket(url) as watcher:
            await first.hello(people[0], match)
            await second.hello(people[1], match)
            await watcher.hello(eve, match)
            action = first.heard[-1]["state"]["legal"]["0"][0]
            ack = await first.do(type="act", seat=0, action=action)
            for other in (second, watcher):
                moment = await other.moment(ack["version"])
                assert moment["chosen"] == {}
                event = other.events()[-1]
                assert event["type"] == "chose"
                assert event["action"] == ""
        for person in (people[1], eve):
            match_state = await person.ask(url, "GET", f"/api/matches/{match}")
            assert match_state["chosen"] == {}
        own = await people[0].ask(url, "GET", f"/api/matches/{match}")
        assert own["chosen"] == {"0": action}

    run(work, server)


def test_an_action_in_anothers_name(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as second:
            await second.hello(people[1], match)
            for command in (
                {"type": "act", "seat": 0, "action": "a1>a5"},
                {"type": "resign", "seat": 0},
                {"type": "offer", "seat": 0, "offer": "draw"},
                {"type": "say", "seat": 0, "channel": "match", "text": "I am Ana"},
            ):
                answer = await second.do(None, "", **command)
                assert (answer["code"], answer["reason"]) == ("refused", "not-your-seat")
                assert "state" not in answer, "a refusal is cheap"

    run(work, server)


def test_a_spectators_action(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, _ = await seated(url, "quixo")
        async with socket(url) as watcher:
            state = (await watcher.hello(await device(url), match))["state"]
            assert state["own"] == []
            assert state["legal"] == {}
            assert state["code"] == ""
            answer = await watcher.do(type="act", seat=0, action="a1>a5")
            assert answer["reason"] == "not-your-seat"
            answer = await watcher.do(type="dismiss", seat=0, absent=1)
            assert answer["reason"] == "not-your-seat"
            answer = await watcher.do(type="seat-bot", seat=1, bot="greedy")
            assert answer["reason"] == "players-only"

    run(work, server)


def test_another_teams_and_another_matchs_chat(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo-teams", 4)
        other, _, strangers = await seated(url, "quixo")
        async with socket(url) as ana, socket(url) as rival, socket(url) as stranger:
            await ana.hello(people[0], match)
            await rival.hello(people[1], match)
            await stranger.hello(strangers[0], other)
            ack = await ana.do(type="say", seat=0, channel="team", text="our secret plan")
            await rival.moment(ack["version"])
            await stranger.do(type="say", seat=0, channel="match", text="hello")
            for messages in (rival.heard, stranger.heard):
                assert "our secret plan" not in json.dumps(messages)
        again = await people[1].ask(url, "GET", f"/api/matches/{match}")
        assert "our secret plan" not in json.dumps(again)
        partner = await people[2].ask(url, "GET", f"/api/matches/{match}")
        assert "our secret plan" in json.dumps(partner)

    run(work, server)


def test_server_commands_from_outside(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as one:
            await one.hello(people[0], match)
            for command in ({"type": "tick"}, {"type": "rematched", "match": "m", "code": "c"}):
                await one.send(type="do", id="x", version=0, command=command)
                answer = await one.next("error")
                assert (answer["code"], answer["reason"]) == ("protocol", "bad-message")

    run(work, server)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"type": "nonsense"}',
        '{"type": "do", "id": "1", "version": 0}',
        '{"type": "do", "id": "1", "version": -1, "command": {"type": "stand", "seat": 0}}',
        '{"type": "do", "id": "1", "version": 0, "command": {"type": "stand", "seat": 900}}',
        '{"type": "do", "id": "1", "version": 0, "command": {"type": "resign", "seat": "0"}}',
        '{"type": "do", "id": "", "version": 0, "command": {"type": "stand", "seat": 0}}',
        '{"type": "ping", "id": "1", "extra": 1}',
        '{"type": "ping", "id": "\\ud800"}',
        "[" * 4000,
        b"\xff\xfe\x00",
    ],
)
def test_a_malformed_message(server: Server, data: str | bytes) -> None:
    async def work(url: str) -> None:
        match, _ = await lay(url, me := await device(url), game="quixo")
        async with socket(url) as one:
            await one.hello(me, match)
            await one.raw.send(data)
            answer = await one.next("error")
            assert (answer["code"], answer["reason"]) == ("protocol", "bad-message")
            await one.send(type="ping", id="still here")
            assert (await one.next("pong"))["id"] == "still here"

    run(work, server)


def test_an_oversized_message(server: Server) -> None:
    async def work(url: str) -> None:
        match, _ = await lay(url, me := await device(url), game="quixo")
        async with socket(url) as one:
            await one.hello(me, match)
            await one.raw.send("x" * 5_000)
            answer = await one.next("error")
            assert (answer["code"], answer["reason"]) == ("protocol", "too-large")
            with pytest.raises(ConnectionClosed) as caught:
                await one.next("pong")
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1009

    run(work, server)


def test_ten_thousand_messages_in_a_second(server: Server) -> None:
    async def work(url: str) -> None:
        match, _, people = await seated(url, "quixo")
        async with socket(url) as flood, socket(url) as other:
            await flood.hello(people[0], match)
            await other.hello(people[1], match)
            reasons: set[str] = set()
            waits: list[float] = []
            refused = asyncio.Event()

            async def listen() -> None:
                while True:
                    answer = await flood.next("error", "pong")
                    if answer["type"] == "error":
                        reasons.add(answer["reason"])
                        waits.append(answer["wait"])
                        refused.set()

            listening = asyncio.create_task(listen())
            with suppress(ConnectionClosed):
                for n in range(10_000):
                    await flood.send(type="ping", id=str(n))
                    if n == 100:  # when the server hangs up on a sender, its last words may be lost
                        await asyncio.wait_for(refused.wait(), PATIENCE)
                    if n % 100 == 0:
                        await asyncio.sleep(0)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(listening, PATIENCE)
            assert reasons == {"slow-down"}
            assert min(waits) > 0
            # Everyone else goes on as if nothing were.
            answer = await other.do(type="say", seat=1, channel="match", text="what was that?")
            assert answer["type"] == "ack"

    run(work, server)


def test_hello_comes_first_and_once(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        async with socket(url) as one:
            await one.send(type="ping", id="1")
            assert (await one.next("error"))["reason"] == "hello-first"
        async with socket(url) as one:
            await one.hello(me, match)
            await one.send(type="hello", token=me.token, match=match)
            assert (await one.next("error"))["reason"] == "hello-once"
        async with socket(url) as one:
            await one.send(type="hello", token=f"{me.player}.forged", match=match)
            assert (await one.next("error"))["reason"] == "bad-token"
        async with socket(url) as one:
            await one.send(type="hello", token=me.token, match="nowhere")
            assert (await one.next("error"))["reason"] == "no-match"

    run(work, server)


def test_pages_of_other_sites_open_no_socket(server: Server) -> None:
    async def work(url: str) -> None:
        with pytest.raises(InvalidStatus):
            async with socket(url, origin="https://evil.example"):
                pass
        async with socket(url, origin=url) as own:
            assert isinstance(own, Socket)

    run(work, server)


def test_guessing_codes(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        headers = {"Authorization": f"Bearer {me.token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client:
            answers = []
            for letters in product("ABCD", repeat=2):
                body = {"code": "".join(letters) * 4}
                answers.append(await client.post("/api/join", json=body))
            codes = [answer.json()["code"] for answer in answers]
            assert codes[0] == "not-found"
            assert codes[-1] == "slow-down"
            assert codes.count("not-found") <= 12
            assert answers[-1].status_code == 429
            assert answers[-1].json()["wait"] > 0
            assert int(answers[-1].headers["retry-after"]) >= 1

    run(work, server)


def test_private_tables_are_not_listed(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        private, _ = await lay(url, me, game="quixo")
        public, _ = await lay(url, me, game="quixo", private=False)

        async def is_listed(match: str) -> bool:
            listed = await me.ask(url, "GET", "/api/matches/open")
            return match in [entry["id"] for entry in listed]

        await until(lambda: is_listed(public), "the list is older than a second")
        assert not await is_listed(private)

    run(work, server)


def test_a_match_is_known_by_its_code(server: Server) -> None:
    async def work(url: str) -> None:
        me, friend = await device(url), await device(url)
        match, code = await lay(url, me, game="quixo")
        typed = f" {code[:4].lower()}-{code[4:]} "
        assert (await friend.ask(url, "POST", "/api/join", {"code": typed}))["match"] == match

    run(work, server)


def test_http_needs_a_token_where_it_matters(server: Server) -> None:
    async def work(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            for token in ("", "Bearer nobody.nothing", "Basic abc", "Bearer"):
                headers = {"Authorization": token} if token else {}
                for method, path in (
                    ("GET", "/api/matches/mine"),
                    ("GET", "/api/lobby"),
                    ("POST", "/api/matches"),
                    ("GET", "/api/matches/abc"),
                    ("POST", "/api/join"),
                    ("GET", "/api/bot/matches/abc/stream"),
                ):
                    body = {"game": "quixo"} if path == "/api/matches" else {"code": "ABCD"}
                    payload = None if method == "GET" else body
                    answer = await client.request(method, path, json=payload, headers=headers)
                    assert answer.status_code == 401, path
                    assert answer.json()["code"] == "unauthorised"

    run(work, server)


def test_every_answer_has_strict_headers(server: Server) -> None:
    async def work(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
            for path in ("/health", "/api/games", "/api/matches/mine", "/nowhere", "/", "/sw.js"):
                headers = (await client.get(path)).headers
                assert "default-src 'self'" in headers["content-security-policy"]
                assert "frame-ancestors 'none'" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
            for part in ("/static/js/main.js", "/static/css/base.css"):
                assert (await client.get(part)).headers["x-content-type-options"] == "nosniff"

    run(work, server)


def test_a_body_that_is_too_large(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        headers = {"Authorization": f"Bearer {me.token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client:
            try:
                answer = await client.post("/api/verify", content=b" " * (5 * 2**20))
            except (httpx.ReadError, httpx.WriteError):
                return  # refused and closed while we were still sending
            assert answer.status_code == 413

    run(work, server)


def test_too_many_open_tables(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        headers = {"Authorization": f"Bearer {me.token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client:
            codes = [
                (await client.post("/api/matches", json={"game": "quixo"})).status_code
                for _ in range(35)
            ]
        assert codes[:30] == [201] * 30
        assert codes[-1] == 429

    run(work, server)


def test_no_token_is_ever_logged(server: Server) -> None:
    async def work(url: str) -> None:
        match, code, people = await seated(url, "quixo")
        log = server.log
        for person in people:
            assert person.token not in log
        assert code not in log
        assert match not in log

    run(work, server)


def test_records_wait_in_a_line_of_their_own(server: Server) -> None:
    """A device cannot fill it, and nobody else waits for it."""

    async def work(url: str) -> None:
        me, other = await device(url), await device(url)
        body = b"{}"
        head = f"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"

        async def upload(who: Device) -> tuple[asyncio.Task[bytes], asyncio.StreamWriter]:
            """A request without its body, and the beginning of the answer."""
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(f"{head}Authorization: Bearer {who.token}\r\n\r\n".encode())
            return asyncio.create_task(reader.read(4096)), writer

        uploads = [await upload(me) for _ in range(3)]
        done, _ = await asyncio.wait(
            [answer for answer, _ in uploads], return_when=asyncio.FIRST_COMPLETED
        )
        (refused,) = [answer.result() for answer in done]
        assert refused.startswith(b"HTTP/1.1 429"), refused
        assert b"retry-after: 2" in refused
        uploads.append(await upload(other))
        for answer, writer in reversed(uploads):
            if answer not in done:
                writer.write(body)
                assert (await answer).startswith(b"HTTP/1.1 200")
            writer.close()

    run(work, server)
