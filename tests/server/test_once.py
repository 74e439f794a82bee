"""A command is carried out once, however often and however late it is sent again."""

import asyncio
from pathlib import Path

from cruces.match import messages as m
from cruces.match.match import REQUESTS_KEPT
from cruces.server.bus import SingleProcessBus
from cruces.server.hub import Hub
from cruces.server.live_match import LiveMatch
from cruces.storage import Store, upgrade


async def say(table: LiveMatch, player: str, number: str, version: int) -> int:
    line = m.Say(("ana", "ben").index(player), "match", number)
    return await table.command(line, player, version, f"{player}/{number}")


def test_a_command_sent_again_much_later(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
        upgrade(store.engine)
        hub = Hub(store, lambda _: SingleProcessBus())
        table = await hub.create(m.Setup("quixo"), "ana")
        await table.command(m.Sit(0, "Ana"), "ana")
        made_for = await table.command(m.Sit(1, "Ben"), "ben")
        first = await say(table, "ana", "first", made_for)
        for number in range(4 * REQUESTS_KEPT + 4):
            await say(table, "ben", str(number), table.match.version)
        after = table.match.version
        assert await say(table, "ana", "first", made_for) == first
        assert await say(table, "ana", "first", after) == first, "whatever version it names"
        for number in range(REQUESTS_KEPT):
            await say(table, "ana", str(number), table.match.version)
        assert table.match.answered("ana/first") is None, "it is not remembered any more"
        after = table.match.version
        assert await say(table, "ana", "first", made_for) == first
        assert table.match.version == after

        # The same from the store, as after a restart.
        del hub.live_matches[table.match.id]
        loaded = await hub.get(table.match.id)
        assert loaded is not None
        assert await say(loaded, "ana", "first", made_for) == first
        lines = [
            event.text for _, event in store.events(table.match.id) if isinstance(event, m.Said)
        ]
        assert lines.count("first") == 1
        await hub.close()
        store.close()

    asyncio.run(scene())
