"""The tokens of players' devices: which are valid, and who is connected with them.

Checking a token reads no database: its signature is checked, and whether it was replaced or revoked
is known in memory. Other processes are told over the bus at once; whoever misses that reads the
database every few seconds.
"""

import asyncio
import secrets
from collections.abc import Iterable
from typing import Protocol

from cruces.core import Reason
from cruces.server.errors import UnauthorisedError
from cruces.server.faults import BACKGROUND, fault
from cruces.server.hub import Hub
from cruces.server.live_match import now
from cruces.server.tokens import Signer, Token, new_token
from cruces.storage import DeviceStore, StoredDevice
from cruces.storage.devices import DAY, KEY_BYTES, Validity

REVOKED = 2**31 - 1
"""The generation from which on tokens of a revoked device would be valid."""
LOOK_SECONDS = 5.0
"""Seconds between two looks into the database."""
LATE = 60_000
"""How much later than its time a change may become visible to others, in milliseconds."""
NOTED_KEPT = 100_000
"""The number of devices of which it is known that today's use is written."""


class Holder(Protocol):
    """Somebody connected with a token."""

    def outdated(self, error: UnauthorisedError) -> None:
        """Called when the token is not valid any more."""


class Devices:
    """The devices of all players, as one process knows them."""

    def __init__(self, hub: Hub) -> None:
        self.store = DeviceStore(hub.store.engine)
        self.signer = Signer(*self.store.first_keys(secrets.token_bytes(KEY_BYTES)))
        self._hub = hub
        self._least: dict[str, int] = {}  # the first valid generation of a device, if not 0
        self._seen = 0
        self._noted: dict[str, int] = {}
        self._used: dict[str, StoredDevice] = {}
        self._holders: dict[str, dict[Holder, Token]] = {}
        self._learn(self.store.changed(0))
        hub.outdated = self.outdate
        hub.spawn(self._look())

    # Checking

    def check(self, text: str) -> Token:
        """What a token says; refuses one that is not valid, or not any more."""
        token = self.signer.read(text)
        if token is None:
            raise UnauthorisedError(Reason("bad-token"))
        least = self._least.get(token.device, 0)
        if token.generation < least:
            raise _refusal(least)
        if token.generation > least:  # the first use of a token that replaces another
            self._tell(token.device, token.generation)
            self._noted.pop(token.device, None)
        self._note(token)
        return token

    def _note(self, token: Token) -> None:
        moment = now()
        today = moment // DAY
        if self._noted.get(token.device) == today:
            return
        if len(self._noted) >= NOTED_KEPT:
            self._noted.clear()
        self._noted[token.device] = today
        self._used[token.device] = StoredDevice(
            token.device, token.player, "", moment, today, token.generation
        )

    # Connections

    def hold(self, token: Token, holder: Holder) -> None:
        """Somebody is connected with a token, until they let it go."""
        self._holders.setdefault(token.device, {})[holder] = token
        least = self._least.get(token.device, 0)
        if token.generation < least:
            holder.outdated(_refusal(least))

    def release(self, token: Token, holder: Holder) -> None:
        """They are not connected any more."""
        holders = self._holders.get(token.device, {})
        holders.pop(holder, None)
        if not holders:
            self._holders.pop(token.device, None)

    def outdate(self, device: str, generation: int) -> None:
        """The tokens of a device before this generation are not valid any more."""
        if generation <= self._least.get(device, 0):
            return
        self._least[device] = generation
        for holder, token in list(self._holders.get(device, {}).items()):
            if token.generation < generation:
                holder.outdated(_refusal(generation))

    def _tell(self, device: str, generation: int) -> None:
        self.outdate(device, generation)
        self._hub.bus.outdate(device, generation)

    # Changes by their owner

    async def add(self, player: str, label: str) -> Token:
        """A new device of a player."""
        token, moment = new_token(player), now()
        device = StoredDevice(token.device, player, label, moment, moment // DAY)
        await asyncio.to_thread(self.store.add, device)
        return token

    async def of_player(self, player: str) -> list[StoredDevice]:
        """The devices of a player that are not revoked."""
        await self.flush()
        return await asyncio.to_thread(self.store.of_player, player)

    async def rename(self, player: str, device: str, label: str) -> bool:
        """Name a device; False if the player has no such device."""
        await self.flush()
        return await asyncio.to_thread(self.store.rename, player, device, label)

    async def revoke(self, player: str, device: str) -> bool:
        """Revoke a device, and disconnect it; False if the player has no such device."""
        await self.flush()
        if not await asyncio.to_thread(self.store.revoke, player, device, now()):
            return False
        self._tell(device, REVOKED)
        return True

    # The database

    async def flush(self) -> None:
        """Write which devices were used."""
        used, self._used = self._used, {}
        try:
            if used:
                await asyncio.to_thread(self.store.use, list(used.values()), now())
        except BaseException:
            self._used = {**used, **self._used}
            raise

    async def close(self) -> None:
        """Write what is not written yet."""
        try:
            await self.flush()
        except Exception as error:  # tokens are valid all the same
            fault(BACKGROUND, error, what="writing the devices")

    async def _look(self) -> None:
        """Write what was used, and read what other processes and `cruces db` have changed."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.flush()
                self.signer.keys = await asyncio.to_thread(self.store.keys) or self.signer.keys
                self._learn(await asyncio.to_thread(self.store.changed, self._seen - LATE))
            except Exception as error:
                fault(BACKGROUND, error, what="reading or writing the devices")

    def _learn(self, changed: Iterable[Validity]) -> None:
        for device in changed:
            self._seen = max(self._seen, device.changed)
            self.outdate(device.id, REVOKED if device.revoked else device.generation)


def _refusal(least: int) -> UnauthorisedError:
    if least == REVOKED:
        return UnauthorisedError(Reason("token-revoked"))
    return UnauthorisedError(Reason("token-replaced"))
