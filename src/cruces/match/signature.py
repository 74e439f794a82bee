"""Signed records: anyone who has a server's public key can check them offline.

The signature is Ed25519 over ``PREFIX`` and the canonical form of the document without its field
``signature``. ``docs/records.md`` specifies it.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from cruces.core import Reason, Record, RecordError
from cruces.core.extras import naming_extras
from cruces.core.record import Signature

ALGORITHM: Literal["ed25519"] = "ed25519"
PREFIX = b"cruces-record-1:"
"""So that a signature of a record is never one of anything else."""
KEY_BYTES = 32


class RecordKey:
    """A server's key; ``public`` is what others need to check its signatures."""

    def __init__(self, private: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes_raw().hex()

    def signed(self, record: Record) -> dict[str, Any]:
        """The record as a JSON object with a signature."""
        document: dict[str, Any] = msgspec.to_builtins(record)
        value = self._private.sign(_message(document)).hex()
        signature = Signature(ALGORITHM, self.public, value)
        return {**document, "signature": msgspec.to_builtins(signature)}


def check_signature(document: Mapping[str, Any], signature: Signature) -> None:
    """Raises an error unless the holder of the signature's key signed this document."""
    with naming_extras():  # late: most records are not signed
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.value), _message(document))
    except (InvalidSignature, ValueError):
        raise RecordError(Reason("record-signature")) from None


def _message(document: Mapping[str, Any]) -> bytes:
    """What is signed: RFC 8785, which for a record is JSON with sorted names and no spaces."""
    unsigned = {name: value for name, value in document.items() if name != "signature"}
    canonical = json.dumps(unsigned, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return PREFIX + canonical.encode()
