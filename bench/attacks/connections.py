"""Attacks with connections that say little or nothing."""

import asyncio
import contextlib

from bench.attacks.world import World
from bench.load.wire import PING, TEXT, frame

FILES = 1_024
"""The descriptors that the server gets for these attacks."""
CONNECTIONS = 1_100


async def bodies(world: World) -> None:
    """Requests whose body never comes to its end, to an address that waits for it."""
    _, token = await world.device()
    head = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\n"
        f"Authorization: Bearer {token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    await _hold(world, head.encode())


async def headers(world: World) -> None:
    """Requests whose headers never come to their end."""
    await _hold(world, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\nX-Slow: ".encode())


async def silent(world: World) -> None:
    """Sockets that never say hello."""
    await _hold(
        world,
        (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode(),
    )


async def frames(world: World) -> None:
    """Frames without content, as fast as they are read: half of the sockets send pings."""
    _, token = await world.device()
    async with world.http(token) as client:
        match = await world.lay(client, game="quixo")
    assert match is not None, "the first table"
    await world.start()

    async def flood(opcode: int) -> None:
        data = frame(opcode, b"") * 40_000

        async def one() -> None:
            reader, writer = await world.raw_socket(token, match)
            reading = asyncio.create_task(_read_on(reader))
            try:
                while world.going and not reading.done():
                    writer.write(data)
                    await asyncio.wait_for(writer.drain(), 5)
            finally:
                world.counts["sockets"] += 1
                reading.cancel()
                writer.close()

        await world.again(one, 0.05)

    await world.together(flood(opcode) for opcode in (PING, TEXT, PING, TEXT))
    world.notes.append(f"{world.counts['sockets']} sockets with 40,000 empty frames at a time")


async def _read_on(reader: asyncio.StreamReader) -> None:
    """Until the other side closes."""
    with contextlib.suppress(ConnectionError):
        while await reader.read(2**16):
            pass


async def _hold(world: World, text: bytes) -> None:
    """Many connections that say this and then nothing, as long as the server lets them."""
    await world.start()
    kept: list[asyncio.StreamWriter] = []
    readers: list[asyncio.StreamReader] = []

    async def connect() -> None:
        reader, writer = await world.raw()
        writer.write(text)
        await writer.drain()
        kept.append(writer)
        readers.append(reader)

    async def watch(reader: asyncio.StreamReader) -> None:
        while data := await reader.read(4096):
            if data.startswith(b"HTTP/1.1 ") and b" 101 " not in data[:16]:
                world.tally[data[9:12].decode()] += 1
        world.counts["closed"] += 1

    for _ in range(0, CONNECTIONS, 50):
        await world.together(connect() for _ in range(50))
    await world.together(watch(reader) for reader in readers)
    still = len(kept) - world.counts["closed"]
    world.notes.append(f"{len(kept)} opened, {still} still open after {world.seconds:.0f} s")
    if still > CONNECTIONS // 2:
        world.broken.append("connections")
    for writer in kept:
        writer.close()
