"""The requests to a server, as the device that this computer is there."""

import asyncio
from http.client import HTTPException
from typing import Any, TypedDict, TypeVar
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from cruces.core import CrucesError, Reason
from cruces.tui import keeping
from cruces.tui.online.address import Address
from cruces.tui.threads import in_thread

T = TypeVar("T")
DEVICES = "devices"
"""The file with the tokens, by server."""
SECONDS = 30.0
LARGEST = 16 * 2**20
"""The most bytes of an answer or a message: a long match with a full chat."""
LONGEST_TOKEN, LONGEST_SENTENCE = 200, 500
TOKEN_REFUSALS = frozenset(("bad-token", "token-revoked", "token-replaced"))


class UnreachableError(CrucesError):
    """The server cannot be reached, or something else answers at its address."""

    code = "unreachable"

    def __init__(self, url: str) -> None:
        super().__init__(Reason("server-unreachable", {"address": url}))


class MovedError(CrucesError):
    """The server sends us to another address, which we do not trust with the token."""

    code = "unreachable"

    def __init__(self, url: str, to: str) -> None:
        super().__init__(Reason("server-moved", {"address": url, "to": to[:LONGEST_SENTENCE]}))


class BrokenServerError(CrucesError):
    """What the server sends contradicts itself, or is nothing that this version knows."""

    code = "unreachable"

    def __init__(self, url: str) -> None:
        super().__init__(Reason("server-broken", {"address": url}))


class ServerRefusalError(CrucesError):
    """The server refuses something, and says why in the user's language."""

    code = "refused"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(Reason(reason))
        self.sentence = sentence

    def message(self, lang: str = "en") -> str:
        return self.sentence


class _Known(TypedDict):
    """A new device, as far as it matters here."""

    token: str


class _Refusal(TypedDict):
    """Why the server refuses something."""

    reason: str
    message: str


class Api:
    """A server, asked in a language."""

    def __init__(self, where: Address, lang: str) -> None:
        self.where, self.lang = where, lang
        self._token = _usable(_kept().get(where.url))

    async def token(self) -> str:
        """The token of this device, which becomes known to the server if it is not."""
        if not self._token:
            known = await self._ask("POST", "/api/devices", {}, "")
            self._token = _usable(self._decoded(known, _Known)["token"])
            if not self._token:
                raise BrokenServerError(self.where.url)
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
        return self._decoded(await self.raw(path), kind)

    async def raw(self, path: str) -> bytes:
        """The same, as it came."""
        return await self._ask("GET", path, None, await self.token())

    async def post(self, path: str, body: object, kind: type[T]) -> T:
        """The answer to something sent."""
        answer = await self._ask("POST", path, body, await self.token())
        return self._decoded(answer, kind)

    def _decoded(self, answer: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise BrokenServerError(self.where.url) from None

    async def _ask(self, method: str, path: str, body: object, token: str) -> bytes:
        headers = {"Accept-Language": self.lang}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else msgspec.json.encode(body)
        request = Request(self.where.url + path, data, headers, method=method)
        try:
            async with asyncio.timeout(SECONDS):
                return await in_thread(lambda: _answer(request, self.where.url))
        except (OSError, HTTPException, ValueError):
            raise UnreachableError(self.where.url) from None


class _Direct(HTTPRedirectHandler):
    """Follows nobody to another address: it would be shown the token."""

    def redirect_request(self, *args: Any) -> None:
        return None


def _answer(request: Request, url: str) -> bytes:
    try:
        with build_opener(_Direct).open(request, timeout=SECONDS) as answer:
            read = bytes(answer.read(LARGEST + 1))
    except HTTPError as error:
        with error:
            raise _refusal(error, url) from None
    if len(read) > LARGEST:
        raise BrokenServerError(url)
    return read


def _refusal(error: HTTPError, url: str) -> CrucesError:
    """The refusal with the server's own sentence; whoever answers otherwise is no such server."""
    to = error.headers.get("Location")
    if 300 <= error.code < 400 and to:
        return MovedError(url, to)
    try:
        told = msgspec.json.decode(error.read(LARGEST), type=_Refusal)
    except (OSError, HTTPException, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return UnreachableError(url)
    return ServerRefusalError(told["reason"], told["message"][:LONGEST_SENTENCE])


def _kept() -> dict[str, Any]:
    return keeping.read(DEVICES)


def _usable(token: Any) -> str:
    """A token that can be sent; empty if it is none."""
    fits = isinstance(token, str) and len(token) <= LONGEST_TOKEN
    return token if fits and token.isascii() and token.isprintable() else ""
