"""What is appended comes back: the log, its fold, and the fold from a snapshot."""

from collections.abc import Callable

import msgspec
import pytest
from sqlalchemy import delete, func, select, update

from cruces.core.registry import GAMES
from cruces.match import messages as m
from cruces.match.match import Match, create, fold
from cruces.match.snapshot import FORMAT, freeze, thaw
from cruces.storage import Store, tables
from cruces.storage import store as module
from tests.storage.walk import Walk, write

SEEDS = (0, 1)
every_game = pytest.mark.parametrize("game", GAMES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot after every few events."""
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 7)


def snapshot_of(store: Store, match_id: str) -> tuple[int, bytes] | None:
    query = select(tables.snapshots.c.version, tables.snapshots.c.body)
    with store.engine.connect() as connection:
        row = connection.execute(query.where(tables.snapshots.c.match == match_id)).one_or_none()
        return None if row is None else (row.version, bytes(row.body))


@every_game
@every_seed
def test_a_match_comes_back_as_it_was(store: Store, game: str, seed: int) -> None:
    walk = Walk(game, seed)
    written: list[m.Event] = []
    for append in walk.appends():
        assert store.append_all([append]) == [True]
        written += append.events
    assert store.load(walk.id) == (walk.match, walk.secret)
    assert store.events(walk.id) == list(enumerate(written, 1))
    assert walk.match.version == len(written)


@every_game
@every_seed
@pytest.mark.usefixtures("often")
def test_a_match_is_the_same_from_its_start_and_from_a_snapshot(
    store: Store, game: str, seed: int
) -> None:
    walk = Walk(game, seed)
    for append in walk.appends():
        store.append_all([append])
        assert store.load(walk.id) == (append.match, walk.secret)
    snapshot = snapshot_of(store, walk.id)
    assert snapshot is not None
    version, body = snapshot
    assert walk.match.version - 7 < version <= walk.match.version
    thawed = thaw(body)
    assert thawed is not None
    assert thawed.version == version
    with store.engine.begin() as connection:
        connection.execute(delete(tables.snapshots))
    assert store.load(walk.id) == (walk.match, walk.secret)


@every_game
@every_seed
def test_a_frozen_match_thaws_as_it_was_at_every_version(game: str, seed: int) -> None:
    match: Match | None = None
    for append in Walk(game, seed).appends():
        for place, event in enumerate(append.events, 1):
            request = append.request if place == len(append.events) else ""
            if match is None:
                assert isinstance(event, m.Created)
                match = create(event)
            else:
                match = fold(match, event, request)
            assert thaw(freeze(match)) == match
        assert match == append.match


def test_events_can_be_asked_for_from_any_version(store: Store) -> None:
    match = write(store, Walk("quixo", 1))
    everything = store.events(match.id)
    for version in range(match.version + 2):
        assert store.events(match.id, version) == everything[version:]
    assert store.events("nowhere") == []
    assert store.load("nowhere") is None


def test_a_command_is_remembered_with_the_version_it_led_to(store: Store) -> None:
    walk = Walk("qwixx", 1)
    versions = {}
    for append in walk.appends():
        store.append_all([append])
        if append.request:
            versions[append.request] = append.match.version
    loaded = store.load(walk.id)
    assert loaded is not None
    assert len(versions) > 10
    for request, version in versions.items():
        assert loaded[0].answered(request) in (None, version)
        assert store.answered(walk.id, request) == version
    assert loaded[0].answered(request) == version, "the last one is remembered"
    assert store.answered(walk.id, f"{request}0") is None
    assert store.answered("nowhere", request) is None


def _foreign(body: bytes) -> bytes:
    assert FORMAT.encode() in body
    return body.replace(FORMAT.encode(), FORMAT[::-1].encode())


def _with(body: bytes, **changes: object) -> bytes:
    """A snapshot of a match of which some fields are others."""
    snapshot = msgspec.json.decode(body)
    return msgspec.json.encode({**snapshot, "match": {**snapshot["match"], **changes}})


def _with_log(body: bytes, **changes: object) -> bytes:
    """A snapshot of a match in whose game some fields are others."""
    return _with(body, log={**msgspec.json.decode(body)["match"]["log"], **changes})


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "of another format": _foreign,
    "empty": lambda _: b"",
    "half": lambda body: body[: len(body) // 2],
    "no text": lambda body: b"\xff" + body,
    "bare": lambda _: b'{"format": "%s"}' % FORMAT.encode(),
    "numbered": lambda body: body.replace(b'"%s"' % FORMAT.encode(), b"1"),
    "no such position": lambda body: _with_log(body, position="no position"),
    "no position": lambda body: _with_log(body, position=""),
    "no such game": lambda body: _with_log(body, game="chess"),
    "no such option": lambda body: _with_log(body, options={"speed": 3}),
    "no log": lambda body: _with(body, log=None),
    "no seats": lambda body: _with(body, seats="all"),
}


@pytest.mark.parametrize("how", SPOILT)
@pytest.mark.parametrize("game", ["big-points", "quixo"])
@pytest.mark.usefixtures("often")
def test_a_spoilt_snapshot_is_folded_anew(store: Store, game: str, how: str) -> None:
    walk = Walk(game, 1)
    for count, append in enumerate(walk.appends()):
        store.append_all([append])
        if count == 20:
            break
    snapshot = snapshot_of(store, walk.id)
    assert snapshot is not None
    with store.engine.begin() as connection:
        connection.execute(update(tables.snapshots).values(body=SPOILT[how](snapshot[1])))
    assert store.load(walk.id) == (walk.match, walk.secret)


def test_a_snapshot_is_kept_once_a_match(store: Store) -> None:
    for game in GAMES:
        write(store, Walk(game, 1))
    with store.engine.connect() as connection:
        count = select(func.count()).select_from(tables.snapshots)
        versions = select(tables.matches.c.version)
        long = sum(v >= module.SNAPSHOT_EVERY for v in connection.execute(versions).scalars())
        assert connection.execute(count).scalar_one() == long > 0
