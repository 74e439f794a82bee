"""Shared score pads in the database, from two servers on it."""

import pytest

from cruces.match.names import BadNameError
from cruces.storage import Store
from cruces.storage.pads import (
    MOST_EVER,
    MOST_MEMBERS,
    MOST_OF_HOST,
    MOST_OF_SOURCE,
    NewPad,
    PadError,
    PadStore,
    SharedPad,
)


@pytest.fixture
def pads(store: Store) -> PadStore:
    return PadStore(store.engine)


@pytest.fixture
def elsewhere(other: Store) -> PadStore:
    """The same pads, as another server has them."""
    return PadStore(other.engine)


def put(pads: PadStore, name: str = "pad", host: str = "ana", source: str = "", at: int = 1) -> str:
    pads.open(NewPad(name, f"CODE{name}", "qwixx", b"{}", host, source), at)
    return name


def found(pads: PadStore, name: str = "pad") -> SharedPad:
    pad = pads.find(name)
    assert pad is not None
    return pad


def number(pads: PadStore, device: str) -> int:
    member = found(pads).member_of(device)
    assert member is not None
    return member.member


def test_the_latest_of_each_counts_and_nothing_is_written_twice(
    pads: PadStore, elsewhere: PadStore
) -> None:
    put(pads)
    assert elsewhere.find_code("CODEpad") == "pad"
    assert pads.join("pad", "phone-a", "Ana", 2)
    assert elsewhere.join("pad", "phone-b", "Leo", 3)
    for store, number_, version, sheet in (
        (pads, 0, 1, b"a1"),
        (elsewhere, 1, 1, b"b1"),
        (elsewhere, 0, 3, b"a3"),
        (pads, 0, 2, b"too late"),
        (elsewhere, 0, 3, b"again"),
    ):
        store.write("pad", number_, version, sheet, 4)
    pad = found(pads)
    assert pad == elsewhere.find("pad")
    assert [(one.version, one.sheet) for one in pad.members] == [(3, b"a3"), (1, b"b1")]
    assert pad.members[0].changed > pad.members[1].changed
    assert max(one.changed for one in pad.members) <= pad.version


def test_whoever_comes_back_has_their_sheet(pads: PadStore) -> None:
    put(pads)
    pads.join("pad", "phone-a", "Ana", 2)
    pads.write("pad", 0, 4, b"crosses", 3)
    pads.end("pad", 0, "left", 4)
    assert [one.status for one in found(pads).members] == ["left"]
    assert pads.join("pad", "phone-a", "Anita", 5)
    (member,) = found(pads).members
    assert (member.name, member.status, member.sheet) == ("Anita", "here", b"crosses")


def test_whoever_was_removed_does_not_come_back(pads: PadStore) -> None:
    put(pads)
    pads.join("pad", "phone-a", "Ana", 2)
    pads.join("pad", "phone-b", "Leo", 2)
    pads.end("pad", number(pads, "phone-b"), "removed", 3)
    assert found(pads).member_of("phone-b") is None
    with pytest.raises(PadError) as refused:
        pads.join("pad", "phone-b", "Eva", 4)
    assert refused.value.reason.slug == "pad-removed"


def test_there_is_room_for_a_few_with_names_of_their_own(pads: PadStore) -> None:
    put(pads)
    for one in range(MOST_MEMBERS):
        assert pads.join("pad", f"phone{one}", f"Player {one}", 2)
    before = found(pads)
    with pytest.raises(PadError) as full:
        pads.join("pad", "phone-x", "Eva", 3)
    assert full.value.reason.slug == "pad-full"
    pads.end("pad", 0, "left", 4)
    with pytest.raises(BadNameError):
        pads.join("pad", "phone-x", "PLÁYER 1", 5)
    assert pads.join("pad", "phone-x", "Player 0", 6)
    with pytest.raises(PadError):
        pads.join("pad", "phone0", "Ana", 7)
    assert len(found(pads).members) == len(before.members) + 1
    assert not pads.join("nowhere", "phone-x", "Eva", 8)


def test_coming_and_going_has_an_end(pads: PadStore) -> None:
    put(pads)
    for one in range(MOST_EVER):
        assert pads.join("pad", f"phone{one}", "Ana", 2)
        pads.end("pad", one, "left", 2)
    with pytest.raises(PadError):
        pads.join("pad", "another", "Ana", 3)
    assert pads.join("pad", "phone3", "Ana", 4)


def test_pads_that_nobody_uses_make_room(store: Store) -> None:
    pads = PadStore(store.engine, most=MOST_OF_SOURCE + 2)
    for one in range(MOST_OF_HOST):
        put(pads, f"own{one}", at=one)
    pads.join("own0", "phone", "Ana", 50)
    put(pads, "own-new", at=60)
    assert pads.find("own1") is None, "the one that was not used for the longest time"
    assert pads.find("own0") is not None
    for one in range(MOST_OF_SOURCE + 1):
        put(pads, f"school{one}", host=f"player{one}", source="school", at=100 + one)
    assert pads.find("school0") is None, "one address"
    assert pads.find("school1") is not None
    assert pads.find("own2") is None, "all together"
    assert pads.find("own-new") is not None
    assert pads.forget(1000) == MOST_OF_SOURCE + 2
    assert pads.find("own-new") is None


def test_pads_are_forgotten_with_everybody_on_them(pads: PadStore) -> None:
    put(pads)
    pads.join("pad", "phone-a", "Ana", 10)
    pads.see("pad", 0, 30)
    assert pads.forget(30) == 0
    assert pads.forget(31) == 1
    put(pads)
    assert found(pads).members == ()
