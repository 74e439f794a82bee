"""Sheets in a terminal of 40 columns: all of a game fits."""

from random import Random

import pytest

from cruces.core import Play
from cruces.core.registry import get_game
from cruces.games.qwixx.rules import Cross
from cruces.games.qwixx.show.text import QwixxView
from cruces.games.qwixx.show.text_sheets import scores
from cruces.render.terminal.style import Style


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("game_id", ["qwixx", "big-points"])
def test_every_line_of_a_game_fits(game_id: str, lang: str) -> None:
    play, chance = Play(get_game(game_id), None, 2), Random(3)
    style = Style(lang, width=40)
    view = QwixxView(style, play.game, ["Ana", "Leo"])
    while play.outcome is None:
        play.roll(chance)
        lines = [line for seat in (0, 1) for line in view.picture(play.view(seat))]
        lines += view.opening(play.state, 12)
        menus = [view.menu(play.view(seat)) for seat in sorted(play.to_act)]
        lines += [line for menu in menus for line in menu.lines]
        assert max(map(len, lines)) <= 40, "\n".join(lines)
        for seat in sorted(play.to_act):
            play.act(seat, chance.choice(list(play.legal(seat))))
    lines = scores(style, play.state.sheets, ["Ana", "Leo"], play.outcome)
    assert max(map(len, lines)) <= 40, "\n".join(lines)


def test_a_narrow_sheet_says_the_same() -> None:
    play = Play(get_game("qwixx"), None, 2)
    play.roll(Random(1))
    while not any(isinstance(action, Cross) for action in play.legal(0)):
        play.roll(Random(1))
    crosses = [action for action in play.legal(0) if isinstance(action, Cross)]
    sheet = QwixxView(Style("en", width=40), play.game, ["Ana", "Leo"]).picture(play.view(0))
    assert sum(line.count("*") for line in sheet) == len(crosses)
    play.act(0, crosses[0])
    play.act(1, "pass")
    sheet = QwixxView(Style("en", width=40), play.game, ["Ana", "Leo"]).picture(play.view(0))
    assert sum(line.count("×") for line in sheet) == 1
