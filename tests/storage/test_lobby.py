"""What the lobby shows: stored with the match, and without secrets."""

from dataclasses import replace
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Select, func, select, update

from cruces.core import CrucesError, Reason
from cruces.core.registry import GAMES
from cruces.match import messages as m
from cruces.storage import Listing, Store, lists, tables, upgrade
from cruces.storage import listing as listing_module
from tests.storage.test_lists import begin, do, lay
from tests.storage.walk import START, Walk, write


def mine(store: Store, player: str) -> list[Listing]:
    return store.lobby(player, GAMES).mine


def free(store: Store, player: str) -> list[Listing]:
    return store.lobby(player, GAMES).open


def ids(listings: list[Listing]) -> list[str]:
    return [listing.match for listing in listings]


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No list loads a match."""

    def load(_: Store, match_id: str) -> None:
        raise AssertionError(f"{match_id} was loaded")

    monkeypatch.setattr(Store, "load", load)


@pytest.mark.usefixtures("unloaded")
def test_a_listing_says_what_the_home_page_shows(store: Store) -> None:
    walk = lay(store, 2)
    do(store, walk, m.Sit(0, "Ana"), "ana")
    do(store, walk, m.SeatBot(1, "greedy"), "ana")
    (listing,) = mine(store, "ana")
    assert msgspec.json.decode(msgspec.json.encode(listing)) == {
        "match": walk.id,
        "game": "quixo",
        "code": walk.match.code,
        "phase": "gathering",
        "seats": [
            {"name": "Ana", "kind": "human", "bot": ""},
            {"name": walk.match.seats[1].name, "kind": "bot", "bot": "greedy"},
        ],
        "own": [0],
        "to_act": [],
        "result": None,
        "start": False,
        "created": START + 2,
        "updated": START + 2,
    }
    assert free(store, "ana") == [], "one's own table is not offered"
    (offered,) = free(store, "ben")
    assert (offered.match, offered.code, offered.own) == (walk.id, "", ())
    assert mine(store, "ben") == []


@pytest.mark.usefixtures("unloaded")
def test_a_listing_follows_the_match_to_its_end(store: Store) -> None:
    for game in GAMES:
        walk = Walk(game, 4)
        for append in walk.appends():
            assert store.append_all([append]) == [True]
            match = append.match
            listings = [listing for listing in mine(store, "ben") if listing.match == walk.id]
            assert bool(listings) == any(seat.player == "ben" for seat in match.seats)
            for listing in listings:
                assert [seat.name for seat in listing.seats] == [s.name for s in match.seats]
                assert listing.to_act == tuple(sorted(match.to_act))
                assert listing.phase == listing_module.phase(match)
                assert listing.own == tuple(
                    number for number, seat in enumerate(match.seats) if seat.player == "ben"
                )
        assert walk.match.result is not None
        (listing,) = (listing for listing in mine(store, "ben") if listing.match == walk.id)
        assert listing.result == listing_module.ListedResult(walk.match.result.places)


def test_a_choice_that_waits_for_others_is_not_in_it(store: Store) -> None:
    walk = Walk("qwixx", 6, seats=2)
    assert store.append_all([walk.first]) == [True]
    begin(store, walk)
    assert walk.match.to_act == {0, 1}
    before = stored(store, walk.id)
    do(store, walk, m.Act(0, first_action(walk)), "ana")
    assert walk.match.pending
    after = stored(store, walk.id)
    assert (before["to_act"], after["to_act"]) == ([0, 1], [1])
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {"to_act", "version"}, "who has chosen, and not what"
    assert walk.match.code not in str(after)


def first_action(walk: Walk) -> str:
    game = walk.match.game
    return game.format_action(next(iter(game.legal(walk.match.state, 0))))


def stored(store: Store, match_id: str) -> dict[str, object]:
    query = select(tables.matches.c.listing).where(tables.matches.c.id == match_id)
    with store.engine.connect() as connection:
        listing: dict[str, object] = msgspec.json.decode(connection.execute(query).scalar_one())
        return listing


def test_devices_are_not_in_it(store: Store) -> None:
    walk = lay(store, 2, host="device-of-host")
    do(store, walk, m.Sit(0, "Ana"), "device-of-ana")
    for listing in (*mine(store, "device-of-ana"), *free(store, "ben")):
        assert b"device-of" not in msgspec.json.encode(listing)
    assert "device-of" not in str(stored(store, walk.id))


def test_lists_are_limited_and_what_goes_on_comes_first(store: Store) -> None:
    walks = [lay(store, 2 * number) for number in range(4)]
    for walk in walks:
        begin(store, walk)
    for walk in walks[1:]:
        walk.now += 100
        do(store, walk, m.Resign(0), "ana")
    assert ids(mine(store, "ana")) == [walks[n].id for n in (0, 3, 2, 1)]
    assert ids(store.lobby("ana", GAMES, most=2).mine) == [walks[0].id, walks[3].id]
    tables_ = [lay(store, 100 + 2 * number) for number in range(3)]
    assert ids(store.lobby("ana", GAMES, most=2).open) == [tables_[2].id, tables_[1].id]
    hidden = lay(store, 200, private=True)
    assert hidden.id not in ids(free(store, "ana"))


def test_a_game_that_is_not_there_is_left_out(store: Store) -> None:
    walk = lay(store, 2)
    do(store, walk, m.Sit(0, "Ana"), "ana")
    assert store.lobby("ana", ["qwixx"]).mine == []
    assert [summary.id for summary in store.of_player("ana")] == [walk.id]


def test_a_listing_of_another_version_is_worked_out_anew(store: Store, other: Store) -> None:
    """As when an older release, which has no listings, has continued the match."""
    walk = lay(store, 2)
    begin(store, walk)
    before = mine(store, "ana")
    with store.engine.begin() as connection:
        old = select(tables.matches.c.listing).where(tables.matches.c.id == walk.id)
        listing = connection.execute(old).scalar_one()
    do(store, walk, m.Act(0, first_action(walk)), "ana")
    with store.engine.begin() as connection:
        connection.execute(update(tables.matches).values(listing=listing))
    assert before[0].to_act == (0,)
    assert mine(other, "ana")[0].to_act == (1,)
    assert stored(store, walk.id)["version"] == walk.match.version


# Very many tables.


def test_few_tables_of_one_host_are_offered(store: Store) -> None:
    greedy = [lay(store, 2 * number, host="eve") for number in range(10)]
    honest = lay(store, 1, host="ana")
    assert ids(free(store, "ben")) == [*(walk.id for walk in greedy[:6:-1]), honest.id]
    assert [summary.id for summary in store.open_tables()] == ids(free(store, "ben"))


def test_few_tables_of_one_address_are_offered(store: Store) -> None:
    honest = [lay(store, number, host=f"ana{number}") for number in range(2)]
    greedy = [lay(store, 10 + 2 * number, host=f"eve{number}") for number in range(20)]
    of_eve = tables.matches.c.id.in_([walk.id for walk in greedy])
    with store.engine.begin() as connection:
        connection.execute(update(tables.matches).where(of_eve).values(source="the same"))
    expected = [*greedy[: -lists.MOST_OF_SOURCE - 1 : -1], *reversed(honest)]
    assert ids(free(store, "ben")) == [walk.id for walk in expected]


def test_where_a_table_comes_from_is_stored_with_it(store: Store) -> None:
    walk = Walk("quixo", 2)
    assert store.append_all([replace(walk.first, source="somewhere")]) == [True]
    other = lay(store, 4)
    with store.engine.connect() as connection:
        columns = select(tables.matches.c.id, tables.matches.c.source)
        assert dict(map(tuple, connection.execute(columns))) == {
            walk.id: "somewhere",
            other.id: None,
        }


def test_the_database_looks_at_no_more_than_it_has_to(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many tables, the lobby and the tables of a host are read from an index."""
    monkeypatch.setattr(lists, "SEARCHED", 100)
    lay(store, 2)
    with store.engine.begin() as connection:
        row = connection.execute(select(tables.matches)).one()._asdict()
        rows = [
            {**row, "id": f"m{n}", "code": f"c{n}", "created": n, "host": f"h{n % 700}"}
            for n in range(3000)
        ]
        connection.execute(tables.matches.insert(), rows)
        if store.engine.dialect.name == "postgresql":
            connection.exec_driver_sql("ANALYZE matches")
    of_host = select(func.count()).where(
        tables.matches.c.host == "h1", tables.matches.c.status != "over"
    )
    for query, index in ((lists._offered(50), "matches_open"), (of_host, "matches_host")):
        assert index in plan(store, query)
    assert len(free(store, "ben")) == 50
    assert store.count_open("h1") == 5


def plan(store: Store, query: Select[Any]) -> str:
    """How the database answers a query."""
    written = query.compile(store.engine, compile_kwargs={"literal_binds": True})
    explain = "EXPLAIN QUERY PLAN" if store.engine.dialect.name == "sqlite" else "EXPLAIN"
    with store.engine.connect() as connection:
        return "\n".join(str(row) for row in connection.exec_driver_sql(f"{explain} {written}"))


def test_tables_of_an_older_database_are_offered(store: Store) -> None:
    walks = [lay(store, 2 * number, host=f"host{number}") for number in range(20)]
    expected = store.lobby("ben", GAMES)
    at_revision(store, "0002")
    upgrade(store.engine)
    assert store.lobby("ben", GAMES) == expected
    assert len(expected.open) == len(walks), "nobody knows that they are from one address"
    assert store.count_open("host3") == 1


# Databases of the time before listings.


def at_revision(store: Store, revision: str) -> None:
    """Take a database back to an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(files("cruces.storage") / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def test_matches_of_an_older_database_are_all_listed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = [write(store, Walk(game, 2)).id for game in GAMES]
    walks = [lay(store, number) for number in (12, 14)]
    begin(store, walks[0])
    do(store, walks[1], m.Sit(0, "Ana"), "ana")
    expected = [store.lobby(player, GAMES) for player in ("ana", "ben", "eva")]
    at_revision(store, "0001")
    upgrade(store.engine)
    with store.engine.connect() as connection:
        assert set(connection.execute(select(tables.matches.c.listing)).scalars()) == {None}
    assert [store.lobby(player, GAMES) for player in ("ana", "ben", "eva")] == expected
    assert set(ids(expected[0].mine)) == {*ended, *(walk.id for walk in walks)}
    monkeypatch.setattr(Store, "load", None)  # the second time nobody needs it
    assert [store.lobby(player, GAMES) for player in ("ana", "ben", "eva")] == expected


def test_a_match_that_cannot_be_loaded_hides_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    walks = [lay(store, number) for number in (2, 4)]
    for walk in walks:
        do(store, walk, m.Sit(0, "Ana"), "ana")
    with store.engine.begin() as connection:
        connection.execute(update(tables.matches).values(listing=None))
    load = Store.load

    def broken(broken_store: Store, match_id: str) -> object:
        if match_id == walks[1].id:
            raise CrucesError(Reason("busy"))
        return load(broken_store, match_id)

    monkeypatch.setattr(Store, "load", broken)
    assert ids(mine(store, "ana")) == [walks[0].id]
