"""How thinking is ended from another thread."""

from collections.abc import Callable


class Stop:
    """Told once, it ends whatever watches it as soon as there is an answer at all."""

    def __init__(self) -> None:
        self._told = False
        self._watchers: list[Callable[[], None]] = []

    @property
    def told(self) -> bool:
        """Whether it is time."""
        return self._told

    def watch(self, halt: Callable[[], None]) -> None:
        """What to call when it is time; more than once does no harm."""
        self._watchers.append(halt)
        if self._told:
            halt()

    def forget(self, halt: Callable[[], None]) -> None:
        """It is over and need not be halted any more."""
        self._watchers.remove(halt)

    def now(self) -> None:
        """It is time."""
        self._told = True
        for halt in list(self._watchers):
            halt()
