"""Starting the server's processes."""

import os

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from cruces.core import BadOptionError, Reason
from cruces.web.settings import Settings

STOP_SECONDS = 20
"""How long a process may take to finish what is under way before it is ended."""


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve until told to stop; its processes read the settings from the environment."""
    if workers > 1 and not (settings.database.startswith("postgresql") and settings.redis):
        raise BadOptionError(Reason("workers-need-servers", {"workers": workers}))
    os.environ.update(settings.to_environment())
    Granian(
        "cruces.web.app:create",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        workers=workers,
        websockets=True,
        factory=True,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
    ).serve()
