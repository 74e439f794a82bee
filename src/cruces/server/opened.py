"""The records that people have opened: in the database, and a few of them in memory."""

from collections import OrderedDict

from cruces.match.match import Match
from cruces.match.opened import opened
from cruces.storage.records import RecordStore

KEPT = 16
"""How many are in memory, with all of their positions."""


class OpenedRecords:
    """Opened records by their ids, as matches that are over."""

    def __init__(self, store: RecordStore) -> None:
        self.store = store
        self._kept: OrderedDict[str, Match] = OrderedDict()

    def remember(self, match: Match) -> None:
        """Somebody will look at this one."""
        self._kept[match.id] = match
        self._kept.move_to_end(match.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def known(self, name: str) -> Match | None:
        """The match of a record that is in memory."""
        return self._kept.get(name)

    def load(self, name: str) -> Match | None:
        """The match of a record from the database; it takes as long as playing it again."""
        body = self.store.find(name)
        return None if body is None else opened(body, name)
