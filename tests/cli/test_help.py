"""Help, in both languages and nowhere in click's own words."""

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from cruces.cli import commands
from cruces.cli.commands import build
from cruces.cli.language import wanted
from cruces.locales import languages

Run = Callable[..., Result]


DOCS = Path(__file__).parents[2] / "docs" / "cli.md"
TREE = build("en")
COMMANDS = tuple(
    path
    for name, command in TREE.commands.items()
    for path in (name, *(f"{name} {one}" for one in getattr(command, "commands", ())))
)
"""Every command, those of a group after it: ``oracle data``."""
CLICKS_WORDS = {"en": (), "es": ("Usage", "Options:", "Show this", "Commands", "OPTIONS", "FILE")}
FRAME = {"en": ("Usage:", "Options:", "Examples:"), "es": ("Uso:", "Opciones:", "Ejemplos:")}


def options_of(name: str) -> list[str]:
    command: click.Command = TREE
    for part in name.split():
        assert isinstance(command, click.Group)
        command = command.commands[part]
    ctx = click.Context(command)
    params = command.get_params(ctx)
    return [opt for param in params if isinstance(param, click.Option) for opt in param.opts]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("args", [(), *(tuple(name.split()) for name in COMMANDS)], ids=" ".join)
def test_help(cruces: Run, lang: str, args: tuple[str, ...]) -> None:
    shown = cruces(*args, "--help", lang=lang)
    assert shown.exit_code == 0
    assert all(word in shown.output for word in FRAME[lang])
    assert not any(word in shown.output for word in CLICKS_WORDS[lang])
    assert "{" not in shown.output, "a placeholder was not filled"
    example_free = shown.output.split(FRAME[lang][2])[0]
    assert max(map(len, example_free.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_in_the_help(cruces: Run, name: str) -> None:
    shown = cruces(*name.split(), "--help").output
    for option in options_of(name):
        assert re.search(rf"^  (-\w, )?{option}\b", shown, re.MULTILINE), option


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    documented = DOCS.read_text("utf-8")
    assert f"`{name}" in documented
    for option in options_of(name):
        assert f"`{option}" in documented or option == "--help", option


def test_alone_it_shows_its_help(cruces: Run) -> None:
    alone = cruces()
    assert alone.exit_code == 0
    assert alone.output == cruces("--help").output


def test_version(cruces: Run) -> None:
    shown = cruces("--version")
    assert shown.exit_code == 0
    assert re.fullmatch(r"cruces \d+\.\d+\.\d+\n", shown.output)
    assert cruces("-V").output == shown.output


@pytest.mark.parametrize("args", [[], ["play"], ["solve"]])
def test_help_in_short(cruces: Run, args: list[str]) -> None:
    shown = cruces(*args, "-h")
    assert shown.exit_code == 0
    assert shown.output == cruces(*args, "--help").output
    assert "-h, --help" in shown.output


@pytest.mark.parametrize(
    ("args", "environ", "lang"),
    [
        ([], {}, "en"),
        ([], {"LANG": "es_ES.UTF-8"}, "es"),
        ([], {"LC_ALL": "en_GB.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),
        ([], {"CRUCES_LANG": "es", "LC_ALL": "en_GB.UTF-8"}, "es"),
        ([], {"CRUCES_LANG": "", "LANG": "es_ES"}, "es"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en"),
        (["--lang", "es"], {"LANG": "en"}, "es"),
        (["play", "--lang=es"], {"LANG": "en"}, "es"),
        (["--lang", "fr"], {"LANG": "es"}, "es"),
        (["--lang"], {}, "en"),
        (["play", "--", "--lang", "es"], {}, "en"),
    ],
)
def test_language(args: list[str], environ: dict[str, str], lang: str) -> None:
    assert wanted(args, environ) == lang


def test_lang_may_stand_before_or_after_the_command(cruces: Run) -> None:
    assert cruces("--lang", "es", "games").exit_code == 0
    assert cruces("games", "--lang", "es").exit_code == 0


def test_one_command_alone_is_the_same_as_among_all() -> None:
    everything = build("en")
    for name in (*commands.COMMANDS, *commands.LAST):
        alone = build("en", [name])
        assert list(alone.commands) == [name]
        ours, its = alone.commands[name], everything.commands[name]
        assert [option.name for option in ours.params] == [option.name for option in its.params]
    assert list(build("en", ["no-such-command"]).commands) == list(everything.commands)
    assert list(build("en", ["--help"]).commands) == list(everything.commands)
