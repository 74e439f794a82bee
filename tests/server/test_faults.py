"""Whatever happens to two processes and what they need, nothing acknowledged is lost or doubled.

The long form is ``python -m bench.faults --rounds 20``.
"""

import asyncio

from tests.server.faults import KINDS, PLANS, place, play_round, schedule
from tests.server.process import Nursery
from tests.servers import RedisServer

SEED = "short"
LONGEST = 1.0


def test_faults_lose_nothing_and_everybody_converges(
    nursery: Nursery, redis_server: RedisServer
) -> None:
    faults = schedule(SEED, KINDS, LONGEST)

    async def scene() -> None:
        async with place(nursery, redis_server) as there:
            found = await play_round(there, SEED, PLANS[:3], faults)
            assert found.acknowledged > 20, faults
            assert found.seen > found.acknowledged, faults
            assert found.sent_again > 0, faults

    asyncio.run(scene())
