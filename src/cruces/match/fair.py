"""Fair dice that players can verify.

Before the first roll the server publishes the SHA-256 of a secret; then every player adds a text.
Each draw follows from both, so neither side can control it, and once the secret is revealed anyone
can repeat the draws. ``docs/fair-dice.md`` specifies the protocol, with test vectors.
"""

import hashlib
import hmac
from collections.abc import Sequence
from random import Random

PROTOCOL = "cruces-fair-1"
ROBOT = "cruces-robot-1"
SECRET_BYTES = 32
WORD_BYTES = 8
WORDS = 2 ** (8 * WORD_BYTES)


def commitment(secret: bytes) -> str:
    """What the server publishes before the first draw.

    >>> commitment(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(secret).hexdigest()


def seed(contributions: Sequence[str]) -> str:
    """The digest of the players' texts, in the order of their seats.

    Each text is preceded by its length in bytes, so that different lists have different digests.
    """
    digest = hashlib.sha256()
    for contribution in contributions:
        encoded = contribution.encode()
        digest.update(f"{len(encoded)}:".encode() + encoded)
    return digest.hexdigest()


def draw(secret: bytes, contributions: Sequence[str], number: int, below: int) -> int:
    """Draw ``number`` (from 0): an integer from 0 to ``below`` − 1, every one equally likely.

    Words that would favour small results are skipped instead of wrapped.
    """
    fair = WORDS - WORDS % below
    prefix = f"{PROTOCOL}:{seed(contributions)}:{number}:"
    block = 0
    while True:
        digest = hmac.digest(secret, f"{prefix}{block}".encode(), "sha256")
        for start in range(0, len(digest), WORD_BYTES):
            word = int.from_bytes(digest[start : start + WORD_BYTES], "big")
            if word < fair:
                return word % below
        block += 1


def robot_generator(secret: bytes, version: int, seat: int) -> Random:
    """What a robot draws from when it chooses at a version of a match.

    Nobody else knows the secret, so nobody can compute a hidden choice before it is shown.
    """
    return Random(hmac.digest(secret, f"{ROBOT}:{version}:{seat}".encode(), "sha256"))
