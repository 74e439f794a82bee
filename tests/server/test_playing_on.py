"""Playing on from a moment of a game that is over, over HTTP; and the next one from there."""

import asyncio
from pathlib import Path
from typing import Any

from cruces.games.quixo.rules import QUIXO
from cruces.match import messages as m
from cruces.server.bus import SingleProcessBus
from cruces.server.hub import Hub
from cruces.storage import Store, upgrade
from tests.server.process import Server, until
from tests.server.talk import device, socket
from tests.server.test_advice import against_a_bot, ask, run

POSITION = "O..../...../...../...../X.... X 3"


def test_from_a_game_that_is_over_and_from_no_other(server: Server) -> None:
    async def work(url: str) -> None:
        ana, ben = await device(url), await device(url)
        source = await against_a_bot(url, ana, 3)

        async def lay(who: Any = ana, **setup: object) -> Any:
            start = {"match": source, "events": 1}
            body = {"game": "quixo", "start": start, **setup}
            return await ask(url, who, "POST", "/api/matches", body)

        running = await lay()
        assert (running.status_code, running.json()["reason"]) == (409, "not-over")
        async with socket(url) as one:
            await one.hello(ana, source)
            await one.do(type="act", seat=0, action="a1>a3")
            await one.do(type="resign", seat=0)
        moments = (await ask(url, ana, "GET", f"/api/matches/{source}/moments")).json()["moments"]
        end = len(moments) - 1
        for wrong, code, reason in (
            ({"start": {"match": source, "events": 99}}, 409, "no-such-event"),
            ({"start": {"match": source, "events": end}}, 409, "game-over"),
            ({"start": {"match": "nobody", "events": 0}}, 404, "no-match"),
            ({"start": {"match": source, "position": POSITION}}, 400, "start-twice"),
            ({"options": {"size": 3}}, 400, "start-twice"),
            ({"game": "qwixx"}, 400, "start-other-game"),
            ({"casual": False}, 400, "start-alone"),
        ):
            refused = await lay(**wrong)
            assert (refused.status_code, refused.json()["reason"]) == (code, reason)
            assert refused.json()["message"]

        match = (await lay(ben)).json()["match"]  # whoever may look at a game may play on
        async with socket(url) as one:
            before = await one.hello(ben, match)
            assert before["state"]["start"] == {"match": "", "events": 1}
            await one.do(type="sit", seat=1, name="Ben")
            await one.do(type="seat-bot", seat=0, bot="random")
            await one.do(type="ready", seat=1, contribution="x")
            state = await one.moment(4)
            assert state["position"] == moments[1]["position"]
            assert state["start"] == {"match": source, "events": 1}
            assert state["hints"] is True
        shown = (await ask(url, ana, "GET", f"/api/matches/{match}")).json()
        assert (shown["start"]["match"], shown["events"]) == ("", [])
        assert shown["options"]["size"] == 3
        promised = (await ask(url, ana, "GET", f"/api/matches/{source}/record")).json()["fair"]
        assert shown["fair"]["commitment"] != promised["commitment"]
        record = (await ask(url, ben, "GET", f"/api/matches/{match}/record")).json()
        assert record["position"] == moments[1]["position"]
        assert source not in str(record)
        checked = (await ask(url, ben, "POST", "/api/verify", record)).json()
        assert checked["ok"], checked
        mine = (await ask(url, ben, "GET", "/api/lobby")).json()["mine"]
        assert [(one["match"], one["start"]) for one in mine] == [(match, True)]
        theirs = (await ask(url, ana, "GET", "/api/lobby")).json()["mine"]
        assert [(one["match"], one["start"]) for one in theirs] == [(source, False)]

    run(work, server)


def test_from_an_opened_record_and_from_a_position(server: Server) -> None:
    async def work(url: str) -> None:
        ana = await device(url)
        body: dict[str, Any] = {"game": "quixo", "start": {"position": POSITION}}
        match = (await ask(url, ana, "POST", "/api/matches", body)).json()["match"]
        async with socket(url) as one:
            await one.hello(ana, match)
            await one.do(type="sit", seat=0, name="Ana")
            await one.do(type="seat-bot", seat=1, bot="random")
            await one.do(type="ready", seat=0, contribution="x")
            await one.do(type="resign", seat=0)
        record = (await ask(url, ana, "GET", f"/api/matches/{match}/record")).json()
        name = (await ask(url, ana, "POST", "/api/records", record)).json()["match"]
        told = (await ask(url, ana, "GET", f"/api/matches/{name}/moments")).json()
        assert told["match"]["start"] == {"match": "", "events": 0}
        assert told["moments"][0]["position"] == QUIXO.format_position(
            QUIXO.parse_position(POSITION)
        )
        body = {"game": "quixo", "start": {"match": name, "events": 0}}
        again = await ask(url, ana, "POST", "/api/matches", body)
        assert again.status_code == 201, again.text
        over = {**body, "start": {"position": POSITION + " = agreement"}}
        refused = await ask(url, ana, "POST", "/api/matches", over)
        assert (refused.status_code, refused.json()["reason"]) == (409, "game-over")
        none = {**body, "start": {"position": "X"}}
        assert (await ask(url, ana, "POST", "/api/matches", none)).status_code == 400

    run(work, server)


def test_another_one_begins_in_the_same_place_with_the_same_seats(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
        upgrade(store.engine)
        hub = Hub(store, lambda _: SingleProcessBus())
        start = m.Start(POSITION, "source", 2)
        table = await hub.create(m.Setup("quixo", start=start), "ana")
        for command in (m.Sit(1, "Ana"), m.SeatBot(0, "random"), m.Ready(1, "x"), m.Resign(1)):
            await table.command(command, "ana")
        await table.command(m.Make(1, "rematch"), "ana")

        async def created() -> bool:
            return table.match.rematch is not None

        await until(created, "no new match")
        assert table.match.rematch is not None
        new = await hub.get(table.match.rematch.match)
        assert new is not None
        assert [seat.bot for seat in new.match.seats] == ["random", ""]
        assert new.match.setup.start == start
        assert new.match.log == table.match.log.take_back(0)
        assert new.match.commitment != table.match.commitment
        await hub.close()
        store.close()

    asyncio.run(scene())
