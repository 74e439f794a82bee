"""What every request handler needs, created once when the server starts."""

import math
import secrets
from dataclasses import dataclass, field

from cruces.core import Reason
from cruces.match import signature
from cruces.match.signature import RecordKey
from cruces.players.preparing import Preparing
from cruces.server.analysis_worker import Adviser
from cruces.server.bus import RedisBus, SingleProcessBus
from cruces.server.devices import Devices
from cruces.server.errors import SlowDownError, UnauthorisedError
from cruces.server.hub import Hub
from cruces.server.limits import ADVISED, CREATIONS, DEVICES, JOINS, REQUESTS, Buckets
from cruces.server.settings import Settings
from cruces.server.tokens import Token
from cruces.storage import open_store


@dataclass(slots=True)
class Context:
    """The hub, the devices and the limits; ``stopping`` when no new work is accepted."""

    settings: Settings
    hub: Hub
    known_devices: Devices
    record_key: RecordKey
    preparing: Preparing
    stopping: bool = False
    creations: Buckets = field(default_factory=lambda: Buckets(CREATIONS))
    joins: Buckets = field(default_factory=lambda: Buckets(JOINS))
    devices: Buckets = field(default_factory=lambda: Buckets(DEVICES))
    requests: Buckets = field(default_factory=lambda: Buckets(REQUESTS))
    advised: Buckets = field(default_factory=lambda: Buckets(ADVISED))
    adviser: Adviser = field(default_factory=Adviser)

    @classmethod
    def start(cls, settings: Settings) -> "Context":
        """Open the database, apply its migrations, and start."""
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
        return cls(
            settings,
            hub,
            Devices(hub),
            RecordKey(signing_key),
            preparing,
            adviser=Adviser(preparing),
        )

    async def stop(self) -> None:
        """Finish the work in progress and stop."""
        self.stopping = True
        self.adviser.close()
        self.preparing.close()
        await self.hub.close()
        await self.known_devices.close()
        await self.hub.bus.close()
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
