"""Who plays while things are being prepared, and that nobody waits."""

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Any

import pytest

from cruces.analysis.quick import quick_analysis
from cruces.core import CHANCE, Play
from cruces.core.registry import GAMES
from cruces.games.quixo.players import certified
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.rules import QUIXO
from cruces.players import Limits, bots_for, get_bot, preparing
from cruces.players.preparation import NotPreparedError, Preparation, usual
from cruces.players.preparing import Preparing
from cruces.players.stand_in import StandIn, choose
from tests.players import compiles, overflows

AnyPlay = Play[Any, Any, Any]


@pytest.fixture(autouse=True)
def allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As outside tests."""
    monkeypatch.setenv("CRUCES_STAND_IN", "1")


@pytest.fixture(scope="module")
def stand_in() -> Iterator[StandIn]:
    found = StandIn()
    yield found
    found.close()


def begun(game: str) -> AnyPlay:
    """A game in which somebody is to act."""
    play: AnyPlay = Play(GAMES[game], None, min(n for n in GAMES[game].seat_counts if n > 1))
    while CHANCE in play.to_act:
        play.happen(play.game.chance(play.state).sample(Random(3)))
    return play


def test_nothing_is_left_to_compile_when_all_is_prepared() -> None:
    command = [sys.executable, "-m", compiles.__name__]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


@pytest.mark.parametrize("game", list(GAMES))
def test_everyone_has_a_stand_in(game: str, stand_in: StandIn) -> None:
    play = begun(game)
    seat = min(play.to_act)
    for bot in bots_for(game):
        chosen = stand_in.call(choose, bot, game, play.state, seat, Random(1))
        assert chosen in play.view(seat).legal, bot
    found = stand_in.call(quick_analysis, game, play.state, seat, 0.5)
    assert {judgement.action for judgement in found.judgements} == set(play.view(seat).legal)


def test_the_stand_in_writes_nothing_beside_its_answers(capfd: pytest.CaptureFixture[str]) -> None:
    """What it wrote there would be on the screen of the terminal app."""
    stand_in = StandIn()
    try:
        assert stand_in.call(overflows.overflow_in_a_thread) == 2**64 - 2
    finally:
        stand_in.close()
    assert capfd.readouterr() == ("", "")


def test_who_never_loses_plays_its_certificate_or_waits(stand_in: StandIn) -> None:
    """The stand-in's pushes are those of machine code, as long as it dares."""
    level, play, rng = get_bot("level-8", "quixo"), Play(QUIXO), Random(2)
    ours, waited = 0, False
    while play.outcome is None and ours < 6:
        seat = min(play.to_act)
        if seat == 0:
            wanted = level.choose(play.view(0), Limits(nodes=2000), rng)
            try:
                assert stand_in.call(choose, "level-8", "quixo", play.state, 0, rng) == wanted
                assert not waited
            except NotPreparedError:
                waited = True
            ours += 1
            play.act(0, wanted)
        else:
            play.act(1, get_bot("greedy", "quixo").choose(play.view(1), Limits(), rng))
    assert ours >= 3


def test_a_board_on_which_somebody_wins_is_not_played_by_a_stand_in() -> None:
    """A win that was seen has to be seen again, and the stand-in does not look far enough."""
    won = QUIXO.parse_position("XXXX./O..../O..../O..../O.... X 9")
    assert not certified._has_no_win(5, *masks(won.board, 0))
    with pytest.raises(NotPreparedError):
        certified.stand_in(won, 0)


def test_whoever_is_prepared_plays_as_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "is_prepared", lambda name: True)
    play, made = begun("qwixx"), Preparing()
    made.start(everything=False)
    assert made.part == 1
    view = play.view(0)
    chosen = made.choose("strong", view, play.state, Limits(), Random(5))
    assert chosen == get_bot("strong", "qwixx").choose(view, Limits(), Random(5))
    made.close()


def test_whoever_is_not_is_prepared_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(preparing, "is_prepared", lambda name: False)
    monkeypatch.setattr(Preparing, "_run", lambda self, names: asked.append(names))
    play, made = begun("quixo"), Preparing()
    assert made.missing(play.game, play.state, "level-3") == []  # before it starts all wait
    made.start(everything=False)
    assert made.part == 0
    view = play.view(0)
    assert made.choose("level-3", view, play.state, Limits(), SystemRandom()) in view.legal
    assert asked == [["quixo"]]
    assert made.choose("greedy", view, play.state, Limits(), Random(1)) in view.legal
    assert asked == [["quixo"]]
    made.close()
    with pytest.raises(NotPreparedError):
        made.choose("level-3", view, play.state, Limits(), Random(1))


def test_without_a_process_it_is_prepared_here(monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[str] = []
    monkeypatch.setattr(preparing, "COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    monkeypatch.setattr(preparing, "is_prepared", lambda name: False)
    said = property(lambda self: lambda: run.append(self.name))
    monkeypatch.setattr(Preparation, "run", said)
    made = Preparing()
    made._run([])
    assert set(run) == set(usual())
    assert made.part == 1
