"""A match that begins from a position: where it comes from, for whom it is, and that all holds."""

import json
from functools import cache
from random import Random

import msgspec
import pytest

from cruces.core import CrucesError, RecordError
from cruces.core.record import encode
from cruces.core.registry import GAMES
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.match.opened import opened, record_id
from cruces.match.past import past_game, replayed
from cruces.match.past_pictures import moment_picture
from cruces.match.record import record_of
from cruces.match.snapshot import freeze, thaw
from cruces.match.verify import verified
from cruces.match.visibility import full_view, visible_event
from tests.match.table import Table
from tests.storage.walk import Walk

HOST = "host"
ROLLED = "r5 | - ; p1 colour w41 r3 y5 g2 b6 : pass"


@cache
def finished(game: str) -> Match:
    walk = Walk(game, 3)
    for _ in walk.appends():
        pass
    return walk.match


def began(source: Match, events: int, own: int = 0) -> Table:
    """A match that goes on from there: the host at one seat, robots at all others."""
    state = source.log.state_after(events)
    position = source.game.format_position(state)
    start = m.Start(position, source.id, events)
    options = source.game.settings(state)
    table = Table(source.game.id, options=options, start=start)
    for seat in range(len(table.match.seats)):
        if seat == own:
            table.do(m.Sit(seat, "Ana"), HOST)
        else:
            table.do(m.SeatBot(seat, "greedy"), HOST)
    table.do(m.Ready(own, "text"), HOST)
    return table


def play_out(table: Table) -> None:
    rng = Random(1)
    while table.match.playing:
        game, seat = table.match.game, min(table.match.to_act)
        action = rng.choice(list(table.match.log.legal(seat)))
        actor = "server" if table.match.seats[seat].bot else HOST
        table.do(m.Act(seat, game.format_action(action)), actor)


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on_from_any_moment_to_an_end_that_can_be_verified(game: str) -> None:
    source = finished(game)
    end = len(source.events)
    for events in {0, 1, 2, 3, 4, end // 2, end - 1}:
        table = began(source, events)
        assert table.match.log.start == source.log.state_after(events)
        assert thaw(freeze(table.match)) == table.match
        play_out(table)
        match = table.match
        assert table.folded() == match
        assert thaw(freeze(match)) == match
        body = encode(record_of(match)).encode()
        found = verified(body)
        assert found.dice == "checked"
        assert found.play.states[0] == match.log.start
        again = opened(body, record_id(body))
        assert again.log.states == match.log.states
        assert (again.setup.start is None) == (events == 0)
        told = past_game(match, frozenset({0}), 0, "es")
        assert told["match"]["start"] == {"match": source.id, "events": events}
        assert told["moments"][0]["position"] == match.game.format_position(match.log.start)
        assert "</svg>" in moment_picture(match, 0, "es").svg
        assert "</svg>" in moment_picture(match, len(match.events), "es").svg


def test_its_dice_are_its_own_from_the_first_on() -> None:
    source = finished("qwixx")
    table = began(source, len(source.events) // 2)
    play_out(table)
    document = json.loads(encode(record_of(table.match)))
    rolls = [event for event in document["events"] if event["type"] == "chance"]
    assert verified(json.dumps(document)).draws == len(rolls) > 1
    assert document["fair"]["commitment"] != source.commitment
    rolls[0]["text"] = rolls[-1]["text"]
    with pytest.raises(RecordError):
        verified(json.dumps(document))


def test_nothing_before_its_beginning_is_taken_back() -> None:
    source = finished("quixo")
    table = began(source, 5, own=0)
    [first] = table.match.to_act
    with pytest.raises(CrucesError) as refused:
        table.do(m.Make(0, "take-back"), HOST)
    assert refused.value.reason.slug == "nothing-to-take-back"
    for seat in (first, 1 - first):
        action = table.match.game.format_action(next(iter(table.match.log.legal(seat))))
        table.do(m.Act(seat, action), "server" if table.match.seats[seat].bot else HOST)
    table.do(m.Make(0, "take-back"), HOST)
    assert len(table.match.events) == (0 if first == 0 else 1)
    assert table.folded() == table.match


@pytest.mark.parametrize(
    ("setup", "slug"),
    [
        ({"casual": False}, "start-alone"),
        ({"private": False}, "start-alone"),
        ({"seats": 3}, "bad-seats"),
        ({"start": m.Start("p1 p1")}, "qwixx-position"),
        ({"start": m.Start()}, "qwixx-position"),
        ({"start": m.Start("p4 | - ; p1 over")}, "game-over"),
    ],
)
def test_what_cannot_begin_is_refused(setup: dict[str, object], slug: str) -> None:
    with pytest.raises(CrucesError) as refused:
        Table("qwixx", **{"start": m.Start(ROLLED), **setup})  # type: ignore[arg-type]
    assert refused.value.reason.slug == slug


def test_it_is_for_its_host_and_nobody_learns_from_it() -> None:
    source = finished("qwixx")
    hidden = next(
        number
        for number, state in enumerate(replayed(source).states)
        if source.game.redact(state, None) != state
    )
    state = source.log.state_after(hidden)
    start = m.Start(source.game.format_position(state), source.id, hidden)
    table = Table("qwixx", seats=source.game.seats(state), start=start)
    with pytest.raises(CrucesError) as refused:
        table.do(m.Sit(1, "Ben"), "ben")
    assert refused.value.reason.slug == "start-alone"
    table.do(m.Sit(0, "Ana"), HOST)
    with pytest.raises(CrucesError) as refused:
        table.do(m.Trim(0), HOST)
    assert refused.value.reason.slug == "bad-seats"
    created = visible_event(table.match, table.log[0], frozenset())
    shown = full_view(table.match, frozenset(), 0)
    for seen in (created, shown):
        assert start.position not in msgspec.json.encode(seen).decode()
        assert source.id not in msgspec.json.encode(seen).decode()
    assert shown["start"] == {"match": "", "events": hidden}
    assert full_view(table.match, frozenset({0}), 0)["start"] == {
        "match": source.id,
        "events": hidden,
    }
