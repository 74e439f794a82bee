"""The devices of players: what is noted about them, and what stays invalid."""

import pytest

from cruces.storage import DeviceStore, Store, StoredDevice, export, restore, upgrade
from cruces.storage.archive import ArchiveError
from cruces.storage.devices import DAY, KEY_BYTES, Validity
from tests.storage.walk import Walk, write

KEYS = [bytes([number]) * KEY_BYTES for number in range(1, 4)]
NOW = 20_000 * DAY


@pytest.fixture
def devices(store: Store) -> DeviceStore:
    return DeviceStore(store.engine)


def device(name: str, day: int = 20_000, generation: int = 0) -> StoredDevice:
    return StoredDevice(name, "nadia", "", day * DAY, day, generation)


def test_a_device_is_noted_when_it_is_used(devices: DeviceStore) -> None:
    devices.use([device("phone"), device("laptop", 20_001)], NOW)
    devices.use([], NOW)
    devices.use([device("phone", 20_003)], NOW)
    devices.use([device("phone", 20_002)], NOW)  # a process that is late
    assert devices.of_player("bea") == []
    phone, laptop = devices.of_player("nadia")
    assert (phone.id, phone.created, phone.used) == ("phone", 20_000 * DAY, 20_003)
    assert laptop == device("laptop", 20_001)
    assert devices.changed(0) == []


def test_only_their_owner_names_and_revokes_devices(devices: DeviceStore) -> None:
    devices.add(device("phone"))
    assert not devices.rename("bea", "phone", "mine")
    assert not devices.revoke("bea", "phone", NOW)
    assert not devices.rename("nadia", "tablet", "mine")
    assert devices.rename("nadia", "phone", "Teléfono")
    assert devices.of_player("nadia")[0].label == "Teléfono"
    assert devices.revoke("nadia", "phone", NOW + 5)
    assert devices.of_player("nadia") == []
    assert devices.changed(NOW) == [Validity("phone", 0, True, NOW + 5)]
    assert devices.changed(NOW + 6) == []
    assert not devices.revoke("nadia", "phone", NOW + 7)
    assert not devices.rename("nadia", "phone", "again")


def test_a_newer_generation_outdates_the_older_ones(devices: DeviceStore) -> None:
    devices.use([device("phone", generation=2)], NOW)
    devices.use([device("phone", generation=1)], NOW + 1)
    assert devices.changed(0) == [Validity("phone", 2, False, NOW)]
    devices.use([device("phone", generation=3)], NOW + 2)
    assert devices.changed(0) == [Validity("phone", 3, False, NOW + 2)]


def test_a_code_is_used_once_and_in_time(devices: DeviceStore) -> None:
    devices.put_code("nadia", b"first", NOW + 10, NOW)
    devices.put_code("bea", b"hers", NOW + 10, NOW)
    devices.put_code("nadia", b"second", NOW + 10, NOW)
    assert devices.take_code(b"first", NOW) is None, "a new code replaces the earlier one"
    assert devices.take_code(b"second", NOW + 9) == "nadia"
    assert devices.take_code(b"second", NOW + 9) is None
    assert devices.take_code(b"hers", NOW + 10) is None, "it has expired"
    devices.put_code("bea", b"again", NOW + 30, NOW + 20)
    assert devices.take_code(b"again", NOW + 20) == "bea"


def test_the_first_key_is_that_of_the_first_server(devices: DeviceStore, other: Store) -> None:
    assert devices.keys() == ()
    assert devices.first_keys(KEYS[0]) == (KEYS[0],)
    assert DeviceStore(other.engine).first_keys(KEYS[1]) == (KEYS[0],)


def test_keys_are_added_and_forgotten(devices: DeviceStore) -> None:
    assert devices.forget_keys() == 0
    devices.first_keys(KEYS[0])
    assert devices.add_keys([KEYS[1]], first=True) == (KEYS[1], KEYS[0])
    assert devices.add_keys([KEYS[0], KEYS[2]], first=False) == (KEYS[1], KEYS[0], KEYS[2])
    assert devices.keys() == (KEYS[1], KEYS[0], KEYS[2])
    assert devices.forget_keys() == 2
    assert devices.keys() == (KEYS[1],)


def test_pruning_forgets_who_is_gone_but_nothing_that_is_invalid(
    store: Store, devices: DeviceStore
) -> None:
    match = write(store, Walk("quixo", 1))
    seated = next(seat.player for seat in match.seats if seat.player)
    devices.use(
        [
            StoredDevice("seated", seated, "", 0, 1),
            device("old", 1),
            device("new", 20_000),
            device("revoked", 1),
            device("replaced", 1, generation=1),
        ],
        NOW,
    )
    devices.revoke("nadia", "revoked", NOW)
    assert devices.prune(20_000 * DAY) == 1
    left = {one.id for one in devices.everyone()}
    assert left == {"seated", "new", "revoked", "replaced"}


def test_an_archive_carries_keys_and_devices(store: Store, devices: DeviceStore) -> None:
    devices.first_keys(KEYS[0])
    devices.add_keys([KEYS[1]], first=True)
    store.setting("record-key", b"any length")
    devices.use([device("phone", generation=1), device("laptop"), device("lost")], NOW)
    devices.rename("nadia", "phone", "Teléfono")
    devices.revoke("nadia", "lost", NOW)
    match = write(store, Walk("quixo", 1))
    lines = list(export(store))
    assert len(lines) == 2 + 1 + 3 + 1

    elsewhere = Store("sqlite://")
    upgrade(elsewhere.engine)
    there = DeviceStore(elsewhere.engine)
    there.first_keys(KEYS[2])
    there.use([device("laptop", generation=4)], NOW)
    assert restore(elsewhere, lines) == 1
    assert there.keys() == (KEYS[2], KEYS[1], KEYS[0])
    assert elsewhere.setting("record-key", b"") == b"any length"
    assert [(one.id, one.label) for one in there.of_player("nadia")] == [
        ("laptop", ""),
        ("phone", "Teléfono"),
    ]
    invalid = {one.id: (one.generation, one.revoked) for one in there.changed(0)}
    assert invalid == {"phone": (1, False), "laptop": (4, False), "lost": (0, True)}
    assert elsewhere.load(match.id) is not None
    elsewhere.close()


@pytest.mark.parametrize("key", ["?", "AAAA"], ids=["no base64", "too short"])
def test_a_line_that_is_no_key_is_refused(store: Store, key: str) -> None:
    line = f'{{"format":"cruces-key-1","name":"device-key","key":"{key}"}}'
    with pytest.raises(ArchiveError):
        restore(store, [line.encode()])
    assert DeviceStore(store.engine).keys() == ()
