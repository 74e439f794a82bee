"""All matches out of one database and into another, whatever kind each is of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cruces.core.registry import GAMES
from cruces.storage import ArchiveError, Store, export, restore, upgrade
from tests.storage.rows import everything
from tests.storage.walk import Walk, write


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """Another database."""
    opened = Store(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    upgrade(opened.engine)
    yield opened
    opened.close()


def test_every_match_comes_to_the_other_database_as_it_was(store: Store, elsewhere: Store) -> None:
    """There and back again: one of the two ways is from SQLite to PostgreSQL."""
    matches = [write(store, Walk(game, 1)) for game in GAMES]
    lines = list(export(store))
    assert restore(elsewhere, lines) == len(lines) == len(matches)
    assert list(export(elsewhere)) == lines
    for match in matches:
        assert elsewhere.load(match.id) == store.load(match.id)
        assert elsewhere.log(match.id) == store.log(match.id)
    before = everything(store)
    assert store.prune(2**62, ["over"]) == len(matches)
    assert restore(store, lines) == len(matches)
    after = everything(store)
    assert {**after, "snapshots": []} == {**before, "snapshots": []}


def test_what_is_due_stays_due(store: Store, elsewhere: Store) -> None:
    walk = Walk("qwixx", 1)
    for append in walk.appends():
        store.append_all([append])
        if append.due is not None:
            break
    assert restore(elsewhere, export(store)) == 1
    assert elsewhere.due(2**62) == store.due(2**62) == [walk.id]


def test_a_match_that_is_there_is_refused_and_left_alone(store: Store, elsewhere: Store) -> None:
    """Even where the archive knows how it went on."""
    walk, appends = Walk("quixo", 1), []
    for append in walk.appends():
        appends.append(append)
        store.append_all([append])
    for append in appends[:5]:
        elsewhere.append_all([append])
    before = everything(elsewhere)
    with pytest.raises(ArchiveError):
        restore(elsewhere, export(store))
    assert everything(elsewhere) == before


def line(secret: str = "", events: str = "") -> bytes:
    body = f'"secret":"{secret}","due":null,"events":[{events}]'
    return b'{"format":"cruces-archive-1",' + body.encode() + b"}"


STOOD = '["",{"type":"stood","seat":0}]'


@pytest.mark.parametrize(
    "spoilt",
    [b"{}", b"no archive", line(), line(events=STOOD), line(secret="?", events=STOOD)],
    ids=["bare", "text", "no events", "no beginning", "no secret"],
)
def test_a_line_that_is_no_match_is_refused(elsewhere: Store, spoilt: bytes) -> None:
    with pytest.raises(ArchiveError):
        restore(elsewhere, [spoilt])
    assert restore(elsewhere, [b"\n", b""]) == 0
