"""Positions, events and ends as text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cruces.core import PASS, Play
from cruces.core.log import GameLog
from cruces.core.registry import get_game
from cruces.locales import languages
from cruces.render.terminal import TextView, view_of
from cruces.render.terminal.style import Style

Run = Callable[..., Result]


def table_of(
    game: str, written: str, lang: str = "en", colour: bool = False
) -> tuple[TextView, Any]:
    played = get_game(game)
    state = played.parse_position(written)
    play: Play[Any, Any, Any] = Play(played, None, played.seats(state))
    return view_of(play, Style(lang, colour)), state


def squeezed(line: str) -> str:
    return " ".join(line.split())


def test_a_sheet() -> None:
    table, state = table_of("qwixx", "r3,5 g12,11,10,9,8,2 p2 | - ; p1 white w34 r3 y5 b6")
    shown = table.picture(table.game.view(state, 0))
    assert squeezed(shown[0]) == "p1 crosses points"
    assert squeezed(shown[1]) == "◆ red · ×3 · ×5 6 (7) 8 9 10 11 12 [ ] 2 3"
    assert squeezed(shown[3]) == "▲ green ×12 ×11 ×10 ×9 ×8 · · · · · ×2 [×] 7 28"
    assert squeezed(shown[5]) == "Penalties × × □ □ −10 Total 21"
    assert squeezed(shown[6]) == "p2 ◆ – ● – ▲ – ■ – □□□□ 0"
    other = table.picture(table.game.view(state, 1))
    assert other[3].split() == ["▲", "green", *["·"] * 11, "[–]", "0", "0"]
    assert squeezed(other[6]) == "p1 ◆ 2→5 ● – ▲ 6→2 ■ – ××□□ 21"


def test_figures_stand_in_columns() -> None:
    table, state = table_of("big-points", "r5 ry5 b10 | - ; p1 white w41 r3 y5 g2 b6")
    for seat in (0, 1, None):
        rows = [line for line in table.picture(table.game.view(state, seat)) if "[" in line]
        assert rows
        assert len(set(map(len, rows))) == 1


@pytest.mark.parametrize("lang", languages())
def test_colours_take_no_room(lang: str) -> None:
    import click

    for game, written in (
        ("big-points", "r5 ry5 b10 | - ; p1 white w41 r3 y5 g2 b6"),
        ("quixo", "O..../...../...../...../X.... X 3"),
        ("quixo-teams", "1..../...../...../...../..... 2 2"),
    ):
        plain, state = table_of(game, written, lang)
        inked, _ = table_of(game, written, lang, colour=True)
        for seat in (0, None):
            view = plain.game.view(state, seat)
            shown = inked.picture(view)
            assert [click.unstyle(line) for line in shown] == plain.picture(view)
            assert any("\033[" in line for line in shown)


def test_a_forced_pass() -> None:
    table, state = table_of("quixo-teams", "32323/2...3/3...2/2...3/32323 1 17")
    menu = table.menu(table.game.view(state, 0))
    assert menu.default == PASS
    assert menu.lines == ("There is no cube you can take: you must pass. Press Enter.",)
    assert table.describe(PASS) == "pass"


def test_many_moves_fit_the_page() -> None:
    table, state = table_of("quixo-teams", "1..../...../...../...../..... 2 2")
    shown = table.look("moves", table.game.view(state, 1))
    assert max(map(len, shown)) <= 80
    assert sum(line.count(">") for line in shown) == len(table.game.legal(state, 1))


def test_ends_that_players_make_are_told(cruces: Run, tmp_path: Path) -> None:
    record = {
        "format": "cruces-record",
        "version": 1,
        "game": "quixo",
        "options": {},
        "seats": [{"name": "Ana"}, {"name": "Leo"}],
        "events": [{"type": "conclusion", "how": "resignation", "seat": 0}],
        "result": {"places": [2, 1], "scores": [-1, 1], "reason": "resignation"},
    }
    path = tmp_path / "g.json"
    path.write_text(json.dumps(record), "utf-8")
    shown = cruces("replay", str(path), lang="es")
    assert "    1  Ana se ha rendido.\n" in shown.output
    assert "Gana: Leo (O)" in shown.output
    record["events"] = [{"type": "conclusion", "how": "agreement"}]
    record["result"] = {"places": [1, 1], "scores": [0, 0], "reason": "agreement"}
    path.write_text(json.dumps(record), "utf-8")
    drawn = cruces("replay", str(path))
    assert "    1  A draw was agreed.\n" in drawn.output
    assert "A draw." in drawn.output


def test_a_tie() -> None:
    table, state = table_of("qwixx", "r2 p4 | y2 p4 | p4 ; p1 over")
    outcome = table.game.outcome(state)
    assert outcome is not None
    assert (
        table.ended(GameLog.at(table.game, state), outcome)[-1] == "First place is shared: p1, p2"
    )
    table, state = table_of("qwixx", "r2 p4 | y2 p4 ; p1 over")
    outcome = table.game.outcome(state)
    assert outcome is not None
    shown = table.ended(GameLog.at(table.game, state), outcome)
    assert shown[-1] == "A tie: p1, p2"
    assert squeezed(shown[-2]) == "1. p2 0 + 1 + 0 + 0 − 20 = −19"
