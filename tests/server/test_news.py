"""What the server computes for its clients: changes, sentences, absences."""

import asyncio
from collections.abc import Awaitable, Callable

from cruces.match.authority import ABSENCE
from tests.server.process import Server
from tests.server.talk import Message, device, lay, socket


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work(server.url)

    asyncio.run(bounded())


def test_a_client_that_applies_the_changes_has_the_log(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match, _ = await lay(url, ana, game="quixo", options={"size": 3})
        async with socket(url) as one:
            log = list((await one.hello(ana, match))["state"]["events"])
            for seat in (0, 1):
                await one.do(type="sit", seat=seat, name=f"P{seat}")
            for seat in (0, 1):
                await one.do(type="ready", seat=seat, contribution="x")
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="act", seat=1, action="c1>c3")
            await one.do(type="offer", seat=1, offer="take-back")
            await one.do(type="answer", seat=0, offer="take-back", accept=True)
            await one.do(type="act", seat=1, action="b1>b3")
            await one.do(type="say", seat=0, channel="match", text="hi")
            messages = [message for message in one.heard if message["type"] == "events"]
        for message in messages:
            change = message["log"]
            log[change["from"] :] = change["add"]
        assert [event["text"] for event in log] == ["a1>a3", "b1>b3"]
        match_state = await ana.ask(url, "GET", f"/api/matches/{match}")
        assert log == match_state["events"]
        assert [line["text"] for message in messages for line in message["chat"]] == ["hi"]

    run(work, server)


def test_everybody_is_told_in_their_own_language(server: Server) -> None:
    async def work(url: str) -> None:
        ana, leo = await device(url), await device(url)
        match, _ = await lay(url, ana, game="quixo")
        async with socket(url) as one, socket(url) as two, socket(url) as three:
            await one.hello(ana, match)
            for other, lang in ((two, "es"), (three, "en")):
                await other.send(type="hello", token=leo.token, match=match, lang=lang)
                await other.next("state")
            await one.do(type="sit", seat=0, name="Ana")
            await one.do(type="seat-bot", seat=1, bot="random")
            await one.do(type="ready", seat=0, contribution="x")

            def begins(message: Message) -> bool:
                return any(event["type"] == "started" for _, event in message["events"])

            sentences = []
            for other in (two, three):
                while not begins(message := await other.next("events")):
                    pass
                sentences.append((message["said"][0], message["now"]["seats"][1]["label"]))
        assert sentences[0][0] != sentences[1][0]
        assert sentences == [
            ("Empieza la partida.", "Robot Leo"),
            ("The game has started.", "Robot Leo"),
        ]

    run(work, server)


def test_whoever_goes_is_counted_down(server: Server) -> None:
    async def work(url: str) -> None:
        ana, leo = await device(url), await device(url)
        match, _ = await lay(url, ana, game="quixo")
        async with socket(url) as one:
            state = await one.hello(ana, match)
            assert state["dismiss_at"] == {}
            await one.do(type="sit", seat=0, name="Ana")
            async with socket(url) as two:
                await two.hello(leo, match)
                await two.do(type="sit", seat=1, name="Leo")
                while (await one.next("presence"))["present"] != [0, 1]:
                    pass
                assert one.heard[-1]["dismiss_at"] == {}
            while (message := await one.next("presence"))["present"] != [0]:
                pass
            assert list(message["dismiss_at"]) == ["1"]
            assert ABSENCE - 5000 < message["dismiss_at"]["1"] <= ABSENCE

    run(work, server)
