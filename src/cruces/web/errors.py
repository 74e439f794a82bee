"""Refusals that only the web knows, and how every refusal looks over HTTP."""

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
