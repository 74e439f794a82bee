"""The server that is attacked: a process of its own with a database of its own."""

import sys
import time
from pathlib import Path

import httpx

from bench.load.machine import Server, free_port

PREPARED_SECONDS = 240
"""How long robots may take to be prepared on a machine that has never played."""


class Target:
    """A server that can be restarted on the same database."""

    def __init__(self, folder: Path, files: int | None = None) -> None:
        self.port = free_port()
        self.metrics_port = free_port()
        self.database = f"sqlite:///{folder / 'attacked.db'}"
        self.log = folder / "attacked.log"
        self._files = files
        self.server = self._start()
        try:
            self._prepare()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _start(self) -> Server:
        limited = ["prlimit", f"--nofile={self._files}"] if self._files else []
        return Server(
            [*limited, sys.executable, "-m", "cruces", "serve", "--port", str(self.port)],
            {
                "CRUCES_DATABASE": self.database,
                "CRUCES_LOG_LEVEL": "WARNING",
                "CRUCES_METRICS": f"127.0.0.1:{self.metrics_port}",
                "CRUCES_HOSTS": "127.0.0.1",
            },
            None,
            self.log,
            f"{self.url}/ready",
        )

    def _prepare(self) -> None:
        """Wait until robots play at their best: figures while they are compiled mean nothing."""
        end = time.monotonic() + PREPARED_SECONDS
        with httpx.Client(base_url=self.url, trust_env=False, timeout=30) as client:
            while client.get("/api/preparation").json()["part"] < 1:
                if time.monotonic() > end:
                    raise SystemExit("the robots are not prepared: cruces prepare")
                time.sleep(0.5)

    def restart(self) -> None:
        """Stop in good order, and start again."""
        self.server.stop()
        self.server = self._start()

    def stop(self) -> None:
        self.server.stop()
