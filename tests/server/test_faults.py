"""Whatever happens to two processes and what they need, nothing acknowledged is lost or doubled.

The long form is ``python -m bench.faults --rounds 20``.
"""

import asyncio

from tests.server.faults import KINDS, PLANS, Fault, Kind, place, play_round, schedule
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


def test_a_round_that_is_given_up_leaves_nothing_broken(
    nursery: Nursery, redis_server: RedisServer
) -> None:
    """Otherwise every round after it would fail as well."""
    kinds: tuple[Kind, ...] = ("kill", "cut", "mute", "database")
    lasting = [*(Fault(kind, 0, 0.0, 600.0) for kind in kinds), Fault("pause", 1, 0.0, 600.0)]

    async def scene() -> None:
        async with place(nursery, redis_server) as there:
            faults = [asyncio.create_task(there.happen(fault)) for fault in lasting]
            await asyncio.sleep(0.5)
            for fault in faults:
                fault.cancel()
            await asyncio.gather(*faults, return_exceptions=True)
            await there.heal()
            assert (await there.register()).token

    asyncio.run(scene())
