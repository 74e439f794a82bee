"""How a game ended, in words: who did what, and to whom it is said."""

import pytest

from cruces.core.log import GameLog
from cruces.core.registry import family_of, get_game
from cruces.locales import text
from cruces.match import messages as m
from cruces.match.visibility import current_view
from tests.match.table import Table

WINNING = "XXXX./O..../O..../O..../O.... X 9"
OWN_GOAL = "OOOO./....O/X..../X..../XX..X X 11"
NAMES = ["Ana", "Leo", "Eva", "Max"]


def ended(game: str, log: object, own: set[int], lang: str) -> str:
    assert isinstance(log, GameLog)
    assert log.outcome is not None
    family = family_of(game)
    return family.ending(log.game, log, log.outcome, NAMES, frozenset(own), lang)


@pytest.mark.parametrize(
    ("position", "push", "own", "en", "es"),
    [
        (WINNING, "e5>e1", {0}, "You made five in a row.", "Has hecho cinco en línea."),
        (WINNING, "e5>e1", {1}, "Ana made five in a row.", "Ana ha hecho cinco en línea."),
        (WINNING, "e5>e1", set(), "Ana made five in a row.", "Ana ha hecho cinco en línea."),
        (WINNING, "e5>e1", {0, 1}, "Ana made five in a row.", "Ana ha hecho cinco en línea."),
        ("XX./O../O.. X 5", "c3>c1", {0}, "You completed a line.", "Has completado una línea."),
        (
            OWN_GOAL,
            "e1>e5",
            {0},
            "You completed your opponent's line.",
            "Has completado la línea del rival.",
        ),
        (
            OWN_GOAL,
            "e1>e5",
            {1},
            "Ana completed the other side's line.",
            "Ana ha completado la línea del rival.",
        ),
    ],
)
def test_quixo(position: str, push: str, own: set[int], en: str, es: str) -> None:
    game = get_game("quixo")
    log = GameLog.at(game, game.parse_position(position))
    log = log.act({0: game.parse_action(push)})
    assert ended("quixo", log, own, "en") == en
    assert ended("quixo", log, own, "es") == es


@pytest.mark.parametrize(
    ("position", "own", "en", "es"),
    [
        (
            "r2 p4 | y2 ; p1 over",
            {0},
            "You took your fourth penalty.",
            "Has llegado a cuatro fallos.",
        ),
        (
            "r2 | y2 p4 ; p1 over",
            {0},
            "Leo took a fourth penalty.",
            "Leo ha llegado a cuatro fallos.",
        ),
        (
            "r2,3,4,5,6,12 y2,3,4,5,6,12 | b11 ; p1 over",
            {0},
            "You closed two rows.",
            "Has cerrado dos filas.",
        ),
        (
            "r2,3,4,5,6,12 y2,3,4,5,6,12 | r2,3,4,5,6,12 ; p1 over",
            {1},
            "Ana closed two rows.",
            "Ana ha cerrado dos filas.",
        ),
        (
            "r2,3,4,5,6,12 | y2,3,4,5,6,12 ; p1 over",
            {0},
            "Two rows were closed.",
            "Se han cerrado dos filas.",
        ),
    ],
)
def test_qwixx(position: str, own: set[int], en: str, es: str) -> None:
    game = get_game("qwixx")
    log = GameLog.at(game, game.parse_position(position))
    assert ended("qwixx", log, own, "en") == en
    assert ended("qwixx", log, own, "es") == es


def said(table: Table, seats: set[int], lang: str) -> str:
    result = current_view(table.match, frozenset(seats), table.now, lang)["result"]
    assert result is not None
    return result["text"]


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_who_resigned_is_told_so_and_the_others_who_it_was(game: str) -> None:
    table = Table(game, seats=2).sit_all()
    table.do(m.Resign(1))
    assert said(table, {1}, "es") == "Te has rendido."
    assert said(table, {1}, "en") == "You resigned."
    assert said(table, {0}, "en") == said(table, set(), "en") == "Name1 resigned."
    assert said(table, {0, 1}, "es") == "Name1 se ha rendido."


def test_time_that_ran_out() -> None:
    table = Table("quixo", clock=m.Clock(60)).sit_all()
    (mover,) = table.match.to_act
    table.tick(61_000)
    assert said(table, {mover}, "es") == "Se te ha acabado el tiempo."
    assert said(table, {1 - mover}, "en") == f"Name{mover} ran out of time."


def test_an_agreed_draw_is_nobodys() -> None:
    table = Table("quixo").sit_all()
    table.do(m.Make(0, "draw"))
    table.do(m.Answer(1, "draw", accept=True))
    for seats in (set[int](), {0}, {0, 1}):
        assert said(table, seats, "en") == text("reason.agreement", "en")
