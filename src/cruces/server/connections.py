"""How many connections a process keeps open: in all, of a device, and of an address."""

import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable

MOST_OF_DEVICE = 20
MOST_OF_ADDRESS = 500
MOST_UNGREETED = 1000
"""The most sockets of a process that have not said hello."""
MOST_UNGREETED_OF_ADDRESS = 50

FILES = 2**16
"""The number of open files where the system has no limit."""


def raise_file_limit() -> int:
    """Allow this process as many open files as the system lets it have; returns the number."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (ValueError, OSError):
            pass  # some systems have a lower limit than they say
    return FILES if soft == resource.RLIM_INFINITY else soft


class Newcomers:
    """Connections of which nothing is known yet. The oldest makes room when there are too many.

    Honest ones are here for a moment, so that the oldest is the one that wants nothing.
    """

    def __init__(self, most: int, most_of_address: int | None = None) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._drops: OrderedDict[Hashable, tuple[str, Callable[[], None]]] = OrderedDict()
        self._of_address: dict[str, OrderedDict[Hashable, None]] = {}

    def __len__(self) -> int:
        return len(self._drops)

    def add(self, one: Hashable, drop: Callable[[], None], address: str = "") -> None:
        """A connection; ``drop`` is called if it has to make room."""
        self._drops[one] = (address, drop)
        same_address = self._of_address.setdefault(address, OrderedDict())
        same_address[one] = None
        most_of_address = self._most_of_address if address else None
        if most_of_address is not None and len(same_address) > most_of_address:
            self._drop(next(iter(same_address)))
        elif len(self._drops) > self._most:
            self._drop(next(iter(self._drops)))

    def remove(self, one: Hashable) -> None:
        """It is known now, or gone; nothing happens if it has been dropped already."""
        entry = self._drops.pop(one, None)
        if entry is not None:
            same_address = self._of_address[entry[0]]
            del same_address[one]
            if not same_address:
                del self._of_address[entry[0]]

    def _drop(self, one: Hashable) -> None:
        _, drop = self._drops[one]
        self.remove(one)
        drop()


class Connections:
    """The open sockets and streams of this process."""

    def __init__(
        self,
        most: int,
        most_of_device: int = MOST_OF_DEVICE,
        most_of_address: int = MOST_OF_ADDRESS,
    ) -> None:
        self.ungreeted = Newcomers(min(MOST_UNGREETED, most // 4), MOST_UNGREETED_OF_ADDRESS)
        self._most = most
        self._most_of_device = most_of_device
        self._most_of_address = most_of_address
        self._count = 0
        self._devices: dict[str, OrderedDict[Hashable, Callable[[], None]]] = {}
        self._addresses: Counter[str] = Counter()

    def open(self, address: str) -> bool:
        """Count a connection of an address, unless there are too many; an empty one has no limit.

        Whoever is counted must ``close``.
        """
        if self._count >= self._most or not _add(self._addresses, address, self._most_of_address):
            return False
        self._count += 1
        return True

    def close(self, address: str) -> None:
        self._count -= 1
        _remove(self._addresses, address)

    def claim(self, device: str, one: Hashable, drop: Callable[[], None]) -> None:
        """Count a connection for a device, which loses its oldest one if it has too many.

        So a phone that comes back is never locked out by connections that it lost. ``drop`` is
        called if this one has to make room. Whoever is counted must ``release``.
        """
        own = self._devices.setdefault(device, OrderedDict())
        own[one] = drop
        if len(own) > self._most_of_device:
            _, drop_oldest = own.popitem(last=False)
            drop_oldest()

    def release(self, device: str, one: Hashable) -> None:
        """It is closed; nothing happens if it had to make room."""
        own = self._devices.get(device)
        if own is not None:
            own.pop(one, None)
            if not own:
                del self._devices[device]


def _add(counts: Counter[str], name: str, most: int) -> bool:
    if name and counts[name] >= most:
        return False
    if name:
        counts[name] += 1
    return True


def _remove(counts: Counter[str], name: str) -> None:
    if name:
        counts[name] -= 1
        if not counts[name]:
            del counts[name]
