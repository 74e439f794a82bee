"""What one refresh of the home page costs the server: python -m bench.lobby

A device has some matches of some events each. Compared are two lists and every match as a whole,
which is what the page used to ask for, with the one request that it asks for now.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from sqlalchemy import event

from cruces.core.registry import GAMES
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.players import Limits, get_bot
from cruces.server.tokens import Signer
from cruces.storage import Append, Store, upgrade
from cruces.storage.devices import KEY_BYTES

PORT = 18_431
GAME = "big-points"
AT_ONCE = 36
"""Requests that the server takes from one device without asking it to wait."""


def fill(store: Store, player: str, matches: int, events: int) -> list[str]:
    """Create ongoing matches of one device, each with this many events."""
    names: list[str] = []
    rng = random.Random(1)
    while len(names) < matches:
        name = f"match-{rng.getrandbits(40)}"
        moment = Moment(1_700_000_000_000, rng.randbytes(32))
        setup = m.Setup(GAME, seats=2)
        match, made = authority.open_match(setup, player, name, name[6:], moment)
        appends = [Append(0, made, match, secret=moment.secret)]
        seated: list[m.Internal] = [
            m.Sit(0, "Ana"),
            m.Sit(1, "Ben"),
            m.Ready(0, "text"),
            m.Ready(1, "text"),
        ]
        while match.result is None and match.version < events:
            if seated:
                command = seated.pop(0)
            else:
                seat = min(match.to_act)
                view = match.game.view(match.state, seat)
                action = get_bot("random").choose(view, Limits(), rng)
                command = m.Act(seat, match.game.format_action(action))
            before = match.version
            match, made = authority.handle(match, command, player, moment)
            appends.append(Append(before, made, match))
        if match.result is None:
            assert store.append_together(appends)
            names.append(name)
    return names


def processor_seconds(process: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(process: int, refresh: Callable[[], int], times: int) -> str:
    """Milliseconds of the server's processor and of waiting, and bytes, for each refresh."""
    size = refresh()
    used, began = processor_seconds(process), time.perf_counter()
    for _ in range(times):
        refresh()
    waited = 1000 * (time.perf_counter() - began) / times
    used = 1000 * (processor_seconds(process) - used) / times
    return f"{used:6.2f} ms processor, {waited:6.2f} ms, {size / 1000:7.1f} kB"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--events", type=int, default=150)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/cruces.db"
        store = Store(url)
        upgrade(store.engine)
        signer = Signer(store.setting("device-key", random.randbytes(KEY_BYTES)))
        player, token = signer.issue()
        names = fill(store, player, asked.matches, asked.events)
        statements: list[str] = []
        event.listen(
            store.engine, "before_cursor_execute", lambda *call: statements.append(call[2])
        )

        def count(work: Callable[[], object]) -> int:
            statements.clear()
            work()
            return sum(not text.startswith("BEGIN") for text in statements)

        began = time.process_time()
        for name in names:
            store.load(name)
        print(f"loading the matches: {1000 * (time.process_time() - began):.1f} ms processor")
        one_by_one = count(lambda: [store.load(name) for name in names])
        lists = count(store.open_tables) + count(lambda: store.of_player(player))
        print(f"queries: {lists} + {one_by_one} for matches not in memory; lobby ", end="")
        print(count(lambda: store.lobby(player, GAMES)))
        store.close()
        command = [sys.executable, "-m", "cruces", "serve", "--port", str(PORT)]
        environment = {**os.environ, "CRUCES_DATABASE": url, "CRUCES_UNLIMITED": "127.0.0.1"}
        with subprocess.Popen(command, env=environment) as server:
            try:
                compare(server.pid, token, names)
            finally:
                server.terminate()


def compare(process: int, token: str, names: list[str]) -> None:
    """Ask a server in both ways."""
    headers = {"Authorization": f"Bearer {token}"}
    base = f"http://127.0.0.1:{PORT}"
    retries = httpx.HTTPTransport(retries=10)
    with httpx.Client(
        base_url=base, headers=headers, trust_env=False, transport=retries, timeout=60
    ) as client:

        def ask(*paths: str) -> int:
            size = 0
            for path in paths:
                size += len(client.get(path).raise_for_status().content)
            return size

        whole = [f"/api/matches/{name}" for name in names]
        before = ["/api/matches/mine", "/api/matches/open", *whole]
        ask("/ready")
        for paths in (before, ["/api/lobby"]):
            time.sleep(6)  # until it has warmed up, and the device may ask as much as it likes
            times = AT_ONCE // len(paths)
            print(f"{len(paths):3} requests: {measure(process, lambda: ask(*paths), times)}")  # noqa: B023


if __name__ == "__main__":
    main()
