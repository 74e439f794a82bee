"""Throw-away PostgreSQL and Redis servers, from the system's own programs.

They listen on the loopback interface only, keep everything in a temporary folder, and stop when the
tests end, however that happens: a small shell next to each server waits for the other end of its
standard input to close, which the system does even for a process that is killed.
"""

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis

START_SECONDS = 60.0
STOP_SECONDS = 60.0
PORTS_TRIED = 5

# $0 is the folder to remove at the end, the rest is the server. INT is the quick and orderly way
# out of both servers.
KEEPER = """
exec 3<&0
"$@" </dev/null 3<&- & server=$!
{ cat <&3 >/dev/null; kill -INT "$server" 2>/dev/null; } &
exec 3<&-
wait "$server"
rm -rf "$0"
"""


def free_port() -> int:
    """A port that nobody listens on at this moment.

    Not one of those that the system gives to outgoing connections: while a server is down, one of
    them could take its port, even to connect to itself.
    """
    while True:
        port = secrets.randbelow(15_000) + 15_000
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def program(name: str) -> str:
    """Where a program is: Debian keeps PostgreSQL's outside the PATH, by version."""
    versions = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = sorted(versions, key=lambda file: int(file.parts[4].split(".")[0]))
    path = str(newest[-1]) if newest else shutil.which(name)
    if path is None:
        raise RuntimeError(f"{name} is not installed: sh tools/system.sh says how")
    return path


def wait_until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Look again and again until something is so."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


class Server(ABC):
    """A server that can be stopped and started again, each time with nothing in it."""

    def __init__(self) -> None:
        self.port = 0
        self.folder = Path()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start on the port of the last time, or on a free one."""
        assert self._process is None, "it runs already"
        for _ in range(PORTS_TRIED):
            port = self.port or free_port()
            if self._try(port):
                self.port = port
                return
        raise RuntimeError(f"{type(self).__name__} does not start: {self._last_words}")

    def stop(self) -> None:
        """Stop and remove everything."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None, "the keeper's signal"
            process.stdin.close()
            process.wait(STOP_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)

    @abstractmethod
    def prepare(self) -> None:
        """Put into the folder what the server needs before it starts."""

    @abstractmethod
    def command(self, port: int) -> list[str]:
        """The server as a process in the foreground."""

    @abstractmethod
    def ready(self, port: int) -> bool:
        """Whether this very server answers, and no other on its port."""

    def run(self, command: list[str]) -> None:
        """Run a program as the server's user."""
        user, group = _user()
        process = subprocess.run(
            command, capture_output=True, cwd="/", check=False, user=user, group=group
        )
        if process.returncode:
            raise RuntimeError(f"{command[0]}: {process.stderr.decode()}")

    _last_words = ""

    def _try(self, port: int) -> bool:
        user, group = _user()
        self.folder = Path(tempfile.mkdtemp(prefix="cruces-test-"))
        if user is not None and group is not None:
            os.chown(self.folder, user, group)
        self.prepare()
        with tempfile.TemporaryFile() as output:
            self._process = process = subprocess.Popen(
                ["sh", "-c", KEEPER, str(self.folder), *self.command(port)],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                cwd="/",
                start_new_session=True,
                user=user,
                group=group,
            )
            try:
                wait_until(
                    lambda: process.poll() is not None or self.ready(port),
                    START_SECONDS,
                    f"{type(self).__name__} did not come up",
                )
            except BaseException:
                self.stop()
                raise
            if process.poll() is None:
                return True
            output.seek(0)
            self._last_words = output.read().decode(errors="replace")
        self.stop()
        return False


def _user() -> tuple[int | None, int | None]:
    """Whom to be instead of root, under whom PostgreSQL refuses to run."""
    if os.geteuid():
        return None, None
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


class PostgreSQL(Server):
    """One server, and any number of databases in it.

    It does not wait for the disk: the tests kill our own processes, never this one.
    """

    _settings = (
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "fsync=off",
        "full_page_writes=off",
        "shared_buffers=32MB",
        "log_min_messages=fatal",
    )

    @property
    def data(self) -> Path:
        """Where it keeps its databases."""
        return self.folder / "data"

    def prepare(self) -> None:
        flags = ["--username=cruces", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        self.run([program("initdb"), f"--pgdata={self.data}", *flags])

    def command(self, port: int) -> list[str]:
        settings = [word for setting in self._settings for word in ("-c", setting)]
        return [program("postgres"), "-D", str(self.data), "-p", str(port), *settings]

    def ready(self, port: int) -> bool:
        # The server's own word on how it is, in a folder that is only its own.
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def url(self, database: str) -> str:
        return f"postgresql://cruces@127.0.0.1:{self.port}/{database}"

    def create(self) -> str:
        """A new, empty database; its URL."""
        name = f"test_{secrets.token_hex(6)}"
        self._tell(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, even if clients are still connected to it."""
        self._tell(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def _tell(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


class LastingPostgreSQL(PostgreSQL):
    """Keeps its databases when it is stopped and started again, until they are removed."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = Path(tempfile.mkdtemp(prefix="cruces-test-"))
        user, group = _user()
        if user is not None and group is not None:
            os.chown(self._kept, user, group)

    @property
    def data(self) -> Path:
        return self._kept / "data"

    def prepare(self) -> None:
        if not self.data.exists():
            super().prepare()

    def remove(self) -> None:
        """Stop, and remove everything."""
        self.stop()
        shutil.rmtree(self._kept, ignore_errors=True)


class RedisServer(Server):
    """One server that keeps nothing."""

    def prepare(self) -> None:
        return None

    def command(self, port: int) -> list[str]:
        where = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(self.folder)]
        return [program("redis-server"), *where, "--save", "", "--appendonly", "no"]

    def ready(self, port: int) -> bool:
        try:
            with redis.Redis(port=port, socket_timeout=1) as client:
                return bool(client.config_get("dir") == {"dir": str(self.folder.resolve())})
        except (redis.RedisError, OSError):
            return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"
