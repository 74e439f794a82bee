"""Hints and the values of a finished game's moves, over HTTP and without holding anybody up."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import pytest

from cruces.analysis.analyse import Analysis
from cruces.analysis.review import limits_for_time
from cruces.core import Play
from cruces.games.quixo.rules import QUIXO
from cruces.games.qwixx.rules import HIDDEN, QWIXX
from cruces.players import Limits, get_bot
from cruces.server import analysis_worker as advice
from cruces.server import review_api as reports
from cruces.server.analysis_worker import ADVICE, REPORTS, SECONDS, Adviser, ReviewProgress
from cruces.server.errors import SlowDownError
from cruces.server.limits import Client
from cruces.server.review_api import lines
from tests.server.process import Device, Server
from tests.server.talk import device, lay, socket

Json = dict[str, Any]
ANA = Client("ana", "192.0.2.1")
OPEN = QUIXO.parse_position("X..O./...../O..../X...O/OXX.O X 11")
"""A position of which no table knows anything."""


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(90):
            await work(server.url)

    asyncio.run(bounded())


async def ask(url: str, who: Device, method: str, path: str, body: Json | None = None) -> Any:
    headers = {"Authorization": f"Bearer {who.token}", "Accept-Language": "es"}
    async with httpx.AsyncClient(
        base_url=url, headers=headers, trust_env=False, verify=False
    ) as client:
        return await client.request(method, path, json=body, timeout=60)


async def against_a_bot(url: str, who: Device, size: int) -> str:
    match, _ = await lay(url, who, game="quixo", options={"size": size})
    async with socket(url) as one:
        await one.hello(who, match)
        await one.do(type="sit", seat=0, name="Ana")
        await one.do(type="seat-bot", seat=1, bot="random")
        await one.do(type="ready", seat=0, contribution="x")
    return match


def test_a_hint_is_legal_and_says_whether_it_is_exact(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        for size in (3, 5):
            match = await against_a_bot(url, ana, size)
            answer = await ask(url, ana, "POST", f"/api/matches/{match}/hint", {"seat": 0})
            assert answer.status_code == 200, answer.text
            advice = answer.json()
            state = QUIXO.initial({"size": size})
            assert advice["position"] == QUIXO.format_position(state)
            assert len(advice["moves"]) == 3
            for move in advice["moves"]:
                assert QUIXO.parse_action(move["action"]) in QUIXO.legal(state, 0)
                assert move["exact"] == (move["result"] is not None)
        small = await against_a_bot(url, ana, 3)
        proven = (await ask(url, ana, "POST", f"/api/matches/{small}/hint", {"seat": 0})).json()
        assert proven["exact"]
        assert (proven["moves"][0]["result"], proven["moves"][0]["plies"]) == (1, 7)

    run(work, server)


def test_a_hint_is_refused_with_a_code_where_others_play(server: Server) -> None:
    async def work(url: str) -> None:
        ana, leo = await device(url), await device(url)
        match, _ = await lay(url, ana, game="quixo")
        for seat, who in enumerate((ana, leo)):
            async with socket(url) as one:
                await one.hello(who, match)
                await one.do(type="sit", seat=seat, name=f"P{seat}")
                await one.do(type="ready", seat=seat, contribution="x")
        answer = await ask(url, ana, "POST", f"/api/matches/{match}/hint", {"seat": 0})
        assert (answer.status_code, answer.json()["reason"]) == (409, "no-hints")
        assert "pistas" in answer.json()["message"]
        eve = await device(url)
        answer = await ask(url, eve, "POST", f"/api/matches/{match}/hint", {"seat": 0})
        assert (answer.status_code, answer.json()["reason"]) == (409, "not-your-seat")
        running = await ask(url, ana, "GET", f"/api/matches/{match}/analysis/0")
        assert (running.status_code, running.json()["reason"]) == (409, "not-over")

    run(work, server)


def test_every_position_of_a_finished_game(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match = await against_a_bot(url, ana, 3)
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="resign", seat=0)
        record = await ana.ask(url, "GET", f"/api/matches/{match}/record")
        state = QUIXO.initial({"size": 3})
        for number, event in enumerate(record["events"]):
            path = f"/api/matches/{match}/analysis/{number}"
            advice = (await ask(url, await device(url), "GET", path)).json()
            assert advice["position"] == QUIXO.format_position(state)
            seat = advice["seat"]
            assert {move["action"] for move in advice["moves"]} == set(
                map(QUIXO.format_action, QUIXO.legal(state, seat))
            )
            assert all(move["exact"] for move in advice["moves"])
            if event["type"] == "action":
                state = QUIXO.apply(state, event["seat"], QUIXO.parse_action(event["text"]))
        last = len(record["events"])
        over = await ask(url, ana, "GET", f"/api/matches/{match}/analysis/{last}")
        assert (over.status_code, over.json()["code"]) == (409, "game-over")
        beyond = await ask(url, ana, "GET", f"/api/matches/{match}/analysis/{last + 1}")
        assert (beyond.status_code, beyond.json()["reason"]) == (409, "no-such-event")

    run(work, server)


def test_the_coach_reports_a_finished_game(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match = await against_a_bot(url, ana, 3)
        path = f"/api/matches/{match}/report"
        early = await ask(url, ana, "GET", path)
        assert (early.status_code, early.json()["reason"]) == (409, "not-over")
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="resign", seat=0)
        report = (await ask(url, ana, "GET", path)).json()
        assert (report["game"], report["exact"], report["alone"]) == ("quixo", True, False)
        first = report["decisions"][0]
        assert (first["number"], first["seat"], first["played"]["action"]) == (1, 0, "a1>a3")
        assert first["best"]["result"] == 1
        assert report["curve"][-1]["worth"] == [0, 1]
        others = (await ask(url, await device(url), "GET", path)).json()
        assert others["decisions"] == report["decisions"]
        # Who played is told in the second person.
        assert [seat["label"] for seat in others["summaries"]] == ["Ana", "Robot Leo"]
        assert [seat["label"] for seat in report["summaries"]] == ["Tú", "Robot Leo"]
        assert others["turning_points"][0]["what"] == "Ana se ha rendido."
        assert report["turning_points"][0]["what"] == "Te has rendido."

    run(work, server)


def test_the_report_line_by_line(server: Server) -> None:
    """The last line is what is answered all at once."""

    async def work(url: str) -> None:
        ana = await device(url)
        match = await against_a_bot(url, ana, 3)
        path = f"/api/matches/{match}/report"
        early = await ask(url, ana, "GET", f"{path}/stream")
        assert (early.status_code, early.json()["reason"]) == (409, "not-over")
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="resign", seat=0)
        answer = await ask(url, ana, "GET", f"{path}/stream")
        assert answer.headers["content-type"] == "application/x-ndjson"
        *before, last = map(json.loads, answer.text.splitlines())
        assert {one["type"] for one in before} <= {"progress"}
        assert last == {"type": "report", "report": (await ask(url, ana, "GET", path)).json()}

    run(work, server)


def test_too_many_questions_are_refused(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        answers = await asyncio.gather(
            *(ask(url, ana, "POST", "/api/matches/none/hint", {"seat": 0}) for _ in range(40))
        )
        assert {answer.status_code for answer in answers} == {404, 429}
        refused = [answer.json() for answer in answers if answer.status_code == 429]
        assert all(one["code"] == "slow-down" and one["wait"] > 0 for one in refused)

    run(work, server)


# Without a server


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the first review compiles the machine code that a server has prepared."""
    monkeypatch.setattr(advice, "MOST_TIMES", 100.0)


async def never() -> None:
    await asyncio.Event().wait()


async def at_once() -> None:
    pass


def test_the_loop_goes_on_while_it_thinks() -> None:
    async def work() -> None:
        adviser, most = Adviser(), 0
        await adviser.hint(QUIXO, OPEN, 0, ANA, never)  # compiled by now
        for _ in range(30):  # a busy machine may have no time for the loop, but not always
            thinking = asyncio.create_task(adviser.hint(QUIXO, OPEN, 0, ANA, never))
            beats = 0
            while not thinking.done():
                await asyncio.sleep(0.005)
                beats += 1
            most = max(most, beats)
            if most > 20:
                break
        assert most > 20
        adviser.close()

    asyncio.run(work())


async def recall(adviser: Adviser, gone: Callable[[], Awaitable[None]]) -> tuple[Any, Analysis]:
    return await adviser.recall("m", 0, QUIXO, lambda: OPEN, ANA, gone)


def test_whoever_leaves_is_not_thought_for() -> None:
    async def work() -> None:
        adviser = Adviser()
        analysis = await adviser.hint(QUIXO, OPEN, 0, ANA, never)
        cut = await adviser.hint(QUIXO, OPEN, 0, ANA, at_once)
        assert analysis.depth > 2 > cut.depth
        assert len(cut.judgements) == len(analysis.judgements)
        # What was cut short is not kept for others.
        assert (await recall(adviser, at_once))[1].depth == 1
        recalled = await recall(adviser, never)
        assert recalled[0] is OPEN
        assert recalled[1].depth > 2
        assert (await recall(adviser, never))[1] is recalled[1]
        adviser.close()

    asyncio.run(work())


def test_a_crowd_is_asked_to_come_back() -> None:
    async def work() -> None:
        adviser = Adviser()
        crowd = [
            asyncio.create_task(adviser.hint(QUIXO, OPEN, 0, ANA, never))
            for _ in range(ADVICE.device)
        ]
        await asyncio.sleep(0)
        with pytest.raises(SlowDownError) as caught:
            await adviser.hint(QUIXO, OPEN, 0, ANA, never)
        assert caught.value.reason.slug == "own-line-full"
        assert caught.value.wait == SECONDS
        leo = asyncio.create_task(adviser.hint(QUIXO, OPEN, 0, Client("leo"), never))
        await asyncio.sleep(0)
        for one in crowd:
            one.cancel()
        answers = await asyncio.gather(*crowd, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError | Analysis) for one in answers)
        assert (await leo).judgements
        assert (await adviser.hint(QUIXO, OPEN, 0, ANA, at_once)).judgements, "there is room again"
        adviser.close()

    asyncio.run(work())


def test_games_are_not_replayed_on_the_loop() -> None:
    """A long one takes seconds, in which nobody else would be answered."""
    threads: list[str] = []

    def past() -> Any:
        threads.append(threading.current_thread().name)
        return QUIXO.initial({"size": 2})

    def replay() -> Play[Any, Any, Any]:
        threads.append(threading.current_thread().name)
        return short_game()

    async def work() -> None:
        adviser = Adviser()
        await adviser.recall("m", 0, QUIXO, past, ANA, never)
        assert await adviser.report("m", replay, "es", ANA, never) is not None
        adviser.close()

    asyncio.run(work())
    assert len(threads) == 2
    assert threading.main_thread().name not in threads


def test_old_games_are_forgotten() -> None:
    async def work() -> None:
        adviser, small = Adviser(), QUIXO.initial({"size": 2})
        for event in range(advice.KEPT + 10):
            await adviser.recall("m", event, QUIXO, lambda: small, ANA, never)
        assert len(adviser._kept) == advice.KEPT
        adviser.close()

    asyncio.run(work())


def test_a_hint_in_qwixx_has_points_and_a_reason(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        match, _ = await lay(url, ana, game="qwixx", seats=2)
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="sit", seat=0, name="Ana")
            await one.do(type="seat-bot", seat=1, bot="random")
            await one.do(type="ready", seat=0, contribution="x")
        answer = await ask(url, ana, "POST", f"/api/matches/{match}/hint", {"seat": 0})
        assert answer.status_code == 200, answer.text
        advice = answer.json()
        assert not advice["exact"]
        state = QWIXX.parse_position(advice["position"])
        assert state.choices[0] is None
        assert state.choices[1] in (None, HIDDEN)
        for move in advice["moves"]:
            assert QWIXX.parse_action(move["action"]) in QWIXX.legal(state, 0)
            assert 0 < move["chance"] < 1
            assert move["points"] > 0
            assert move["why"]

    run(work, server)


def finished() -> Play[Any, Any, Any]:
    """A game that takes the coach a while."""
    play = Play[Any, Any, Any](QWIXX, {}, 2)
    random = Random(1)
    while play.outcome is None:
        play.roll(random)
        for seat in sorted(play.to_act):
            if seat in play.to_act:
                play.act(seat, get_bot("greedy").choose(play.view(seat), Limits(), random))
    return play


def test_the_coach_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "STEP_SECONDS", 0.01)

    async def heard(adviser: Adviser, match: str) -> list[Json]:
        return [json.loads(line) async for line in lines(adviser, match, finished, "es", ANA)]

    async def work() -> None:
        adviser = Adviser()
        both = await asyncio.gather(heard(adviser, "m"), heard(adviser, "n"))
        for at, (*before, last) in enumerate(both):
            assert last["type"] == "report"
            assert {one["type"] for one in before} == {"progress"}
            parts = [one["part"] for one in before]
            assert len(set(parts)) > 2
            assert parts == sorted(parts)
            assert 0 <= parts[0] <= parts[-1] < 1
            assert {one["ahead"] for one in before} == {*range(at + 1)}
        assert len(await heard(adviser, "m")) == 1, "it is kept"
        reading = lines(adviser, "o", finished, "es", ANA)
        await anext(reading)
        await reading.aclose()
        with suppress(SlowDownError):  # if the one before is not stopped yet
            assert await adviser.report("p", finished, "es", ANA, at_once) is None
        assert len(await heard(adviser, "m")) == 1, "who left holds nobody up"
        adviser.close()

    asyncio.run(work())


def test_a_report_nobody_waits_for_is_not_made() -> None:
    """It stops soon after the last client has gone, and is complete for the next."""
    play = finished()

    async def work() -> None:
        adviser = Adviser()

        async def soon() -> None:
            await asyncio.sleep(0.01)

        assert await adviser.report("m", lambda: play, "es", ANA, soon) is None
        made = await adviser.report("m", lambda: play, "es", ANA, never)
        assert made is not None
        assert made.dice
        assert not made.left_out
        assert await adviser.report("m", lambda: play, "es", ANA, soon) is made
        translated = await adviser.report("m", lambda: play, "en", ANA, never)
        assert translated is not None
        assert translated.curve == made.curve, "of the same review"
        adviser.close()

    asyncio.run(work())


def test_reports_are_made_one_after_the_other() -> None:
    """Who waits knows for how many; a game that two ask for is looked at once."""
    play = Play[Any, Any, Any](QUIXO, {"size": 3}, 2)
    play.act(0, QUIXO.parse_action("a1>a3"))
    play.act(1, QUIXO.parse_action("b1>b3"))

    async def work() -> None:
        adviser, courses = Adviser(), [ReviewProgress(), ReviewProgress(), ReviewProgress()]
        requests = [
            asyncio.create_task(
                adviser.report(match, lambda: play, "es", Client(device), never, course)
            )
            for match, device, course in zip("mnn", "abc", courses, strict=True)
        ]
        await asyncio.sleep(0)
        assert [adviser.ahead(course) for course in courses] == [0, 1, 2]
        first, second, third = await asyncio.gather(*requests)
        assert first is not second
        assert second == third
        assert [course.part > 0 for course in courses] == [True, True, False]
        departures = [
            asyncio.create_task(adviser.report(match, lambda: play, "es", ANA, never))
            for match in "op"
        ]
        await asyncio.sleep(0)
        assert len(departures) == REPORTS.device
        with pytest.raises(SlowDownError, match="8"):
            await adviser.report("q", lambda: play, "es", ANA, never)
        for one in departures:
            one.cancel()
        await asyncio.gather(*departures, return_exceptions=True)
        assert await adviser.report("q", lambda: play, "es", ANA, never) is not None
        adviser.close()

    asyncio.run(work())


def short_game() -> Play[Any, Any, Any]:
    play = Play[Any, Any, Any](QUIXO, {"size": 3}, 2)
    play.act(0, QUIXO.parse_action("a1>a3"))
    play.act(1, QUIXO.parse_action("b1>b3"))
    return play


def test_a_report_that_is_made_is_never_refused() -> None:
    """Also in another language, and while the queue is full."""

    async def work() -> None:
        adviser = Adviser()
        assert await adviser.report("m", short_game, "es", ANA, never) is not None
        for _ in range(REPORTS.device):
            adviser.report_places.take(ANA)
        with pytest.raises(SlowDownError):
            adviser.check_room("n", ANA)
        for lang in ("es", "en"):
            adviser.check_room("m", ANA)
            assert await adviser.report("m", short_game, lang, ANA, never) is not None
        adviser.close()

    asyncio.run(work())


def test_games_take_turns_at_the_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short game does not wait for a long one that came before; two readers share a review."""
    monkeypatch.setattr(advice, "SLICE_SECONDS", 0.0001)
    begun: list[str] = []
    long_game = finished()

    def game(name: str, play: Play[Any, Any, Any]) -> Callable[[], Play[Any, Any, Any]]:
        def replay() -> Play[Any, Any, Any]:
            begun.append(name)
            return play

        return replay

    async def work() -> None:
        adviser, ended = Adviser(), list[str]()

        async def ask(name: str, play: Play[Any, Any, Any], who: str) -> Any:
            found = await adviser.report(
                name, game(name, play), "es", Client(who, f"at {who}"), never
            )
            ended.append(name)
            return found

        one, same, short = await asyncio.gather(
            ask("long", long_game, "ana"),
            ask("long", long_game, "eve"),
            ask("short", short_game(), "leo"),
        )
        assert ended == ["short", "long", "long"]
        assert sorted(begun) == ["long", "short"]
        assert one == same
        assert short is not None
        assert not adviser._begun
        assert not adviser._wanted
        adviser.close()

    asyncio.run(work())


def test_a_review_that_is_left_while_its_game_is_replayed_is_not_kept() -> None:
    async def work() -> None:
        adviser, begun, left = Adviser(), threading.Event(), threading.Event()

        def replay() -> Play[Any, Any, Any]:
            begun.set()
            left.wait(60)
            return short_game()

        request = asyncio.create_task(adviser.report("m", replay, "es", ANA, never))
        await asyncio.to_thread(begun.wait, 60)
        request.cancel()
        with suppress(asyncio.CancelledError):
            await request
        left.set()
        # There is one thread: when this is done, so is the other.
        assert await adviser.report("n", short_game, "es", ANA, never) is not None
        assert not adviser._begun
        adviser.close()

    asyncio.run(work())


def test_a_game_has_less_time_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float] = []
    usual = limits_for_time

    def noted(play: Play[Any, Any, Any], seconds: float) -> tuple[Limits, int]:
        spent.append(seconds)
        return usual(play, seconds)

    monkeypatch.setattr(advice, "limits_for_time", noted)

    async def work() -> None:
        adviser, all_wait = Adviser(), threading.Event()

        def replay() -> Play[Any, Any, Any]:
            all_wait.wait(60)
            return short_game()

        requests = [
            asyncio.create_task(adviser.report(str(n), replay, "es", Client(f"d{n}"), never))
            for n in range(3)
        ]
        await asyncio.sleep(0)
        all_wait.set()
        await asyncio.gather(*requests)
        assert spent[0] == advice.SHARED_REPORT_SECONDS
        await adviser.report("alone", short_game, "es", Client("eve"), never)
        assert spent[-1] == advice.REPORT_SECONDS
        adviser.close()

    asyncio.run(work())
