"""`cruces serve` and `cruces db` when they cannot work: one sentence, and the documented code."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

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
    assert done.stderr.endswith(f"http://{host}:{port}\n")
