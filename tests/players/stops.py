"""A stop that comes at a certain moment of a search, however busy the machine is."""

from cruces.players import Stop


class StopAfter(Stop):
    """Requests itself when a search has looked at it so often."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = 0
        self._enough = looks

    @property
    def requested(self) -> bool:
        self.looks += 1
        if self.looks == self._enough:
            self.request()
        return self._requested
