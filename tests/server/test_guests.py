"""Guests who are sent away, and names that earlier releases allowed."""

import asyncio
from pathlib import Path

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.match.match import fold
from cruces.server.bus import SingleProcessBus
from cruces.server.hub import Hub
from cruces.server.live_match import now
from cruces.storage import Append, Store, upgrade
from tests.server.process import PATIENCE, Server
from tests.server.talk import device, lay, socket


def test_a_guest_is_told_and_does_not_come_back(server: Server) -> None:
    async def work(url: str) -> None:
        host, guest = await device(url), await device(url)
        match, _ = await lay(url, host, game="quixo", private=False)
        async with socket(url) as one, socket(url) as two:
            await one.hello(host, match)
            await two.hello(guest, match)
            await one.do(type="sit", seat=0, name="Ana")
            await two.do(type="sit", seat=1, name="Ben")
            assert (await two.do(type="remove", seat=0))["reason"] == "host-only"
            assert [m["match"] for m in (await guest.ask(url, "GET", "/api/lobby"))["mine"]]
            assert (await one.do(type="remove", seat=1))["type"] == "ack"
            while {"type": "removed", "seat": 1, "player": ""} not in two.events():
                await two.next("events")
            assert (await two.do(type="sit", seat=1, name="Ben"))["reason"] == "removed"
        lobby = await guest.ask(url, "GET", "/api/lobby")
        assert lobby["mine"] == []
        async with socket(url) as again:
            assert (await again.hello(guest, match))["state"]["own"] == []
            assert (await again.do(type="sit", seat=1, name="Eve"))["reason"] == "removed"

    asyncio.run(asyncio.wait_for(work(server.url), PATIENCE))


def test_namesakes_of_an_earlier_release_play_again(tmp_path: Path) -> None:
    """And one who held several seats of a public table."""
    store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
    upgrade(store.engine)
    moment = Moment(now(), bytes(32))
    setup = m.Setup("quixo-teams", private=False)
    match, events = authority.open_match(setup, "ana", "m", "CODE", moment)
    people = [("ana", "Ana\u200b"), ("ben", "Ana"), ("eva", "Eva"), ("eva", "Eva 2")]
    happened: list[m.Event] = [
        *(m.Sat(seat, name, player) for seat, (player, name) in enumerate(people)),
        *(m.BecameReady(seat, "text") for seat in range(4)),
        m.Started(moment.now),
        m.Concluded("resignation", 0, moment.now),
        m.Ended((2, 1, 2, 1), (0, 1, 0, 1), "resignation", (), "", moment.now),
        m.Offered(0, "rematch"),
        *(m.Answered(seat, "rematch", True) for seat in (1, 2, 3)),
    ]
    for event in happened:
        match = fold(match, event)
    assert store.append_all([Append(0, [*events, *happened], match, secret=bytes(32))]) == [True]

    async def scene() -> list[tuple[str, str]]:
        hub = Hub(store, lambda _: SingleProcessBus())
        try:
            live = await hub.get("m")
            assert live is not None
            while live.match.rematch is None:
                await asyncio.sleep(0.01)
            new = await hub.get(live.match.rematch.match)
            assert new is not None
            return [(seat.player, seat.name) for seat in new.match.seats]
        finally:
            await hub.close()

    seated = asyncio.run(asyncio.wait_for(scene(), PATIENCE))
    assert seated == [("", ""), ("ana", "Ana"), ("ben", "Ana 2"), ("eva", "Eva")]
    store.close()
