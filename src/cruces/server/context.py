"""What every request handler needs, made once when the server starts."""

import math
import secrets
import threading
from dataclasses import dataclass, field

from cruces.core import Reason
from cruces.players import warm_up
from cruces.server.analysis_worker import Adviser
from cruces.server.bus import Alone, RedisBus
from cruces.server.errors import SlowDownError, UnauthorisedError
from cruces.server.hub import Hub
from cruces.server.limits import ADVISED, CREATIONS, DEVICES, JOINS, REQUESTS, Buckets
from cruces.server.settings import Settings
from cruces.server.tokens import KEY_BYTES, Signer
from cruces.storage import Store, upgrade


@dataclass(slots=True)
class Context:
    """The hub, the signer, the limits; ``stopping`` once no new work is wanted."""

    settings: Settings
    hub: Hub
    signer: Signer
    stopping: bool = False
    creations: Buckets = field(default_factory=lambda: Buckets(CREATIONS))
    joins: Buckets = field(default_factory=lambda: Buckets(JOINS))
    devices: Buckets = field(default_factory=lambda: Buckets(DEVICES))
    requests: Buckets = field(default_factory=lambda: Buckets(REQUESTS))
    advised: Buckets = field(default_factory=lambda: Buckets(ADVISED))
    adviser: Adviser = field(default_factory=Adviser)

    @classmethod
    def start(cls, settings: Settings) -> "Context":
        """Open the database, bring it up to date, and go to work."""
        store = Store(settings.database)
        upgrade(store.engine)
        key = store.setting("device-key", secrets.token_bytes(KEY_BYTES))
        hub = Hub(
            store,
            (lambda hub: RedisBus(hub, settings.redis)) if settings.redis else lambda _: Alone(),
            settings.bot_threads,
        )
        threading.Thread(target=warm_up, name="cruces-warm-up", daemon=True).start()
        return cls(settings, hub, Signer(key))

    async def stop(self) -> None:
        """Finish what is under way."""
        self.stopping = True
        self.adviser.close()
        await self.hub.close()
        await self.hub.bus.close()
        self.hub.store.close()

    def player(self, authorization: str | None) -> str:
        """The device that a request comes from."""
        scheme, _, token = (authorization or "").partition(" ")
        player = self.signer.player(token) if scheme.lower() == "bearer" else None
        if player is None:
            raise UnauthorisedError(Reason("bad-token"))
        return player


def slow_down(wait: float) -> None:
    """Refuse if there is anything to wait for."""
    if wait:
        raise SlowDownError(Reason("slow-down", {"seconds": math.ceil(10 * wait) / 10}))
