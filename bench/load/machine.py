"""Servers as processes on one core, and what they cost."""

import os
import resource
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_SECONDS = 60


def many_files() -> None:
    """Every socket is a file: as many as the system lets us have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def busy_seconds() -> float:
    """What all cores together have worked so far, for whomever."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().split(maxsplit=9)[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / TICKS


class Server:
    """A process and its children, from start to stop: on one core, or on all if none is named."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        core: int | None,
        log: Path,
        url: str,
    ) -> None:
        self._log = log.open("ab")
        pinned = [] if core is None else ["taskset", "--cpu-list", str(core)]
        self._process = subprocess.Popen(
            [*pinned, *command],
            env={**os.environ, **environment},
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._await(url, log)

    def _await(self, url: str, log: Path) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(url, timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        self.stop()
        raise SystemExit(f"the server did not start:\n{log.read_text()}")

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def cpu_seconds(self) -> float:
        """What all of it has used so far."""
        used = 0
        for pid in self._pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
        return used / TICKS

    def rss(self) -> int:
        """The memory that all of it holds, in bytes."""
        return sum(
            PAGE * int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._pids()
        )

    def descriptors(self) -> int:
        """The open files and sockets of all of it."""
        return sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in self._pids())

    def threads(self) -> int:
        """The threads of all of it."""
        return sum(len(os.listdir(f"/proc/{pid}/task")) for pid in self._pids())

    def _pids(self) -> Iterator[int]:
        waiting = [self._process.pid]
        while waiting:
            pid = waiting.pop()
            yield pid
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            waiting += map(int, children.split())
