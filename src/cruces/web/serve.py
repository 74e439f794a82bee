"""Starting the server's processes."""

import os

import uvicorn

from cruces.core import BadOptionError, Reason
from cruces.web.limits import MOST_BODY
from cruces.web.settings import Settings

STOP_SECONDS = 20
"""How long a process may take to finish what is under way before it is ended."""

PING_SECONDS = 60
"""How often a socket is asked whether anybody is there, and how long it may take to answer."""


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve until told to stop; its processes read the settings from the environment."""
    if workers > 1 and not (settings.database.startswith("postgresql") and settings.redis):
        raise BadOptionError(Reason("workers-need-servers", {"workers": workers}))
    os.environ.update(settings.to_environment())
    uvicorn.run(
        "cruces.web.app:create",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # a socket would need more memory for it than for all else
        lifespan="on",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
