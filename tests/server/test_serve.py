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
    serve.check_port("127.0.0.1", port)


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
