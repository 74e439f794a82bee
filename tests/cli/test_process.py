"""The command as a program of its own: signals, pipes, terminals."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cruces.core.registry import load

Program = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-m", "cruces"]
OWN_TERMINAL = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from cruces.cli import main
main()
"""
"""The command with standard input as its own terminal, so that Ctrl-C reaches it."""
STAND_IN = {"CRUCES_STAND_IN": "1"}
PEOPLE = ("--player", "Ana", "--player", "Leo")


class Screen:
    """A terminal with the command in it."""

    def __init__(self, *args: str, **env: str) -> None:
        self.ours, theirs = pty.openpty()
        clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**clean, "TERM": "xterm", "PYTHONUTF8": "1", "CRUCES_LANG": "en", **env},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def press(self, key: str, text: str) -> None:
        """Press a key until the text appears.

        A signal that arrives just before the line editor begins to wait is noticed only with the
        next key, as people know who press Ctrl-C twice.
        """
        for _ in range(10):
            with suppress(OSError):
                self.type(key)
            with suppress(AssertionError):
                self.wait_for(text, seconds=3)
                return
        raise AssertionError(self.seen)

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Read until the text appears; what was read since the last time."""
        new, until = b"", time.monotonic() + seconds
        while text not in new.decode("utf-8", "ignore"):
            ready = select.select([self.ours], [], [], max(0, until - time.monotonic()))[0]
            chunk = b""
            if ready:
                try:
                    chunk = os.read(self.ours, 65536)
                except OSError:  # the other side is closed
                    chunk = b""
            if not chunk:
                break
            new += chunk
        shown = new.decode("utf-8", "ignore")
        assert text in shown, shown
        self.seen += shown
        return shown

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def close(self) -> int:
        code = self.process.wait(60)
        os.close(self.ours)
        return code


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        if screen.process.poll() is None:
            screen.process.kill()
            screen.process.wait()


def test_a_robot_stands_in_while_it_is_prepared(screens: list[Screen], tmp_path: Path) -> None:
    """On a fresh machine it answers before anything is compiled."""
    players = ("--player", "Ana", "--player", "bot:level-7")
    screen = Screen("play", "quixo", "--plain", *players, XDG_CACHE_HOME=str(tmp_path), **STAND_IN)
    screens.append(screen)
    screen.wait_for("Ana> ")
    screen.type("a1>a5\n")
    screen.wait_for("Ana> ")
    assert not list(tmp_path.glob("cruces/machine-code/*/prepared/quixo-[0-9a-f]*"))
    screen.type("quit\n")
    screen.wait_for("See you next time!")
    assert screen.close() == 0


def test_ctrl_c_ends_it_while_a_robot_is_prepared(screens: list[Screen], tmp_path: Path) -> None:
    """With a seed the game has to be the same every time: nobody stands in."""
    players = ("--player", "bot:level-7", "--player", "Ana")
    screen = Screen(
        "play", "quixo", *players, "--seed", "1", XDG_CACHE_HOME=str(tmp_path), **STAND_IN
    )
    screens.append(screen)
    screen.wait_for("level-7 is getting ready…")
    screen.type("\x03")
    screen.wait_for("Interrupted")
    assert screen.close() == 130


def test_python_m_cruces(program: Program) -> None:
    done = program("games", env={"CRUCES_LANG": "es"})
    assert done.returncode == 0
    assert "jugadores" in done.stdout
    assert (
        program("play", "quixo", "--seed", "1", input="salir\n", env={"LANG": "es"}).returncode == 0
    )


def test_nobody_reads_to_the_end() -> None:
    line = f"{sys.executable} -m cruces rules qwixx --lang en; echo code $? >&2"
    shell = ["sh", "-c", f"({line}) | head -n 1; sleep 0.1"]
    done = subprocess.run(shell, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "Qwixx\n"
    assert done.stderr.startswith("code ")
    assert "Traceback" not in done.stderr


def test_a_reader_that_is_gone() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "games"], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk(unbuffered: str) -> None:
    """Whether the first line fails or the last flush does."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "games", "--lang", "es"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 1
    message = "cruces: El disco está lleno. Libera espacio e inténtalo de nuevo.\n"
    assert done.stderr.decode() == message


def test_closed_streams() -> None:
    shell = ["sh", "-c", f"{sys.executable} -m cruces play quixo <&- >&-"]
    done = subprocess.run(shell, stderr=subprocess.PIPE, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"")


def test_input_that_is_no_text(program: Program) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "quixo", "--lang", "en"],
        input=b"\xff\xfe\x00\x1b[2J\nquit\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"is not a move" in done.stdout
    assert b"\x1b" not in done.stdout


def test_an_error_of_our_own_is_one_sentence(program: Program, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import cruces.cli.games as games\n"
        "def broken(*args): raise RuntimeError('boom')\n"
        "games._data = broken\n",
        "utf-8",
    )
    env = {"PYTHONPATH": str(tmp_path), "CRUCES_LANG": "en"}
    done = program("games", "--json", env=env)
    assert done.returncode == 70
    assert done.stderr == "cruces: Internal error, please report it: RuntimeError: boom\n"
    told = program("games", "--json", env={**env, "CRUCES_DEBUG": "1"})
    assert "Traceback" in told.stderr


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_keeps_the_game(tmp_path: Path, number: signal.Signals, code: int) -> None:
    path = tmp_path / "g.json"
    args = ["play", "quixo", *PEOPLE, "--save", str(path), "--lang", "en"]
    with subprocess.Popen(
        [*COMMAND, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(b"a1>a5\n")
        seen = b""
        while b"Leo> " not in seen:
            chunk = os.read(game.stdout.fileno(), 65536)
            assert chunk, seen
            seen += chunk
        game.send_signal(number)
        rest = game.stdout.read()
        assert game.wait(60) == code
    assert (b"Saved to " in rest) == (number == signal.SIGINT)
    assert [event.text for event in load(path.read_bytes()).events] == ["a1>a5"]  # type: ignore[union-attr]
    assert list(tmp_path.iterdir()) == [path]


def test_a_kill_loses_nothing_that_was_decided(tmp_path: Path, screens: list[Screen]) -> None:
    path = tmp_path / "g.json"
    screen = Screen("play", "quixo", "--plain", *PEOPLE, "--save", str(path))
    screens.append(screen)
    screen.wait_for("Ana> ")
    screen.type("a1>a5\n")
    screen.wait_for("Leo> ")
    screen.process.kill()
    screen.close()
    assert len(load(path.read_bytes()).events) == 1


def test_ctrl_c_and_ctrl_d(tmp_path: Path, screens: list[Screen]) -> None:
    path = tmp_path / "g.json"
    for key, code in (("\x03", 130), ("\x04", 0)):
        screen = Screen("play", "quixo", "--plain", "--save", str(path), "--force")
        screens.append(screen)
        screen.wait_for("You> ")
        screen.press(key, "Saved to ")
        assert screen.close() == code


def test_each_chooses_on_a_clean_screen(screens: list[Screen]) -> None:
    screen = Screen("play", "qwixx", *PEOPLE, "--seed", "2")
    screens.append(screen)
    clear = "\033[2J\033[3J\033[H"
    screen.wait_for("Ana, press Enter. ")
    screen.type("\n")
    assert clear in screen.wait_for("Ana> ")
    screen.type("r9\n")
    handing = screen.wait_for("Leo, press Enter. ")
    assert clear in handing, "what Ana typed is wiped away"
    assert "red 9" not in handing
    screen.type("\n")
    assert screen.wait_for("Leo> ").count(clear) == 1
    screen.type("\033[A")  # the key that would bring back what was typed before
    screen.type("pass\n")
    told = screen.wait_for("① Leo: pass")
    assert clear in told
    screen.type("quit\n")
    screen.wait_for("See you next time!")
    assert screen.close() == 0


def test_colours(screens: list[Screen]) -> None:
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        screen = Screen("play", "qwixx", "--seed", "1", **env)
        screens.append(screen)
        shown = screen.wait_for("You> ")
        assert ("\033[31m" in shown) == coloured
        assert all(symbol in shown for symbol in "◆●▲■")
        screen.type("quit\n")
        assert screen.close() == 0
