"""Where a server is, and what a link to it leads to."""

from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, urlsplit

from cruces.core import MalformedError, Reason


class Address(NamedTuple):
    """A server, and the code of a table or the id of a match if the link has one."""

    url: str
    code: str = ""
    match: str = ""

    @property
    def socket(self) -> str:
        """Where its sockets are."""
        return self.url.replace("http", "ws", 1) + "/ws"


def address(written: str) -> Address:
    """A server or an invitation as people type and paste it.

    >>> address("localhost:8000")
    Address(url='http://localhost:8000', code='', match='')
    >>> address("https://cruces.example/#join=ABC123").code
    'ABC123'
    """
    text = written.strip()
    parts = _split(text if "://" in text else f"http://{text}")
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or " " in text:
        raise MalformedError(Reason("server-address", {"address": text[:100]}))
    fragment = parse_qs(parts.fragment)
    code, match = (fragment.get(name, [""])[0] for name in ("join", "table"))
    return Address(f"{parts.scheme}://{parts.netloc}", code, match)


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - a wrong one is refused here
    except ValueError:
        return None
    return parts
