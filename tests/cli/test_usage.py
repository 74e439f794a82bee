"""Command lines that make no sense: exit code 2 and a sentence in the user's language."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


WRONG = [
    (["plya"], "There is no command “plya”. Did you mean: play", "No hay ninguna orden «plya»"),
    (["zzz"], "There is no command “zzz”.\n", "No hay ninguna orden «zzz».\n"),
    (["play", "--bogus"], "There is no option --bogus here.", "Aquí no hay ninguna opción --bogus"),
    (["play", "--playe", "A"], "Did you mean:", "¿Querías decir:"),
    (["play", "qwixx", "--seats"], "--seats needs a value.", "--seats necesita un valor."),
    (["games", "--json=1"], "--json takes no value.", "--json no lleva valor."),
    (["perft", "quixo"], "--depth is missing.", "Falta --depth."),
    (["rules"], "GAME is missing.", "Falta JUEGO."),
    (["verify"], "FILE... is missing.", "Falta ARCHIVO...."),
    (["rules", "quixo", "more"], "One argument too many: more", "Sobra un argumento: more"),
    (["perft", "quixo", "--depth", "-1"], "--depth: “-1” is no", "--depth: «-1» no es"),
    (["perft", "quixo", "--depth", "x"], "--depth: “x” is no", "--depth: «x» no es"),
    (["--lang", "fr", "games"], "--lang: “fr” is none of", "--lang: «fr» no es"),
    (["rules", "qwixx", "--set", "start"], "--set: “start” is no", "--set: «start» no es"),
    (["play", "qwixx", "--player", " "], "--player: A name has", "--player: Un nombre tiene"),
    (["play", "qwixx", "--player", "a\x1b[2J"], "--player: A name", "--player: Un nombre"),
    (["completion", "csh"], "bash|zsh|fish: “csh”", "bash|zsh|fish: «csh»"),
    (["render", "x", "--out", "y", "--theme", "z"], "--theme: “z”", "--theme: «z»"),
]
WRONG_FOR_THE_GAME = [
    (["rules", "chess"], "There is no game “chess”", "No hay ningún juego «chess»"),
    (["play", "chess"], "There is no game “chess”", "No hay ningún juego «chess»"),
    (["rules", "qwixx", "--set", "a=b"], "no option “a”", "ninguna opción «a»"),
    (["rules", "qwixx", "--set", "start=b"], "start cannot be “b”", "start no puede ser «b»"),
    (["rules", "quixo", "--edition", "b"], "no option “edition”", "ninguna opción «edition»"),
    (["rules", "qwixx", "--edition", "b"], "edition cannot be “b”", "edition no puede ser «b»"),
    (["play", "qwixx", "--seats", "6"], "Cannot seat 6", "No puede haber 6"),
    (["play", "quixo", "--player", "bot:hal"], "“hal”", "«hal»"),
    (
        ["perft", "qwixx", "--depth", "1", "--size", "3"],
        "no option “size”",
        "ninguna opción «size»",
    ),
    (["perft", "quixo", "--depth", "1", "--size", "9"], "size cannot be “9”", "size no puede ser"),
]


@pytest.mark.parametrize(("args", "en", "es"), [*WRONG, *WRONG_FOR_THE_GAME])
def test_usage_errors(cruces: Run, args: list[str], en: str, es: str) -> None:
    for lang, sentence in (("en", en), ("es", es)):
        failed = cruces(*args, lang=lang)
        assert failed.exit_code == 2
        assert failed.stdout == ""
        assert failed.stderr.startswith("cruces: ")
        assert sentence in failed.stderr
        assert "Error" not in failed.stderr


@pytest.mark.parametrize(("args", "en", "es"), WRONG)
def test_usage_errors_say_where_help_is(cruces: Run, args: list[str], en: str, es: str) -> None:
    hint = cruces(*args).stderr.splitlines()[-1]
    assert hint.startswith("More:  cruces")
    assert hint.endswith("--help")


def test_too_many_players(cruces: Run) -> None:
    failed = cruces("play", "qwixx", "--seats", "2", *["--player", "A"] * 3)
    assert failed.exit_code == 2
    assert "3 players for 2 seats" in failed.stderr


def test_a_saved_game_brings_everything(cruces: Run, game_file: Path) -> None:
    failed = cruces("play", "quixo", "--load", str(game_file))
    assert failed.exit_code == 2
    assert "--load brings its own" in failed.stderr


@pytest.mark.parametrize(
    "args",
    [
        ["perft", "chess", "--depth", "1", "--json"],
        ["perft", "quixo", "--depth", "1", "--size", "9", "--json"],
    ],
)
def test_json_errors_are_objects_too(cruces: Run, args: list[str]) -> None:
    failed = cruces(*args, lang="es")
    assert failed.exit_code == 2
    error = json.loads(failed.stdout)
    assert error["code"] == "bad-option"
    assert failed.stderr == f"cruces: {error['message']}\n"
