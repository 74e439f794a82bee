"""How a server is set up; its processes are told through the environment."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """``docs/operations.md`` explains each; ``from_environment`` reads CRUCES_<NAME>."""

    database: str = ""
    redis: str = ""
    origins: str = ""
    bot_threads: int = 2
    log_level: str = "INFO"

    @classmethod
    def from_environment(cls) -> "Settings":
        return cls(
            database=os.environ.get("CRUCES_DATABASE", "") or default_database(),
            redis=os.environ.get("CRUCES_REDIS", ""),
            origins=os.environ.get("CRUCES_ORIGINS", ""),
            bot_threads=int(os.environ.get("CRUCES_BOT_THREADS", "2")),
            log_level=os.environ.get("CRUCES_LOG_LEVEL", "INFO"),
        )

    @property
    def allowed_origins(self) -> frozenset[str]:
        return frozenset(filter(None, self.origins.split(",")))


def default_database() -> str:
    """A file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "cruces"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'cruces.db'}"
