"""No match grows without end, whatever players do, and the game always goes on."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from cruces.core import CrucesError
from cruces.core.record import encode
from cruces.core.registry import GAMES
from cruces.match import caps
from cruces.match import messages as m
from cruces.match.authority import RefusedError
from cruces.match.record import record_of
from cruces.match.verify import verified
from cruces.match.visibility import full_view
from tests.match.table import Table, kinds


def why_refused(work: Callable[[], object]) -> str:
    with pytest.raises(RefusedError) as caught:
        work()
    for lang in ("en", "es"):
        assert caught.value.message(lang)
    return caught.value.reason.slug


def endless(game: str, rng: Random) -> Table:
    """Players who want no end."""
    table = Table(game, options={"repetition": None}).sit_all()
    while table.match.playing:
        match = table.match
        (seat,) = match.to_act
        actions = [
            action
            for action in match.log.legal(seat)
            if match.game.to_act(match.game.apply(match.state, seat, action))
        ]
        action = rng.choice(actions or list(match.log.legal(seat)))
        table.act(seat, match.game.format_action(action))
    return table


@pytest.mark.parametrize("game", ["quixo", "quixo-teams"])
def test_an_endless_game_ends_in_a_draw(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MOST_GAME_EVENTS", 150)
    lengths = []
    for seed in range(4):
        table = endless(game, Random(seed))
        result = table.match.result
        assert result is not None
        lengths.append(len(table.match.events))
        if result.reason != "length":
            continue
        assert set(result.places) == {1}
        assert len(table.match.events) == 151, "the last is how it ended"
        assert kinds(table.log)[-3:] == ["acted", "concluded", "ended"]
        assert table.folded() == table.match
        verified(encode(record_of(table.match)))
        view = full_view(table.match, frozenset({0}), 0, "es")
        assert view["result"] is not None
        assert view["result"]["text"] == "La partida se alargó demasiado y acabó en tablas."
    assert max(lengths) == 151, "none of them was long enough to show anything"


def test_every_game_ends_by_its_rules_or_by_its_length() -> None:
    """Qwixx by its rules: whoever's turn it is crosses something or takes a penalty."""
    for game in GAMES.values():
        table = Table(game.id).sit_all()
        limits = full_view(table.match, frozenset(), 0)["limits"]
        ends_by_length = "length" in game.conclusions
        assert limits == {"events": 2000 if ends_by_length else None, "chat": 500}
        assert ends_by_length or game.has_points


def test_a_game_that_is_neither_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MOST_GAME_EVENTS_UNENDING", 4)
    table = Table("qwixx", seats=2).sit_all()
    assert len(table.match.events) == 2
    table.act(0, "pass")
    table.act(1, "pass")
    assert why_refused(lambda: table.act(0, "pass")) == "game-too-long"
    table.do(m.Resign(0))


def test_a_chat_has_a_last_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MOST_CHAT", 130)
    table = Table("quixo").sit_all()
    for number in range(130):
        assert full_view(table.match, frozenset({0}), 0)["channels"] == ["match"]
        table.do(m.Say(number % 2, "match", "x" * 300))
    assert why_refused(lambda: table.do(m.Say(0, "match", "one more"))) == "chat-full"
    assert full_view(table.match, frozenset({0}), 0)["channels"] == []
    assert len(table.match.chat) == 100
    assert table.folded() == table.match
    table.act(0, "a1>a5")


def test_whatever_players_do_there_is_an_end_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """At random, for ever: before the game, in it and after it."""
    monkeypatch.setattr(caps, "MOST_CHAT", 30)
    monkeypatch.setattr(caps, "MOST_OTHER", 60)
    monkeypatch.setattr(caps, "MOST_GAME_EVENTS", 60)
    for game, seed in (("quixo", 1), ("quixo", 2), ("qwixx", 3), ("quixo-teams", 4)):
        rng = Random(seed)
        options = {} if game == "qwixx" else {"repetition": None}
        table = Table(game, options=options)
        start = 400 if seed % 2 else 0  # some begin when everybody has played with the chairs
        for number in range(3000):
            command = at_random(table, rng, may_start=number >= start)
            with suppress(CrucesError):
                table.do(command)
        bound = 60 + 30 + 60 + 100
        assert table.match.version <= bound, kinds(table.log)
        assert table.folded() == table.match


def at_random(table: Table, rng: Random, may_start: bool) -> m.Command:
    match = table.match
    seat = rng.randrange(len(match.seats))
    commands: list[m.Command] = [
        m.Sit(seat, f"Name {seat}"),
        m.Stand(seat),
        m.Say(seat, "match", "hello"),
        m.Make(seat, rng.choice(["draw", "take-back", "rematch"])),
        m.Answer(seat, rng.choice(["draw", "take-back", "rematch"]), rng.random() < 0.7),
    ]
    if may_start:
        commands.append(m.Ready(seat, "text"))
    for actor in match.together:
        legal = list(match.log.legal(actor))
        commands += [m.Act(actor, match.game.format_action(rng.choice(legal)))] * 3
    return rng.choice(commands)


def test_the_game_goes_on_when_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("qwixx", seats=2).sit_all()
    monkeypatch.setattr(caps, "MOST_OTHER", 0)
    seat = min(table.match.to_act)
    table.act(seat, "pass")
    assert why_refused(lambda: table.act(seat, "pass")) == "match-full", "second thoughts"
    assert why_refused(lambda: table.do(m.Make(0, "take-back"))) == "match-full"
    table.play_out()
    assert table.match.result is not None
