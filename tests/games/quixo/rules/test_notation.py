"""Texts: what people may write, and what is refused with which reason."""

import pytest

from cruces.core import CrucesError, MalformedError
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.quixo.rules.notation import format_action, parse_action
from tests.games.refusals import reason


@pytest.mark.parametrize("written", ["a1>a5", "e5>a5", "b1>b5@3", "pass"])
def test_quixo_actions_are_read_as_written(written: str) -> None:
    format_action.cache_clear()  # otherwise other tests may have been here first
    parse_action.cache_clear()
    assert QUIXO_TEAMS.format_action(QUIXO_TEAMS.parse_action(written)) == written


def test_people_may_be_careless() -> None:
    assert QUIXO.parse_action("A1 > A5") == QUIXO.parse_action("a1>a5")


@pytest.mark.parametrize("written", ["", "a1", "a1a5", "a1>f5", "a0>a5", "a1>a5@5", "a1>a5@", "z"])
def test_malformed_quixo_actions_are_refused(written: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QUIXO.parse_action(written)
    assert reason(caught) == "quixo-action"


def test_there_are_no_dice_in_quixo() -> None:
    with pytest.raises(MalformedError) as caught:
        QUIXO.parse_chance("die 4")
    assert reason(caught) == "quixo-chance"


@pytest.mark.parametrize(
    "written",
    [
        "OX.../...../...../...../X.... O 4",
        "X../.../... O 2",
        "X../.../... O 2 = agreement",
        "X../.../... O 2 = resignation p1",
        "..X/..O/... X 5 < X../..O/... < X../O../...",
    ],
)
def test_quixo_positions_are_read_as_written(written: str) -> None:
    assert QUIXO.format_position(QUIXO.parse_position(written)) == written


def test_a_team_position_is_read_as_written() -> None:
    written = "1..4./...../...../...../3.2.. 1 5"
    assert QUIXO_TEAMS.format_position(QUIXO_TEAMS.parse_position(written)) == written


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("", "quixo-position"),
        ("...", "quixo-position"),
        ("X../.../... O", "quixo-position"),
        ("X../.../... O 0", "quixo-position"),
        ("X../.../... O 2 = sleep", "quixo-position"),
        ("X../.../.. O 2", "quixo-board"),
        ("X../.../..Z O 2", "quixo-board"),
        ("X../.../... X 2", "quixo-impossible"),
        ("X../.../... O 2 = resignation", "quixo-impossible"),
        ("X../.../... O 2 = resignation p3", "quixo-impossible"),
        ("X../.../... O 2 = agreement p1", "quixo-impossible"),
        ("XX./.../... O 2", "quixo-impossible"),
        (".../.../... O 2", "quixo-impossible"),
        ("X../.../... O 2 < ..X/.../...", "quixo-impossible"),
        ("X.O/.../... X 5 < X../.../...", "quixo-impossible"),
    ],
)
def test_impossible_quixo_positions_are_refused(written: str, slug: str) -> None:
    with pytest.raises(CrucesError) as caught:
        QUIXO.parse_position(written)
    assert reason(caught) == slug


def test_history_needs_repetition_to_matter() -> None:
    with pytest.raises(MalformedError):
        QUIXO.parse_position("..X/..O/... X 5 < X../..O/... < X../O../...", {"repetition": None})
