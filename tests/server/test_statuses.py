"""Every kind of error has a status and an answer in the common form."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from cruces.core import CrucesError, Reason
from cruces.games.qwixx.players import weights
from cruces.server import app
from cruces.server.errors import STATUS, SlowDownError, UnavailableError
from cruces.solvers import errors as solvers
from cruces.storage import archive, opening

OWN = [solvers, weights, archive, opening]
"""The modules whose errors are not of a client's making."""
ABOVE = ("cruces.cli.", "cruces.tui.")
"""What the server does not import, though other tests of this process may have."""


def kinds(kind: type[CrucesError] = CrucesError) -> list[type[CrucesError]]:
    children = [each for child in kind.__subclasses__() for each in kinds(child)]
    own = kind.__module__.startswith("cruces.") and not kind.__module__.startswith(ABOVE)
    return [kind, *children] if own else children


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.code)
def test_every_error_has_a_status(
    kind: type[CrucesError], caplog: pytest.LogCaptureFixture
) -> None:
    request: Any = SimpleNamespace(headers={}, method="GET", scope={"path": "/api/somewhere"})
    error = kind.__new__(kind)
    CrucesError.__init__(error, Reason("slow-down", {"seconds": 1.0}))
    with caplog.at_level(logging.ERROR, "cruces"):
        answer = app.refused(request, error)
    assert answer.status_code == STATUS.get(kind.code, 500)
    assert answer.content.code == kind.code
    says_when = issubclass(kind, SlowDownError | UnavailableError)
    assert (answer.content.wait is not None) == says_when
    unlisted = kind.code not in STATUS  # the others are logged where they are raised, if at all
    assert [record.levelname for record in caplog.records] == ["ERROR"] * unlisted


def test_errors_of_the_server_itself_are_among_them() -> None:
    own = {kind.code for kind in kinds() if kind.__module__ in {module.__name__ for module in OWN}}
    assert own >= {"table", "device", "weights", "bad-archive", "database"}
    assert not own & set(STATUS)
