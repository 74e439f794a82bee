"""The message about a change, built once for all who follow a match."""

from collections.abc import Sequence

from cruces.match import frames as f
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.match.match_view import SharedView
from cruces.match.phrases import Sentence, concerns, sentences, your_turn
from cruces.match.visibility import (
    Seats,
    current_view,
    log_change,
    seats_of,
    shared_view,
    visible_event,
)

Versioned = tuple[int, m.Event]


class News:
    """New events of a match, as each seat may see them, in each language.

    Most connections see the same: a message is built and encoded once for all with the same seats
    and language, and the parts that do not depend on the seats once per language.
    """

    __slots__ = ("_at", "_encoded", "_log", "_sentences", "_shared", "events", "match")

    def __init__(self, match: Match, events: Sequence[Versioned], at: int) -> None:
        self.match = match
        self.events = events
        self._at = at
        since = log_change(match, [event for _, event in events])
        self._log = f.LogChange(since, match.events[since:])
        self._encoded: dict[tuple[Seats, str], bytes] = {}
        self._shared: dict[str, SharedView] = {}
        self._sentences: dict[str, list[list[Sentence]]] = {}

    def encoded(self, player: str, lang: str) -> bytes:
        """The message for a device, in its language."""
        key = seats_of(self.match, player), lang
        message = self._encoded.get(key)
        if message is None:
            message = self._encoded[key] = f.encode(self._message(*key))
        return message

    def _message(self, seats: Seats, lang: str) -> f.Events:
        match = self.match
        if lang not in self._shared:
            self._shared[lang] = shared_view(match, self._at, lang)
            self._sentences[lang] = [sentences(match, event, lang) for _, event in self.events]
        visible: list[tuple[int, m.Event]] = []
        said: list[Sentence] = []
        for (version, event), words in zip(self.events, self._sentences[lang], strict=True):
            redacted = visible_event(match, event, seats)
            if redacted is not None:
                visible.append((version, redacted))
                same = redacted is event and not concerns(match, event, words, seats, lang)
                said += words if same else sentences(match, redacted, lang, seats)
        happened = [event for _, event in visible]
        return f.Events(
            visible,
            self._log,
            [event for event in happened if isinstance(event, m.Said)],
            [one.text for one in said] + your_turn(match, happened, seats, lang),
            [one.text for one in said if one.shown == "move"],
            [one.text for one in said if one.shown == "note"],
            current_view(match, seats, self._at, lang, self._shared[lang]),
        )
