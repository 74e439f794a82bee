"""Deleting by itself what is long over or given up: matches, and pads that phones shared."""

import asyncio
import random
from dataclasses import dataclass

from cruces.server import metrics
from cruces.server.clock import CLOCK
from cruces.server.faults import BACKGROUND, fault
from cruces.server.hub import Hub
from cruces.server.settings import Settings
from cruces.storage.pads import PadStore

EVERY_SECONDS = 3600.0
BATCH = 20
"""How many matches are deleted at once: others wait while it takes place."""
PAUSE_SECONDS = 0.5
DAY = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Rule:
    """How many days a kind of match is kept after the last event; 0 for ever."""

    kind: str
    statuses: tuple[str, ...]
    days: int


def rules(settings: Settings) -> tuple[Rule, ...]:
    """The rules that the settings make."""
    return (
        Rule("finished", ("over",), settings.keep_finished),
        Rule("abandoned", ("gathering", "playing"), settings.keep_abandoned),
    )


async def retain(hub: Hub, settings: Settings) -> None:
    """Delete what is old every hour, beginning when the start is over."""
    while True:
        # At random, so that several processes do not all do it at once.
        await asyncio.sleep(EVERY_SECONDS * random.uniform(0.5, 1))
        for rule in rules(settings):
            try:
                await delete_old(hub, rule)
            except Exception as error:
                fault(BACKGROUND, error, what="deleting old matches")
        try:
            await forget_pads(PadStore(hub.store.engine), settings.keep_pads)
        except Exception as error:
            fault(BACKGROUND, error, what="deleting old pads")


async def forget_pads(pads: PadStore, days: int) -> int:
    """Delete the pads that nobody has used for so many days; returns their number. 0: none."""
    if not days:
        return 0
    return await asyncio.to_thread(pads.forget, CLOCK.now() - days * DAY)


async def delete_old(hub: Hub, rule: Rule) -> int:
    """Delete what a rule no longer keeps, a few matches at a time; returns their number.

    Whatever somebody looks at, here or at another process, stays until the next time.
    """
    if not rule.days:
        return 0
    before, count = CLOCK.now() - rule.days * DAY, 0
    spared: set[str] = set()
    while True:
        most = BATCH + len(spared)
        found = await asyncio.to_thread(hub.store.old_matches, before, rule.statuses, most)
        spared.update(filter(hub.in_use, found))
        batch = [match_id for match_id in found if match_id not in spared][:BATCH]
        if not batch and len(found) < most:
            return count
        deleted = await asyncio.to_thread(hub.store.delete, batch, before)
        metrics.DELETED.labels(rule.kind).inc(deleted)
        count += deleted
        await asyncio.sleep(PAUSE_SECONDS)
