"""Players that hang, crash, cheat, flood or eat memory lose with a reason; the arena goes on."""

from typing import Any

import pytest
from tests.arena.players import HURRIED, LIMITS, AnyView, first, program, setup

from cruces.arena import contestant, play_tournament
from cruces.arena.one_game import play_one
from cruces.core.extras import MissingExtraError
from cruces.core.registry import get_game
from cruces.locales import text
from cruces.parallel import Here


@pytest.mark.parametrize(
    ("what", "kind", "detail"),
    [
        ("hang", "time", "0.3"),
        ("deaf", "time", "0.3"),
        ("crash", "crash", "ValueError: no idea"),
        ("exit", "crash", "exit code 7"),
        ("child", "time", "0.3"),
        ("flood", "flood", "xxx"),
        ("mutter", "flood", "xxx"),
        ("memory", "memory", "MemoryError"),
        ("cheat", "illegal", "b2"),
        ("babble", "malformed", "hello"),
        ("nonsense", "malformed", "resign please"),
        ("twice", "flood", "act"),
    ],
)
def test_a_program_that_misbehaves_loses(what: str, kind: str, detail: str) -> None:
    limits = HURRIED if kind == "time" else LIMITS
    game = play_one(setup("quixo", program(what, limits=limits), first), 0, 0)
    (fault,) = game.faults
    assert (fault.seat, fault.kind) == (0, kind)
    assert detail in fault.detail
    assert game.players == (0, 1)
    assert game.places == (2, 1)
    for lang in ("en", "es"):
        assert fault.detail in text(f"arena.fault.{kind}", lang, detail=fault.detail)


def test_a_program_that_behaves_plays_as_the_function_does() -> None:
    told = play_one(setup("quixo", program("well"), "random"), 0, 1)
    function = play_one(setup("quixo", first, "random"), 0, 1)
    assert told == function
    assert not told.faults


def test_a_program_that_is_not_there() -> None:
    nobody = contestant("program:no-such-program", get_game("quixo"), LIMITS)
    (fault,) = play_one(setup("quixo", nobody, first), 0, 0).faults
    assert fault.kind == "start"
    assert "no-such-program" in fault.detail


def test_a_function_that_fails_loses_and_the_others_play_on() -> None:
    def fails(view: AnyView) -> Any:
        raise KeyError("oh")

    def cheats(view: AnyView) -> str:
        return "b2>b1"

    tournament = play_tournament(setup("quixo", fails, first, cheats), 6, Here())
    assert len(tournament.games) == 6
    assert {(fault.player, fault.kind) for fault in tournament.faults} == {
        (0, "crash"),
        (2, "illegal"),
    }
    share = tournament.share(1)
    assert share is not None
    assert share.mean == 1


def test_others_go_on_without_a_player_where_the_rules_say_so() -> None:
    def fails(view: AnyView) -> Any:
        raise KeyError("oh")

    game = play_one(setup("qwixx", fails, "greedy", "random", seats=3), 0, 0)
    assert [fault.kind for fault in game.faults] == ["crash"]
    assert game.places[0] == 3
    assert game.events > 10


def test_partners_lose_together() -> None:
    def fails(view: AnyView) -> Any:
        raise KeyError("oh")

    game = play_one(setup("quixo-teams", fails, first), 0, 0)
    assert game.players == (0, 1, 0, 1)
    assert game.places == (2, 1, 2, 1) or game.places == (3, 1, 3, 1)


def test_a_game_without_rules_for_leaving_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(view: AnyView) -> Any:
        raise KeyError("oh")

    playing = setup("qwixx", fails, "greedy", "random", seats=3)
    monkeypatch.setattr(type(playing.game), "conclusions", ())
    tournament = play_tournament(playing, 3, Here())
    game = tournament.games[0]
    assert (game.places, game.scores, game.reason) == ((3, 1, 1), None, "fault")
    assert tournament.points(0) is None
    share = tournament.share(1)
    assert share is not None
    assert share.mean == 0.5


def test_errors_that_players_do_not_cause_end_the_tournament() -> None:
    def needs(view: AnyView) -> Any:
        raise MissingExtraError("engine")

    def imports(view: AnyView) -> Any:
        raise ModuleNotFoundError("no", name="pyspiel")

    for player in (imports, needs):
        with pytest.raises(MissingExtraError):
            play_one(setup("quixo", player, first), 0, 0)
