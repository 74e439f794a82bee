"""What a device and an address may do, by a clock that the tests set."""

import asyncio
from collections.abc import Sequence
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any

import pytest

from cruces.server import outbox as outboxes
from cruces.server.addresses import Addresses, network_of
from cruces.server.api import api, check_address
from cruces.server.botapi import bot_api
from cruces.server.connections import Connections, Newcomers
from cruces.server.device_api import device_api
from cruces.server.errors import SlowDownError
from cruces.server.gate import Gate
from cruces.server.limits import (
    CREATIONS,
    DEVICES,
    HELLOS,
    REQUESTS,
    Bucket,
    Buckets,
    Client,
    Limit,
    Limits,
    Rate,
)
from cruces.server.outbox import Outbox
from cruces.server.review_api import report_api
from cruces.server.shared_limits import SharedLimits
from tests.servers import RedisServer


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def allowed(limits: Limits, limit: Limit, client: Client, tries: int) -> int:
    return sum(not limits.take(limit, client) for _ in range(tries))


def test_a_bucket_says_how_long_to_wait() -> None:
    hands = Hands()
    bucket = Bucket(Rate(2, 0.5), hands)
    assert [bucket.take() for _ in range(3)] == [0, 0, 2]
    hands.now += 1
    assert bucket.take() == 1
    hands.now += 1
    assert [bucket.take() for _ in range(2)] == [0, 2]
    hands.now += 1000
    assert [bucket.take() for _ in range(3)] == [0, 0, 2], "never more than the burst"


def test_a_device_has_one_bucket_however_many_sockets_it_has() -> None:
    limits = Limits(clock=Hands())
    first, second = limits.messages.of("ana"), limits.messages.of("ana")
    assert sum(not bucket.take() for bucket in (first, second) for _ in range(100)) == 40
    assert not limits.messages.of("ben").take()


def test_many_devices_of_one_address_share_its_limit() -> None:
    limits = Limits(clock=Hands())
    clients = [Client(f"device{number}", "192.0.2.1") for number in range(10)]
    assert CREATIONS.device is not None
    assert CREATIONS.address is not None
    assert sum(allowed(limits, CREATIONS, client, 100) for client in clients) == (
        CREATIONS.address.burst
    )
    elsewhere = Client("device0", "192.0.2.2")
    assert not limits.take(CREATIONS, Client("device9", "192.0.2.2")), "it was never served"
    assert limits.take(CREATIONS, elsewhere), "a device takes its own limit along"


def test_who_is_refused_by_one_limit_pays_nothing_for_the_other() -> None:
    hands = Hands()
    limits = Limits(clock=hands)
    limit = Limit("test", Rate(1, 1), Rate(3, 0.001))
    assert allowed(limits, limit, Client("ana", "here"), 50) == 1
    assert allowed(limits, limit, Client("ben", "here"), 1) == 1
    assert allowed(limits, limit, Client("eva", "here"), 1) == 1
    assert limits.take(limit, Client("leo", "here")) == pytest.approx(1000)


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("x" * 100, "x" * 64),
    ],
)
def test_the_address_that_limits_apply_to(host: str, network: str) -> None:
    assert network_of(host) == network


def test_a_whole_ipv6_network_is_one_address() -> None:
    limits, addresses = Limits(clock=Hands()), Addresses()
    hosts = [f"2001:db8::{number:x}" for number in range(200)]
    given = sum(not limits.take(DEVICES, Client("", addresses.of(host))) for host in hosts)
    assert given == 60
    assert not limits.take(DEVICES, Client("", addresses.of("2001:db8:0:1::1")))


def test_networks_without_limits_by_address() -> None:
    addresses = Addresses([ip_network("10.0.0.0/8"), ip_network("2001:db8::/32")])
    assert [addresses.of(host) for host in ("10.1.2.3", "2001:db8::1", "11.1.2.3")] == [
        "",
        "",
        "11.1.2.3",
    ]
    limits = Limits(clock=Hands())
    assert allowed(limits, DEVICES, Client("", addresses.of("10.1.2.3")), 1000) == 1000
    assert HELLOS.device is not None
    assert allowed(limits, HELLOS, Client("ana", ""), 1000) == HELLOS.device.burst


# Shared between processes.


def test_processes_share_their_limits_and_keep_their_own_without_redis(
    redis_server: RedisServer,
) -> None:
    limit = Limit("test-shared", Rate(5, 0.001), Rate(8, 0.001))

    async def count(limits: Sequence[Limits], device: str) -> int:
        client = Client(device, "192.0.2.1")
        answers = [await one.ask(limit, client) for _ in range(6) for one in limits]
        return sum(not wait for wait in answers)

    async def scene() -> None:
        hands = Hands()
        shared = [SharedLimits(redis_server.url, hands) for _ in range(2)]
        processes = [Limits(one, hands) for one in shared]
        assert await count(processes, "ana") == 5, "both together, by device"
        assert await count(processes, "ben") == 3, "both together, by address"
        wait = await shared[0].take([("test-shared:device:ana", Rate(5, 0.001))])
        assert 900 < wait <= 1000
        await asyncio.to_thread(redis_server.stop)
        try:
            alone = [Limits(one, hands) for one in shared]
            assert await count(alone, "eva") == 10, "each by itself, and not without limit"
        finally:
            await asyncio.to_thread(redis_server.start)
        hands.now += 60
        again = [Limits(one, hands) for one in shared]
        assert await count(again, "leo") == 5, "together again"
        for one in shared:
            await one.close()

    asyncio.run(scene())


# Connections.


def test_connections_of_a_device_of_an_address_and_of_all() -> None:
    connections = Connections(6, most_of_device=2, most_of_address=4)
    assert [connections.open("here") for _ in range(5)] == [True] * 4 + [False]
    assert [connections.open("") for _ in range(3)] == [True, True, False], "six in all"
    connections.close("here")
    assert connections.open("here")


def test_a_device_with_too_many_connections_loses_its_oldest() -> None:
    connections, dropped = Connections(6, most_of_device=2), list[str]()

    def claim(device: str, one: str) -> None:
        connections.claim(device, one, lambda: dropped.append(one))

    claim("ana", "a1")
    claim("ana", "a2")
    claim("ben", "b1")
    claim("ana", "a3")
    assert dropped == ["a1"]
    connections.release("ana", "a1")  # when it is closed, its place is not free a second time
    claim("ana", "a4")
    assert dropped == ["a1", "a2"]
    connections.release("ana", "a4")
    claim("ana", "a5")
    assert dropped == ["a1", "a2"]
    for device, one in (("ana", "a3"), ("ana", "a5"), ("ben", "b1")):
        connections.release(device, one)
    assert not connections._devices


def test_the_oldest_newcomer_makes_room() -> None:
    dropped: list[int] = []
    newcomers = Newcomers(5, most_of_address=2)

    def add(number: int, address: str) -> None:
        newcomers.add(number, lambda: dropped.append(number), address)

    add(0, "there")
    for number in (1, 2, 3):
        add(number, "here")
    assert dropped == [1], "of the same address"
    for number in (4, 5, 6):
        add(number, "")
    assert dropped == [1, 0], "of all"
    newcomers.remove(2)
    newcomers.remove(2)
    newcomers.remove(0)
    add(7, "here")
    assert dropped == [1, 0]
    assert len(newcomers) == 5


# Those who do not read.


def test_a_queue_is_bounded_in_messages_and_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outbox, "bytes_of_all", 0)
    outbox = Outbox()
    huge = b"x" * (5 * outboxes.MOST_BYTES)
    assert outbox.has_room(len(huge)), "one message is always sent"
    outbox.put(huge)
    assert not outbox.has_room(1)
    outbox.clear()
    while outbox.has_room(1):
        outbox.put(b"x")
    assert len(outbox) == outboxes.MOST_MESSAGES
    outbox.clear()
    while outbox.has_room(100_000):
        outbox.put(b"x" * 100_000)
    assert outboxes.MOST_BYTES - 100_000 < outbox.size <= outboxes.MOST_BYTES


def test_what_is_being_sent_counts_until_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outbox, "bytes_of_all", 0)

    async def scene() -> None:
        outbox = Outbox()
        outbox.put(b"abc")
        outbox.put(1008)
        assert await outbox.take() == [b"abc", 1008]
        outbox.put(b"de")
        assert (len(outbox), outbox.size, Outbox.bytes_of_all) == (3, 5, 5)
        assert await outbox.take() == [b"de"]
        assert (outbox.size, Outbox.bytes_of_all) == (2, 2)
        outbox.close()
        assert (len(outbox), outbox.size, Outbox.bytes_of_all) == (0, 0, 0)

    asyncio.run(scene())


def test_all_queues_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outbox, "bytes_of_all", 0)
    monkeypatch.setattr(outboxes, "MOST_BYTES_OF_ALL", 2 * outboxes.MOST_BYTES)
    greedy = [Outbox() for _ in range(10)]
    message = b"x" * 50_000
    for outbox in greedy:
        while outbox.has_room(len(message)):
            outbox.put(message)
    small = sum(outbox.size <= outboxes.SMALL for outbox in greedy)
    assert Outbox.bytes_of_all <= 2 * outboxes.MOST_BYTES + small * outboxes.SMALL
    honest = Outbox()
    honest.put(message)
    assert honest.has_room(1000), "somebody who reads is not cut for others"
    for outbox in (*greedy, honest):
        outbox.close()
    assert Outbox.bytes_of_all == 0


# Over HTTP.


def test_every_request_to_the_api_counts_for_its_address() -> None:
    routers = (api, device_api, bot_api, report_api)
    assert all(router.before_request is check_address for router in routers)
    gate = Gate(Limits(clock=Hands()))
    state = SimpleNamespace(context=SimpleNamespace(gate=gate))

    def request(host: str) -> Any:
        return SimpleNamespace(app=SimpleNamespace(state=state), scope={"client": (host, 1)})

    async def scene() -> None:
        assert REQUESTS.address is not None
        for number in range(round(REQUESTS.address.burst)):
            await check_address(request(f"2001:db8::{number:x}"))
        with pytest.raises(SlowDownError) as caught:
            await check_address(request("2001:db8::ffff"))
        assert caught.value.wait == 0.1
        await check_address(request("2001:db8:0:1::"))

    asyncio.run(scene())


def test_buckets_that_are_full_again_are_forgotten() -> None:
    """Memory follows those who ask now, not all who ever did; whoever has to wait still has to."""
    clock = [0.0]
    buckets = Buckets(Rate(2, 1), lambda: clock[0])
    for number in range(1000):
        clock[0] += 0.1
        assert buckets.of(f"device {number}").take() == 0
    assert len(buckets) < 20
    eve = [buckets.of("eve").take() for _ in range(3)]
    assert eve[:2] == [0, 0]
    for number in range(5):
        buckets.of(f"other {number}").take()
    assert buckets.of("eve").take() > 0
    held = Buckets(Rate(2, 1), lambda: clock[0], held=True)
    one = held.of("ana")
    clock[0] += 1000
    held.of("leo")
    assert held.of("ana") is one
