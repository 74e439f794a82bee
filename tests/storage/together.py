"""Several real processes that do the same thing at the same moment."""

import subprocess
import sys

SECONDS = 120
START = "import sys; sys.stdout.write('.'); sys.stdout.flush(); sys.stdin.readline()\n"


def at_once(count: int, imports: str, work: str, *args: str) -> list[str]:
    """What each process wrote that ran ``work``; all have done their imports before any begins.

    ``work`` finds ``args`` from ``sys.argv[1]`` on.
    """
    command = [sys.executable, "-W", "error", "-c", f"{imports}\n{START}{work}", *args]
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        for _ in range(count)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            ready = process.stdout.read(1)
            assert ready == ".", process.communicate()[1]
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        outputs = [process.communicate(timeout=SECONDS) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    assert [process.returncode for process in processes] == [0] * count, outputs
    return [out for out, _ in outputs]
