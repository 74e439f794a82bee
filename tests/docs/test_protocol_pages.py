"""Every message, code, setting, variable and metric is documented, with its fields."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from cruces.core import CrucesError
from cruces.match import frames
from cruces.match import messages as m
from cruces.server import app, bus, metrics
from cruces.server import review_api as reports
from cruces.server.errors import STATUS
from cruces.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")
OPERATIONS = (DOCS / "operations.md").read_text("utf-8")


def section(title: str) -> str:
    """The part of a page under a heading, up to the next of its rank or higher."""
    text = f"{PROTOCOL}\n{OPERATIONS}"
    match = re.search(rf"^(#+) {title}$(.*?)(?=^#{{1,3}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match is not None, title
    return match[2]


def cases(union: object, title: str) -> list[tuple[type[msgspec.Struct], str]]:
    return [(kind, title) for kind in get_args(union)]


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        *cases(m.Command, "Commands"),
        *cases(m.Event, "Events"),
        *cases(frames.FromClient, "From the client"),
        *cases(frames.ToClient, "From the server"),
        *cases(bus.Heard, "What processes tell each other"),
        *cases(reports.Told, "The coach's report"),
    ],
)
def test_every_message_is_documented_with_its_fields(
    kind: type[msgspec.Struct], title: str
) -> None:
    tag = kind.__struct_config__.tag
    row = re.search(rf"^\| `{tag}` \|([^|]*)\|", section(title), re.MULTILINE)
    assert row is not None, tag
    assert re.findall(r"`(\w+)`", row[1]) == list(kind.__struct_fields__)


def test_no_message_is_documented_that_there_is_not() -> None:
    for union, title in (
        (m.Command, "Commands"),
        (m.Event, "Events"),
        (bus.Heard, "What processes tell each other"),
        (reports.Told, "The coach's report"),
    ):
        rows = re.findall(r"^\| `([\w-]+)` \|", section(title), re.MULTILINE)
        assert sorted(rows) == sorted(str(k.__struct_config__.tag) for k in get_args(union))


def all_codes(kind: type[CrucesError] = CrucesError) -> set[str]:
    return {kind.code}.union(*(all_codes(child) for child in kind.__subclasses__()))


def test_every_code_has_a_status_and_a_line() -> None:
    assert callable(app.create), "errors are known once the modules that raise them are loaded"
    # The base, what only the command line and the terminal app raise, and what fails on the server
    # itself: 500.
    abroad = {"error", "cli", "bad-archive", "database", "table", "device", "weights"}
    abroad |= {"unreachable", "missing-extra", "other-tournament", "lost-worker", "no-cluster"}
    assert all_codes() - abroad == set(STATUS)
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (\S+)", section("Codes"), re.MULTILINE))
    assert {code: int(status) for code, status in rows.items() if status != "as"} == STATUS


def test_every_setting_is_documented() -> None:
    for field in fields(Settings):
        assert f"`{PREFIX}{field.name.upper()}`" in OPERATIONS
        assert f"`--{field.name.replace('_', '-')}`" in OPERATIONS


def test_every_environment_variable_is_documented() -> None:
    sources = (ROOT / "src").rglob("*.py")
    read = {
        name
        for file in sources
        for name in re.findall(r"\b_?CRUCES_[A-Z_]+\b", file.read_text("utf-8"))
    }
    page = (DOCS / "cli.md").read_text("utf-8").partition("## Environment variables")[2]
    assert read == set(re.findall(r"`(_?CRUCES_[A-Z_]+)`", page))


def test_every_metric_is_documented() -> None:
    for family in metrics.REGISTRY.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        assert f"`{name}`" in OPERATIONS
