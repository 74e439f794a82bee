"""What machine code does silently, for the stand-in: NumPy warns of it in every thread."""

from threading import Thread

import numpy as np


def overflow_in_a_thread() -> int:
    """A product modulo 2⁶⁴."""
    found: list[int] = []
    thread = Thread(target=lambda: found.append(int(np.uint64(2**64 - 1) * np.uint64(2))))
    thread.start()
    thread.join()
    return found[0]
