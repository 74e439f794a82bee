"""Whoever writes to the log, it is one JSON object a line."""

import json
import subprocess
import sys
from typing import Any

import pytest

BEGIN = """
import logging, sys, threading, warnings
from cruces.server import logs
logs.set_up("INFO")
"""


def written(code: str, status: int = 0) -> list[dict[str, Any]]:
    """What a process writes to standard error."""
    process = subprocess.run(
        [sys.executable, "-c", BEGIN + code], capture_output=True, text=True, check=False
    )
    assert process.returncode == status, process.stderr
    return [json.loads(line) for line in process.stderr.splitlines()]


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("1 / 0", 1),
        ("thread = threading.Thread(target=lambda: 1 / 0); thread.start(); thread.join()", 0),
        ("class A:\n    def __del__(self):\n        1 / 0\nA()", 0),
    ],
    ids=["uncaught", "in a thread", "in a destructor"],
)
def test_an_error_that_nobody_catches(code: str, status: int) -> None:
    (line,) = written(code, status)
    assert line["level"] == "critical"
    assert "ZeroDivisionError" in line["error"]


def test_libraries_and_warnings() -> None:
    code = "logging.getLogger('uvicorn.error').error('two\\nlines')\nwarnings.warn('mind it')"
    first, second = written(code)
    assert first["message"] == "two\nlines"
    assert "mind it" in second["message"]


def test_our_own_lines_have_their_fields() -> None:
    code = "logging.getLogger('cruces').info('this', extra={'match': 'x'})"
    (line,) = written(code)
    assert (line["level"], line["message"], line["match"]) == ("info", "this", "x")


def test_what_clients_can_cause_is_told_once_and_without_a_traceback() -> None:
    code = """
from cruces.server.logs import Complaints
import time
log = logging.getLogger("uvicorn.error")
for n in range(1000):
    try:
        b"\\xff".decode()
    except UnicodeDecodeError:
        log.exception("Invalid UTF-8 sequence received from client.")
    log.warning("Invalid HTTP request received.")
seconds = time.monotonic
time.monotonic = lambda: seconds() + 11
log.warning("Invalid HTTP request received.")
"""
    first, second, third = written(code)
    assert first["level"] == "warning"
    assert "error" not in first
    assert first["why"].startswith("UnicodeDecodeError")
    assert "left_out" not in second
    assert third["left_out"] == 999
