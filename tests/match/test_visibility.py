"""Players see only what they may see: events, states, chat."""

import msgspec
import pytest

from cruces.core.registry import GAMES
from cruces.match import messages as m
from cruces.match.visibility import current_view, full_view, seats_of, visible_event
from tests.match.table import Table


def everything(table: Table, player: str) -> bytes:
    """All that a device is ever sent: every event, and the state after each."""
    seats = seats_of(table.match, player)
    events = [visible_event(table.match, event, seats) for event in table.log]
    return msgspec.json.encode([events, full_view(table.match, seats, table.now)])


def test_a_hidden_choice_changes_nothing_that_others_see() -> None:
    views = []
    for choice in ("pass", None):
        table = Table("qwixx", seats=3).sit_all()
        legal = list(table.match.game.legal(table.match.state, 0))
        table.act(0, choice or table.match.game.format_action(legal[0]))
        views.append([everything(table, player) for player in ("player1", "player2", "eve")])
        assert b'"chosen":{"0":' in everything(table, "player0")
    assert views[0] == views[1]


def test_who_has_decided_is_visible() -> None:
    table = Table("qwixx", seats=3).sit_all()
    table.act(1, "pass")
    seats = current_view(table.match, frozenset(), table.now)["seats"]
    assert [seat["decided"] for seat in seats] == [False, True, False]


@pytest.mark.parametrize("game", GAMES)
def test_devices_and_the_secret_are_never_shown_before_the_end(game: str) -> None:
    table = Table(game).sit_all()
    for player in ("player0", "eve", ""):
        data = everything(table, player)
        assert b"player0" not in data
        assert b"player1" not in data
        assert bytes(range(32)).hex().encode() not in data
    table.play_out()
    assert bytes(range(32)).hex().encode() in everything(table, "eve")


def test_team_talk_is_for_the_team() -> None:
    table = Table("quixo-teams").sit_all()
    table.do(m.Say(0, "team", "psst, take a1"))
    table.do(m.Say(1, "match", "hello all"))
    for player, hears in (("player0", True), ("player2", True), ("player1", False), ("eve", False)):
        assert (b"psst" in everything(table, player)) is hears
        assert b"hello all" in everything(table, player)


def test_the_code_is_for_players() -> None:
    table = Table().sit_all()
    assert b"CODE" in everything(table, "player0")
    assert b"CODE" not in everything(table, "eve")
    finished = Table().sit_all().play_out()
    for seat in (0, 1):
        finished.do(m.Make(0, "rematch") if seat == 0 else m.Answer(1, "rematch", True))
    finished.do(m.Rematch("m2", "SECOND"), "server")
    assert b"SECOND" in everything(finished, "player1")
    assert b"SECOND" not in everything(finished, "eve")


def test_legal_actions_are_ones_own() -> None:
    table = Table("qwixx", seats=3).sit_all()
    assert current_view(table.match, frozenset(), table.now)["legal"] == {}
    own = current_view(table.match, frozenset({1}), table.now)["legal"]
    assert list(own) == ["1"]
    assert own["1"][-1] == "pass"


def test_a_spectator_holds_no_seat() -> None:
    table = Table()
    assert seats_of(table.match, "") == frozenset()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_is_plain_data(game: str) -> None:
    table = Table(game, clock=m.Clock(60)).sit_all()
    data = msgspec.json.decode(
        msgspec.json.encode(full_view(table.match, frozenset({0}), table.now))
    )
    assert data["game"] == game
    assert data["phase"] == "playing"
    assert data["table"]
    assert len(data["clock"]["left"]) == len(data["seats"])
