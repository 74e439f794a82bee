"""The addresses that limits apply to."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network

IPV6_PREFIX = 64
"""Whoever has one IPv6 address has all with the same first 64 bits."""
LONGEST_NAME = 64


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """An IPv4 address, or the network of an IPv6 address.

    >>> network_of("2001:db8::7"), network_of("::ffff:192.0.2.1")
    ('2001:db8::/64', '192.0.2.1')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST_NAME]  # as a proxy wrote it
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, IPV6_PREFIX), strict=False))


class Addresses:
    """Knows the networks that are not limited by address."""

    def __init__(self, unlimited: Iterable[Network] = ()) -> None:
        self._unlimited = tuple(unlimited)
        self._of = lru_cache(maxsize=4096)(self._address)

    def of(self, host: str) -> str:
        """The address that limits apply to; empty if none do."""
        return self._of(host)

    def _address(self, host: str) -> str:
        address = network_of(host)
        try:
            start = ip_network(address).network_address
        except ValueError:
            return address
        return "" if any(start in network for network in self._unlimited) else address
