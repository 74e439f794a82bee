"""The settings of a server, passed to its processes through the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

PREFIX = "CRUCES_"


@dataclass(frozen=True, slots=True)
class Settings:
    """``docs/operations.md`` explains each; in the environment it is ``CRUCES_<NAME>``."""

    database: str
    redis: str = ""
    origins: str = ""
    bot_threads: int = 2
    log_level: str = "INFO"

    @classmethod
    def from_environment(cls, given: Mapping[str, str | int | None] | None = None) -> "Settings":
        """The given settings, else those of the environment, else the defaults."""
        settings: dict[str, Any] = {}
        for field in fields(cls):
            value = (given or {}).get(field.name) or os.environ.get(PREFIX + field.name.upper())
            if value:
                settings[field.name] = int(value) if field.type in (int, "int") else value
        if "database" not in settings:
            settings["database"] = default_database()  # creates its folder
        return cls(**settings)

    def to_environment(self) -> dict[str, str]:
        """The environment for processes with these settings."""
        return {PREFIX + f.name.upper(): str(getattr(self, f.name)) for f in fields(self)}

    @property
    def allowed_origins(self) -> frozenset[str]:
        return frozenset(filter(None, self.origins.split(",")))


def default_database() -> str:
    """A file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "cruces"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'cruces.db'}"
