"""A server that is asked to stop while everybody plays loses nothing, and nobody is in the way."""

import asyncio
import random
from pathlib import Path

from cruces.storage import Store
from tests.server.evidence import check_log, check_match, check_player, read
from tests.server.players import Player
from tests.server.process import Nursery, Server
from tests.server.test_crash import MOST_SECONDS, PLANS, Crowd
from tests.servers import free_port

RESTARTS = 4


def test_stopped_again_and_again_under_load_nothing_is_lost(
    nursery: Nursery, tmp_path: Path
) -> None:
    """On SQLite: the next server finds the lock of its file released."""
    database = f"sqlite:///{tmp_path / 'cruces.db'}"
    server = Server(nursery, free_port(), {"CRUCES_DATABASE": database}, tmp_path / "log")

    async def scene() -> list[Player]:
        crowd, rng = Crowd(server.url, 1), random.Random(1)
        server.start()
        async with asyncio.timeout(MOST_SECONDS), asyncio.TaskGroup() as group:
            for number, plan in enumerate(PLANS[:4]):
                group.create_task(crowd.keep_playing(plan, number))
            for _ in range(RESTARTS):
                await server.up()
                await crowd.more(rng.randrange(20, 60))
                await asyncio.to_thread(server.stop)
                server.start()
            crowd.closing = True
        return crowd.players

    players = asyncio.run(scene())
    server.stop()
    check_log(server.log)
    store = Store(database)
    for player in players:
        log = read(store, player.match)
        check_match(store, player.match, log)
        assert log.matches[-1].result is not None
        check_player(player, log)
    store.close()
    assert sum(len(player.acks) for player in players) > 10 * RESTARTS
    assert sum(player.connections > 1 for player in players) > 0
