"""`cruces verify`: what it says of the dice, and a server that does not keep its promise."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.match.cheating import (
    BY_ITSELF,
    CHEATS,
    KEY,
    OWN_SEAT,
    OWN_TEXT,
    Document,
    honest,
    kept,
    running,
)

Run = Callable[..., Result]


def saved(document: Document, path: Path = Path("game.json")) -> str:
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def promise() -> list[str]:
    """The options of somebody who kept everything."""
    own = f"{OWN_SEAT + 1}={OWN_TEXT}"
    return [
        *("--commitment", (kept().commitment or "").upper()),
        *("--contribution", own),
        *("--key", KEY.public),
    ]


@pytest.mark.parametrize(
    ("lang", "checked", "running_dice", "rules", "signed", "signed_by"),
    [
        (
            "en",
            "dice checked: ",
            "dice cannot be checked before the end",
            "rules only, no promise about the dice",
            "signed with this key",
            "signed with key ",
        ),
        (
            "es",
            "dados comprobados: ",
            "los dados no se pueden comprobar antes del final",
            "solo las reglas, sin promesa sobre los dados",
            "firmada con esta clave",
            "firmada con la clave ",
        ),
    ],
)
def test_one_of_three_things(
    cruces: Run,
    lang: str,
    checked: str,
    running_dice: str,
    rules: str,
    signed: str,
    signed_by: str,
) -> None:
    bare = {**honest(), "fair": None}
    del bare["signature"]
    for document, dice in ((honest(), checked), (running(), running_dice), (bare, rules)):
        shown = cruces("verify", saved(document), lang=lang)
        assert shown.exit_code == 0
        assert f"; {dice}" in shown.output
        assert (f"; {signed_by}{KEY.public[:16]}…)" in shown.output) == ("signature" in document)
    assert f"; {signed})" in cruces("verify", saved(honest()), *promise(), lang=lang).output


def test_the_same_for_programs(cruces: Run) -> None:
    for document, dice in ((honest(), "checked"), (running(), "not-checkable")):
        shown = cruces("verify", saved(document), "--json", *promise())
        assert shown.exit_code == 0
        (found,) = json.loads(shown.output)
        assert (found["ok"], found["dice"], found["signer"]) == (True, dice, KEY.public)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheating_server_is_caught(cruces: Run, cheat: str) -> None:
    cheated, reason = CHEATS[cheat]
    file = saved(cheated())
    shown = cruces("verify", file, *promise(), "--json")
    assert shown.exit_code == 1
    (found,) = json.loads(shown.output)
    assert found["error"]["reason"] == reason
    said = cruces("verify", file, *promise())
    assert (said.exit_code, said.output) == (1, f"{file}: {found['error']['message']}\n")
    assert cruces("verify", file).exit_code == (1 if cheat in BY_ITSELF else 0)


@pytest.mark.parametrize(
    "options",
    [
        ("--commitment", "abc"),
        ("--key", "g" * 64),
        ("--contribution", "text"),
        ("--contribution", "0=text"),
        ("--contribution", "²=text"),
    ],
)
def test_a_promise_that_cannot_be_one(cruces: Run, options: tuple[str, str]) -> None:
    failed = cruces("verify", saved(honest()), *options)
    assert failed.exit_code == 2
    assert f"“{options[1]}” is not" in failed.output
