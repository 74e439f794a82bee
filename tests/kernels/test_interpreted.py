"""Python itself runs the kernels to the same end as machine code does, and needs no compiler."""

import json
import os
import subprocess
import sys

from tests.kernels import interpreted


def test_the_same_answers_without_a_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-m", interpreted.__name__],
        env={**os.environ, "CRUCES_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert not found["numba"]
    assert len(found["quixo"]) > 20
    assert len(found["qwixx"]) > 20
    assert found["quixo"] == interpreted.quixo()
    assert found["qwixx"] == interpreted.qwixx()
