"""Refusals that only the web knows, and how every refusal looks over HTTP."""

from litestar.openapi import ResponseSpec
from msgspec import Struct

from cruces.core import CrucesError


class NotFoundError(CrucesError):
    """There is no such match, or not for you."""

    code = "not-found"


class UnauthorisedError(CrucesError):
    """No device token, or not one of ours."""

    code = "unauthorised"


class SlowDownError(CrucesError):
    """Too much at once; ``wait`` says for how many seconds."""

    code = "slow-down"

    @property
    def wait(self) -> float:
        seconds = self.reason.params["seconds"]
        assert isinstance(seconds, float), "made by `slow_down`"
        return seconds


class ProtocolError(CrucesError):
    """A message that is no message, or not now."""

    code = "protocol"


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
}
"""The HTTP status of every code."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why not: a code for programs, a reason, and a sentence in the client's language."""

    code: str
    reason: str
    message: str
    position: str | None = None
    event: int | None = None
    wait: float | None = None


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What an address may answer besides what it is for; every one may answer 400 and 429."""
    meanings = {
        400: "What was sent is no request of ours.",
        401: "No device token, or not one of ours.",
        404: "There is no such match or code.",
        409: "The match does not allow it, or the rules do not.",
        413: "What was sent is too large.",
        429: "Too much at once: wait as many seconds as `wait` says.",
    }
    return {
        status: ResponseSpec(Refusal, description=meanings[status], generate_examples=False)
        for status in sorted({400, 413, 429, *statuses})
    }
