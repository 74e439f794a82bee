"""Finding matches again: what is due, open, mine; what is pruned; what servers share."""

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
from sqlalchemy import func, select

from cruces.match import authority
from cruces.match import messages as m
from cruces.storage import MatchSummary, Store, tables
from tests.storage.together import at_once
from tests.storage.walk import START, Walk, write


def lay(store: Store, number: int, *, private: bool = False, host: str = "ana") -> Walk:
    """A match without players, created at a time of its own."""
    walk = Walk("quixo", number)
    setup = msgspec.structs.replace(walk.match.setup, private=private)
    walk.match = msgspec.structs.replace(walk.match, setup=setup, host=host)
    created = msgspec.structs.replace(walk.first.events[0], setup=setup, host=host)
    assert store.append_all([replace(walk.first, events=[created], match=walk.match)]) == [True]
    return walk


def ids(summaries: list[MatchSummary]) -> list[str]:
    return [summary.id for summary in summaries]


def do(store: Store, walk: Walk, command: m.Internal, actor: str) -> None:
    (append,) = walk.do(command, actor)
    assert store.append_all([append]) == [True]


def begin(store: Store, walk: Walk) -> None:
    """Two people sit down and the game begins."""
    for seat, name in enumerate(("ana", "ben")):
        do(store, walk, m.Sit(seat, name), name)
    for seat, name in enumerate(("ana", "ben")):
        do(store, walk, m.Ready(seat, name), name)


def test_open_tables_are_public_and_wait_for_players(store: Store) -> None:
    assert store.open_tables() == []
    first, hidden, third = lay(store, 1), lay(store, 2, private=True), lay(store, 3)
    assert ids(store.open_tables()) == [third.id, first.id]
    assert ids(store.open_tables(most=1)) == [third.id]
    summary = store.open_tables()[1]
    assert summary == MatchSummary(
        first.id, first.match.code, "quixo", "gathering", 1, START + 1, START + 1
    )
    begin(store, third)
    assert ids(store.open_tables()) == [first.id]
    assert hidden.id not in ids(store.open_tables())


def test_a_player_finds_his_matches_the_latest_first(store: Store) -> None:
    walks = [lay(store, number, host="ben") for number in range(4)]
    for walk in walks[:3]:
        do(store, walk, m.Sit(0, "Ben"), "ben")
    assert ids(store.of_player("ben")) == [walk.id for walk in reversed(walks[:3])]
    assert ids(store.of_player("ben", most=2)) == [walks[2].id, walks[1].id]
    do(store, walks[1], m.Sit(1, "Ben again"), "ben")
    assert len(store.of_player("ben")) == 3, "two seats, one match"
    do(store, walks[2], m.Stand(0), "ben")
    assert ids(store.of_player("ben")) == [walks[1].id, walks[0].id]
    assert store.of_player("") == []
    assert store.of_player("nobody") == []


def test_who_moves_up_when_open_seats_go_is_still_found(store: Store) -> None:
    walk = Walk("qwixx", 8, seats=5)
    assert store.append_all([walk.first]) == [True]
    for seat, name in ((0, "ana"), (2, "cleo"), (4, "ben")):
        do(store, walk, m.Sit(seat, name), name)
    do(store, walk, m.Trim(0), "ana")
    assert ids(store.of_player("ben")) == [walk.id]
    do(store, walk, m.Stand(2), "ben")
    assert store.of_player("ben") == []
    assert ids(store.of_player("cleo")) == [walk.id]
    loaded = store.load(walk.id)
    assert loaded is not None
    assert loaded[0] == walk.match


def test_what_happened_last_is_listed_first(store: Store) -> None:
    early, late = lay(store, 0), lay(store, 2)
    for walk in (early, late):
        walk.now += 100 if walk is late else 50
        begin(store, walk)
    assert ids(store.of_player("ana")) == [late.id, early.id]
    early.now += 1000
    do(store, early, m.Say(0, "match", "hello"), "ana")
    assert ids(store.of_player("ana")) == [early.id, late.id]
    summary = store.of_player("ana")[0]
    assert (summary.status, summary.version) == ("playing", early.match.version)
    assert (summary.created, summary.updated) == (START, early.now)


def test_open_matches_of_a_host_are_counted(store: Store) -> None:
    assert store.count_open("ana") == 0
    walks = [lay(store, number, host="ana" if number else "ben") for number in range(3)]
    assert (store.count_open("ana"), store.count_open("ben")) == (2, 1)
    begin(store, walks[1])
    assert store.count_open("ana") == 2
    do(store, walks[1], m.Resign(0), "ana")
    assert store.count_open("ana") == 1
    assert store.of_player("ana")[0].status == "over"


def test_what_is_due_comes_in_order_and_no_earlier(store: Store) -> None:
    odd = [lay(store, number) for number in (5, 3, 1)]  # with clocks
    even = lay(store, 2)
    assert store.due(START * 2) == []
    for walk in (*odd, even):
        begin(store, walk)
    moments = {walk.id: clock_runs_out(walk) for walk in odd}
    ordered = sorted(moments, key=lambda match_id: moments[match_id])
    assert store.due(START * 2) == ordered
    assert store.due(START * 2, most=2) == ordered[:2]
    for sooner, later in pairwise(ordered):
        assert store.due(moments[later] - 1) == ordered[: ordered.index(sooner) + 1]
        assert later in store.due(moments[later])
    do(store, odd[0], m.Resign(0), "ana")
    assert odd[0].id not in store.due(START * 2)


def clock_runs_out(walk: Walk) -> int:
    due = authority.due(walk.match)
    assert due is not None
    return due


def test_matches_that_have_gone_on_are_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cruces.storage.store.AT_ONCE", 2)
    walks = [lay(store, number) for number in range(5)]
    versions = {walk.id: walk.match.version for walk in walks}
    assert store.ahead(versions) == store.ahead({}) == store.ahead({"nowhere": 0}) == []
    for walk in walks[1::2]:
        do(store, walk, m.Sit(0, "Ana"), "ana")
    assert sorted(store.ahead(versions)) == sorted(walk.id for walk in walks[1::2])
    assert store.ahead({walk.id: walk.match.version for walk in walks}) == []


def test_pruning_takes_everything_of_a_match_and_no_other(store: Store) -> None:
    played = write(store, Walk("big-points", 1))
    old, new = lay(store, 2), lay(store, 2_000_000)
    for walk in (old, new):
        do(store, walk, m.Sit(0, "Ana"), "ana")
    assert store.prune(START + 1_000_000, ["playing"]) == 0
    assert store.prune(START, ["gathering", "over"]) == 0
    assert store.prune(START + 1_000_000, ["gathering"]) == 1
    assert store.load(old.id) is None
    assert store.load(new.id) is not None
    assert store.load(played.id) is not None
    assert store.find_code(old.match.code) is None
    assert store.prune(START * 2, ["over"]) == 1
    remaining = {new.id}
    with store.engine.connect() as connection:
        for table in (tables.events, tables.seats):
            assert set(connection.execute(select(table.c.match)).scalars()) == remaining
        count = select(func.count()).select_from(tables.snapshots)
        assert connection.execute(count).scalar_one() == 0
    again = Walk("quixo", 2)
    assert store.append_all([again.first]) == [True], "its id and its code are free"


@pytest.mark.parametrize("value", [b"", b"\x00\xff" * 16])
def test_a_setting_keeps_its_first_value(store: Store, other: Store, value: bytes) -> None:
    assert store.setting("key", value) == value
    assert other.setting("key", b"another") == value
    assert store.setting("other key", b"another") == b"another"


def test_servers_that_start_at_once_share_a_setting(database: str) -> None:
    imports = "import secrets, sys\nfrom cruces.storage import Store, upgrade"
    work = (
        "store = Store(sys.argv[1]); upgrade(store.engine)\n"
        "key = store.setting('key', secrets.token_bytes(32)); store.close()\n"
        "sys.stdout.write(key.hex())"
    )
    keys = at_once(3, imports, work, database)
    assert len(set(keys)) == 1
    assert len(keys[0]) == 64


def test_a_store_that_answers_is_there(store: Store) -> None:
    store.probe()
