"""Compares the log with the messages that players received."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import select

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.match.match import Match, create, fold
from cruces.match.visibility import full_view, seats_of, visible_event
from cruces.server.live_match import now
from cruces.storage import Append, Store, tables
from tests.server.players import Player

MINUTE = 60_000
CLEAN = ('"level": "error"', "Traceback")
"""What the log of a healthy server never says."""


@dataclass
class Log:
    """A match in the database: each version of it, with its event and the request behind it."""

    matches: list[Match]
    events: list[m.Event]
    requests: list[str]


def read(store: Store, match_id: str) -> Log:
    """The log as it is, folded event by event; its versions have no gap."""
    query = select(tables.events).where(tables.events.c.match == match_id)
    with store.engine.connect() as connection:
        rows = connection.execute(query.order_by(tables.events.c.version)).all()
        version = connection.execute(
            select(tables.matches.c.version).where(tables.matches.c.id == match_id)
        ).scalar_one()
    assert [row.version for row in rows] == list(range(1, version + 1))
    events = [msgspec.json.decode(row.body, type=m.Event) for row in rows]
    requests = [row.request for row in rows]
    first = events[0]
    assert isinstance(first, m.Created)
    matches = [create(first)]
    for event, request in zip(events[1:], requests[1:], strict=True):
        matches.append(fold(matches[-1], event, request))
    return Log(matches, events, requests)


def check_match(store: Store, match_id: str, log: Log) -> None:
    """Nothing in the log is doubled, and its record holds."""
    last = log.matches[-1]
    loaded = store.load(match_id)
    assert loaded is not None
    assert loaded[0] == last, "from its snapshot it is another"
    id_counts = Counter(filter(None, log.requests))
    assert not id_counts or max(id_counts.values()) == 1, "a command was carried out twice"
    chat_counts = Counter((e.seat, e.text) for e in log.events if isinstance(e, m.Said))
    assert not chat_counts or max(chat_counts.values()) == 1, "a line was said twice"
    for before, event in zip(log.matches, log.events[1:], strict=False):
        if isinstance(event, m.Chose) and before.seats[event.seat].bot:
            assert event.seat in before.to_act, "a bot chose twice"


def check_player(player: Player, log: Log) -> tuple[int, int]:
    """Every acknowledgement and every event that a player got is in the log; how many they were."""
    name = player.device.player
    for request, version in player.acks.items():
        assert log.requests[version - 1] == f"{name}/{request}"
    for request in player.refused:
        assert f"{name}/{request}" not in log.requests, "refused, and yet carried out"
    count = 0
    for frame in player.frames:
        match = log.matches[frame.version - 1]
        seats = seats_of(match, name)
        if frame.events is None:
            assert without_time(frame.state) == without_time(plain(full_view(match, seats, 0)))
            continue
        expected = []
        for version in range(frame.since + 1, frame.version + 1):
            event = visible_event(match, log.events[version - 1], seats)
            if event is not None:
                expected.append((version, plain(event)))
        assert frame.events == expected
        count += len(expected)
    return len(player.acks), count


def plain(value: object) -> object:
    """As it arrives at the other end of a socket."""
    return json.loads(msgspec.json.encode(value))


def without_time(state: object) -> object:
    """A state without what its clocks show, which depends on the moment."""
    assert isinstance(state, dict)
    return {**state, "clock": None}


def left_behind(
    store: Store, setup: m.Setup, bots: tuple[int, ...] = (), then: Sequence[m.Command] = ()
) -> Match:
    """A match as a server leaves it that died a minute ago, just after these commands."""
    name = f"match{store.count_open('host')}"
    moment = Moment(now() - MINUTE, bytes(32))
    match, events = authority.open_match(setup, "host", name, name, moment)
    assert store.append_all([Append(0, events, match, secret=moment.secret)]) == [True]
    seats = range(len(match.seats))
    commands: list[tuple[m.Command, str]] = [
        *((m.SeatBot(seat, "greedy"), "host") for seat in bots),
        *((m.Sit(seat, f"Name {seat}"), f"player{seat}") for seat in seats if seat not in bots),
        *((m.Ready(seat, "text"), f"player{seat}") for seat in seats if seat not in bots),
        *((command, f"player{getattr(command, 'seat', 0)}") for command in then),
    ]
    for command, actor in commands:
        before = match.version
        match, events = authority.handle(match, command, actor, moment)
        assert store.append_all([Append(before, events, match, due=moment.now)]) == [True]
    return match


def happened_since(store: Store, match: Match) -> list[type[m.Event]]:
    return [type(event) for _, event in store.events(match.id, match.version)]


def check_log(text: str) -> None:
    """The server had nothing to complain about."""
    assert not any(word in text for word in CLEAN), text
