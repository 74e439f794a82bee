"""``pip install cruces`` without extras: what it can do, and how it names the extra for the rest.

The wheel is built and unpacked into an environment of its own, with nothing but the dependencies
that it asks for. There is no network, and nothing can be written in the user's folder.
"""

import json
import os
import re
import subprocess
import tomllib
import venv
import zipfile
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from flit_core.wheel import make_wheel_in  # type: ignore[import-untyped]

from cruces.core.extras import EXTRA_OF, MODULES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NO_NETWORK = """
import sys

def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise RuntimeError(f"the network: {event} {args}")

sys.addaudithook(refuse)
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python, with these arguments, where only the base installation is."""
    folder = tmp_path_factory.mktemp("light")
    wheel = make_wheel_in(ROOT / "pyproject.toml", folder).file
    venv.create(folder / "env", with_pip=False)
    (site,) = (folder / "env").glob("[lL]ib/**/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    for requirement in PROJECT["dependencies"]:
        found = distribution(re.split(r"\W", requirement)[0])
        for part in {file.parts[0] for file in found.files or ()} - {".."}:
            (site / part).symlink_to(Path(str(found.locate_file(part))))
    (site / "sitecustomize.py").write_text(NO_NETWORK, "utf-8")
    home = folder / "home"
    home.write_text("a file: nothing can be created in it", "utf-8")
    python = next((folder / "env").glob("[bS]*/python*"))
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(python), *args],
            cwd=folder,
            env={**kept, "HOME": str(home), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


LIBRARY = """
import json, random
import cruces

results = {}
for name in cruces.__all__:
    getattr(cruces, name)
for game in cruces.GAMES:
    play, rng = cruces.start(game), random.Random(1)
    bots = [cruces.get_bot(name, game) for name in ("greedy", "random")]
    while play.outcome is None:
        play.roll(rng)
        for seat in play.to_act:
            play.push(bots[seat % 2].choose(play.view(seat), cruces.Limits(), rng), seat)
    assert cruces.load(play.to_json()) == play
    assert str(play) and play._repr_html_()
    extras = set()
    begun = cruces.start(game)
    begun.roll(rng)
    strongest = cruces.get_bot("level-8", game)
    for ask in (
        lambda: strongest.choose(begun.view(min(begun.to_act)), cruces.Limits(), rng),
        begun.analyse,
        play.review,
    ):
        try:
            ask()
        except cruces.MissingExtraError as error:
            extras.add(error.extra)
        else:
            extras.add(None)
    results[game] = sorted(map(str, extras))
print(json.dumps(results))
"""


def test_the_library_plays_draws_and_saves_and_names_the_extra_for_the_rest(light: Run) -> None:
    process = light("-c", LIBRARY)
    assert process.stderr == ""
    found = json.loads(process.stdout)
    assert found == {game: ["engine"] for game in found}
    assert found


def test_a_game_without_players_of_its_own_needs_nothing_more(light: Run) -> None:
    process = light("-c", "import cruces.players.tree_search, cruces.analysis.general")
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        ("rules", "qwixx", "--lang", "es"),
        ("rules", "quixo", "--exact"),
        ("prove", "quixo", "--explain"),
        ("perft", "quixo", "--depth", "2"),
        ("schema",),
        ("render", "XX./O../... O 4", "--out", "-"),
    ],
)
def test_commands_that_need_no_extra(light: Run, args: tuple[str, ...]) -> None:
    process = light("-m", "cruces", *args)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout


def test_a_game_is_played_replayed_and_verified(light: Run) -> None:
    bots = ("--player", "bot:greedy", "--player", "bot:random", "--seed", "1")
    for args in (
        ("play", "qwixx", *bots, "--save", "light.json"),
        ("replay", "light.json"),
        ("verify", "light.json"),
    ):
        process = light("-m", "cruces", *args)
        assert (process.returncode, process.stderr) == (0, ""), args


@pytest.mark.parametrize(
    ("extra", "args"),
    [
        ("engine", ("analyse", "XX./O../... O 4")),
        ("engine", ("play", "qwixx", "--player", "bot:strong", "--seats", "1")),
        ("engine", ("prepare",)),
        ("engine", ("solve", "quixo", "--size", "2")),
        ("engine", ("train", "qwixx", "--out", "weights")),
        ("pictures", ("sheet", "qwixx", "--out", "sheet.pdf")),
        ("server", ("serve",)),
        ("server", ("db", "upgrade")),
    ],
)
def test_commands_name_the_extra_that_they_need(
    light: Run, extra: str, args: tuple[str, ...]
) -> None:
    process = light("-m", "cruces", *args)
    command = f"pip install 'cruces[{extra}]'"
    assert process.stderr.splitlines()[-1] == (
        f"cruces: This needs more than the basic installation: {command}"
    )
    assert "Traceback" not in process.stderr
    assert process.returncode == 1


@pytest.mark.parametrize("library", ["gymnasium", "openspiel", "pettingzoo"])
def test_environments_name_their_extra(light: Run, library: str) -> None:
    process = light("-c", f"import cruces.envs; import cruces.envs.{library}")
    assert process.returncode == 1
    assert process.stderr.endswith(
        "MissingExtraError: This needs more than the basic installation: pip install 'cruces[rl]'\n"
    )


def test_every_module_of_an_extra_is_named() -> None:
    """By what its packages install: an extra's own packages, not those of extras it includes."""
    extras = set(PROJECT["optional-dependencies"]) - {"all"}
    assert set(MODULES) == extras
    for extra in extras - {"gpu"}:
        for requirement in PROJECT["optional-dependencies"][extra]:
            name = re.split(r"[^\w-]", requirement)[0]
            if name == "cruces":
                continue
            tops = {
                file.parts[0].removesuffix(".py")
                for file in distribution(name).files or ()
                if file.suffix in (".py", ".so") and "." not in file.parts[0].removesuffix(".py")
            }
            assert tops & set(EXTRA_OF) or name == "open_spiel", name
