"""The score pad's rules in the browser are the engine's, on sheets drawn at random.

The pad doesn't know the dice. It lets a box be crossed if the engine does with some roll: every box
is asked about with white dice that make its number, under options that are drawn as well.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Cross, Layout, Qwixx, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.dice import FACES, Roll
from cruces.games.qwixx.rules.state import Options, Phase
from cruces.games.qwixx.show import wire
from tests.games.qwixx.mixed_sheet import MIXED_QWIXX, MixedBigPoints

CLIENT = Path(__file__).parents[2] / "client"
GAMES = (QWIXX, BIG_POINTS, MIXED_QWIXX, MixedBigPoints())
EACH = 5_200
"""The sheets of each game."""
WHITE = {a + b: (a, b) for a, b in product(range(1, FACES + 1), repeat=2)}
"""Two dice by their sum."""


def drawn(layout: Layout, random: Random) -> Sheet:
    """Any sheet that crosses from left to right lead to."""
    marks = []
    for row in layout.rows:
        share = random.choice((0, 0.1, 0.3, 0.5, 0.7, 0.9))
        mask = sum(1 << box for box in range(row.last) if random.random() < share)
        if mask.bit_count() >= layout.crosses_to_lock and random.random() < 0.4:
            mask |= 1 << row.last
        marks.append(mask)
    for row in layout.bonus:
        above, below = (marks[index] for index in row.beside)
        marks.append((above | below) & random.getrandbits(row.last + 1))
    return Sheet(layout, tuple(marks), random.randrange(layout.penalties + 1))


@cache
def situations(game: Qwixx) -> list[State]:
    """A sheet and another player's, while everyone chooses."""
    random = Random(f"{game.id} on a table")
    found = []
    for _ in range(EACH):
        options = {option.name: random.choice(option.values) for option in game.options}
        other = drawn(game.layout, random) if random.random() < 0.6 else Sheet.empty(game.layout)
        found.append(
            State(
                Options(**options),  # type: ignore[arg-type]
                (drawn(game.layout, random), other),
                Phase.WHITE,
                active=random.randrange(2),
                choices=(None, None),
            )
        )
    return found


def reasons(game: Qwixx, state: State) -> list[list[str | None]]:
    """Why the first player may not cross each box, row by row from top to bottom."""
    dice = (1,) * len(game.layout.rows)
    legal = {
        number: game.choices(replaced(state, roll=Roll(white, dice)), 0).why_not
        for number, white in WHITE.items()
    }

    def why(row: int, number: int) -> str | None:
        if number not in legal:
            return "no-sum"
        reason = legal[number](Cross(row, number))
        return reason.slug if reason else None

    return by_box(game, why)


def replaced(state: State, **changes: Any) -> State:
    """`dataclasses.replace`, which takes a third of the time of everything here."""
    fields = ("options", "sheets", "phase", "active", "roll", "choices")
    return State(**{name: changes.get(name, getattr(state, name)) for name in fields})


def by_box(game: Qwixx, ask: Callable[[int, int], Any]) -> list[list[Any]]:
    rows = game.layout.all
    return [[ask(row, number) for number in rows[row].numbers] for row in game.layout.printed]


def joins(game: Qwixx, state: State) -> list[list[bool]]:
    """The last boxes of closed rows that the first player might still have crossed with others."""
    own = state.sheets[0]
    closed = set(closed_rows(state.sheets))
    alone = replaced(state, sheets=(own, Sheet.empty(game.layout)))

    def joined(row: int, number: int) -> bool:
        printed = game.layout.all[row]
        if row not in closed or number != printed.numbers[-1] or number not in WHITE:
            return False
        rolled = replaced(alone, roll=Roll(WHITE[number], (1,) * len(game.layout.rows)))
        return Cross(row, number) in game.choices(rolled, 0)

    return by_box(game, joined)


def engine(game: Qwixx, state: State) -> dict[str, Any]:
    """What the engine says."""
    outcome = game.outcome(replaced(state, phase=Phase.OVER))
    assert outcome is not None
    return {
        "why": reasons(game, state),
        "joins": joins(game, state),
        "sheets": json.loads(json.dumps(wire.state_data(state)["sheets"])),
        "over": None if outcome.reason == "resignation" else outcome.reason,
        "places": list(outcome.places),
    }


def pad(game: Qwixx, states: list[State]) -> list[dict[str, Any]]:
    """What the score pad says."""
    node = shutil.which("node")
    assert node, "tests of the browser's modules need Node: sh tools/system.sh says how"
    asked = []
    for state in states:
        data = wire.state_data(state)
        asked.append([*([s["lines"], s["penalties"]] for s in data["sheets"]), data["closed"]])
    questions = json.dumps({"layout": wire.sheet_data(game), "situations": asked})
    command = [node, "--import", "./setup.mjs", "pad.mjs"]
    done = subprocess.run(
        command, cwd=CLIENT, input=questions, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_pad_agrees_with_the_engine(game: Qwixx) -> None:
    states = situations(game)
    answers = pad(game, states)
    assert len(answers) == EACH
    for state, answer in zip(states, answers, strict=True):
        assert answer == engine(game, state), state


def test_the_sheets_are_many_and_various() -> None:
    every = [(game, state) for game in GAMES for state in situations(game)]
    assert len({(game.id, state.sheets) for game, state in every}) >= 20_000
    said = {
        reason
        for game in GAMES
        for state in situations(game)[:200]
        for row in reasons(game, state)
        for reason in row
    }
    assert said == {
        None,
        "already-crossed",
        "circle-needs-neighbour",
        "left-to-right",
        "needs-five",
        "no-sum",
        "row-closed",
    }
    assert any(any(map(any, joins(game, state))) for game, state in every[:200])
