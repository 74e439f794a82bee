"""How long the terminal app takes to open: python -m bench.terminal_start [--times N]

`cruces play` runs in a terminal of its own (a pty) of 80 by 24 characters, in a warm process cache:
the time runs from the start of the process until it has written the name of the first game, which
is when one can choose. The processor time is that of the process and its threads.
"""

import argparse
import fcntl
import os
import pty
import signal
import statistics
import struct
import sys
import termios
import time

from cruces.core.registry import GAMES

LONGEST = 60.0


def start() -> tuple[float, float]:
    """Seconds until the first game is shown, and seconds of processor time."""
    name = next(iter(GAMES.values())).name("en").encode()
    begun = time.monotonic()
    process, terminal = pty.fork()
    if not process:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color", "CRUCES_LANG": "en"}
        os.execve(sys.executable, [sys.executable, "-m", "cruces", "play"], environ)
    written = b""
    while name not in written:
        if time.monotonic() - begun > LONGEST:
            raise TimeoutError("the app did not open")
        written += os.read(terminal, 65536)
    seconds = time.monotonic() - begun
    os.kill(process, signal.SIGKILL)
    _, _, usage = os.wait4(process, 0)
    os.close(terminal)
    return seconds, usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=10)
    times = parser.parse_args().times
    start()  # so that all are warm
    runs = [start() for _ in range(times)]
    for what, each in (("seconds", [r[0] for r in runs]), ("processor", [r[1] for r in runs])):
        print(f"{what:<10} median {statistics.median(each):.2f}  least {min(each):.2f}")


if __name__ == "__main__":
    main()
