"""`cruces completion`, and what the shells get to hear."""

import subprocess
from collections.abc import Callable

import pytest
from click.testing import Result

from cruces.players import bot_names, bots_for

Run = Callable[..., Result]
Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(cruces: Run, shell: str) -> None:
    shown = cruces("completion", shell)
    assert shown.exit_code == 0
    assert f"_CRUCES_COMPLETE={shell}_complete" in shown.output
    assert shown.stderr == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cruces pl", ["play"]),
        ("cruces play qu", ["quixo", "quixo-teams"]),
        ("cruces rules big-points --set circle_die", ["circle_die=crossed", "circle_die=either"]),
        ("cruces play quixo --set beg", ["begins=crosses", "begins=circles"]),
        ("cruces play --set begins = c", ["crosses", "circles"]),
        ("cruces play --player bot : g", ["greedy"]),
        ("cruces play --player b", [f"bot:{name}" for name in bot_names()]),
        ("cruces play quixo --player b", [f"bot:{name}" for name in bots_for("quixo")]),
        ("cruces play qwixx --player bot : fr", ["friendly"]),
        ("cruces play quixo --player bot : fr", []),
        ("cruces solve q", ["qwixx", "quixo"]),
        ("cruces prove q", ["quixo"]),
        ("cruces train q", ["qwixx"]),
        ("cruces solve quixo --ma", ["--max-cubes"]),
        ("cruces solve qwixx --ma", []),
        ("cruces solve --ma", ["--max-cubes"]),
        ("cruces play qwixx --edition es", ["es-original", "es-classic"]),
        ("cruces render x --theme d", ["dark"]),
        ("cruces --lang e", ["en", "es"]),
        ("cruces play --see", ["--seed"]),
        ("cruces completion f", ["fish"]),
    ],
)
def test_bash(program: Program, line: str, words: list[str]) -> None:
    env = {
        "_CRUCES_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - 1),
    }
    done = program(env=env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [f"plain,{word}" for word in words]


def test_fish_explains_the_games(program: Program) -> None:
    env = {
        "_CRUCES_COMPLETE": "fish_complete",
        "COMP_WORDS": "cruces play quixo-",
        "COMP_CWORD": "quixo-",
        "CRUCES_LANG": "es",
    }
    assert "Dos contra dos" in program(env=env).stdout


def test_help_lists_the_games_of_a_command(cruces: Run) -> None:
    for command, games in {
        "solve": "qwixx, quixo.",
        "prove": "quixo.",
        "train": "qwixx, big-points.",
        "perft": "qwixx, big-points, quixo, quixo-teams.",
    }.items():
        assert f"  GAME  One of: {games}\n" in cruces(command, "--help").output
