"""Where others can open a page of this server, and whether they can reach it at all."""

import os
import socket
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

import segno
from msgspec import Struct

Reach = Literal["here", "network", "anyone"]
"""Who can open an address: this computer only, this network, or everyone who has it."""

NETWORK_PORT = "CRUCES_NETWORK_PORT"
"""In the environment: the port under which this network may reach the server, if it may."""
ELSEWHERE = ("192.0.2.1", 9)
"""An unused address: the route to it shows which of our addresses leads to the network."""


class Invitation(Struct, frozen=True):
    """An address for others, the same as a QR code in SVG, and who can open it."""

    address: str
    qr: str
    reach: Reach


def network_host() -> str | None:
    """The address of this computer in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # sends nothing
            host = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if _is_loopback(host) else host


def invitation(page: str, place: str) -> Invitation:
    """The invitation to a place of a page that was opened under this address.

    Other devices cannot open a page under the names that a computer has for itself. If the network
    may reach the server, they get its address there.
    """
    here = urlsplit(page).hostname or ""
    port, host = os.environ.get(NETWORK_PORT, ""), None
    if _is_loopback(here) and port:
        host = network_host()
        page = f"http://{host}:{port}/" if host else page
    address = f"{page}{place}"
    return Invitation(address, qr_code(address), _reach(host or here))


def qr_code(text: str) -> str:
    """A text as a QR code in SVG."""
    return segno.make(text, micro=False).svg_inline(scale=6, border=2)


def _reach(host: str) -> Reach:
    if _is_loopback(host):
        return "here"
    try:
        private = ip_address(host).is_private
    except ValueError:
        private = "." not in host or host.endswith((".local", ".lan", ".home", ".internal"))
    return "network" if private else "anyone"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
