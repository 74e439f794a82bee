"""Old matches are deleted by themselves, and whatever is in use is spared."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select, update

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.server import metrics, retention
from cruces.server.bus import SingleProcessBus
from cruces.server.clock import CLOCK
from cruces.server.hub import Hub
from cruces.server.retention import DAY, Rule, delete_old, rules
from cruces.server.settings import Settings
from cruces.storage import Append, Store, tables, upgrade

FINISHED, ABANDONED = rules(Settings("", keep_finished=365, keep_abandoned=60))


def put(store: Store, name: str, status: str, days: float) -> None:
    """A match in which nothing has happened for some days."""
    moment = Moment(CLOCK.now() - int(days * DAY), bytes(32))
    match, events = authority.open_match(m.Setup("quixo"), "ana", name, name, moment)
    assert store.append_all([Append(0, events, match, secret=moment.secret)]) == [True]
    with store.engine.begin() as connection:
        changed = update(tables.matches).where(tables.matches.c.id == name)
        connection.execute(changed.values(status=status))


def stored(store: Store) -> set[str]:
    with store.engine.connect() as connection:
        events = set(connection.execute(select(tables.events.c.match)).scalars())
        matches = set(connection.execute(select(tables.matches.c.id)).scalars())
    assert events == matches
    return matches


def clear_out(store: Store, *which: Rule, used: tuple[str, ...] = (), elsewhere: str = "") -> int:
    class Elsewhere(SingleProcessBus):
        def elsewhere(self, match_id: str) -> frozenset[str]:
            return frozenset({"ben"} if match_id == elsewhere else ())

    async def scene() -> int:
        hub = Hub(store, lambda _: Elsewhere())
        try:
            for name in used:
                assert await hub.get(name) is not None
            return sum([await delete_old(hub, rule) for rule in which])
        finally:
            await hub.close()

    return asyncio.run(scene())


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(retention, "BATCH", 3)


@pytest.fixture
def store(database: str) -> Store:
    opened = Store(database)
    upgrade(opened.engine)
    return opened


def test_each_kind_is_kept_for_its_time(store: Store) -> None:
    for name, status, days in (
        ("done", "over", 364),
        ("done-long-ago", "over", 366),
        ("played", "playing", 59),
        ("given-up", "playing", 61),
        ("waiting", "gathering", 59),
        ("never-begun", "gathering", 61),
    ):
        put(store, name, status, days)
    before = metrics.DELETED.labels("abandoned")._value.get()
    assert clear_out(store, FINISHED, ABANDONED) == 3
    assert stored(store) == {"done", "played", "waiting"}
    assert metrics.DELETED.labels("abandoned")._value.get() == before + 2
    store.close()


def test_many_are_deleted_a_few_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        put(store, f"old{number}", "over", 400)
    batches: list[int] = []
    delete = store.delete

    def counted(ids: list[str], before: int) -> int:
        batches.append(len(ids))
        return delete(ids, before)

    monkeypatch.setattr(store, "delete", counted)
    assert clear_out(store, FINISHED) == 8
    assert batches == [3, 3, 2]
    assert stored(store) == set()
    store.close()


def test_what_is_in_use_is_spared(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
    upgrade(store.engine)
    for number in range(6):
        put(store, f"old{number}", "gathering", 400)
    used = ("old0", "old1", "old2", "old3")
    assert clear_out(store, ABANDONED, used=used, elsewhere="old4") == 1
    assert stored(store) == {*used, "old4"}
    store.close()


def test_what_changed_meanwhile_stays(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
    upgrade(store.engine)
    put(store, "old", "over", 400)
    put(store, "new", "over", 1)
    assert store.delete(["old", "new"], CLOCK.now() - 365 * DAY) == 1
    assert stored(store) == {"new"}
    store.close()


def test_for_ever_is_for_ever(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
    upgrade(store.engine)
    put(store, "old", "over", 4000)
    assert clear_out(store, *rules(Settings("", keep_finished=0, keep_abandoned=0))) == 0
    assert stored(store) == {"old"}
    store.close()


def test_0_days_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, str | int | None] = {"database": "sqlite:///unused.db", "keep_finished": 0}
    assert Settings.from_environment(given).keep_finished == 0
    monkeypatch.setenv("CRUCES_KEEP_FINISHED", "0")
    assert Settings.from_environment({**given, "keep_finished": None}).keep_finished == 0


def test_sitting_down_counts_though_its_event_has_no_time(store: Store) -> None:
    """Nobody's table is deleted on the day after they came to it."""
    for name in ("old", "joined"):
        put(store, name, "gathering", 61)

    async def scene() -> None:
        hub = Hub(store, lambda _: SingleProcessBus())
        live = await hub.get("joined")
        assert live is not None
        await live.command(m.Sit(1, "Leo"), "leo")
        await hub.close()

    asyncio.run(scene())
    assert clear_out(store, ABANDONED) == 1
    assert stored(store) == {"joined"}
    store.close()
