"""Who may come in: the limits, the addresses they apply to, and the open connections."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cruces.server.addresses import Addresses
from cruces.server.connections import FILES, Connections
from cruces.server.limits import Client, Limits


@dataclass(slots=True)
class Gate:
    """What every request and every socket has to pass."""

    limits: Limits = field(default_factory=Limits)
    addresses: Addresses = field(default_factory=Addresses)
    connections: Connections = field(default_factory=lambda: Connections(FILES))

    def client(self, scope: Mapping[str, Any], device: str = "") -> Client:
        """Who asks. The address of a client behind a proxy is the one that the proxy says."""
        peer = scope.get("client")
        return Client(device, self.addresses.of(peer[0] if peer else ""))
