"""Command lines that make no sense: exit code 2 and a sentence in the user's language."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


WRONG = [
    (["plya"], "Unknown command “plya”. Did you mean play", "Comando desconocido: «plya»"),
    (["zzz"], "Unknown command “zzz”.\n", "Comando desconocido: «zzz».\n"),
    (["play", "--bogus"], "Unknown option: --bogus.", "Opción desconocida: --bogus."),
    (["play", "--playe", "A"], "Did you mean --plain", "¿Querías decir --plain"),
    (["play", "qwixx", "--seats"], "--seats needs a value.", "--seats necesita un valor."),
    (["games", "--json=1"], "--json takes no value.", "--json no lleva valor."),
    (["perft", "quixo"], "--depth is missing.", "Falta --depth."),
    (["rules"], "GAME is missing.", "Falta JUEGO."),
    (["verify"], "FILE... is missing.", "Falta ARCHIVO...."),
    (["rules", "quixo", "more"], "Unexpected argument: more", "Argumento de más: more"),
    (["perft", "quixo", "--depth", "-1"], "--depth: “-1” is no", "--depth: «-1» no es"),
    (["perft", "quixo", "--depth", "x"], "--depth: “x” is no", "--depth: «x» no es"),
    (
        ["perft", "quixo", "--depth", "99999999999999999999"],
        "is not a whole number from 0 to 100",
        "no es un número entero entre 0 y 100",
    ),
    (["--lang", "fr", "games"], "--lang: “fr” is not one of", "--lang: «fr» no es"),
    (
        ["rules", "qwixx", "--set", "start"],
        "--set: “start” is no",
        "--set: «start» no tiene la forma",
    ),
    (
        ["play", "qwixx", "--player", " "],
        "--player: A name can have",
        "--player: Un nombre solo puede",
    ),
    (["play", "qwixx", "--player", "a\x1b[2J"], "--player: A name", "--player: Un nombre"),
    (["completion", "csh"], "bash|zsh|fish: “csh”", "bash|zsh|fish: «csh»"),
    (["render", "x", "--out", "y", "--theme", "z"], "--theme: “z”", "--theme: «z»"),
]
WRONG_FOR_THE_GAME = [
    (["rules", "chess"], "Unknown game “chess”", "Juego desconocido: «chess»"),
    (["play", "chess"], "Unknown game “chess”", "Juego desconocido: «chess»"),
    (["rules", "qwixx", "--set", "a=b"], "Unknown option “a”", "Opción desconocida: «a»"),
    (["rules", "qwixx", "--set", "start=b"], "start cannot be “b”", "start no puede ser «b»"),
    (
        ["rules", "quixo", "--edition", "b"],
        "Unknown option “edition”",
        "Opción desconocida: «edition»",
    ),
    (["rules", "qwixx", "--edition", "b"], "edition cannot be “b”", "edition no puede ser «b»"),
    (["play", "qwixx", "--seats", "6"], "Not playable with 6 players", "No se puede jugar con 6"),
    (["play", "quixo", "--player", "bot:hal"], "“hal”", "«hal»"),
    (
        ["perft", "qwixx", "--depth", "1", "--size", "3"],
        "Unknown option “size”",
        "Opción desconocida: «size»",
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
    assert hint.startswith("Help:  cruces")
    assert hint.endswith("--help")


def test_too_many_players(cruces: Run) -> None:
    failed = cruces("play", "qwixx", "--seats", "2", *["--player", "A"] * 3)
    assert failed.exit_code == 2
    assert "Too many players: 3. The game takes 2." in failed.stderr


def test_a_saved_game_brings_everything(cruces: Run, game_file: Path) -> None:
    failed = cruces("play", "quixo", "--load", str(game_file))
    assert failed.exit_code == 2
    assert "--load already sets the game" in failed.stderr


JSON_ERRORS = [
    (["perft", "chess", "--depth", "1", "--json"], "bad-option", 2),
    (["perft", "quixo", "--depth", "1", "--size", "9", "--json"], "bad-option", 2),
    (["perft", "quixo", "--depth", "x", "--json"], "usage", 2),
    (["perft", "--json"], "usage", 2),
    (["games", "--json", "--bogus"], "usage", 2),
    (["games", "more", "--json"], "usage", 2),
    (["--json", "gmes"], "usage", 2),
    (["rules", "quixo", "--json"], "usage", 2),
    (["replay", "nofile", "--json"], "file", 1),
    (["replay", ".", "--json"], "file", 1),
    (["analyse", "nothing", "--json"], "cli", 1),
    (["solve", "quixo-teams", "--json"], "cli", 1),
]


@pytest.mark.parametrize(("args", "code", "exit_code"), JSON_ERRORS)
def test_json_errors_are_objects_too(
    cruces: Run, args: list[str], code: str, exit_code: int
) -> None:
    failed = cruces(*args, lang="es")
    assert failed.exit_code == exit_code
    error = json.loads(failed.stdout)
    assert set(error) >= {"code", "reason", "message", "position"}
    assert error["code"] == code
    assert failed.stderr.splitlines()[0] == f"cruces: {error['message']}"


def test_json_says_so_too_when_the_fault_is_ours(
    cruces: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> int:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("cruces.cli.perft.perft", fails)
    failed = cruces("perft", "quixo", "--depth", "1", "--json")
    assert failed.exit_code == 70
    error = json.loads(failed.stdout)
    assert (error["code"], error["reason"]) == ("internal", "RuntimeError")
    assert "out of luck" in error["message"]
