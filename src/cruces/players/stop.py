"""A signal that stops a search from another thread."""

from collections.abc import Callable


class Stop:
    """Stops the searches that watch it as soon as they have any answer; cannot be undone."""

    def __init__(self) -> None:
        self._requested = False
        self._watchers: list[Callable[[], None]] = []

    @property
    def requested(self) -> bool:
        """Whether a stop was requested."""
        return self._requested

    def watch(self, halt: Callable[[], None]) -> None:
        """Call ``halt`` when a stop is requested, perhaps more than once."""
        self._watchers.append(halt)
        if self._requested:
            halt()

    def unwatch(self, halt: Callable[[], None]) -> None:
        """Do not call ``halt`` any more, because its search has ended."""
        self._watchers.remove(halt)

    def request(self) -> None:
        """Stop all searches that watch."""
        self._requested = True
        for halt in list(self._watchers):
            halt()
