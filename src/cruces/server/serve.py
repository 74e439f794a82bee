"""Starting the server's processes."""

import errno
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from cruces.core import BadOptionError, Reason
from cruces.server import logs, metrics_server
from cruces.server.invitations import network_host
from cruces.server.limits import MOST_BODY
from cruces.server.settings import Settings
from cruces.server.timeouts import HttpProtocol, SocketProtocol
from cruces.storage import open_store

log = logging.getLogger("cruces")

STOP_SECONDS = 20
"""Seconds that a stopping process has to finish its work before it is killed."""
START_SECONDS = 30
"""Seconds to wait for the server before giving up opening a browser."""
REDIS_SECONDS = 3
"""Seconds to wait for Redis before the server starts without it."""
ANYWHERE, LOCAL = "0.0.0.0", "127.0.0.1"

PING_SECONDS = 60
"""Seconds between pings of a socket, and the longest wait for the answer."""


def address(host: str, port: int) -> str:
    """The server's address for others: one that can be typed, even if it listens on all."""
    if host == ANYWHERE:
        host = network_host() or LOCAL
    return f"http://{host}:{port}"


def serve(
    settings: Settings, host: str, port: int, workers: int, browser: str | None = None
) -> None:
    """Serve until stopped; the processes read their settings from the environment.

    ``browser`` is an address to open as soon as the server answers there.
    """
    os.environ.update(settings.to_environment())
    logs.set_up(settings.log_level)  # in the parent of several processes, too
    with ExitStack() as stack:
        if settings.metrics:
            folder = None
            if workers > 1:
                name = stack.enter_context(TemporaryDirectory(prefix="cruces-metrics-"))
                os.environ[metrics_server.FOLDER] = name  # where each worker leaves its figures
                folder = Path(name)
            metrics_server.start(settings.metrics, folder)
        if browser is not None and _has_screen():
            threading.Thread(target=_open, args=(browser, host, port), daemon=True).start()
        if not sys.stderr.isatty():
            log.info("serving", extra={"address": address(host, port), "workers": workers})
        _run(host, port, workers)


def _run(host: str, port: int, workers: int) -> None:
    uvicorn.run(
        "cruces.server.app:create",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=MOST_BODY,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # it would need more memory than all else
        lifespan="on",
        log_config=None,  # ours: see `logs`
        log_level="warning",
        access_log=False,
        proxy_headers=True,  # from a proxy on this machine, or one named in FORWARDED_ALLOW_IPS
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def check_services(settings: Settings, workers: int) -> str:
    """Refuse a database that cannot be used, and bring it up to date.

    Returns why Redis does not answer, or "". That is no reason not to start: matches go on without
    it, and it may come back.
    """
    if workers > 1 and not (settings.database.startswith("postgresql") and settings.redis):
        raise BadOptionError(Reason("workers-need-servers", {"workers": workers}))
    open_store(settings.database).close()
    if settings.redis:
        try:
            with Redis.from_url(
                settings.redis,
                socket_timeout=REDIS_SECONDS,
                socket_connect_timeout=REDIS_SECONDS,
                retry=Retry(NoBackoff(), 0),
            ) as redis:
                redis.ping()
        except RedisError as error:
            return str(error).rstrip(".")
    return ""


def check_port(host: str, port: int) -> int:
    """The port, or a free one for 0; refuses one that is not available."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            return int(probe.getsockname()[1])
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                why = Reason("port-taken", {"port": str(port)})
            else:
                why = Reason(
                    "no-address", {"host": host, "port": str(port), "detail": error.strerror}
                )
            raise BadOptionError(why) from error


def _has_screen() -> bool:
    """Whether a browser would open in a window of its own, not inside the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(where: str, host: str, port: int) -> None:
    end = time.monotonic() + START_SECONDS
    here = LOCAL if host == ANYWHERE else host
    while time.monotonic() < end:
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(where)
            return
