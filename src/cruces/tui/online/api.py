"""The requests to a server, as the device that this computer is there."""

import json
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from cruces.core import CrucesError, Reason
from cruces.tui import keeping
from cruces.tui.online.address import Address
from cruces.tui.threads import in_thread

T = TypeVar("T")
DEVICES = "devices"
"""The file with the tokens, by server."""
SECONDS = 30.0
TOKEN_REFUSALS = frozenset(("bad-token", "token-revoked", "token-replaced"))


class UnreachableError(CrucesError):
    """The server cannot be reached, or something else answers at its address."""

    code = "unreachable"

    def __init__(self, url: str) -> None:
        super().__init__(Reason("server-unreachable", {"address": url}))


class ServerRefusalError(CrucesError):
    """The server refuses something, and says why in the user's language."""

    code = "refused"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(Reason(reason))
        self.sentence = sentence

    def message(self, lang: str = "en") -> str:
        return self.sentence


class Api:
    """A server, asked in a language."""

    def __init__(self, where: Address, lang: str) -> None:
        self.where, self.lang = where, lang
        self._token = str(_kept().get(where.url, ""))

    async def token(self) -> str:
        """The token of this device, which becomes known to the server if it is not."""
        if not self._token:
            known = await self._ask("POST", "/api/devices", {}, "")
            self._token = str(msgspec.json.decode(known)["token"])
            keeping.write(DEVICES, {**_kept(), self.where.url: self._token})
        return self._token

    def start_anew(self) -> None:
        """Be somebody new there: the old token is put aside, it may be valid again one day."""
        if self._token:
            aside = {**_kept(), f"{self.where.url}#{self._token[:8]}": self._token}
            aside.pop(self.where.url, None)
            keeping.write(DEVICES, aside)
            self._token = ""

    async def get(self, path: str, kind: type[T]) -> T:
        """What there is at a path."""
        return msgspec.json.decode(await self.raw(path), type=kind)

    async def raw(self, path: str) -> bytes:
        """The same, as it came."""
        return await self._ask("GET", path, None, await self.token())

    async def post(self, path: str, body: object, kind: type[T]) -> T:
        """The answer to something sent."""
        answer = await self._ask("POST", path, body, await self.token())
        return msgspec.json.decode(answer, type=kind)

    async def _ask(self, method: str, path: str, body: object, token: str) -> bytes:
        headers = {"Accept-Language": self.lang}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else msgspec.json.encode(body)
        request = Request(self.where.url + path, data, headers, method=method)
        try:
            return await in_thread(lambda: _answer(request))
        except HTTPError as error:
            raise _refusal(error, self.where.url) from None
        except (OSError, HTTPException, ValueError):
            raise UnreachableError(self.where.url) from None


def _answer(request: Request) -> bytes:
    with urlopen(request, timeout=SECONDS) as answer:
        return bytes(answer.read())


def _refusal(error: HTTPError, url: str) -> CrucesError:
    """The refusal with the server's own sentence; whoever answers otherwise is no such server."""
    try:
        told = json.load(error)
    except (OSError, ValueError):
        return UnreachableError(url)
    if isinstance(told, Mapping) and {"reason", "message"} <= told.keys():
        return ServerRefusalError(str(told["reason"]), str(told["message"]))
    return UnreachableError(url)


def _kept() -> dict[str, Any]:
    return keeping.read(DEVICES)
