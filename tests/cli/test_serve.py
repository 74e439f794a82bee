"""`cruces serve` and `cruces db` when they cannot work: one sentence, and the documented code."""

import io
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import segno
from click.testing import Result

from cruces.cli.serve import can_show_qr, qr_lines
from cruces.server.invitations import NETWORK_PORT

Run = Callable[..., Result]
GOOD = "sqlite:///cruces.db"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE", "REDIS", "ORIGINS", "BOT_THREADS", "LOG_LEVEL"):
        monkeypatch.delenv(f"CRUCES_{name}", raising=False)


UNUSABLE = [
    (["--database", "foo"], 2, "not the address of a database"),
    (["--database", "mysql://x"], 2, "not the address of a database"),
    (["--database", "sqlite:///none/cruces.db"], 1, "Does its folder exist"),
    (["--database", "sqlite:///letter.txt"], 1, "is not a database"),
    (["--database", "postgresql://127.0.0.1:1/x"], 1, "Cannot use the database"),
]
WRONG = [
    (["--port", "99999"], 2, "--port: “99999” is not a whole number from 0 to 65535"),
    (["--workers", "2"], 2, "2 processes need a shared PostgreSQL"),
    (["--redis", "http://x"], 2, "--redis: that is not the address"),
    (["--origins", "💥"], 2, "--origins: “💥” is not an origin"),
]


def check(done: Result, code: int, sentence: str) -> None:
    assert done.exit_code == code, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("cruces: ")
    assert sentence in done.stderr
    assert "http://127" not in done.stderr, "it says where it is, and is not there"


@pytest.mark.parametrize(("args", "code", "sentence"), [*UNUSABLE, *WRONG])
def test_the_server_says_what_is_wrong_before_where_it_is(
    cruces: Run, args: list[str], code: int, sentence: str
) -> None:
    Path("letter.txt").write_text("Dear aunt,\n" * 100)
    port = [] if "--port" in args else ["--port", "0"]
    database = [] if "--database" in args else ["--database", GOOD]
    check(cruces("serve", *port, *database, *args), code, sentence)


@pytest.mark.parametrize(("args", "code", "sentence"), UNUSABLE)
def test_so_does_maintenance(cruces: Run, args: list[str], code: int, sentence: str) -> None:
    Path("letter.txt").write_text("Dear aunt,\n" * 100)
    check(cruces("db", "upgrade", *args), code, sentence)


def test_a_port_in_use(cruces: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as blocker:
        port = str(blocker.getsockname()[1])
        done = cruces("serve", "--port", port, "--database", GOOD)
    check(done, 2, f"Port {port} is already in use")


def test_port_0_shows_the_real_one_and_redis_may_come_later(
    cruces: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, int]] = []

    def serve(_settings: object, host: str, port: int, _workers: int, browser: object) -> None:
        started.append((host, port))

    monkeypatch.setattr("cruces.server.serve.serve", serve)
    monkeypatch.setattr("cruces.cli.serve.in_terminal", lambda: True)
    done = cruces("serve", "--port", "0", "--database", GOOD, "--redis", "redis://127.0.0.1:1")
    ((host, port),) = started
    assert port > 0
    assert done.stderr.startswith("Redis does not answer")
    _, where, who = done.stderr.splitlines()
    assert where.endswith(f" http://{host}:{port}")
    assert who.startswith("Only this computer can open it.")


@pytest.mark.parametrize("network", ["192.168.1.20", None])
def test_for_the_network_the_address_is_shown_also_as_a_picture(
    cruces: Run, monkeypatch: pytest.MonkeyPatch, network: str | None
) -> None:
    started: list[tuple[str, str, object]] = []

    def serve(_settings: object, host: str, port: int, _workers: int, browser: object) -> None:
        started.append((host, str(port), browser))

    monkeypatch.setenv(NETWORK_PORT, "")  # so that it is restored
    monkeypatch.setattr("cruces.server.serve.serve", serve)
    monkeypatch.setattr("cruces.server.invitations.network_host", lambda: network)
    monkeypatch.setattr("cruces.cli.serve.in_terminal", lambda: True)
    monkeypatch.setattr("cruces.cli.serve.can_show_qr", lambda: True)
    done = cruces("serve", "--port", "0", "--database", GOOD, "--lan", "--open")
    ((host, port, browser),) = started
    assert host == "0.0.0.0"
    assert os.environ[NETWORK_PORT] == port
    assert browser == f"http://127.0.0.1:{port}", "there the page may use all of the browser"
    lines = done.stderr.splitlines()
    assert lines[0].endswith(f" http://127.0.0.1:{port}")
    if network is None:
        assert len(lines) == 2
        assert "not in a network" in lines[1]
        return
    assert lines[1].endswith(f" http://{network}:{port}")
    assert lines[3:-2] == qr_lines(f"http://{network}:{port}")
    assert f"port {port}" in lines[-1]


def test_a_qr_code_for_a_terminal_is_the_code_itself() -> None:
    dark = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}
    rows: list[list[int]] = []
    for line in qr_lines("http://192.168.1.20:8000"):
        halves = [dark[sign] for sign in line.removeprefix("\x1b[30;47m").removesuffix("\x1b[0m")]
        rows += [[up for up, _ in halves], [down for _, down in halves]]
    code = segno.make("http://192.168.1.20:8000", micro=False)
    wanted = [list(row) for row in code.matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted
    assert not any(map(any, rows[len(wanted) :]))


def test_a_terminal_without_the_characters_shows_no_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert can_show_qr()
    monkeypatch.setenv("TERM", "dumb")
    assert not can_show_qr()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert not can_show_qr()


def test_the_network_and_one_address_exclude_each_other(cruces: Run) -> None:
    done = cruces("serve", "--lan", "--host", "127.0.0.1", "--database", GOOD)
    check(done, 2, "--lan and --host exclude each other")
