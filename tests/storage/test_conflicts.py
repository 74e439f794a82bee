"""Of two writers one wins completely; the other has written nothing and knows it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import msgspec
import pytest

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.storage import Append, Store
from tests.storage.rows import TABLES, everything
from tests.storage.together import at_once
from tests.storage.walk import PEOPLE, START, Walk, write

THREADS = 8
LINES_EACH = 12


def gathering(store: Store, match_id: str = "quixo-0", people: int = 2) -> Walk:
    """A table in the store at which people sit."""
    walk = Walk("quixo", 0, match_id, match_id.upper())
    assert store.append_all([walk.first]) == [True]
    for seat in range(people):
        (append,) = walk.do(m.Sit(seat, f"Name {seat}"), PEOPLE[seat])
        assert store.append_all([append]) == [True]
    return walk


def at_same_table(walk: Walk) -> Walk:
    """Another server's idea of the same match, at the same version."""
    copy = Walk("quixo", 0, walk.id)
    copy.match = walk.match
    return copy


def say(walk: Walk, text: str, request: str = "") -> Append:
    """A line that somebody says next, not yet in force."""
    match = walk.match
    after, events = authority.handle(match, m.Say(0, "match", text), "ana", walk.moment, 0, request)
    return Append(match.version, events, after, request)


def test_of_two_that_follow_the_same_version_one_wins(store: Store, other: Store) -> None:
    walk = gathering(store)
    winner, loser = say(walk, "first"), say(walk, "second")
    assert store.append_all([winner]) == [True]
    before = everything(store)
    assert other.append_all([loser]) == [False]
    assert everything(store) == before
    assert other.load(walk.id) == (winner.match, walk.secret)


def test_the_loser_leaves_no_seat_and_no_snapshot(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cruces.storage.store.SNAPSHOT_EVERY", 1)
    walk = gathering(store, people=1)
    (sits,) = at_same_table(walk).do(m.Sit(1, "Ben"), "ben")
    (bot,) = at_same_table(walk).do(m.SeatBot(1, "greedy"), "ana")
    assert store.append_all([bot]) == [True]
    before = everything(store)
    assert other.append_all([sits]) == [False]
    assert everything(store) == before
    assert store.of_player("ben") == []


def test_a_version_from_the_future_is_refused(store: Store) -> None:
    walk = gathering(store)
    ahead = say(walk, "too early")
    assert store.append_all([replace(ahead, before=ahead.before + 1)]) == [False]
    assert store.load(walk.id) == (walk.match, walk.secret)


def test_an_append_to_a_match_that_is_gone_is_refused(store: Store) -> None:
    walk = gathering(store)
    late = say(walk, "anybody here?")
    assert store.prune(START + 10_000, ["gathering"]) == 1
    assert store.append_all([late]) == [False]
    assert everything(store) == {table.name: [] for table in TABLES}


def test_a_conflict_among_many_spoils_only_itself(store: Store, other: Store) -> None:
    walks = [gathering(store, f"match-{number}") for number in range(6)]
    appends = [say(walk, "hello") for walk in walks]
    assert other.append_all([say(walks[3], "me first")]) == [True]
    new = Walk("qwixx", 5)
    duplicate = Walk("qwixx", 6, match_id="another", code=walks[0].match.code)
    results = store.append_all([*appends, new.first, duplicate.first])
    assert results == [True, True, True, False, True, True, True, False]
    for walk, append in zip(walks, appends, strict=True):
        loaded = store.load(walk.id)
        assert loaded is not None
        text = "me first" if walk is walks[3] else "hello"
        assert [line.text for line in loaded[0].chat] == [text]
        assert loaded[0].version == append.match.version
    assert store.load(new.id) == (new.match, new.secret)
    assert store.load("another") is None


def test_answers_are_in_the_order_of_the_questions(store: Store) -> None:
    walks = [gathering(store, f"match-{number}") for number in (4, 2, 9, 1)]
    for walk in walks[1:3]:
        assert store.append_all([say(walk, "first")]) == [True]
    assert store.append_all([say(walk, "x") for walk in walks]) == [True, False, False, True]


def test_several_appends_to_one_match_in_one_transaction(store: Store) -> None:
    appends = list(Walk("big-points", 1).appends())
    assert store.append_all(list(reversed(appends))) == [True] * len(appends)
    last = appends[-1].match
    loaded = store.load(last.id)
    assert loaded is not None
    assert loaded[0] == last


def test_a_code_leads_to_one_match(store: Store, other: Store) -> None:
    first = Walk("qwixx", 1, code="SAME")
    second = Walk("quixo", 2, code="SAME")
    assert store.append_all([first.first]) == [True]
    before = everything(store)
    assert other.append_all([second.first]) == [False]
    assert everything(store) == before
    assert store.find_code("SAME") == first.id
    assert store.find_code("OTHER") is None
    assert store.load(second.id) is None


def test_an_id_names_one_match(store: Store, other: Store) -> None:
    first = Walk("qwixx", 1, match_id="same", code="ONE")
    second = Walk("quixo", 2, match_id="same", code="TWO")
    assert store.append_all([first.first]) == [True]
    before = everything(store)
    assert other.append_all([second.first]) == [False]
    assert everything(store) == before


def test_a_failure_in_the_middle_writes_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    appends = [say(gathering(store, f"match-{number}"), "hello") for number in range(3)]
    before = everything(store)

    def note_seats(_: object, append: Append) -> None:
        if append is appends[2]:
            raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "_note_seats", note_seats)
        with pytest.raises(OSError, match="the disk is full"):
            store.append_all(appends)
    assert everything(store) == before
    assert store.append_all(appends) == [True] * 3


@pytest.fixture
def stores(store: Store, database: str) -> Iterator[list[Store]]:
    opened = [store, *(Store(database) for _ in range(THREADS // 2 - 1))]
    yield opened
    for extra in opened[1:]:
        extra.close()


def test_threads_that_race_on_one_match_lose_and_double_nothing(stores: list[Store]) -> None:
    walk = gathering(stores[0])
    barrier = Barrier(THREADS)

    def talk(number: int) -> int:
        """Say lines until all are written, loading the match again after every defeat."""
        store, lost = stores[number % len(stores)], 0
        barrier.wait()
        for line in range(LINES_EACH):
            while True:
                stored = store.load(walk.id)
                assert stored is not None
                match, secret = stored
                request = f"{number}/{line}"
                assert match.answered(request) is None
                after, events = authority.handle(
                    match,
                    m.Say(number % 2, "match", request),
                    PEOPLE[number % 2],
                    Moment(START, secret),
                    match.version,
                    request,
                )
                if store.append_all([Append(match.version, events, after, request)]) == [True]:
                    break
                lost += 1
        return lost

    with ThreadPoolExecutor(THREADS) as pool:
        lost = sum(pool.map(talk, range(THREADS)))
    assert lost > 0, "they never met: nothing was proved"
    log = stores[0].events(walk.id)
    assert [version for version, _ in log] == list(range(1, len(log) + 1))
    texts = [event.text for _, event in log if isinstance(event, m.Said)]
    assert len(log) == walk.match.version + len(texts)
    expected = {f"{number}/{line}" for number in range(THREADS) for line in range(LINES_EACH)}
    assert len(texts) == len(expected)
    assert set(texts) == expected
    for number in range(THREADS):
        own = [text for text in texts if text.startswith(f"{number}/")]
        assert own == [f"{number}/{line}" for line in range(LINES_EACH)]


RACE = """
won = 0
store = Store(sys.argv[1])
for place, event in enumerate(msgspec.json.decode(sys.argv[2], type=list[m.Event]), 1):
    match, _ = store.load("race")
    assert match.version >= place
    if match.version == place:
        won += store.append_all([Append(place, [event], fold(match, event))])[0]
store.close()
sys.stdout.write(str(won))
"""


def test_processes_that_race_write_every_event_once(database: str, store: Store) -> None:
    walk = Walk("quixo", 0, "race")
    store.append_all([walk.first])
    events = [m.Sat(place % 2, f"Name {place}", f"player-{place}") for place in range(40)]
    script = msgspec.json.encode(events).decode()
    imports = (
        "import sys, msgspec\nfrom cruces.storage import Append, Store\n"
        "from cruces.match import messages as m\nfrom cruces.match.match import fold"
    )
    won = [int(text) for text in at_once(3, imports, RACE, database, script)]
    assert sum(won) == len(events)
    assert [event for _, event in store.events("race")][1:] == events
    assert [len(store.of_player(f"player-{place}")) for place in range(40)] == [0] * 38 + [1] * 2


def test_writing_goes_on_while_others_read(store: Store, other: Store) -> None:
    walk = Walk("qwixx", 3)
    versions: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write, store, walk)
        while not writing.done():
            stored = other.load(walk.id)
            if stored is not None:
                versions.append(stored[0].version)
        written = writing.result()
    assert versions == sorted(versions)
    assert other.load(walk.id) == (written, walk.secret)
