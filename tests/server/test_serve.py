"""Before the server listens: where, whether it can, and the browser that comes to look."""

import re
import socket
import threading
from pathlib import Path

import pytest

from cruces.core import BadOptionError
from cruces.server import serve
from cruces.server.settings import Settings


def test_an_address_that_can_be_typed() -> None:
    assert serve.address("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    everywhere = serve.address("0.0.0.0", 8000)
    assert re.fullmatch(r"http://[\d.]+:8000", everywhere)
    assert "0.0.0.0" not in everywhere


def test_a_port_in_use_is_refused_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as blocker:
        port = blocker.getsockname()[1]
        with pytest.raises(BadOptionError) as refused:
            serve.check_port("127.0.0.1", port)
    assert refused.value.reason.slug == "port-taken"
    assert str(port) in refused.value.message("en")
    assert serve.check_port("127.0.0.1", port) == port


def test_port_0_is_any_that_is_free() -> None:
    assert serve.check_port("127.0.0.1", 0) > 0


def test_an_address_of_another_machine_is_refused_in_words() -> None:
    with pytest.raises(BadOptionError) as refused:
        serve.check_port("192.0.2.1", 8000)
    assert refused.value.reason.slug == "no-address"


def test_the_browser_is_opened_when_somebody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    there = threading.Event()

    def look(where: str) -> bool:
        opened.append(where)
        there.set()
        return True

    monkeypatch.setattr("webbrowser.open", look)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        serve._open(f"http://127.0.0.1:{port}", "0.0.0.0", port)
    assert there.is_set()
    assert opened == [f"http://127.0.0.1:{port}"]


@pytest.mark.parametrize(("display", "wayland", "screen"), [("", "", False), (":0", "", True)])
def test_no_browser_inside_a_terminal(
    monkeypatch: pytest.MonkeyPatch, display: str, wayland: str, screen: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    assert serve._has_screen() is screen


def test_a_database_that_is_given_needs_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container whose home is missing or may not be written to."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CRUCES_DATABASE", raising=False)
    url = "postgresql://cruces@db/cruces"
    assert Settings.from_environment({"database": url}).database == url
    monkeypatch.setenv("CRUCES_DATABASE", url)
    assert Settings.from_environment().database == url
    assert list(tmp_path.iterdir()) == []
    monkeypatch.delenv("CRUCES_DATABASE")
    assert Settings.from_environment().database.startswith(f"sqlite:///{tmp_path}")
    assert (tmp_path / "home" / "cruces").is_dir()


@pytest.mark.parametrize("home", ["file", "nobody"])
def test_no_folder_for_the_database_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    def missing() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CRUCES_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "" if home == "nobody" else str(tmp_path / "file"))
    (tmp_path / "file").touch()
    monkeypatch.setattr(Path, "home", missing)
    with pytest.raises(BadOptionError) as refused:
        Settings.from_environment()
    assert refused.value.reason.slug == "no-home"


WRONG = [
    ("bot_threads", "abc", "setting-number"),
    ("bot_threads", "0", "setting-number"),
    ("bot_threads", "²", "setting-number"),
    ("log_level", "LOUD", "setting-one-of"),
    ("origins", "💥", "setting-origin"),
    ("origins", "https://example.org,example.com", "setting-origin"),
    ("origins", "https://example.org/page", "setting-origin"),
    ("origins", "*", "setting-origin"),
    ("redis", "cache", "setting-redis"),
    ("redis", "http://cache", "setting-redis"),
    ("redis", "redis://cache:port", "setting-redis"),
]


@pytest.mark.parametrize(("name", "value", "slug"), WRONG)
def test_settings_that_cannot_work_are_refused_by_their_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, slug: str
) -> None:
    monkeypatch.setenv("CRUCES_DATABASE", "sqlite:///unused.db")
    with pytest.raises(BadOptionError) as given:
        Settings.from_environment({name: value})
    assert given.value.reason.slug == slug
    assert given.value.message("es").startswith(f"--{name.replace('_', '-')}: ")
    monkeypatch.setenv(f"CRUCES_{name.upper()}", value)
    with pytest.raises(BadOptionError) as found:
        Settings.from_environment()
    assert found.value.message().startswith(f"CRUCES_{name.upper()}: ")


def test_settings_that_can_work_are_taken_as_they_are() -> None:
    given: dict[str, str | int | None] = {
        "database": "sqlite:///unused.db",
        "redis": "rediss://user:pass@cache.example.org:6380/1?health_check_interval=2",
        "origins": "https://example.org,http://[::1]:8000,http://localhost:3000",
        "bot_threads": 3,
        "log_level": "DEBUG",
    }
    settings = Settings.from_environment(given)
    assert {name: getattr(settings, name) for name in given} == given
    for redis in ("redis://cache", "redis://127.0.0.1:6379/0", "unix:///run/redis.sock"):
        assert Settings.from_environment({**given, "redis": redis}).redis == redis


def test_without_redis_the_server_starts_and_says_so(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'cruces.db'}"
    assert serve.check_services(Settings(database), 1) == ""
    why = serve.check_services(Settings(database, redis="redis://127.0.0.1:1"), 1)
    assert "127.0.0.1:1" in why
