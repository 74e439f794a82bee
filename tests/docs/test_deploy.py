"""The examples for operators name only what exists, and fit the server."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from cruces.cli.serve import command
from cruces.server import limits, serve
from cruces.server.app import create
from cruces.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "deploy").iterdir())
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")


def text(name: str) -> str:
    return (ROOT / "deploy" / name).read_text("utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_settings_and_options_that_exist_are_named(file: Path) -> None:
    content = file.read_text("utf-8")
    settings = {PREFIX + field.name.upper() for field in fields(Settings)}
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]+", content)) <= settings
    options = {name for param in command("en").params for name in param.opts}
    served = " ".join(re.findall(r"serve.*", content))
    assert set(re.findall(r"--[a-z-]+", served)) <= options
    assert f"(../deploy/{file.name})" in OPERATIONS


@pytest.mark.parametrize("name", ["Containerfile", "cruces.service"])
def test_what_they_install_exists(name: str) -> None:
    content = text(name)
    assert "--require-hashes -r requirements.lock" in content
    for copied in re.findall(r"^COPY (?!--)(.+) \S+$", content, re.MULTILINE):
        assert [file for file in copied.split() if not (ROOT / file).exists()] == []


def test_the_container_is_checked_where_it_listens() -> None:
    content = text("Containerfile")
    port = re.search(r'"--port", "(\d+)"', content)
    assert port is not None
    assert f"EXPOSE {port[1]}\n" in content
    assert f"http://127.0.0.1:{port[1]}/ready" in content
    assert "USER cruces" in content


def test_the_unit_leaves_time_to_stop() -> None:
    seconds = re.search(r"^TimeoutStopSec=(\d+)$", text("cruces.service"), re.MULTILINE)
    assert seconds is not None
    assert int(seconds[1]) > serve.STOP_SECONDS


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
def test_the_proxy_knows_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cruces.server.logs.set_up", lambda _: None)
    content = text("nginx.conf")
    megabytes = re.search(r"client_max_body_size (\d+)m;", content)
    assert megabytes is not None
    assert int(megabytes[1]) * 2**20 == limits.MOST_RECORD
    routes = {route.path for route in create(Settings("sqlite://")).http.routes}
    assert {"/health", "/ready"} <= routes
    assert "/metrics" not in routes
    assert any(route.startswith("/api/bot/") for route in routes)
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in content
