"""Refusals by the server, and the form of every refusal over HTTP."""

from litestar.openapi import ResponseSpec
from msgspec import Struct

from cruces.core import CrucesError


class NotFoundError(CrucesError):
    """The match does not exist, or the client may not see it."""

    code = "not-found"


class UnauthorisedError(CrucesError):
    """The device token is missing or invalid."""

    code = "unauthorised"


class SlowDownError(CrucesError):
    """Too many requests; ``wait`` is the time to wait, in seconds."""

    code = "slow-down"

    @property
    def wait(self) -> float:
        seconds = self.reason.params["seconds"]
        assert isinstance(seconds, float), "made by `slow_down`"
        return seconds


class ProtocolError(CrucesError):
    """A message is malformed, or not allowed now."""

    code = "protocol"


class InternalError(CrucesError):
    """A failure of the server itself; its id is that of a line in the log."""

    code = "internal"


class UnavailableError(CrucesError):
    """The database cannot be reached or written at the moment; to be sent again after ``wait``."""

    code = "unavailable"
    wait = 2.0


STATUS = {
    "malformed": 400,
    "bad-option": 400,
    "bad-record": 400,
    "protocol": 400,
    "unauthorised": 401,
    "not-found": 404,
    "illegal": 409,
    "not-your-turn": 409,
    "game-over": 409,
    "refused": 409,
    "stale": 409,
    "slow-down": 429,
    "internal": 500,
    "unavailable": 503,
    "no-letters": 501,
}
"""The HTTP status of every code that a client can cause."""
FAILURE = 500
"""The status of any other: something of the server's own is missing or damaged."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A refusal: a code for programs, a reason, and a sentence in the client's language."""

    code: str
    reason: str
    message: str
    position: str | None = None
    event: int | None = None
    wait: float | None = None


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, for the schema; every route may answer some of them."""
    meanings = {
        400: "The request is not valid.",
        401: "The device token is missing or not valid.",
        404: "Unknown match or code.",
        409: "The match or the rules do not allow it.",
        413: "The request is too large.",
        429: "Too many requests; `wait` says how many seconds to wait.",
        500: "A failure of the server itself; the log has a line with the id in the message.",
        501: "The server cannot draw this: it has no font.",
        503: "The database cannot be reached or written; send the same again a little later.",
    }
    return {
        status: ResponseSpec(Refusal, description=meanings[status], generate_examples=False)
        for status in sorted({400, 413, 429, 500, 503, *statuses})
    }
