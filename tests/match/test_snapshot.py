"""A snapshot holds the whole match, says so itself, and costs no replay."""

import msgspec
import pytest

from cruces.core.log import GameLog
from cruces.core.registry import GAMES, get_game
from cruces.match import messages as m
from cruces.match import snapshot
from cruces.match.match import Match, Offer
from cruces.match.snapshot import FORMAT, LogBody, format_of, freeze, thaw
from tests.match.table import Table

LOG_STORED = {
    "game": "game",
    "events": "events",
    "steps": "steps",
    "state": "position",
    "start": "start",
}
"""The slots of a log that a snapshot holds, and as what."""
LOG_DERIVED = {"_states", "_acts", "_to_act", "_outcome", "_text", "_derived"}
"""Those that follow from them and from the options."""


def rich() -> Match:
    """A match in which as much as possible is not as at the beginning."""
    table = Table("qwixx", 3, clock=m.Clock(60, 1), private=False, casual=False).sit_all(bots=(2,))
    table.do(m.Act(0, "pass"), request="one")
    table.do(m.Say(1, "match", "hello"), request="two")
    return table.match


def test_every_field_of_a_match_is_stored() -> None:
    match = rich()
    written = msgspec.json.decode(freeze(match))["match"]
    assert set(written) == set(Match.__struct_fields__)
    assert thaw(freeze(match)) == match


@pytest.mark.parametrize("name", [n for n in Match.__struct_fields__ if n != "log"])
def test_a_field_that_differs_comes_back_different(name: str) -> None:
    match = rich()
    other = Table("quixo", clock=m.Clock(30)).sit_all().play_out().match
    other = msgspec.structs.replace(
        other,
        id="another",
        code="OTHER",
        host="somebody",
        commitment="00",
        created=7,
        started=8,
        pending=((1, "r5"),),
        offers=(("draw", Offer(1, frozenset({0, 1}))),),
        rematch=m.Rematched("again", "AGAIN"),
        removed=frozenset({"guest"}),
    )
    changed = msgspec.structs.replace(match, **{name: getattr(other, name)})
    assert thaw(freeze(changed)) == changed
    assert changed != match, "the two matches have to differ in every field"


def test_every_slot_of_a_log_is_stored_or_follows() -> None:
    assert set(GameLog.__slots__) == set(LOG_STORED) | LOG_DERIVED
    assert set(LogBody.__struct_fields__) == {*LOG_STORED.values(), "options"}


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_is_the_same_after_thawing(game: str) -> None:
    match = Table(game).sit_all().play_out().match
    thawed = thaw(freeze(match))
    assert thawed is not None
    one, other = match.log, thawed.log
    assert (one.start, one.to_act, one.outcome) == (other.start, other.to_act, other.outcome)
    assert (one.text, one.states, one.acts) == (other.text, other.states, other.acts)
    for events in range(len(one.events) + 1):
        assert one.take_back(events) == other.take_back(events)


class WithMore(Match, frozen=True):
    """A match as it may be one day."""

    more: int = 0


def test_the_format_follows_from_the_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    assert format_of(Match) == FORMAT
    assert format_of(WithMore) != FORMAT
    described = msgspec.defstruct("Match", [], bases=(Match,), namespace={"__doc__": "Other."})
    assert format_of(described) == FORMAT, "the words of a docstring are not stored"
    longer = msgspec.defstruct("LogBody", [("more", int, 0)], bases=(LogBody,), frozen=True)
    monkeypatch.setattr(snapshot, "LogBody", longer)
    assert format_of(Match) != FORMAT


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_thawing_plays_nothing_again(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game).sit_all().play_out()
    states = Table(game).sit_all().play_out().match.log.states
    body = freeze(table.match)
    with monkeypatch.context() as patch:
        patch.delattr(type(get_game(game)), "_act")
        patch.delattr(type(get_game(game)), "_happen", raising=False)
        thawed = thaw(body)
        assert thawed is not None
        assert thawed.log.events == table.match.log.events
        assert thawed.log.state == table.match.log.state
        with pytest.raises((AttributeError, NotImplementedError)):
            assert thawed.log.states
    assert thawed.log.states == states


def test_only_a_log_is_written_otherwise_than_msgspec_does() -> None:
    with pytest.raises(NotImplementedError, match="cannot hold"):
        freeze(msgspec.structs.replace(rich(), host=object()))
