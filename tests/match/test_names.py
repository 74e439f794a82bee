"""Names at a table: visible, and no two alike."""

import pytest

from cruces.core import CrucesError
from cruces.match import messages as m
from cruces.match.match import create, fold
from cruces.match.names import LONGEST_NAME, alike, free_name, visible
from tests.match.table import Table


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Ana", "Ana"),
        ("  Ana   María ", "Ana María"),
        ("Jose\u0301", "José"),
        ("\u5c71\u7530", "\u5c71\u7530"),
        ("O'Brien-2 (x)", "O'Brien-2 (x)"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd"),
        ("e\u0301" * LONGEST_NAME, "é" * LONGEST_NAME),
    ],
)
def test_a_readable_name_is_stored_in_its_usual_form(typed: str, stored: str) -> None:
    assert visible(typed, LONGEST_NAME) == stored


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (" ", "name-blank"),
        ("\u200b", "name-blank"),
        ("\u0301\u0301", "name-blank"),
        ("An\u200ba", "name-invisible"),
        ("An\u200da", "name-invisible"),
        ("\u202eanA", "name-invisible"),
        ("\u2066Ana\u2069", "name-invisible"),
        ("Ana\n", "name-invisible"),
        ("A\x1b[31mna", "name-invisible"),
        ("A\x00na", "name-invisible"),
        ("Ana\u3164", "name-invisible"),
        ("A\u00adna", "name-invisible"),
        ("A\ufe00na", "name-invisible"),
        ("Z" + "\u0335" * 9, "name-invisible"),
        ("\u0335Ana", "name-invisible"),
        ("\U000e0041Ana", "name-invisible"),
        ("a" * (LONGEST_NAME + 1), "name-long"),
    ],
)
def test_a_name_that_people_cannot_read_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(CrucesError) as refused:
        visible(typed, LONGEST_NAME)
    assert (refused.value.code, refused.value.reason.slug) == ("refused", reason)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Aná"),
        ("Ana", "A na"),
        ("Ana", "\u0410n\u0430"),  # Cyrillic letters
        ("Nora", "\u039dora"),  # a Greek one
        ("Ian", "lan"),
        ("IAN", "ian"),
        ("Bo1", "Bol"),
        ("Oto", "0to"),
        ("\uff21na", "Ana"),
        ("Straße", "STRASSE"),
        ("Ana\ufe0f", "Ana"),
    ],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Ali", "All"), ("Ana", "Ana 2"), ("Иван", "Анна")]
)
def test_names_that_differ_are_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_second_ana_has_to_choose_another_name() -> None:
    table = Table("quixo-teams")
    table.do(m.Sit(0, "Ana"))
    with pytest.raises(CrucesError) as refused:
        table.do(m.Sit(1, "\u0410na "))
    assert refused.value.reason.slug == "name-taken"
    assert "Ana" in refused.value.message("es")
    table.do(m.Sit(1, " Ana  2"))
    assert table.match.seats[1].name == "Ana 2"
    table.do(m.Stand(0))
    table.do(m.Sit(2, "ana"))


def test_a_robot_does_not_take_a_name_away() -> None:
    table = Table("quixo")
    table.do(m.SeatBot(0, "greedy"), "host")
    table.do(m.Sit(1, "greedy"))
    assert table.match.seats[1].name == "greedy"


def test_names_in_a_log_stay_as_they_are() -> None:
    """Those of releases that asked less of a name."""
    table = Table("quixo")
    created = table.log[0]
    assert isinstance(created, m.Created)
    match = create(created)
    for seat, name in enumerate(("An\u200ba\n", "An\u200ba\n")):
        match = fold(match, m.Sat(seat, name, f"player{seat}"))
    assert [seat.name for seat in match.seats] == ["An\u200ba\n"] * 2


@pytest.mark.parametrize(
    ("name", "taken", "free"),
    [
        ("Ana", [], "Ana"),
        ("Ana", ["ana"], "Ana 2"),
        ("Ana", ["ana", "ANA 2"], "Ana 3"),
        ("An\u200ba\n", [], "Ana"),
        ("\u200b", [], "?"),
        ("\u200b", ["?"], "? 2"),
        ("Z" + "\u0335" * 9, ["Zed"], "?"),
        ("x" * 60, ["X" * LONGEST_NAME], "x" * (LONGEST_NAME - 2) + " 2"),
    ],
)
def test_there_is_a_name_close_to_any(name: str, taken: list[str], free: str) -> None:
    assert free_name(name, taken) == free
