"""Identity without accounts: a device has a random name, proven by a signature.

A token is ``<player>.<signature>``. It is sent in a header or in the first message of a socket,
never in a URL, and is never logged.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode

PLAYER_BYTES = 12
KEY_BYTES = 32
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that do not look alike."""
CODE_LENGTH = 8
SOURCE = 16
"""The length of the name of an address."""


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Signer:
    """Creates and checks device tokens with the key shared by all servers."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def issue(self) -> tuple[str, str]:
        """A new device: its name and its token."""
        player = _text(secrets.token_bytes(PLAYER_BYTES))
        return player, self.token(player)

    def token(self, player: str) -> str:
        """The token of a device."""
        return f"{player}.{self._signature(player)}"

    def player(self, token: str) -> str | None:
        """The device of a valid token, or None."""
        player, dot, signature = token.partition(".")
        good = bool(dot) and hmac.compare_digest(
            signature.encode(), self._signature(player).encode()
        )
        return player if good else None

    def source(self, address: str) -> str:
        """A name for an address, to recognise it without keeping it; empty for none."""
        if not address:
            return ""
        return _text(hmac.digest(self._key, b"address:" + address.encode(), "sha256"))[:SOURCE]

    def _signature(self, player: str) -> str:
        return _text(hmac.digest(self._key, b"device:" + player.encode(), "sha256"))


def match_id() -> str:
    """A random id that cannot be guessed."""
    return _text(secrets.token_bytes(16))


def table_code() -> str:
    """A short code to type: 39 bits, with few attempts allowed per minute."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
