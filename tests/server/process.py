"""Real server processes that can be killed.

Starting Python and loading the server takes most of a second, and these tests start it a hundred
times. So a nursery loads everything once and then forks: a child of it runs the very command line
that an operator would type.
"""

import asyncio
import json
import mmap
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

COMMAND = ("cruces", "serve")
PATIENCE = 60.0
"""Seconds after which something that should happen at once counts as not happening."""
AGAIN = 0.03
"""Seconds before somebody tries again who was not answered."""
CLOCK = "CRUCES_TEST_CLOCK"
"""Names a file with the milliseconds by which a server's wall clock is wrong."""
CLOCK_FORMAT = struct.Struct("<q")
LOG_MODE = os.O_WRONLY | os.O_APPEND | os.O_CREAT


class Nursery:
    """Has everything loaded, and gives birth to servers on demand."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def _ask(self, **order: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def bear(self, port: int, environment: Mapping[str, str], log: Path) -> int:
        """Start a server as the leader of a process group of its own; its id."""
        return self._ask(port=port, environment=dict(environment), log=str(log))

    def bury(self, process: int) -> int:
        """Wait for the end of a server; how it ended."""
        return self._ask(bury=process)

    def close(self) -> None:
        """Load nothing and bear nobody any more."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


class Server:
    """One server process on a port of its own, for one database.

    All tests come from one address, which it does not limit: those of limits say another one.
    """

    def __init__(
        self, nursery: Nursery, port: int, environment: Mapping[str, str], log: Path
    ) -> None:
        self.port = port
        self.kills = 0
        self._nursery = nursery
        self._environment = {"CRUCES_UNLIMITED": "127.0.0.1", **environment}
        self._log = log
        self._process: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def metrics(self) -> str:
        """Where its figures are."""
        return f"http://{self._environment['CRUCES_METRICS']}/metrics"

    @property
    def log(self) -> str:
        """What the server has said since its first start."""
        return self._log.read_text() if self._log.exists() else ""

    def start(self) -> None:
        """Start; it does not answer yet."""
        assert self._process is None, "it runs already"
        self._process = self._nursery.bear(self.port, self._environment, self._log)

    def kill(self) -> None:
        """End it without any warning, as a power cut would."""
        process, self._process = self._process, None
        if process is not None:
            os.killpg(process, signal.SIGKILL)
            self._nursery.bury(process)
            self.kills += 1

    def pause(self) -> None:
        """Let it stand still: its connections stay open, and it answers nobody."""
        if self._process is not None:
            os.killpg(self._process, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on, as if no time had passed."""
        if self._process is not None:
            os.killpg(self._process, signal.SIGCONT)

    def stop(self) -> None:
        """Ask it to end in good order."""
        process, self._process = self._process, None
        if process is not None:
            os.kill(process, signal.SIGTERM)
            self._nursery.bury(process)

    async def up(self) -> None:
        """Wait until it answers."""
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:

            async def answers() -> bool:
                try:
                    found = await client.get(f"{self.url}/ready", timeout=5)
                except httpx.TransportError:
                    return False
                return found.status_code == 200

            await until(answers, f"the server does not answer: {self.log[-2000:]}")


async def start_all(servers: Sequence[Server]) -> None:
    """All at once."""
    for server in servers:
        server.start()
    for server in servers:
        await server.up()


async def until(
    true: Callable[[], Awaitable[bool]], otherwise: str, seconds: float = PATIENCE
) -> None:
    """Look again and again until something is so."""
    end = time.monotonic() + seconds
    while not await true():
        assert time.monotonic() < end, otherwise
        await asyncio.sleep(0.02)


@dataclass
class Device:
    """A person's device, and how it asks over HTTP until it is answered."""

    player: str = ""
    token: str = ""

    async def register(self, url: str) -> "Device":
        """Become known to the servers."""
        found = await self.ask(url, "POST", "/api/devices")
        self.player, self.token = found["player"], found["token"]
        return self

    async def ask(self, url: str, method: str, path: str, body: object = None) -> Any:
        """The answer, however often the server has to be asked."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        # Unverified: there is no TLS here, and reading all certificates takes about 20 ms.
        async with httpx.AsyncClient(
            base_url=url, headers=headers, trust_env=False, verify=False
        ) as client:
            while True:
                try:
                    found = await client.request(method, path, json=body, timeout=PATIENCE)
                except httpx.TransportError:
                    await asyncio.sleep(AGAIN)
                    continue
                if found.status_code != 429:
                    assert found.is_success, found.text
                    return found.json()
                await asyncio.sleep(found.json()["wait"])


class WrongClock:
    """A wall clock that is wrong by the milliseconds in a file, which may change."""

    def __init__(self) -> None:
        self._time_ns = time.time_ns
        self._offset: mmap.mmap | None = None

    def install(self) -> None:
        """Before anything is loaded that asks for the time."""
        time.time_ns = self.time_ns
        time.time = lambda: self.time_ns() / 1e9

    def follow(self, file: Path) -> None:
        with file.open("rb") as opened:
            self._offset = mmap.mmap(opened.fileno(), CLOCK_FORMAT.size, access=mmap.ACCESS_READ)

    def time_ns(self) -> int:
        if self._offset is None:
            return self._time_ns()
        return self._time_ns() + 1_000_000 * int(CLOCK_FORMAT.unpack_from(self._offset)[0])


def main() -> None:
    """The nursery's own life: one order a line, one number in answer; nobody outlives it."""
    clock = WrongClock()
    clock.install()
    import cruces.server.app
    import cruces.server.serve  # noqa: F401
    from cruces.cli import main as entrypoint

    living: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        if "bury" in order:
            living.discard(order["bury"])
            answer = os.waitpid(order["bury"], 0)[1]
        else:
            answer = os.fork()
            if not answer:
                _live(entrypoint, clock, order)
            os.setpgid(answer, answer)  # and so does the child: whoever comes first
            living.add(answer)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    for process in living:
        os.killpg(process, signal.SIGKILL)


def _live(entrypoint: Callable[[], None], clock: WrongClock, order: dict[str, Any]) -> None:
    """A server's life, in a child of the nursery."""
    os.setpgid(0, 0)
    nothing, log = os.open(os.devnull, os.O_RDONLY), os.open(order["log"], LOG_MODE, 0o644)
    os.dup2(nothing, 0)
    sys.stdin = os.fdopen(0, closefd=False)  # the nursery's own has been read from
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.update(order["environment"])
    if CLOCK in os.environ:
        clock.follow(Path(os.environ[CLOCK]))
    sys.argv = [*COMMAND, "--port", str(order["port"])]
    try:
        entrypoint()
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
