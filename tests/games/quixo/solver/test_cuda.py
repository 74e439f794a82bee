"""The GPU's steps in Numba's simulator, which is slow: only on the smallest board."""

import json
import os
import subprocess
import sys

import pytest

from cruces.games.quixo.solver.cpu import CpuValues
from cruces.games.quixo.solver.solve import solve
from cruces.games.quixo.solver.store import MemoryStore

SCRIPT = """
import json
from cruces.games.quixo.solver import cuda
from cruces.games.quixo.solver.solve import solve
from cruces.games.quixo.solver.store import MemoryStore
cuda.MIN_THREADS, cuda.MAX_THREADS, cuda.RESIDENT = 2, 4, 8
store = MemoryStore()
found = solve(cuda.CudaValues(2), store)
words = {str(group): store.load(group).words.tolist() for group in found.counts}
print(json.dumps({"counts": found.total(), "start": found.start, "words": words}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="numba-cuda is for Linux")
def test_the_gpu_finds_what_the_processor_finds() -> None:
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT],
        capture_output=True, text=True, check=False, timeout=300, env=simulated,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    answer = json.loads(done.stdout)
    store, backend = MemoryStore(), CpuValues(2)
    found = solve(backend, store)
    backend.close()
    assert tuple(answer["counts"]) == found.total()
    assert answer["start"] == found.start
    words = {str(group): store.load(group).words.tolist() for group in found.counts}
    assert answer["words"] == words
