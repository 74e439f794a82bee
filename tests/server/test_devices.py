"""The devices of a player: listed, named, signed out, given new tokens, and moved to another."""

import asyncio
import hmac
import stat
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from cruces.cli.commands import build
from cruces.core import CrucesError
from cruces.server import devices as devices_module
from cruces.server.bus import SingleProcessBus
from cruces.server.devices import Devices
from cruces.server.hub import Hub
from cruces.server.tokens import Signer, Token, new_token
from cruces.storage import DeviceStore, Store, upgrade
from cruces.storage.devices import KEY_BYTES
from tests.server.process import PATIENCE, Device, Nursery, Server, start_all, until
from tests.server.talk import device, lay, socket
from tests.servers import free_port

KEY, OTHER = b"k" * KEY_BYTES, b"o" * KEY_BYTES


def first_release(key: bytes, player: str) -> str:
    """A token as the first releases signed it."""
    signature = hmac.digest(key, b"device:" + player.encode(), "sha256")
    return f"{player}.{urlsafe_b64encode(signature).rstrip(b'=').decode()}"


async def post(url: str, path: str, token: str = "", body: object = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False) as client:
        return await client.post(path, headers=headers, json=body, timeout=PATIENCE)


async def status(url: str, token: str) -> tuple[int, str]:
    """What the server says to a token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False) as client:
        answer = await client.get("/api/devices", headers=headers, timeout=PATIENCE)
    return answer.status_code, answer.json().get("reason", "") if answer.is_error else ""


def run(work: Callable[[str], Awaitable[None]], server: Server) -> None:
    async def soon() -> None:
        await asyncio.wait_for(work(server.url), 2 * PATIENCE)

    asyncio.run(soon())


# Tokens


def test_a_token_says_who_signed_it_for_whom() -> None:
    signer, token = Signer(KEY), new_token()
    text = signer.write(token)
    assert signer.read(text) == token
    assert Signer(OTHER, KEY).read(text) == token
    assert Signer(OTHER).read(text) is None
    player, device_id, generation, signature = text.split(".")
    for forged in (
        "",
        ".",
        "...",
        player,
        f"{player}.{signature}",
        f"{player}.{device_id}.1.{signature}",
        f"{player}.{player}.{generation}.{signature}",
        f"{device_id}.{player}.{generation}.{signature}",
        text + "=",
        text + ".",
        text[:-1],
        f".{text}",
        text.replace(player, "server"),
        f"{player}.{device_id}.{generation}.ñ",
    ):
        assert signer.read(forged) is None, forged


def test_a_token_of_the_first_releases_is_still_one() -> None:
    signer = Signer(OTHER, KEY)
    assert signer.read(first_release(KEY, "ana")) == Token("ana", "ana", 0)
    assert signer.read(first_release(b"x" * KEY_BYTES, "ana")) is None
    newer = Token("ana", "ana", 0).next()
    assert signer.read(signer.write(newer)) == Token("ana", "ana", 1)


# One process's knowledge


class Ear:
    """Is connected with a token, and hears why it is not valid any more."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def outdated(self, error: CrucesError) -> None:
        self.heard.append(error.reason.slug)


def refusal(devices: Devices, token: Token) -> str:
    with pytest.raises(CrucesError) as refused:
        devices.check(devices.signer.write(token))
    return refused.value.reason.slug


def in_process(store: Store, scene: Callable[[Hub], Awaitable[None]]) -> None:
    async def work() -> None:
        hub = Hub(store, lambda _: SingleProcessBus())
        try:
            await asyncio.wait_for(scene(hub), PATIENCE)
        finally:
            await hub.close()

    asyncio.run(work())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    opened = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
    upgrade(opened.engine)
    return opened


def test_a_revoked_token_is_refused_and_its_connections_are_told(store: Store) -> None:
    async def scene(hub: Hub) -> None:
        devices = Devices(hub)
        one, two = new_token("ana"), new_token("ana")
        for token in (one, two):
            devices.check(devices.signer.write(token))
        first, second = Ear(), Ear()
        devices.hold(one, first)
        devices.hold(two, second)
        assert await devices.revoke("ana", one.device)
        assert (first.heard, second.heard) == (["token-revoked"], [])
        assert refusal(devices, one) == "token-revoked"
        assert refusal(devices, one.next()) == "token-revoked"
        devices.check(devices.signer.write(two))
        assert [known.id for known in await devices.of_player("ana")] == [two.device]
        assert not await devices.revoke("ana", one.device)
        assert not await devices.revoke("bea", two.device)
        late = Ear()
        devices.hold(one, late)  # it was checked before, and connects only now
        assert late.heard == ["token-revoked"]
        for token, ear in ((one, first), (one, late), (two, second), (two, second)):
            devices.release(token, ear)
        assert refusal(Devices(hub), one) == "token-revoked"  # as after a restart

    in_process(store, scene)


def test_a_new_token_is_worth_nothing_until_it_is_used_and_then_alone(store: Store) -> None:
    async def scene(hub: Hub) -> None:
        devices = Devices(hub)
        old, ear = new_token("ana"), Ear()
        devices.hold(old, ear)
        new = devices.check(devices.signer.write(old)).next()
        devices.check(devices.signer.write(old))  # the answer was lost: it is asked for again
        assert not ear.heard
        devices.check(devices.signer.write(new))
        assert ear.heard == ["token-replaced"]
        assert refusal(devices, old) == "token-replaced"
        await devices.flush()
        assert refusal(Devices(hub), old) == "token-replaced"
        assert [known.generation for known in await devices.of_player("ana")] == [1]

    in_process(store, scene)


def test_checking_a_token_reads_no_database(store: Store) -> None:
    async def scene(hub: Hub) -> None:
        devices = Devices(hub)
        texts = [devices.signer.write(new_token()) for _ in range(3)]
        store.engine.dispose()
        asked: list[str] = []
        for name in ("connect", "begin", "raw_connection"):
            setattr(devices.store._engine, name, lambda: asked.append("asked"))
        for text in texts * 2:
            devices.check(text)
        assert not asked

    in_process(store, scene)


def test_what_another_process_changed_is_noticed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it has not told anybody."""
    monkeypatch.setattr(devices_module, "LOOK_SECONDS", 0.02)

    async def scene(hub: Hub) -> None:
        devices = Devices(hub)
        token, ear = new_token("ana"), Ear()
        devices.check(devices.signer.write(token))
        devices.hold(token, ear)
        elsewhere = DeviceStore(store.engine)
        while not await asyncio.to_thread(elsewhere.revoke, "ana", token.device, 1):
            await asyncio.sleep(0.01)  # its use is not written yet
        while not ear.heard:
            await asyncio.sleep(0.01)
        signed = Signer(OTHER).write(token.next())
        await asyncio.to_thread(elsewhere.add_keys, [OTHER], first=True)
        while devices.signer.read(signed) is None:
            await asyncio.sleep(0.01)

    in_process(store, scene)


# Over HTTP


def test_a_player_lists_names_and_signs_out_devices(server: Server) -> None:
    async def work(url: str) -> None:
        me, other = await device(url), await device(url)
        (here,) = await me.ask(url, "GET", "/api/devices")
        assert here["here"]
        assert here["label"] == ""
        label = {"label": "  Mi teléfono "}
        assert (await post(url, f"/api/devices/{here['id']}/label", me.token, label)).is_success
        (here,) = await me.ask(url, "GET", "/api/devices")
        assert here["label"] == "Mi teléfono"
        for path, body in (("label", label), ("revoke", {})):
            answer = await post(url, f"/api/devices/{here['id']}/{path}", other.token, body)
            assert (answer.status_code, answer.json()["reason"]) == (404, "no-device")
        bad = await post(url, f"/api/devices/{here['id']}/label", me.token, {"label": "a\u202eb"})
        assert (bad.status_code, bad.json()["reason"]) == (409, "name-invisible")
        assert (await post(url, f"/api/devices/{here['id']}/revoke", me.token, {})).is_success
        assert await status(url, me.token) == (401, "token-revoked")

    run(work, server)


def test_a_code_moves_the_player_to_another_device_once(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        answer = await post(url, "/api/devices/code", me.token, {})
        assert answer.headers["cache-control"] == "no-store"
        code = answer.json()
        assert code["seconds"] == 600
        assert code["page"]["qr"].startswith("<svg")
        typed = f" {code['code'][:4].lower()}-{code['code'][4:]} "
        claimed = await post(url, "/api/devices/claim", "", {"code": typed, "label": "Tablet"})
        phone = Device(claimed.json()["player"], claimed.json()["token"])
        assert phone.player == me.player
        assert phone.token != me.token
        again = await post(url, "/api/devices/claim", "", {"code": code["code"]})
        assert (again.status_code, again.json()["reason"]) == (404, "no-device-code")
        async with socket(url) as one, socket(url) as two:
            await one.hello(me, match)
            assert (await one.do(type="sit", seat=0, name="Ana"))["type"] == "ack"
            # The new device sits where the old one does, and goes on when that is signed out.
            assert (await two.hello(phone, match))["state"]["own"] == [0]
            devices = await phone.ask(url, "GET", "/api/devices")
            assert [d["label"] for d in devices] == ["", "Tablet"]
            (old,) = [d["id"] for d in devices if not d["here"]]
            assert (await post(url, f"/api/devices/{old}/revoke", phone.token, {})).is_success
            assert (await one.next("error"))["reason"] == "token-revoked"
            with pytest.raises(ConnectionClosed):
                await one.next("nothing")
            answer_to_two = await two.do(type="ready", seat=0, contribution="text")
            assert answer_to_two["type"] == "ack"
        async with socket(url) as three:
            assert (await three.hello(me, match))["reason"] == "token-revoked"

    run(work, server)


def test_codes_cannot_be_guessed_at_leisure(server: Server) -> None:
    async def work(url: str) -> None:
        elsewhere = {"X-Forwarded-For": "198.51.100.77"}  # our own address is not limited
        async with httpx.AsyncClient(base_url=url, headers=elsewhere, trust_env=False) as client:
            for _ in range(200):
                answer = await client.post("/api/devices/claim", json={"code": "22222222"})
                if answer.status_code == 429:
                    return
                assert answer.status_code == 404
        raise AssertionError("nobody said to slow down")

    run(work, server)


def test_a_stream_ends_when_its_token_is_replaced(server: Server) -> None:
    async def work(url: str) -> None:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        headers = {"Authorization": f"Bearer {me.token}"}
        async with (
            httpx.AsyncClient(base_url=url, trust_env=False, verify=False) as client,
            client.stream(
                "GET", f"/api/bot/matches/{match}/stream", headers=headers, timeout=PATIENCE
            ) as stream,
        ):
            lines = stream.aiter_lines()
            assert '"type":"state"' in await anext(lines)
            new = await me.ask(url, "POST", "/api/devices/token", {})
            assert await status(url, me.token) == (200, "")
            assert await status(url, new["token"]) == (200, "")
            last = [line async for line in lines][-1]
            assert '"token-replaced"' in last
        assert await status(url, me.token) == (401, "token-replaced")

    run(work, server)


def test_a_token_revoked_at_one_process_is_refused_at_the_other(
    servers: Sequence[Server],
) -> None:
    async def work() -> None:
        await start_all(servers)
        here, there = (server.url for server in servers)
        me = await device(here)
        match, _ = await lay(here, me, game="quixo")
        async with socket(there) as one:
            await one.hello(me, match)
            (known,) = await me.ask(here, "GET", "/api/devices")
            await me.ask(here, "POST", f"/api/devices/{known['id']}/revoke", {})
            assert (await one.next("error"))["reason"] == "token-revoked"

        async def refused() -> bool:
            return await status(there, me.token) == (401, "token-revoked")

        await until(refused, "the other process has not heard of it")

    asyncio.run(asyncio.wait_for(work(), 4 * PATIENCE))


# Moving to another database


def cruces(*args: str) -> None:
    done = CliRunner().invoke(build("en"), list(args))
    assert done.exit_code == 0, done.output


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_every_token_works_after_a_move(
    nursery: Nursery, tmp_path: Path, postgresql_url: str
) -> None:
    """From SQLite to PostgreSQL: also tokens of the first releases, and those signed out."""
    database, archive = tmp_path / "cruces.db", tmp_path / "all.jsonl"

    async def before(url: str) -> dict[str, Any]:
        me = await device(url)
        match, _ = await lay(url, me, game="quixo")
        out = await device(url)
        (known,) = await out.ask(url, "GET", "/api/devices")
        await out.ask(url, "POST", f"/api/devices/{known['id']}/revoke", {})
        return {"me": me, "match": match, "out": out}

    async def after(url: str, told: dict[str, Any], old: str) -> None:
        assert await status(url, told["me"].token) == (200, "")
        assert await status(url, told["out"].token) == (401, "token-revoked")
        assert await status(url, old) == (200, "")
        async with socket(url) as one:
            assert (await one.hello(told["me"], told["match"]))["type"] == "state"

    first = Server(
        nursery, free_port(), {"CRUCES_DATABASE": f"sqlite:///{database}"}, tmp_path / "1.log"
    )
    first.start()
    try:
        asyncio.run(first.up())
        told = asyncio.run(before(first.url))
        assert {mode(file) for file in tmp_path.glob("cruces.db*")} == {0o600}
    finally:
        first.stop()
    store = Store(f"sqlite:///{database}")
    (key,) = DeviceStore(store.engine).keys()
    store.close()
    cruces("db", "export", str(archive), "--database", f"sqlite:///{database}")
    assert mode(archive) == 0o600
    cruces("db", "import", str(archive), "--database", postgresql_url)
    second = Server(nursery, free_port(), {"CRUCES_DATABASE": postgresql_url}, tmp_path / "2.log")
    second.start()
    try:
        asyncio.run(second.up())
        asyncio.run(after(second.url, told, first_release(key, "somebody")))
    finally:
        second.stop()
