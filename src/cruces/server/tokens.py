"""Identity without accounts: a player has a random name, and each of their devices a signed token.

A token is ``<player>.<device>.<generation>.<signature>``. A device that gets a new token gets the
next generation, and the earlier ones are not valid once it is used. Tokens of the first releases
are ``<player>.<signature>``: they are generation 0 of a device with the player's name.

A token is sent in a header or in the first message of a socket, never in a URL, and is never
logged.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple

PLAYER_BYTES = 12
DEVICE_BYTES = 9
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that do not look alike."""
CODE_LENGTH = 8
SOURCE = 16
"""The length of the name of an address."""


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Token(NamedTuple):
    """What a valid token says."""

    player: str
    device: str
    generation: int = 0

    def next(self) -> "Token":
        """The token that replaces it."""
        return self._replace(generation=self.generation + 1)


def new_token(player: str = "") -> Token:
    """The token of a new device, of this player or of a new one."""
    name = player or _text(secrets.token_bytes(PLAYER_BYTES))
    return Token(name, _text(secrets.token_bytes(DEVICE_BYTES)))


class Signer:
    """Signs tokens with the newest of the keys that all servers share, and accepts any of them."""

    def __init__(self, *keys: bytes) -> None:
        self.keys = keys

    def issue(self) -> tuple[str, str]:
        """A new player with one device: the player and the token."""
        token = new_token()
        return token.player, self.write(token)

    def write(self, token: Token) -> str:
        """A token as text."""
        content = f"{token.player}.{token.device}.{token.generation}"
        return f"{content}.{_signature(self.keys[0], 'token:' + content)}"

    def read(self, text: str) -> Token | None:
        """A token, if one of the keys has signed it."""
        content, _, signature = text.rpartition(".")
        match content.split("."):
            case [player, device, generation]:
                signed, token = f"token:{content}", (player, device, generation)
            case [player] if player:
                signed, token = f"device:{player}", (player, player, "0")
            case _:
                return None
        given = signature.encode()
        if any(hmac.compare_digest(given, _signature(k, signed).encode()) for k in self.keys):
            return Token(token[0], token[1], int(token[2]))
        return None

    def digest(self, code: str) -> bytes:
        """What is stored of a one-time code."""
        return hmac.digest(self.keys[0], f"code:{code}".encode(), "sha256")

    def source(self, address: str) -> str:
        """A name for an address, to recognise it without keeping it; empty for none."""
        return _signature(self.keys[0], f"address:{address}")[:SOURCE] if address else ""


def _signature(key: bytes, content: str) -> str:
    return _text(hmac.digest(key, content.encode(), "sha256"))


def match_id() -> str:
    """A random id that cannot be guessed."""
    return _text(secrets.token_bytes(16))


def table_code() -> str:
    """A short code to type: 39 bits, with few attempts allowed per minute."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """A code as it was typed, in its usual form."""
    return "".join(filter(str.isalnum, text)).upper()
