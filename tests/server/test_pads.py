"""Score pads that several phones share: a relay of small sheets that knows no game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cruces.server.clock import CLOCK
from cruces.server.limits import PADS_OPENED
from cruces.server.live_match import now
from cruces.server.pad_api import AWAY, MOST_SHEET, _view
from cruces.server.retention import DAY, forget_pads
from cruces.storage import Store, open_store
from cruces.storage.pads import MOST_MEMBERS, NewPad, PadStore
from tests.server.process import Device, Nursery, Server, start_all
from tests.server.talk import device
from tests.server.test_advice import ask, run
from tests.servers import free_port

Json = dict[str, Any]


async def post(url: str, who: Device, path: str, **body: object) -> Json:
    answer = await ask(url, who, "POST", f"/api/pads{path}", body)
    assert answer.is_success, answer.text
    found: Json = answer.json()
    return found


async def refused(url: str, who: Device, path: str, **body: object) -> tuple[int, str]:
    answer = await ask(url, who, "POST", f"/api/pads{path}", body)
    return answer.status_code, answer.json()["reason"]


async def write(url: str, who: Device, pad: str, version: int, since: int, **sheet: object) -> Json:
    written = {"version": version, "sheet": sheet}
    return await post(url, who, f"/{pad}", since=since, written=written)


async def two(url: str, url_of_second: str = "") -> tuple[Device, Device, Json]:
    """Ana, who has opened a pad, and Leo, who has joined it."""
    ana = await device(url)
    leo = await device(url_of_second or url)
    pad = await post(url, ana, "", game="qwixx", name="Ana", chosen={"others": 1})
    typed = f"{pad['code'][:4].lower()}-{pad['code'][4:]}"
    joined = await post(url_of_second or url, leo, "/join", code=typed, name="Leo")
    assert (joined["id"], joined["me"], joined["host"]) == (pad["id"], 1, False)
    assert joined["chosen"] == {"others": 1}
    return ana, leo, pad


async def exchanged(url: str, elsewhere: str) -> None:
    """Each writes their own sheet, and hears of the other's only what is new."""
    ana, leo, pad = await two(url, elsewhere)
    name = pad["id"]
    assert (pad["me"], pad["host"], pad["present"]) == (0, True, [0])
    first = await write(url, ana, name, 1, 0, crosses=["r5"])
    assert [one["name"] for one in first["members"]] == ["Ana", "Leo"]
    assert first["present"] == [0, 1]
    heard = await post(elsewhere, leo, f"/{name}", since=pad["version"])
    assert [one["sheet"] for one in heard["members"]] == [{"crosses": ["r5"]}, None]
    quiet = await post(elsewhere, leo, f"/{name}", since=heard["version"])
    assert (quiet["members"], quiet["version"]) == ([], heard["version"])
    await asyncio.gather(
        write(url, ana, name, 2, 0, crosses=["r5", "r6"]),
        write(elsewhere, leo, name, 1, 0, crosses=["b9"]),
        write(url, ana, name, 2, 0, crosses=["r5", "r6"]),
    )
    late = await write(url, ana, name, 1, heard["version"], crosses=["r5"])
    assert [(one["version"], one["sheet"]["crosses"]) for one in late["members"]] == [
        (2, ["r5", "r6"]),
        (1, ["b9"]),
    ]


def test_each_writes_their_own_sheet_and_hears_of_the_others(server: Server) -> None:
    run(lambda url: exchanged(url, url), server)


def test_two_processes_are_one_server(
    nursery: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    """What pads need is in the database alone: there need not even be a Redis."""
    environment = {"CRUCES_DATABASE": postgresql_url}
    pair = [Server(nursery, free_port(), environment, tmp_path / f"log{i}") for i in range(2)]
    try:
        asyncio.run(start_all(pair))
        run(lambda url: exchanged(url, pair[1].url), pair[0])
    finally:
        for one in pair:
            one.stop()


def test_nobody_writes_or_reads_for_another(server: Server) -> None:
    async def work(url: str) -> None:
        ana, leo, pad = await two(url)
        name, eve = pad["id"], await device(url)
        await write(url, ana, name, 1, 0, crosses=["r5"])
        for path, body in (
            (f"/{name}", {"since": 0}),
            (f"/{name}", {"written": {"version": 9, "sheet": {}}}),
            (f"/{name}/leave", {"member": 0}),
            ("/nowhere", {}),
        ):
            assert await refused(url, eve, path, **body) == (404, "no-pad")
        assert (await ask(url, eve, "GET", f"/api/pads/{name}/invitation")).status_code == 404
        # There is no way to name whose sheet it is: it is the device's own.
        forged = {"version": 9, "sheet": {}, "member": 0}
        assert (await refused(url, leo, f"/{name}", written=forged))[0] == 400
        assert (await refused(url, leo, f"/{name}", member=0))[0] == 400
        assert (await refused(url, Device(token=f"{ana.token}x"), f"/{name}"))[0] == 401
        assert await refused(url, leo, f"/{name}/leave", member=0) == (400, "pad-host-only")
        await write(url, leo, name, 9, 0, crosses=[])
        sheets = [one["sheet"] for one in (await post(url, ana, f"/{name}"))["members"]]
        assert sheets == [{"crosses": ["r5"]}, {"crosses": []}]
        # Whoever opened it may remove somebody, who then neither reads nor comes back.
        removed = await post(url, ana, f"/{name}/leave", member=1)
        assert removed["members"][1]["status"] == "removed"
        assert await refused(url, leo, f"/{name}") == (404, "no-pad")
        again = await refused(url, leo, "/join", code=pad["code"], name="Leo")
        assert again == (409, "pad-removed")
        assert await refused(url, ana, f"/{name}/leave", member=7) == (404, "no-pad-member")

    run(work, server)


def test_sheets_names_and_pads_are_limited(server: Server) -> None:
    async def work(url: str) -> None:
        ana, _, pad = await two(url)
        name = pad["id"]
        room = MOST_SHEET - len('{"x":""}')
        await write(url, ana, name, 1, 0, x="y" * room)
        large = {"version": 2, "sheet": {"x": "y" * (room + 1)}}
        assert await refused(url, ana, f"/{name}", written=large) == (400, "too-large")
        for body in (
            {"written": {"version": 2, "sheet": ["no", "object"]}},
            {"written": {"version": 2**31, "sheet": {}}},
            {"since": -1},
        ):
            assert (await refused(url, ana, f"/{name}", **body))[0] == 400
        eva = await device(url)
        code = pad["code"]
        for wrong, reason in (
            ("ÁNA", "name-taken"),
            ("\u200b", "name-blank"),
            ("E\u202eva", "name-invisible"),
            ("E" * 31, "name-long"),
        ):
            assert await refused(url, eva, "/join", code=code, name=wrong) == (409, reason)
        assert await refused(url, eva, "/join", code="nosuch", name="Eva") == (404, "no-pad-code")
        assert (await refused(url, eva, "", game="chess", name="Eva"))[0] == 400
        assert await refused(url, eva, "", game="qwixx", name=" ") == (409, "name-blank")
        for number in range(MOST_MEMBERS - 2):
            await post(url, await device(url), "/join", code=code, name=f"Player {number}")
        assert await refused(url, eva, "/join", code=code, name="Eva") == (409, "pad-full")
        assert PADS_OPENED.device is not None
        opened = [
            (await ask(url, eva, "POST", "/api/pads", {"game": "qwixx", "name": "Eva"})).status_code
            for _ in range(round(PADS_OPENED.device.burst))
        ]
        assert opened[0] == 201
        too_often = await refused(url, eva, "", game="qwixx", name="Eva")
        assert too_often == (429, "slow-down")

    run(work, server)


def test_the_code_leads_to_the_pad(server: Server) -> None:
    async def work(url: str) -> None:
        ana, _, pad = await two(url)
        answer = await ask(url, ana, "GET", f"/api/pads/{pad['id']}/invitation")
        assert answer.json()["address"] == f"{url}/#pad&code={pad['code']}"
        assert answer.json()["qr"].startswith("<svg")

    run(work, server)


def test_who_is_silent_is_away_and_who_left_keeps_the_sheet(tmp_path: Path) -> None:
    """Without a server's clock, which no test waits for."""
    store = open_store(f"sqlite:///{tmp_path / 'cruces.db'}")
    pads = PadStore(store.engine)
    at = now()
    pads.open(NewPad("pad", "CODE", "qwixx", b"{}", "ana", ""), at)
    pads.join("pad", "phone-a", "Ana", at)
    pads.join("pad", "phone-b", "Leo", at - AWAY)
    pads.write("pad", 0, 1, b'{"crosses":[]}', at)
    pad = pads.find("pad")
    assert pad is not None
    seen = _view(pad, pad.members[0], "ana", 0)
    assert seen.present == [0]
    pads.end("pad", 0, "left", at)
    pad = pads.find("pad")
    assert pad is not None
    left = _view(pad, pad.members[1], "leo", 0)
    assert left.present == []
    assert (left.members[0].status, left.members[0].sheet) == ("left", {"crosses": []})
    store.close()


@pytest.mark.parametrize(("days", "gone"), [(7, 1), (0, 0)])
def test_pads_are_kept_for_a_while(store: Store, days: int, gone: int) -> None:
    pads = PadStore(store.engine)
    for name, age in (("old", 7 * DAY + 1000), ("new", 6 * DAY)):
        pads.open(NewPad(name, name, "qwixx", b"{}", name, ""), CLOCK.now() - age)
    assert asyncio.run(forget_pads(pads, days)) == gone
    assert pads.find("new") is not None


@pytest.fixture
def store(tmp_path: Path) -> Any:
    opened = open_store(f"sqlite:///{tmp_path / 'cruces.db'}")
    yield opened
    opened.close()
