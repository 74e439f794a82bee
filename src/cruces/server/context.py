"""What every request handler needs, created once when the server starts."""

import logging
import math
import secrets
from dataclasses import dataclass, field

from cruces.core import Reason
from cruces.match import signature
from cruces.match.signature import RecordKey
from cruces.players.preparing import Preparing
from cruces.server.addresses import Addresses
from cruces.server.analysis_worker import Adviser
from cruces.server.bus import RedisBus, SingleProcessBus, common_time
from cruces.server.clock import CLOCK
from cruces.server.connections import Connections, raise_file_limit
from cruces.server.devices import Devices
from cruces.server.errors import SlowDownError, UnauthorisedError
from cruces.server.fair_queue import FairQueue, Places, Room
from cruces.server.gate import Gate
from cruces.server.hub import Hub
from cruces.server.limits import CREATIONS, Limits
from cruces.server.lobby import LobbyCache
from cruces.server.opened import OpenedRecords
from cruces.server.retention import retain
from cruces.server.settings import Settings
from cruces.server.shared_limits import SharedLimits
from cruces.server.tokens import Token
from cruces.storage import open_store
from cruces.storage.pads import PadStore
from cruces.storage.records import RecordStore

log = logging.getLogger("cruces")

VERIFICATIONS = Room(device=2, address=8, total=16, seconds=2.0)
"""Few, because each record that waits may have several megabytes."""

PAST_GAMES = Room(device=4, address=32, total=64, seconds=1.0)
"""Games to look back at: each is played again."""
PICTURES = Room(device=2, address=8, total=24, seconds=3.0)
"""Pictures of games; an animation may take several seconds of computing."""


@dataclass(slots=True)
class Context:
    """The hub, the devices, the key of records and the gate.

    ``stopping`` when no new work is accepted.
    """

    settings: Settings
    hub: Hub
    known_devices: Devices
    record_key: RecordKey
    preparing: Preparing
    gate: Gate
    lobby: LobbyCache
    opened: OpenedRecords
    pads: PadStore
    shared_limits: SharedLimits | None = None
    stopping: bool = False
    adviser: Adviser = field(default_factory=Adviser)
    verifications: FairQueue = field(
        default_factory=lambda: FairQueue("verification", 1, patient=True)
    )
    past: FairQueue = field(
        default_factory=lambda: FairQueue("past", 1, Places("past", PAST_GAMES), patient=True)
    )
    pictures: FairQueue = field(
        default_factory=lambda: FairQueue("pictures", 1, Places("pictures", PICTURES), patient=True)
    )
    verification_places: Places = field(
        default_factory=lambda: Places("verification", VERIFICATIONS)
    )

    @classmethod
    def start(cls, settings: Settings) -> "Context":
        """Open the database, apply its migrations, and start."""
        time_of_others = common_time(settings.redis) if settings.redis else None
        if time_of_others is not None and CLOCK.join(time_of_others):
            log.warning("this machine's clock differs from the other processes' time")
        store = open_store(settings.database)
        signing_key = store.setting("record-key", secrets.token_bytes(signature.KEY_BYTES))
        preparing = Preparing()
        hub = Hub(
            store,
            (lambda hub: RedisBus(hub, settings.redis))
            if settings.redis
            else lambda _: SingleProcessBus(),
            settings.bot_threads,
            preparing,
        )
        preparing.start()
        hub.spawn(retain(hub, settings))
        shared = SharedLimits(settings.redis) if settings.redis else None
        gate = Gate(
            Limits(shared),
            Addresses(settings.networks()),
            Connections(raise_file_limit() * 3 // 4),
        )
        devices = Devices(hub)
        hub.creation_wait = lambda host: gate.limits.take(CREATIONS, hub.client(host))
        hub.source_of = lambda host: devices.signer.source(hub.client(host).address)
        return cls(
            settings,
            hub,
            devices,
            RecordKey(signing_key),
            preparing,
            gate,
            LobbyCache(store, hub.is_attended),
            OpenedRecords(RecordStore(store.engine)),
            PadStore(store.engine),
            shared,
            adviser=Adviser(preparing),
        )

    async def stop(self) -> None:
        """Finish the work in progress and stop."""
        self.stopping = True
        self.adviser.close()
        self.verifications.close()
        self.past.close()
        self.pictures.close()
        self.preparing.close()
        await self.hub.close()
        await self.known_devices.close()
        await self.hub.bus.close()
        if self.shared_limits is not None:
            await self.shared_limits.close()
        self.hub.store.close()

    def token(self, authorization: str | None) -> Token:
        """Who a request comes from, and from which device."""
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer":
            raise UnauthorisedError(Reason("bad-token"))
        return self.known_devices.check(token)


def slow_down(wait: float) -> None:
    """Refuse a request if the client has to wait."""
    if wait:
        raise SlowDownError(Reason("slow-down", {"seconds": math.ceil(10 * wait) / 10}))
