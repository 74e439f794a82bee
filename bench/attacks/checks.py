"""Attempts that are answered at once: what the server says to them, on a server of its own."""

import asyncio
import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

from bench.attacks.target import Target
from bench.attacks.world import World
from bench.load.machine import free_port

HEADINGS = ["line", "attempt", "answer", "verdict"]
Answer = tuple[str, bool]
"""What came of an attempt, and whether that is as it should be."""

STRANGE_NAMES = (" ", "\u200b\u200b", "Ana\u202e", "A\nb", "A\x07", "A\x1b[31m", "\u2066Ana")


async def stolen_token(world: World, _: Path) -> Answer:
    """A token that somebody else has: can its owner end it?"""
    token = (await world.device())[1]
    async with world.http(token) as client:
        listed = await client.get("/api/devices")
        if not listed.is_success:
            return f"devices cannot be listed: {listed.status_code}", False
        revoked = await client.post(f"/api/devices/{listed.json()[0]['id']}/revoke")
        after = await client.get("/api/lobby")
    said = f"revoked: {revoked.status_code}, used afterwards: {after.status_code}"
    return said, revoked.is_success and after.status_code == 401


async def squatter(world: World, _: Path) -> Answer:
    """A guest on every seat of a public table: can the host get rid of them?"""
    host, guest = (await world.device())[1], (await world.device())[1]
    async with world.http(host) as client, world.http(guest) as other:
        match = await world.lay(client, game="qwixx", seats=3, private=False)
        assert match is not None, "a table"
        names = enumerate(("Eve", "Mallory", "Trudy"))
        sat = [
            await world.tell(other, match, type="sit", seat=seat, name=name) for seat, name in names
        ]
        removed = await world.tell(client, match, type="remove", seat=0)
    return f"{sum(sat)} of 3 seats taken; one freed: {removed}", removed


async def second_server(world: World, _: Path) -> Answer:
    """Another server on the same SQLite file."""
    command = [sys.executable, "-m", "cruces", "serve", "--port", str(free_port())]
    second = subprocess.Popen(
        command,
        env={**os.environ, "CRUCES_DATABASE": world.database, "CRUCES_METRICS": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        error = (await asyncio.to_thread(second.communicate, timeout=10))[1]
        return f"exit status {second.returncode}: {error.strip()[:80]}", "Traceback" not in error
    except subprocess.TimeoutExpired:
        return "runs as well", False
    finally:
        second.kill()
        second.wait()


async def moved_database(world: World, folder: Path) -> Answer:
    """Export, import into another database: is a token still valid there?"""
    token = (await world.device())[1]
    export, other = folder / "moved.jsonl", folder / "other"
    other.mkdir()
    url = f"sqlite:///{other / 'attacked.db'}"
    for action, database in (("export", world.database), ("import", url)):
        await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "cruces", "db", action, str(export)],
            env={**os.environ, "CRUCES_DATABASE": database},
            check=True,
            capture_output=True,
        )
    target = await asyncio.to_thread(Target, other)
    try:
        async with World(target.port, target.database, 20).http(token) as client:
            status = (await client.get("/api/lobby")).status_code
    finally:
        await asyncio.to_thread(target.stop)
    return str(status), status == 200


async def file_modes(world: World, folder: Path) -> Answer:
    database = folder / "attacked.db"
    export = folder / "export.jsonl"
    await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "cruces", "db", "export", str(export)],
        env={**os.environ, "CRUCES_DATABASE": world.database},
        check=True,
        capture_output=True,
    )
    modes = [stat.S_IMODE(file.stat().st_mode) for file in (database, export)]
    return ", ".join(f"{mode:04o}" for mode in modes), all(mode == 0o600 for mode in modes)


async def one_network(world: World, _: Path) -> Answer:
    """Two hundred addresses of one /64, as a proxy on this machine would report them."""
    given = 0
    async with world.http(address="127.0.0.1") as client:
        for number in range(200):
            headers = {"X-Forwarded-For": f"2001:db8:1:2::{number + 1:x}"}
            given += (await client.post("/api/devices", headers=headers)).is_success
    return f"{given} of 200 devices given", given <= 100


async def rebinding(world: World, _: Path) -> Answer:
    name = b"evil.example"
    return await _handshake(world, b"Host: " + name + b"\r\nOrigin: http://" + name + b"\r\n")


async def _handshake(world: World, headers: bytes) -> Answer:
    reader, writer = await world.raw()
    writer.write(
        b"GET /ws HTTP/1.1\r\n" + headers + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    status = (await asyncio.wait_for(reader.readline(), 10)).decode().strip()
    writer.close()
    return status or "closed", " 101" not in status


async def names(world: World, _: Path) -> Answer:
    """Names that cannot be seen or that disturb others, and the same name twice."""
    token = (await world.device())[1]
    accepted = 0
    async with world.http(token) as client:
        match = await world.lay(client, game="qwixx", seats=5, private=False)
        assert match is not None, "a table"
        for name in STRANGE_NAMES:
            if await world.tell(client, match, type="sit", seat=0, name=name):
                accepted += 1
                await world.tell(client, match, type="stand", seat=0)
        await world.tell(client, match, type="sit", seat=0, name="Ana")
        other = (await world.device())[1]
        async with world.http(other) as second:
            await world.tell(second, match, type="sit", seat=1, name="Ana")
        shown = (await client.get(f"/api/matches/{match}")).json()
    labels = [seat["label"] for seat in shown["seats"] if seat["kind"] == "human"]
    alike = len(labels) > len(set(labels))
    said = f"{accepted} of {len(STRANGE_NAMES)} strange names; two alike: {alike}"
    return said, not accepted and not alike


async def caching(world: World, _: Path) -> Answer:
    async with world.http() as client:
        device = await client.post("/api/devices")
    async with world.http(device.json()["token"]) as client:
        mine = await client.get("/api/matches/mine")
    found = [answer.headers.get("cache-control", "none") for answer in (device, mine)]
    return ", ".join(found), all("no-store" in header for header in found)


async def robot_guessed(world: World, _: Path) -> Answer:
    """The hidden choice of a robot, from what everybody can see."""
    from bench.attacks.prediction import predicted  # compiles nothing, but loads the players

    right, of = await predicted(world)
    return f"{right} of {of} hidden choices guessed", right < of / 2


async def malformed(world: World, _: Path) -> Answer:
    """Bodies that are no JSON, or too deep; a socket's address without a socket."""
    token = (await world.device())[1]
    bodies = (b'{"a":' * 5_000, b"\xff\xfe{", b'{"game":"qu\xffixo"}', b"[" * 100_000)
    async with world.http(token, **{"Content-Type": "application/json"}) as client:
        answers = [await client.post("/api/matches", content=body) for body in bodies]
        answers.append(await client.get("/ws"))
    found = [answer.status_code for answer in answers]
    return ", ".join(map(str, found)), all(400 <= status < 500 for status in found)


async def null_ids(world: World, _: Path) -> Answer:
    token = (await world.device())[1]
    async with world.http(token) as client:
        match = await world.lay(client, game="quixo")
        command = {"type": "sit", "seat": 0, "name": "Eve"}
        body = {"id": "a\x00b", "version": 0, "command": command}
        over_http = await client.post(f"/api/bot/matches/{match}/commands", json=body)
    async with world.socket() as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "match": "a\x00"}))
        try:
            answer = json.loads(await asyncio.wait_for(socket.recv(), 10))
        except WebSocketException as error:
            answer = {"reason": str(error)}
    said = f"{over_http.status_code}; {answer.get('reason')}"
    return said, over_http.status_code == 400 and answer.get("type") == "error"


async def headers(world: World, _: Path) -> Answer:
    """A header of a megabyte, and twenty thousand of them."""
    found = []
    for head in (b"X: " + b"a" * 2**20 + b"\r\n", b"X: a\r\n" * 20_000):
        reader, writer = await world.raw()
        writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n")
        try:
            line = await asyncio.wait_for(reader.readline(), 10)
            found.append(line.decode().split(" ")[1] if line else "closed")
        except OSError:
            found.append("closed")
        writer.close()
    return ", ".join(found), "200" not in found


async def head_request(world: World, _: Path) -> Answer:
    async with world.http() as client:
        status = (await client.head("/")).status_code
    return str(status), status == 200


async def metrics_open(world: World, _: Path) -> Answer:
    """Figures for anybody who asks through the public address."""
    async with world.http(address="127.0.0.1", **{"X-Forwarded-For": "203.0.113.9"}) as client:
        status = (await client.get("/metrics")).status_code
    return str(status), status != 200


async def bad_frames(world: World, _: Path) -> Answer:
    """Text frames that are no UTF-8 write lines into the log: are they JSON?"""
    for _number in range(3):
        reader, writer = await world.raw()
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\x82\x00\x00\x00\x00\xff\xff")
        await asyncio.wait_for(reader.read(200), 10)
        writer.close()
    await asyncio.sleep(0.5)
    return "", True  # the log is looked at when the server has stopped


def log_lines(log: Path) -> Answer:
    lines = log.read_text(errors="replace").splitlines()
    strange = 0
    for line in lines:
        try:
            json.loads(line)
        except ValueError:
            strange += bool(line.strip())
    return f"{strange} of {len(lines)} lines are not JSON", strange == 0


CHECKS: dict[tuple[str, str], Callable[[World, Path], Awaitable[Answer]]] = {
    ("1.3", "a stolen token, revoked"): stolen_token,
    ("1.5", "modes of the database and of an export"): file_modes,
    ("1.7", "devices for one /64"): one_network,
    ("1.9", "DNS rebinding: Host and Origin of another name"): rebinding,
    ("1.13", "names"): names,
    ("1.15", "a guest on every seat"): squatter,
    ("1.16", "Cache-Control of answers with tokens"): caching,
    ("2.4", "a robot's hidden choice"): robot_guessed,
    ("4.9", "a second server on one SQLite file"): second_server,
    ("4.12", "a token after export and import"): moved_database,
    ("5.5", "deep JSON, bad UTF-8, plain GET /ws"): malformed,
    ("5.6", "NUL in ids (SQLite)"): null_ids,
    ("5.7", "1 MiB header; 20,000 headers"): headers,
    ("5.7", "HEAD /"): head_request,
    ("6.3", "/metrics from outside"): metrics_open,
    ("6.2", "text frames that are no UTF-8"): bad_frames,
}


async def run() -> list[list[str]]:
    """All of them, one after the other."""
    rows: list[list[str]] = []

    def note(line: str, what: str, answer: Answer) -> None:
        rows.append([line, what, answer[0], "held" if answer[1] else "broken"])

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        target = await asyncio.to_thread(Target, folder)
        try:
            for (line, what), check in CHECKS.items():
                world = World(target.port, target.database, 20)
                try:
                    async with asyncio.timeout(60):
                        answer = await check(world, folder)
                except (OSError, httpx.HTTPError, TimeoutError, subprocess.CalledProcessError) as e:
                    answer = f"{type(e).__name__}: {e}", False
                if answer[0]:
                    note(line, what, answer)
        finally:
            await asyncio.to_thread(target.stop)
        note("6.2", "the log, after all of this", log_lines(target.log))
    return rows
