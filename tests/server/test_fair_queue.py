"""Whose work is done next, and what is refused."""

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from cruces.server.errors import SlowDownError
from cruces.server.fair_queue import UNFINISHED, FairQueue, Line, Places, Room, Unfinished
from cruces.server.limits import Client

ANA, LEO, EVE = Client("ana", "1"), Client("leo", "1"), Client("eve", "2")
UNKNOWN = Client("bob")


def order(*entries: tuple[Client, str]) -> list[str]:
    line: Line[str] = Line()
    for client, item in entries:
        line.put(client, item)
    expected = line.order()
    assert [line.pop() for _ in range(len(line))] == expected
    assert not len(line)
    return expected


def test_one_share_for_a_device_however_much_it_asks_for() -> None:
    sixty = [(ANA, f"a{n}") for n in range(60)]
    found = order(*sixty, (LEO, "l0"), (LEO, "l1"))
    assert found.index("l0") <= 1
    assert found.index("l1") <= 3
    assert [item for item in found if item[0] == "a"] == [item for _, item in sixty]


def test_one_share_for_an_address_however_many_devices_it_has() -> None:
    devices = [(Client(f"d{n}", "1"), f"d{n}") for n in range(50)]
    found = order(*devices, (EVE, "e0"), (EVE, "e1"), (UNKNOWN, "u"))
    assert max(map(found.index, ("e0", "u"))) <= 2
    assert found.index("e1") <= 5


def test_whoever_comes_for_little_does_not_wait_for_a_round() -> None:
    line: Line[str] = Line()
    greedy = [Client(f"g{n}", "1") for n in range(10)]
    for number in range(6):
        for client in greedy:
            line.put(client, f"{client.device}.{number}")
    for _ in greedy:
        line.pop()
    for _ in range(2):
        line.pop()
        line.put(LEO, "mine", little=True)
        assert line.pop() == "mine"
    line.put(LEO, "third", little=True)  # but not as often as they like
    rest = [line.pop() for _ in range(len(line))]
    assert 0 < rest.index("third") <= len(greedy)


def test_nobody_starves_and_nothing_is_lost() -> None:
    """Whatever comes and goes, everyone who waits has a turn in every round."""
    rng = Random(1)
    clients = [Client(f"d{n}", str(n % 3)) for n in range(9)]
    line: Line[tuple[Client, int]] = Line()
    waiting: dict[tuple[Client, int], int] = {}
    for number in range(3000):
        if rng.random() < 0.5 and len(waiting) < 40:
            client = rng.choice(clients)
            line.put(client, (client, number), little=rng.random() < 0.5)
            waiting[client, number] = number
        elif waiting and rng.random() < 0.2:
            item = rng.choice(list(waiting))
            line.remove(item[0], item)
            del waiting[item]
        elif waiting:
            item = line.pop()
            assert min(n for client, n in waiting if client == item[0]) == item[1], "in order"
            since = waiting.pop(item)
            assert number - since < 1000
        assert len(line) == len(waiting)
        assert all((client in line) == any(c == client for c, _ in waiting) for client in clients)


def test_what_there_is_no_room_for_is_refused() -> None:
    places = Places("test", Room(device=2, address=3, total=4, seconds=8.0))

    def refused(client: Client) -> str:
        with pytest.raises(SlowDownError) as caught:
            places.take(client)
        assert caught.value.code == "slow-down"
        assert caught.value.wait == 8.0
        assert "8" in caught.value.message("en")
        return caught.value.reason.slug

    places.take(ANA)
    places.take(ANA)
    assert refused(ANA) == "own-line-full"
    places.take(LEO)
    assert refused(LEO) == "address-line-full"
    with places.held(EVE):
        assert refused(UNKNOWN) == "line-full"
    places.take(UNKNOWN)
    places.free(ANA)
    places.take(ANA)
    assert refused(EVE) == "line-full"


def test_strangers_without_a_token_share_no_place_but_that_of_their_address() -> None:
    places = Places("test", Room(device=1, address=2, total=9, seconds=8.0))
    for address in ("1", "1", "2", ""):
        places.take(Client("", address))
    places.check(Client("", ""))
    places.check(Client("", "2"))
    with pytest.raises(SlowDownError) as caught:
        places.check(Client("", "1"))
    assert caught.value.reason.slug == "address-line-full"


# With threads


class Gate:
    """Work that is done when it is let through."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.done: list[str] = []
        self.hurried: list[str] = []

    def work(self, name: str) -> Callable[[bool], str]:
        def work(hurry: bool) -> str:
            self.open.wait(60)
            self.done.append(name)
            if hurry:
                self.hurried.append(name)
            return name

        return work


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await scene()

    asyncio.run(bounded())


def test_threads_take_turns() -> None:
    async def scene() -> None:
        queue, gate = FairQueue("test", 1), Gate()
        greedy = [queue.enter(ANA, gate.work(f"a{n}")) for n in range(20)]
        other = queue.enter(EVE, gate.work("e"))
        assert [queue.ahead(job) for job in (*greedy[:3], other)] == [0, 1, 3, 2]
        gate.open.set()
        results = await asyncio.gather(*(job.result for job in (*greedy, other)))
        assert Counter(results) == Counter(gate.done)
        assert gate.done[:4] == ["a0", "a1", "e", "a2"]
        queue.close()

    run(scene)


def test_whoever_leaves_makes_room() -> None:
    async def scene() -> None:
        places, gate = Places("test", Room(2, 9, 9, 1.0)), Gate()
        queue = FairQueue("test", 1, places)
        first = asyncio.create_task(queue.run(ANA, gate.work("first")))
        second = asyncio.create_task(queue.run(ANA, gate.work("second")))
        await asyncio.sleep(0)
        with pytest.raises(SlowDownError):
            queue.enter(ANA, gate.work("third"))
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        third = queue.enter(ANA, gate.work("third"))
        first.cancel()  # it has begun: its place is free when it is done
        await asyncio.gather(first, return_exceptions=True)
        with pytest.raises(SlowDownError):
            queue.enter(ANA, gate.work("fourth"))
        gate.open.set()
        assert await third.result == "third"
        assert gate.done == ["first", "third"]
        queue.close()

    run(scene)


def test_failures_are_those_of_the_work() -> None:
    async def scene() -> None:
        queue = FairQueue("test", 1)

        def fails(hurry: bool) -> None:
            raise ValueError(hurry)

        with pytest.raises(ValueError, match="False"):
            await queue.run(ANA, fails)
        assert await queue.run(ANA, lambda _: 1) == 1
        queue.close()

    run(scene)


def test_a_queue_that_is_closed_gives_nobody_a_result() -> None:
    async def scene() -> None:
        queue, gate = FairQueue("test", 1), Gate()
        jobs = [queue.enter(ANA, gate.work(str(n))) for n in range(3)]
        queue.close()
        gate.open.set()
        results = await asyncio.gather(*(job.result for job in jobs), return_exceptions=True)
        assert all(isinstance(result, asyncio.CancelledError) for result in results)

    run(scene)


def test_who_is_told_to_hurry() -> None:
    """Only those who ask for much, while others ask too and no thread is free."""
    clock = [0.0]

    async def scene() -> None:
        queue, gate = FairQueue("test", 1, clock=lambda: clock[0]), Gate()

        def lasting(seconds: float) -> Callable[[bool], bool]:
            def work(hurry: bool) -> bool:
                clock[0] += seconds
                return hurry

            return work

        alone = [queue.enter(ANA, lasting(2.0)) for _ in range(4)]
        assert not any([await job.result for job in alone]), "nobody else is there"
        blocking = queue.enter(UNKNOWN, gate.work("blocking"))
        much = [queue.enter(ANA, lasting(0.1)) for _ in range(3)]
        many = [queue.enter(LEO, lasting(0.1)) for _ in range(3)]
        little = queue.enter(EVE, lasting(0.1))
        gate.open.set()
        assert await blocking.result == "blocking"
        assert all([await job.result for job in much]), "more than her share"
        assert [await job.result for job in many] == [True, True, False], "while more waits"
        assert not await little.result
        clock[0] += 1000
        assert not await queue.run(ANA, lasting(0.1)), "that was long ago"
        queue.close()

    run(scene)


def test_nobody_hurries_while_a_thread_is_free() -> None:
    async def scene() -> None:
        queue, gate = FairQueue("test", 3), Gate()
        jobs = [queue.enter(client, gate.work(client.device)) for client in (EVE, ANA)]
        gate.open.set()
        await asyncio.gather(*(job.result for job in jobs))
        assert gate.hurried == []
        queue.close()

    run(scene)


def test_devices_are_forgotten() -> None:
    clock = [0.0]

    async def scene() -> None:
        queue = FairQueue("test", 1, clock=lambda: clock[0])
        for number in range(300):
            clock[0] += 10
            await queue.run(Client(f"d{number}", f"a{number}"), lambda _: None)
        assert len(queue._used) < 20
        assert len(queue._line._addresses._next_round) < 20
        queue.close()

    run(scene)


def test_long_work_is_done_in_slices() -> None:
    """Whoever comes later does not wait for all of it, nor does a device's own next piece."""

    async def scene() -> None:
        queue, gate = FairQueue("test", 1, Places("test", Room(2, 9, 9, 1.0))), Gate()

        def sliced(name: str, slices: int) -> Callable[[bool], str | Unfinished]:
            remaining = [slices]

            def work(hurry: bool) -> str | Unfinished:
                gate.work(name)(hurry)
                remaining[0] -= 1
                return UNFINISHED if remaining[0] else name

            return work

        first = queue.enter(ANA, sliced("a0", 3))
        second = queue.enter(ANA, sliced("a1", 1))
        other = queue.enter(EVE, sliced("e", 2))
        with pytest.raises(SlowDownError):
            queue.enter(ANA, gate.work("a2"))
        gate.open.set()
        results = await asyncio.gather(first.result, second.result, other.result)
        assert list(results) == ["a0", "a1", "e"]
        assert [name for name in gate.done if name[0] == "a"] == ["a0", "a0", "a0", "a1"]
        assert gate.done.index("a1") > len(gate.done) - gate.done[::-1].index("e") - 1
        await queue.run(ANA, gate.work("a2"))  # every place is free again
        await queue.run(ANA, gate.work("a3"))
        queue.close()

    run(scene)


def test_who_leaves_between_slices_makes_room() -> None:
    async def scene() -> None:
        queue = FairQueue("test", 1, Places("test", Room(1, 9, 9, 1.0)))
        begun, gate = asyncio.Event(), Gate()
        loop = asyncio.get_running_loop()

        def endless(_: bool) -> str | Unfinished:
            loop.call_soon_threadsafe(begun.set)
            return UNFINISHED

        job = queue.enter(ANA, endless)
        await begun.wait()
        blocking = queue.enter(EVE, gate.work("e"))
        while not blocking.begun:
            await asyncio.sleep(0.001)
        assert job.waits
        queue.leave(job)
        assert queue.waiting == 0
        again = queue.enter(ANA, gate.work("a"))
        gate.open.set()
        assert await again.result == "a"
        queue.close()

    run(scene)


def test_places_in_the_line_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask where they are: every reader of a report does, several times a second."""
    line: Line[str] = Line()
    for number in range(20):
        line.put(Client(f"d{number}", str(number % 3)), str(number))
    found, order = line.order(), Line.order
    calls: list[Line[str]] = []

    def counted(line: Line[str]) -> list[str]:
        calls.append(line)
        return order(line)

    monkeypatch.setattr(Line, "order", counted)
    for _ in range(3):
        assert [line.position(item) for item in found] == list(range(20))
    assert len(calls) == 1
    assert line.pop() == found[0]
    assert line.position(found[1]) == 0
    assert len(calls) == 2
