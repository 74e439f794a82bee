"""Figures for Prometheus: on an address of their own, and right with several workers."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from cruces.core import BadOptionError
from cruces.server import metrics_server, serve
from cruces.server.metrics_server import FOLDER, Workers
from cruces.server.settings import Settings
from tests.servers import free_port

WORKER = """
import os, sys
from cruces.server import metrics
metrics.command_counter("act", "ok").inc(int(sys.argv[1]))
metrics.TABLES.set(int(sys.argv[1]))
metrics.REDIS_UP.set(int(sys.argv[1]) % 2)
metrics.WAITING.labels("writer").set(int(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""


def start(folder: Path, figure: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(figure)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, FOLDER: str(folder)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_workers_are_added_up_and_the_dead_keep_only_what_they_counted(tmp_path: Path) -> None:
    registry = CollectorRegistry()
    registry.register(Workers(tmp_path))

    def figures() -> list[str]:
        return generate_latest(registry).decode().splitlines()

    with start(tmp_path, 3) as first:
        with start(tmp_path, 4) as second:
            found = figures()
            assert 'cruces_commands_total{result="ok",type="act"} 7.0' in found
            assert "cruces_tables 7.0" in found
            assert 'cruces_waiting{kind="writer"} 7.0' in found
            assert "cruces_redis_up 0.0" in found  # if one of them does not reach it
            second.kill()
        found = figures()
        assert 'cruces_commands_total{result="ok",type="act"} 7.0' in found
        assert "cruces_tables 3.0" in found
        assert "cruces_redis_up 1.0" in found
        first.kill()


@pytest.mark.parametrize("workers", [1, 2])
def test_the_parent_of_several_workers_serves_for_all(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path | None] = []
    monkeypatch.setattr(metrics_server, "start", lambda _, folder: started.append(folder))
    monkeypatch.setattr("cruces.server.logs.set_up", lambda _: None)
    folders: list[str | None] = []
    monkeypatch.setattr(serve, "_run", lambda *_: folders.append(os.environ.get(FOLDER)))
    monkeypatch.setattr(os, "environ", {})
    settings = Settings("postgresql://db/c", redis="redis://cache", metrics="127.0.0.1:9100")
    serve.serve(settings, "127.0.0.1", 8000, workers)
    (folder,) = started
    assert folders == [None if folder is None else str(folder)]
    assert (folder is not None) == (workers > 1)
    assert folder is None or not folder.exists()


def test_they_are_served_on_an_address_of_their_own() -> None:
    port = free_port()
    assert metrics_server.start(f"127.0.0.1:{port}") == port
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        assert b"cruces_sockets" in answer.read()
    with pytest.raises(BadOptionError) as taken:
        metrics_server.start(f"127.0.0.1:{port}")
    assert taken.value.reason.slug == "no-address"


@pytest.mark.parametrize(
    ("where", "address"),
    [("127.0.0.1:9100", ("127.0.0.1", 9100)), ("[::1]:9100", ("::1", 9100)), ("h:1", ("h", 1))],
)
def test_an_address_for_them(where: str, address: tuple[str, int]) -> None:
    assert metrics_server.address(where) == address


@pytest.mark.parametrize(
    "where", ["9100", ":9100", "host", "host:x", "host:99999", "h:1/x", "[::1"]
)
def test_what_is_no_address_is_refused(where: str) -> None:
    with pytest.raises(BadOptionError) as refused:
        metrics_server.address(where)
    assert refused.value.reason.slug == "metrics-address"
