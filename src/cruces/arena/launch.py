"""Starts a program with limits: ``launch.py BYTES COMMAND...``. Runs without anything else of ours.

The limits hold before the first instruction of the program, and for whatever it starts.
"""

import os
import resource
import sys

FILE_BYTES = 64 * 1024 * 1024
"""No file that it writes may be larger."""
DEATH_SIGNAL, KILL = 1, 9
"""``prctl``'s PR_SET_PDEATHSIG, and SIGKILL."""


def main() -> None:
    """Set the limits, and become the program."""
    memory, command = int(sys.argv[1]), sys.argv[2:]
    limit = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    limits = {limit: memory, resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: FILE_BYTES}
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (allowed, allowed))
    if sys.platform == "linux":  # it shall not outlive the arena, however that ends
        import ctypes

        ctypes.CDLL(None).prctl(DEATH_SIGNAL, KILL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(127)


if __name__ == "__main__":
    main()
