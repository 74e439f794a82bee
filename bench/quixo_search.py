"""The Quixo search: its signature, its speed, and how soon it stops when told to.

.venv/bin/python bench/quixo_search.py

The signature is made of what is found in fixed positions with a fixed number of nodes: a change
that is not meant to change the search must leave it as it is.
"""

import argparse
import threading
import time
import zlib
from random import Random

from cruces.games.quixo.players.engine import Stop, think, warm_up
from cruces.games.quixo.rules import QUIXO, State
from cruces.players import Limits

POSITIONS, NODES, DEPTH, STOPS = 20, 100_000, 13, 40


def positions() -> list[State]:
    """Positions of random games that are not over."""
    random = Random(0)
    states: list[State] = []
    while len(states) < POSITIONS:
        state = QUIXO.initial()
        for _ in range(random.randrange(2, 30)):
            (seat,) = QUIXO.to_act(state)
            after = QUIXO.apply(state, seat, random.choice(list(QUIXO.legal(state, seat))))
            if QUIXO.outcome(after) is not None:
                break
            state = after
        states.append(state)
    return states


def signature() -> tuple[int, int]:
    """All nodes, and a checksum of all variations."""
    nodes, texts = 0, []
    for state in positions():
        (seat,) = QUIXO.to_act(state)
        *_, last = think(state, seat, Limits(nodes=NODES), variations=2)
        nodes += last.nodes
        # The class was once called Line: the checksum must not change with a name.
        text = repr((last.depth, last.variations)).replace("Variation(", "Line(")
        texts.append(text)
    return nodes, zlib.crc32("\n".join(texts).encode())


def stop_delay() -> float:
    """Seconds from the word until the search is back."""
    stop, stop_time = Stop(), [0.0]

    def stop_search() -> None:
        stop_time[0] = time.perf_counter()
        stop.request()

    threading.Timer(0.1, stop_search).start()
    for _ in think(QUIXO.initial(), 0, Limits(), stop=stop):
        pass
    return time.perf_counter() - stop_time[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--depth", type=int, default=DEPTH, help="from the opening")
    arguments = parser.parse_args()
    warm_up()
    first, again = signature(), signature()
    print(f"signature: {first[0]:,} nodes, {first[1]:08x}{'' if first == again else ', AND NOT'}")
    used, began = time.process_time(), time.perf_counter()
    *_, best = think(QUIXO.initial(), 0, Limits(depth=arguments.depth))
    used = time.process_time() - used
    spent = time.perf_counter() - began
    rate = best.nodes / used / 1e6
    print(
        f"depth {best.depth} from the opening: {best.nodes:,} nodes, {rate:.1f} million a second,"
    )
    print(f"  {used:.1f} s of processor time, {spent:.1f} s by the clock")
    times = sorted(stop_delay() for _ in range(STOPS))
    print(f"stops after {1000 * times[STOPS // 2]:.1f} ms, at most {1000 * times[-1]:.1f} ms")


if __name__ == "__main__":
    main()
