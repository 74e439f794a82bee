"""Who meets whom and with which dice; shares, points, ratings; going on after an interruption."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.arena.players import LIMITS, AnyView, encoded, first, last, setup

import cruces
from cruces.arena import GameResult, Tournament, contestant, play_tournament
from cruces.arena.store import GameFile, OtherTournamentError, write_parquet
from cruces.arena.tournament import PART_ROWS
from cruces.parallel import Here
from cruces.render.intervals import Interval, intervals


def played(game: str, *players: Any, games: int = 12, **options: Any) -> Tournament:
    return play_tournament(setup(game, *players, **options), games, Here())


def test_everyone_meets_everyone_in_every_seat() -> None:
    tournament = played("quixo", first, last, "random", games=7)
    assert len(tournament.games) == 12  # complete rounds
    assert Counter(game.players for game in tournament.games) == dict.fromkeys(
        ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)), 2
    )
    assert [tournament.played(player) for player in range(3)] == [8, 8, 8]


def test_five_players_at_one_table() -> None:
    tournament = played("qwixx", "greedy", "random", first, last, "again=random", seats=5, games=5)
    assert sorted(game.players for game in tournament.games) == sorted(
        tuple((seat + turn) % 5 for seat in range(5)) for turn in range(5)
    )
    shares = [tournament.share(player) for player in range(5)]
    assert sum(share.mean for share in shares if share) == pytest.approx(1)
    assert tournament.ratings is not None
    assert tournament.ratings[0].mean > 25 > tournament.ratings[1].mean
    means = [share.mean for share in shares if share]
    assert [means[player] for player in tournament.order] == sorted(means, reverse=True)


def test_partners_are_one_player() -> None:
    tournament = played("quixo-teams", "greedy", "random", games=4)
    assert {game.players for game in tournament.games} == {(0, 1, 0, 1), (1, 0, 1, 0)}
    assert tournament.order == [0, 1]
    assert tournament.points(0) is None


def test_alone_only_points_count() -> None:
    tournament = played("qwixx", "greedy", "random", games=6, seats=1)
    assert len(tournament.games) == 6
    assert tournament.share(0) is None
    assert tournament.ratings is None
    points = [tournament.points(player) for player in (0, 1)]
    assert points[0] is not None
    assert points[1] is not None
    assert points[0].mean > points[1].mean
    assert "points" in str(tournament)
    assert tournament.to_dict()["players"][0]["share"] is None


def test_all_games_of_a_round_have_the_same_dice() -> None:
    tournament = played("qwixx", "a=greedy", "b=greedy", "c=greedy", games=12)
    by_round: dict[int, set[tuple[int, ...] | None]] = {}
    for game in tournament.games:
        by_round.setdefault(tournament.setup.round_of(game.row), set()).add(game.scores)
    assert [len(scores) for scores in by_round.values()] == [1, 1]
    assert len(set.union(*by_round.values())) == 2


def test_who_wins_every_round_need_not_win_the_next() -> None:
    tournament = played("quixo", "greedy", "random", games=6)
    share, other = tournament.share(0), tournament.share(1)
    assert share is not None
    assert other is not None
    assert (share.mean, share.high, other.mean, other.low) == (1, 1, 0, 0)
    assert share.low == pytest.approx(0.025 ** (1 / 3)) == 1 - other.high


def test_one_round_has_no_interval_and_is_valid_json() -> None:
    tournament = played("quixo", "greedy", "random", games=2)
    share = tournament.share(0)
    assert share is not None
    assert math.isinf(share.low)
    found = json.loads(json.dumps(tournament.to_dict(), allow_nan=False))
    assert found["players"][0]["share"] == {"mean": 1, "low": None, "high": None}
    assert found["players"][0]["rank"] == 1
    assert found["players"][1]["against"] == [{"mean": 0, "low": None, "high": None}, None]


class Interrupt(BaseException):
    """Whatever ends the program."""


def stopped_after(parts: int, file: GameFile) -> Any:
    count = 0

    def keep(games: Sequence[GameResult]) -> None:
        nonlocal count
        file.add(games)
        count += 1
        if count == parts:
            raise Interrupt

    return keep


def test_going_on_gives_the_same_as_never_stopping(tmp_path: Path) -> None:
    playing, path = setup("quixo", first, last, "random"), tmp_path / "run.jsonl"
    whole = play_tournament(playing, 30, Here())
    file, before = GameFile.open(path, playing)
    assert before == ()
    with pytest.raises(Interrupt):
        play_tournament(playing, 30, Here(), keep=stopped_after(2, file))
    file.close()
    with path.open("ab") as damaged:  # it stopped while it was writing
        damaged.write(encoded(whole.games[16]) + b'\n{"row": 8')
    file, before = GameFile.open(path, playing)
    assert len(before) == 2 * PART_ROWS * 2
    calls: list[float] = []
    again = play_tournament(
        playing, 30, Here(), before=before, keep=file.add, progress=calls.append
    )
    file.close()
    assert encoded(again.games) == encoded(whole.games)
    assert calls[-1] == 1
    file, before = GameFile.open(path, playing)
    file.close()
    assert encoded(before) == encoded(whole.games[: len(before)])
    assert not list(tmp_path.glob("*.part"))


def test_another_tournament_does_not_go_on(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    GameFile.begin(path, setup("quixo", first, last)).close()
    for other in (setup("quixo", last, first), setup("quixo", first, last, size=4)):
        with pytest.raises(OtherTournamentError, match=r"run\.jsonl"):
            GameFile.open(path, other)
    path.write_text("no file of ours\n")
    with pytest.raises(OtherTournamentError):
        GameFile.open(path, setup("quixo", first, last))


def test_a_table_for_other_programs(tmp_path: Path) -> None:
    from pyarrow import parquet  # type: ignore[import-untyped]

    tournament = played("qwixx", "greedy", "random", games=4)
    write_parquet(tmp_path / "games.parquet", tournament)
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(rows) == 8
    scores = [row["score"] for row in rows if row["player"] == "greedy"]
    points = tournament.points(0)
    assert points is not None
    assert sum(scores) / 4 == pytest.approx(points.mean)
    assert {row["fault"] for row in rows} == {None}


def test_the_chart_says_what_it_shows() -> None:
    values = [Interval("greedy", 0.9, 0.8, 0.95), Interval("new", 0.5, -math.inf, math.inf)]
    picture = intervals(values, "Wins", "Qwixx", share=True, theme="light")
    assert "greedy: 90.0% (80.0% – 95.0%); new: 50.0%" in picture.svg
    assert intervals([Interval("a", -3, -12, 6)], "P", "Q", share=False).svg.count("-20") == 0


def test_players_from_files_and_modules(tmp_path: Path) -> None:
    game = cruces.get_game("quixo")
    file = tmp_path / "mine.py"
    file.write_text(
        "def choose(view):\n    return next(iter(view.legal))\n\n"
        "class Other:\n    name = 'other'\n"
        "    def choose(self, view, limits, rng):\n        return rng.choice(list(view.legal))\n"
    )
    written = [str(file), f"{file}:Other", f"again={file}", "cruces.players.uniform:RandomBot"]
    contestants = [contestant(each, game, LIMITS) for each in written]
    assert [each.name for each in contestants] == [
        "mine",
        "mine:Other",
        "again",
        "cruces.players.uniform:RandomBot",
    ]
    one = played("quixo", *contestants[:2], games=2)
    other = played("quixo", first, "random", games=2)
    assert encoded(one.games) == encoded(other.games)
    about = contestants[0].about
    file.write_text(file.read_text() + "\n# changed\n")
    assert contestant(str(file), game, LIMITS).about != about


@pytest.mark.parametrize(
    "written",
    [
        "nobody",
        "no_module_here:f",
        "cruces.players:no_name",
        "program:",
        'program:"',
        "cruces:core",
    ],
)
def test_players_that_cannot_be(written: str) -> None:
    with pytest.raises(cruces.CrucesError):
        contestant(written, cruces.get_game("quixo"), LIMITS)


@pytest.mark.parametrize("text", ["def choose(", "raise SystemExit(3)", "choose = 5", ""])
def test_files_that_cannot_be(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(cruces.BadOptionError, match="mine"):
        contestant(str(tmp_path / "mine.py"), cruces.get_game("quixo"), LIMITS)


@pytest.mark.parametrize(
    ("players", "given"),
    [
        ("greedy", {}),
        ([3, "greedy"], {}),
        (["greedy", "greedy"], {}),
        (["greedy"], {}),
        (["greedy", "random"], {"games": 0}),
        (["greedy", "random"], {"workers": 0}),
        (["greedy", "random"], {"seats": 3}),
        (["greedy", "random"], {"seed": "1"}),
        (["greedy", "random"], {"sprt": (5, 5)}),
        (["greedy", "random", "level-1"], {"sprt": (0, 5)}),
        ([f"{n}=greedy" for n in range(400)], {}),
    ],
)
def test_tournaments_that_cannot_be(players: Any, given: dict[str, Any]) -> None:
    with pytest.raises(cruces.CrucesError):
        cruces.tournament("quixo", players, **{"games": 2, **given})


def test_the_library_plays_and_goes_on(tmp_path: Path) -> None:
    def silly(view: AnyView) -> Any:
        return list(view.legal)[len(view.legal) // 2]

    given: dict[str, Any] = {"games": 20, "seed": 3, "save": tmp_path / "run.jsonl"}
    result = cruces.tournament("quixo", [silly, "random"], **given)
    assert isinstance(result, cruces.Tournament)
    assert result.players == ("silly", "random")
    more = cruces.tournament("quixo", [silly, "random"], **{**given, "games": 24})
    assert encoded(more.games[:20]) == encoded(result.games)
    assert len(more.games) == 24
