"""Action numbers and observation layouts, which change only with the version in their names.

Somebody's trained network depends on them. If a test fails here, either put the numbers back or
increase `version` in the encoding, and then write the new ones down.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruces.core import CHANCE, MalformedError
from cruces.core.registry import GAMES, get_game
from cruces.envs.encoding import Encoding, GeneralEncoding, encoding_of

ROWS = ["r", "y", "g", "b", "ry", "gb"]
UP, DOWN = range(2, 13), range(12, 1, -1)
PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")


def of(game: str, seats: int | None = None, **options: Any) -> Encoding:
    return encoding_of(get_game(game), get_game(game).initial(options, seats))


def boxes(rows: list[str]) -> list[str]:
    return [f"{row}{n}" for row in rows for n in (DOWN if row[0] in "gb" else UP)]


def test_qwixx() -> None:
    encoding = of("qwixx", 2)
    assert encoding.version == 0
    assert encoding.action_names() == ["pass", *boxes(ROWS[:4])]
    assert (encoding.count, encoding.size) == (45, 104)
    assert list(map(tuple, encoding.parts)) == [
        ("crosses", 44, 1),
        ("penalties", 1, 4),
        ("crosses", 44, 1),
        ("penalties", 1, 4),
        ("closed rows", 4, 1),
        ("dice", 6, 6),
        ("action 2", 1, 1),
        ("passed in action 1", 1, 1),
        ("active", 2, 1),
    ]
    assert of("qwixx", 1).size == 57


def test_big_points() -> None:
    encoding = of("big-points", 1)
    assert encoding.version == 0
    assert encoding.action_names() == ["pass", *boxes(ROWS)]
    assert (encoding.count, encoding.size) == (67, 79)


def test_quixo() -> None:
    encoding = of("quixo")
    assert encoding.version == 0
    assert (encoding.count, encoding.size) == (44, 54)
    names = encoding.action_names()
    assert names[:6] == ["a1>e1", "a1>a5", "b1>a1", "b1>e1", "b1>b5", "c1>a1"]
    assert names[-3:] == ["d5>e5", "e5>e1", "e5>a5"]
    assert of("quixo", size=3).action_names()[:3] == ["a1>c1", "a1>a3", "b1>a1"]
    assert list(map(tuple, encoding.parts)) == [
        ("cubes", 25, 1),
        ("cubes", 25, 1),
        ("to move", 2, 1),
        ("first round", 1, 1),
        ("earlier occurrences", 1, 5),
    ]


def test_quixo_for_four() -> None:
    encoding = of("quixo-teams")
    assert encoding.version == 0
    assert (encoding.count, encoding.size) == (89, 106)
    names = encoding.action_names()
    assert names[:4] == ["a1>e1@1", "a1>e1@3", "a1>a5@1", "a1>a5@3"]
    assert names[-1] == "pass"


def test_what_a_position_looks_like() -> None:
    """As its player sees it: their own sheet or cubes come first."""
    qwixx = get_game("qwixx")
    state = qwixx.parse_position("r2,4 | g12 p1 ; p2 colour w41 r3 y5 g2 b6 : pass")
    first = "1010000000" + 34 * "0" + "0"
    second = 22 * "0" + "1" + 21 * "0" + "1"
    dice = "0000" + "413526" + "1" + "1"
    encoding = of("qwixx", 2)
    for seat, expected in ((0, first + second + dice + "01"), (1, second + first + dice + "10")):
        assert "".join(str(int(n)) for n in encoding.observe(state, seat)) == expected
    quixo = get_game("quixo")
    small = quixo.parse_position("XX./O../... O 4")
    encoding = of("quixo", size=3)
    assert list(encoding.observe(small, 1)) == [
        *(0, 0, 0, 1, 0, 0, 0, 0, 0),
        *(1, 1, 0, 0, 0, 0, 0, 0, 0),
        *(1, 0, 0, 0),
    ]


@pytest.mark.parametrize("game", ["qwixx", "big-points", "quixo", "quixo-teams"])
def test_every_position_fits_its_layout(game: str) -> None:
    """All values are within their limits, all legal actions have numbers of their own."""
    rules, rng = get_game(game), Random(5)
    for seats in rules.seat_counts:
        state = rules.initial(None, seats)
        encoding = encoding_of(rules, state)
        assert len(encoding.action_names()) == len(set(encoding.action_names())) == encoding.count
        while waiting := sorted(rules.to_act(state)):
            if CHANCE in waiting:
                state = rules.advance(state, CHANCE, rules.chance(state).sample(rng))
                continue
            for seat in range(seats):
                values = encoding.observe(rules.redact(state, seat), seat)
                assert len(values) == encoding.size
                assert all(0 <= n <= most for n, most in zip(values, encoding.most, strict=True))
            seat = waiting[0]
            legal = list(rules.legal(state, seat))
            numbers = encoding.numbers(state, seat, legal)
            assert sorted(map(rules.format_action, numbers.values())) == sorted(
                map(rules.format_action, legal)
            )
            assert set(numbers) <= set(range(encoding.count))
            state = rules.advance(state, seat, rng.choice(legal))


def test_the_general_encoding() -> None:
    quixo = get_game("quixo")
    state = quixo.initial()
    general = GeneralEncoding(quixo)
    assert (general.version, general.count, general.size) == (0, 256, 1025)
    legal = list(quixo.legal(state, 0))
    assert list(general.numbers(state, 0, legal).items()) == list(enumerate(legal))
    text = quixo.format_position(state).encode()
    assert bytes(general.observe(state, 0)) == b"\1" + text + bytes(1024 - len(text))
    assert general.observe(state, 1)[0] == 0
    with pytest.raises(MalformedError, match="encoding of its own"):
        general.numbers(state, 0, range(257))


def test_the_page_says_what_there_is() -> None:
    """Sizes in the documentation are those of the encodings."""
    for game, seats in (("qwixx", 1), ("qwixx", 2), ("big-points", 1), ("quixo", 2)):
        encoding = of(game, seats)
        assert f"| `{game}`, {seats} | {encoding.count} | {encoding.size} |" in PAGE
    encoding = of("quixo-teams")
    assert f"| `quixo-teams`, 4 | {encoding.count} | {encoding.size} |" in PAGE
    own = [encoding_of(game, game.initial()) for game in GAMES.values()]
    parts = {part.name for encoding in own for part in encoding.parts}
    assert {name for name in parts if f"| {name} |" not in PAGE} == set()
