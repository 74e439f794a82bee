"""The fuzzer finds no trouble in our games, and does find it where there is some."""

import io
import subprocess
import sys
from typing import Any

import pytest

from cruces.core import PASS, Game, Legal, Outcome, Play
from cruces.core.record import decode
from cruces.core.registry import GAMES
from cruces.games.quixo.rules import Quixo
from cruces.games.quixo.rules import State as Cubes
from cruces.games.qwixx.rules import Action, Phase, Qwixx, State
from cruces.testing import fuzz_run
from cruces.testing.fuzz import FuzzProgress, jobs, main, reports

PARTS = 8
"""Of a million events, so that all workers share them."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_a_million_events_without_trouble(part: int) -> None:
    """Over all games, seat counts and options, each part from a seed of its own."""
    command = [sys.executable, "-m", "cruces.testing.fuzz", "--processes", "1"]
    command += ["--seed", str(part), "--events", str(1_000_000 // PARTS)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr + process.stdout
    total = process.stdout.splitlines()[-2].split()
    assert total[0] == "all"
    assert int(total[1].replace(",", "")) >= 1_000_000 // PARTS


def test_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--events", "2000", "--processes", "1"]) == 0
    output = capsys.readouterr()
    assert [line.split()[0] for line in output.out.splitlines()[:-1]] == ["game", *GAMES, "all"]
    assert output.out.endswith("no trouble with seed 1\n")
    assert "events/s" in output.err


def test_the_same_seed_plays_the_same_games_however_many_share_the_work() -> None:
    work = jobs(list(GAMES.values()), 7, 2_000)
    alone = list(reports(work, 1))
    assert alone == list(reports(work, 1)) == list(reports(work, 2))
    assert alone != list(reports(jobs(list(GAMES.values()), 8, 2_000), 1))


def test_the_work_is_shared_out_evenly() -> None:
    work = jobs(list(GAMES.values()), 1, 1_000_000)
    counts = {game: sum(n for other, _, n in work if other.id == game) for game in GAMES}
    assert set(counts.values()) == {250_000}
    assert len({seed for _, seed, _ in work}) == len(work)


@pytest.mark.parametrize("game_id", GAMES)
def test_rare_ends_are_reached(game_id: str) -> None:
    ends = fuzz_run.fuzz_game(GAMES[game_id], "rare", 15_000).ends
    rare = "rows-closed" if isinstance(GAMES[game_id], Qwixx) else "repetition"
    assert ends[rare] > 0


def test_no_events_are_no_work() -> None:
    with pytest.raises(SystemExit):
        main(["--events", "0"])


# Games with something wrong


class Crashes(Qwixx):
    def _act(self, state: State, seat: int, action: Action) -> State:
        if state.phase is Phase.COLOUR and state.sheets[0].penalties == 2:
            raise ZeroDivisionError("a third penalty")
        return super()._act(state, seat, action)


class NeverPasses(Qwixx):
    def choices(self, state: State, seat: int) -> Legal[Action]:
        legal = super().choices(state, seat)
        return Legal(lambda: (a for a in legal if a != PASS), legal.why_not)


class NobodyThere(Quixo):
    def mover(self, state: Cubes) -> int:
        return 5 if state.ply == 7 else super().mover(state)


class NoOutcome(Qwixx):
    def outcome(self, state: State) -> Outcome | None:
        return None


class TooGood(Qwixx):
    def outcome(self, state: State) -> Outcome | None:
        result = super().outcome(state)
        return result and Outcome(result.places, (1_000,) * len(result.scores), result.reason)


class Swells(Qwixx):
    def format_position(self, state: State) -> str:
        return super().format_position(state) + " " * 5_000


class Stutters(Quixo):
    """Its text loses the history."""

    def format_position(self, state: Cubes) -> str:
        return super().format_position(state).split(" <")[0]


class NoDice(Qwixx):
    def chance(self, state: State) -> Any:
        class Nothing:
            def __len__(self) -> int:
                return 0

        return Nothing() if state.phase is Phase.ROLL else super().chance(state)


BROKEN = [
    (Crashes(), "ZeroDivisionError: a third penalty"),
    (NeverPasses(), "dead end: player"),
    (NobodyThere(), "nobody sits at seat 5"),
    (NoOutcome(), "outcome"),
    (TooGood(), "scores out of bounds"),
    (Swells(), "the position grew"),
    (Stutters(), "the position is not what its text says"),
    (NoDice(), "dead end: chance can bring nothing"),
]


@pytest.mark.parametrize(("game", "trouble"), BROKEN, ids=lambda thing: type(thing).__name__)
def test_trouble_is_told_with_a_record(
    game: Game[Any, Any, Any], trouble: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--events", "20000", "--processes", "1"], {game.id: game}) == 1
    output = capsys.readouterr()
    assert "FAILED" in output.err
    assert trouble in output.err
    record = decode(output.out)
    assert f"after {len(record.events)} events" in output.err
    assert Play.replay(game, record).record() == record


def test_an_endless_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz_run, "MAX_EVENTS", 30)
    assert main(["--events", "1000", "--processes", "1", "--games", "qwixx"]) == 1
    assert "no end after 30 events" in capsys.readouterr().err


def test_quixo_by_the_letter_may_be_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_run, "MAX_ENDLESS", 2)
    report = fuzz_run.fuzz_game(GAMES["quixo"], "letter", 2_000)
    assert report.failure is None
    assert report.ends["cut short"] > 0


class Unwritable(Crashes):
    def format_action(self, action: Action) -> str:
        raise KeyError("no text")


def test_trouble_without_a_record_still_shows_the_events(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--events", "20000", "--processes", "1"], {"qwixx": Unwritable()}) == 1
    assert "no record: KeyError" in capsys.readouterr().out


# The progress bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("cruces.testing.fuzz.time.monotonic", lambda: now[0])
    return now


def test_progress_with_an_estimate(clock: list[float]) -> None:
    terminal = Terminal()
    progress = FuzzProgress(1_000, terminal)
    clock[0] = 5.0
    progress.show(250)
    assert " 25%" in terminal.getvalue()
    assert "50/s, about   15 s left" in terminal.getvalue()
    progress.clear()
    assert terminal.getvalue().endswith("\r\033[K")


def test_no_progress_where_nobody_looks() -> None:
    stream = io.StringIO()
    progress = FuzzProgress(1_000, stream)
    progress.show(250)
    progress.clear()
    assert stream.getvalue() == ""
