"""Matches that an earlier version stored load, go on and verify.

``fixtures/stored.db`` was written before a match held one log of its game; four of its matches have
snapshots of that time. ``fixtures/stored.json`` says how that version saw each match.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select

from cruces.core.record import encode
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import SERVER, Moment
from cruces.match.match import Match
from cruces.match.record import record_of
from cruces.match.snapshot import thaw
from cruces.match.verify import verified
from cruces.players import Limits, get_bot
from cruces.storage import Append, Store, tables, upgrade

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FIXTURES / "stored.json").read_text("utf-8"))
FINISHED = [name for name, match in EXPECTED.items() if match["result"] is not None]
UNFINISHED = [name for name in EXPECTED if name not in FINISHED]
LATER = 1_700_010_000_000
"""After all that was stored, and before anybody's time runs out."""


@pytest.fixture(params=["old snapshots", "no snapshots"])
def stored(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """A copy of the database, brought up to date."""
    copy = tmp_path / "stored.db"
    shutil.copy(FIXTURES / "stored.db", copy)
    store = Store(f"sqlite:///{copy}")
    upgrade(store.engine)
    if request.param == "no snapshots":
        with store.engine.begin() as connection:
            connection.execute(delete(tables.snapshots))
    yield store
    store.close()


def loaded(store: Store, name: str) -> tuple[Match, bytes]:
    stored = store.load(name)
    assert stored is not None
    return stored


def seen(match: Match) -> dict[str, Any]:
    """The match in the terms of ``stored.json``."""
    game, state = match.game, match.state
    facts = {
        "game": game.id,
        "version": match.version,
        "position": match.log.text,
        "to_act": sorted(match.to_act),
        "pending": match.pending,
        "legal": {
            str(seat): [game.format_action(action) for action in game.legal(state, seat)]
            for seat in sorted(match.together)
        },
        "seats": [(s.name, s.player, s.bot, s.ready, s.left) for s in match.seats],
        "offers": [kind for kind, _ in match.offers],
        "requests": sum(len(commands) for commands in match.requests.values()),
        "moved": match.moved,
        "chat": [line.text for line in match.chat],
        "result": match.result,
        "clock": match.clocks and match.clocks.remaining,
        "record": record_of(match),
    }
    plain: dict[str, Any] = json.loads(msgspec.json.encode(facts))
    return plain


def test_the_database_has_what_is_expected_of_it(stored: Store) -> None:
    with stored.engine.connect() as connection:
        assert set(connection.execute(select(tables.matches.c.id)).scalars()) == set(EXPECTED)
    assert len(FINISHED) == len(UNFINISHED) == 7


@pytest.mark.parametrize("name", EXPECTED)
def test_a_stored_match_is_what_it_was(stored: Store, name: str) -> None:
    assert seen(loaded(stored, name)[0]) == EXPECTED[name]


@pytest.mark.parametrize("name", FINISHED)
def test_a_stored_match_verifies(stored: Store, name: str) -> None:
    match, _ = loaded(stored, name)
    play = verified(encode(record_of(match))).play
    assert play.log.state == match.state
    assert play.states == match.log.states


class Later:
    """Continues a stored match, which is loaded again after every command."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.now, self.rng = store, LATER, Random(name)
        self.match, self.secret = loaded(store, name)

    def do(self, command: m.Internal, actor: str) -> None:
        self.now += 50
        before, request = self.match.version, f"{actor}/{self.now}"
        moment = Moment(self.now, self.secret)
        after, events = authority.handle(self.match, command, actor, moment, before, request)
        append = Append(before, events, after, request, authority.due(after), self.secret)
        assert self.store.append_all([append]) == [True]
        self.match, secret = loaded(self.store, after.id)
        assert (self.match, secret) == (after, self.secret)

    def start(self) -> None:
        for seat, holder in enumerate(self.match.seats):
            if not holder.taken:
                self.do(m.SeatBot(seat, "greedy"), self.match.host)
        for seat, holder in enumerate(self.match.seats):
            if not holder.ready:
                self.do(m.Ready(seat, f"text of {seat}"), holder.player)

    def play_out(self) -> None:
        while self.match.playing:
            game, seat = self.match.game, min(self.match.to_act)
            view = game.view(self.match.state, seat)
            action = get_bot("greedy").choose(view, Limits(), self.rng)
            actor = self.match.seats[seat].player or SERVER
            self.do(m.Act(seat, game.format_action(action)), actor)


@pytest.mark.parametrize("name", UNFINISHED)
def test_a_stored_match_goes_on(stored: Store, name: str) -> None:
    later = Later(stored, name)
    if later.match.started is None:
        later.start()
    later.play_out()
    match = later.match
    assert match.result is not None
    assert match.log.events[: len(EXPECTED[name]["record"]["events"])] != match.log.events
    play = verified(encode(record_of(match))).play
    assert play.states == match.log.states
    query = select(tables.snapshots.c.body).where(tables.snapshots.c.match == name)
    with stored.engine.connect() as connection:
        body = connection.execute(query).scalar_one_or_none()
    if match.version >= 64 > EXPECTED[name]["version"]:
        assert body is not None
        assert thaw(bytes(body)) is not None
