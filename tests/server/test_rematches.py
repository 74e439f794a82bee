"""A rematch after somebody left: who is seated at it, and who is its host."""

import asyncio
from pathlib import Path

from sqlalchemy import select

from cruces.match import messages as m
from cruces.server.bus import SingleProcessBus
from cruces.server.context import Context
from cruces.server.hub import Hub
from cruces.server.limits import CREATIONS, Client, Limit
from cruces.server.live_match import LiveMatch
from cruces.server.settings import Settings
from cruces.storage import Store, tables, upgrade
from tests.server.process import until

PEOPLE = ("ana", "ben", "cleo")


async def rematch_of(hub: Hub, *wishes: tuple[m.Internal, str]) -> LiveMatch:
    """The match that follows one of three players in which these things happen."""
    table = await hub.create(m.Setup("qwixx", seats=3), "ana")
    for seat, player in enumerate(PEOPLE):
        await table.command(m.Sit(seat, player), player)
    for seat, player in enumerate(PEOPLE):
        await table.command(m.Ready(seat, "text"), player)
    for command, player in wishes:
        await table.command(command, player)

    async def created() -> bool:
        return table.match.rematch is not None

    await until(created, "no new match")
    assert table.match.rematch is not None
    new = await hub.get(table.match.rematch.match)
    assert new is not None
    return new


def test_the_host_who_left_is_not_the_host_of_a_rematch_without_them(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
        upgrade(store.engine)
        hub = Hub(store, lambda _: SingleProcessBus())
        ends = (m.Resign(0), "ana"), (m.Resign(1), "ben")
        offer, answer = (m.Make(1, "rematch"), "ben"), (m.Answer(2, "rematch", True), "cleo")

        without = await rematch_of(hub, *ends, offer, answer)
        assert [seat.player for seat in without.match.seats] == ["cleo", "", "ben"]
        assert without.match.host == "ben"
        await without.command(m.Trim(2), "ben")
        assert len(without.match.seats) == 2

        back = (m.Answer(0, "rematch", True), "ana")
        together = await rematch_of(hub, *ends, offer, back, answer)
        assert [seat.player for seat in together.match.seats] == ["cleo", "ana", "ben"]
        assert together.match.host == "ana"
        await hub.close()
        store.close()

    asyncio.run(scene())


def test_a_rematch_counts_against_the_address_of_its_host(tmp_path: Path) -> None:
    async def scene() -> None:
        context = Context.start(Settings(f"sqlite:///{tmp_path / 'cruces.db'}"))
        hub, asked = context.hub, list[tuple[Limit, Client]]()
        for player in PEOPLE:
            hub.met(Client(player, f"address of {player}"))
        take = context.gate.limits.take

        def noted(limit: Limit, client: Client) -> float:
            asked.append((limit, client))
            return take(limit, client)

        context.gate.limits.take = noted  # type: ignore[method-assign]
        ends = (m.Resign(0), "ana"), (m.Resign(1), "ben")
        offer, answer = (m.Make(1, "rematch"), "ben"), (m.Answer(2, "rematch", True), "cleo")
        new = await rematch_of(hub, *ends, offer, answer)
        assert asked == [(CREATIONS, Client("ben", "address of ben"))]
        with hub.store.engine.connect() as connection:
            source = connection.execute(
                select(tables.matches.c.source).where(tables.matches.c.id == new.match.id)
            ).scalar_one()
        assert source == context.known_devices.signer.source("address of ben")
        await context.stop()

    asyncio.run(scene())
