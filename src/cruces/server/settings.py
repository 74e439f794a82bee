"""The settings of a server, passed to its processes through the environment."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from cruces.core import BadOptionError, Reason
from cruces.server.addresses import Network

PREFIX = "CRUCES_"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""As browsers send it: a scheme, a host in ASCII and a port, with nothing after them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``docs/operations.md`` explains each; in the environment it is ``CRUCES_<NAME>``."""

    database: str
    redis: str = ""
    origins: str = ""
    hosts: str = ""
    unlimited: str = ""
    bot_threads: int = 2
    log_level: str = "INFO"
    metrics: str = ""
    keep_finished: int = 365
    keep_abandoned: int = 60
    keep_pads: int = 7

    @classmethod
    def from_environment(cls, given: Mapping[str, str | int | None] | None = None) -> "Settings":
        """The given settings, else those of the environment, else the defaults.

        Refuses values that no server could work with, by the name that the user gave them.
        """
        settings: dict[str, Any] = {}
        for field in fields(cls):
            name, value = f"--{field.name.replace('_', '-')}", (given or {}).get(field.name)
            if value is None or value == "":
                name = PREFIX + field.name.upper()
                value = os.environ.get(name, "")
            if value != "":
                usual = _number if field.type in (int, "int") else _text
                settings[field.name] = _CHECKS.get(field.name, usual)(name, str(value))
        if "database" not in settings:
            settings["database"] = default_database()  # creates its folder
        return cls(**settings)

    def to_environment(self) -> dict[str, str]:
        """The environment for processes with these settings."""
        return {PREFIX + f.name.upper(): str(getattr(self, f.name)) for f in fields(self)}

    @property
    def allowed_origins(self) -> frozenset[str]:
        return frozenset(_listed(self.origins))

    @property
    def own_hosts(self) -> frozenset[str]:
        return frozenset(name.lower() for name in _listed(self.hosts))

    def networks(self) -> list[Network]:
        """The networks that are not limited by address."""
        return [ip_network(written, strict=False) for written in _listed(self.unlimited)]


def _listed(text: str) -> list[str]:
    return [entry.strip() for entry in text.split(",") if entry.strip()]


def default_database() -> str:
    """A file in the user's data folder."""
    try:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        folder = Path(base) / "cruces"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home at all
        raise BadOptionError(Reason("no-home", {"detail": error})) from error
    return f"sqlite:///{folder / 'cruces.db'}"


def _text(name: str, value: str) -> str:
    return value


def _number(name: str, value: str, least: int = 0) -> int:
    if not (value.isdecimal() and int(value) >= least):
        why = Reason("setting-number", {"name": name, "value": value, "least": least})
        raise BadOptionError(why)
    return int(value)


def _level(name: str, value: str) -> str:
    if value not in LEVELS:
        allowed = ", ".join(LEVELS)
        why = Reason("setting-one-of", {"name": name, "value": value, "allowed": allowed})
        raise BadOptionError(why)
    return value


def _origins(name: str, value: str) -> str:
    for origin in filter(None, value.split(",")):
        if ORIGIN.fullmatch(origin) is None:
            raise BadOptionError(Reason("setting-origin", {"name": name, "value": origin}))
    return value


def _networks(name: str, value: str) -> str:
    for network in _listed(value):
        try:
            ip_network(network, strict=False)
        except ValueError:
            why = Reason("setting-network", {"name": name, "value": network})
            raise BadOptionError(why) from None
    return value


def _redis(name: str, value: str) -> str:
    from redis.connection import parse_url  # late: it is slow to load, and rarely needed

    try:
        parse_url(value)  # type: ignore[no-untyped-call]
    except ValueError:  # the address is not shown: it may contain a password
        raise BadOptionError(Reason("setting-redis", {"name": name})) from None
    return value


_CHECKS: Mapping[str, Callable[[str, str], str | int]] = {
    "redis": _redis,
    "origins": _origins,
    "unlimited": _networks,
    "bot_threads": partial(_number, least=1),
    "log_level": _level,
}
