"""Failures of the server itself: one line in the log, a count, and an answer without details."""

import logging
import re
import secrets
from collections.abc import Mapping

from sqlalchemy import exc

from cruces.core import Reason
from cruces.server import metrics
from cruces.server.errors import InternalError, UnavailableError
from cruces.storage import DatabaseError

log = logging.getLogger("cruces")

DATABASE_ERRORS = (
    DatabaseError,
    exc.InterfaceError,
    exc.InternalError,
    exc.OperationalError,
    exc.TimeoutError,
)
"""The database cannot be reached or written at the moment."""
REQUEST_ID = b"x-request-id"
_GIVEN = re.compile(r"[\w.-]{8,64}", re.ASCII)

SOCKET, BACKGROUND = "/ws", "background"


def fault(route: str, error: BaseException, request: str = "", **extra: object) -> str:
    """Log and count a failure; returns the id of its line."""
    number = request or secrets.token_hex(6)
    metrics.ERRORS.labels(route).inc()
    log.error(
        "failed",
        exc_info=error,
        extra={"route": route, "request": number, "kind": type(error).__name__, **extra},
    )
    return number


def refusal_of(
    route: str, error: BaseException, request: str = "", **extra: object
) -> InternalError | UnavailableError:
    """The same, and how to answer: to try again if it is the database, else with the line's id."""
    number = fault(route, error, request, **extra)
    if isinstance(error, DATABASE_ERRORS):
        return UnavailableError(Reason("unavailable"))
    return InternalError(Reason("internal", {"number": number}))


def request_id(headers: Mapping[str, str]) -> str:
    """The id that a proxy gave a request, or a new one."""
    given = headers.get(REQUEST_ID.decode(), "")
    return given if _GIVEN.fullmatch(given) else secrets.token_hex(6)
