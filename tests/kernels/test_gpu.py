"""What numba-cuda loads when there is a GPU: the simulator loads none of it."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="numba-cuda is for Linux")

NEW_NUMPY = """
import numpy
if vars(numpy).pop("row_stack", None):
    numpy.__all__.remove("row_stack")
"""
"""NumPy as it is from 2.5 on; SciPy, if it is there, takes all that NumPy says it has."""
LOAD = "from numba.cuda.descriptor import cuda_target; cuda_target.target_context.refresh()"
"""What precedes the compilation of the first kernel; it needs no GPU."""


def run(*lines: str) -> subprocess.CompletedProcess[str]:
    """Run this with the numba-cuda for real GPUs, in a process of its own."""
    real = {name: text for name, text in os.environ.items() if name != "NUMBA_ENABLE_CUDASIM"}
    return subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True, text=True, check=False, timeout=300, env=real,
    )  # fmt: skip


def test_the_installed_versions_fit_each_other() -> None:
    done = run("import numba.cuda", LOAD)
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_newer_numpy_does_too() -> None:
    done = run(
        NEW_NUMPY, "from cruces.kernels.gpu import SIMULATED", LOAD,
        "import sys; sys.exit(SIMULATED or hasattr(numpy, 'row_stack'))",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_solver_takes_this_path() -> None:
    done = run(NEW_NUMPY, "import cruces.games.quixo.solver.cuda", LOAD)
    assert done.returncode == 0, done.stderr[-2000:]


def test_numba_cuda_still_needs_our_help() -> None:
    """When this fails, remove `_load_arrays` and the limit on NumPy in the extra `gpu`."""
    done = run(NEW_NUMPY, "import numba.cuda", LOAD)
    assert "has no attribute 'row_stack'" in done.stderr
