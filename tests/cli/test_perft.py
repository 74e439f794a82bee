"""`cruces perft`: published numbers, and ours."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.parametrize(
    ("args", "nodes"),
    [
        (["quixo", "--depth", "0"], 1),
        (["quixo", "--depth", "1"], 44),
        (["quixo", "--depth", "2"], 1836),
        (["quixo", "--depth", "3"], 76596),
        (["quixo", "--depth", "4"], 3018100),
        (["quixo", "--size", "4", "--depth", "1"], 32),
        (["quixo", "--size", "4", "--depth", "2"], 952),
        (["quixo", "--size", "4", "--depth", "3"], 28312),
        (["quixo", "--size", "3", "--depth", "1"], 20),
        (["quixo", "--size", "3", "--depth", "2"], 356),
        (["quixo", "--size", "3", "--depth", "3"], 6332),
        (["quixo-teams", "--depth", "1"], 88),
        (["qwixx", "--depth", "1"], 2),
        (["qwixx", "--depth", "1", "--seats", "5"], 5),
        (["qwixx", "--depth", "2"], 2 * 6**6),
        (["big-points", "--depth", "1", "--seats", "1"], 6**6),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_the_number_alone(cruces: Run, args: list[str], nodes: int) -> None:
    shown = cruces("perft", *args)
    assert shown.exit_code == 0
    assert shown.output == f"{nodes}\n"


def test_as_data(cruces: Run) -> None:
    found = json.loads(cruces("perft", "quixo", "--depth", "2", "--size", "3", "--json").output)
    assert found.pop("seconds") >= 0
    assert found == {"game": "quixo", "depth": 2, "size": 3, "seats": 2, "nodes": 356}
    assert json.loads(cruces("perft", "qwixx", "--depth", "1", "--json").output)["size"] is None
