"""The ASGI application: its routes, error handlers and headers."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.types import Message, Receive, Scope, Send
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from cruces.core import CrucesError
from cruces.server import logs
from cruces.server.api import api, language
from cruces.server.assets import ASSETS, page, static
from cruces.server.botapi import bot_api
from cruces.server.context import Context
from cruces.server.device_api import device_api
from cruces.server.errors import FAILURE, STATUS, Refusal, SlowDownError
from cruces.server.limits import MOST_RECORD
from cruces.server.metrics import REGISTRY
from cruces.server.review_api import report_api
from cruces.server.settings import Settings
from cruces.server.socket import websocket

log = logging.getLogger("cruces")

SOCKET = "/ws"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


@get("/health", summary="The process is alive", sync_to_thread=False)
def health() -> dict[str, str]:
    return {"status": "ok"}


@get(
    "/ready",
    summary="The server can do its work",
    description="With `--redis`, `redis` is `ok` or `down`. Matches go on without Redis, so losing "
    "it does not make a process unready; otherwise all processes would be unready at once.",
    responses={503: ResponseSpec(dict[str, str], description="It cannot at the moment.")},
)
async def ready(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    context: Context = request.app.state.context
    try:
        await asyncio.to_thread(context.hub.store.ping)
    except Exception as error:
        return Response({"status": "not ready", "why": type(error).__name__}, status_code=503)
    if context.stopping:
        return Response({"status": "stopping"}, status_code=503)
    body = {"status": "ok"}
    if context.settings.redis:
        body["redis"] = "down" if context.hub.bus.sure_since is None else "ok"
    return Response(body)


@get("/metrics", summary="Figures for Prometheus", media_type="text/plain", sync_to_thread=False)
def metrics() -> Response[bytes]:
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


async def add_headers(message: Message, _: Scope) -> None:
    """Add headers to every answer, including refusals and errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value


def refused(request: Request[Any, Any, Any], error: CrucesError) -> Response[Refusal]:
    """Answer a refusal in the common form, in the client's language."""
    wait = error.wait if isinstance(error, SlowDownError) else None
    body = Refusal(
        error.code,
        error.reason.slug,
        error.message(language(request)),
        error.position,
        getattr(error, "event", None),
        wait,
    )
    headers = {} if wait is None else {"Retry-After": str(math.ceil(wait))}
    if error.code not in STATUS:  # not the client's fault
        log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return Response(body, status_code=STATUS.get(error.code, FAILURE), headers=headers)


def failed(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """Answer a refusal of the framework in the same form."""
    detail = Refusal("http", str(error.status_code), error.detail)
    return Response(detail, status_code=error.status_code, headers=error.headers)


class SchemaPage(OpenAPIRenderPlugin):
    """The HTTP API as a page that loads nothing from other sites."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return ASSETS["/static/schema/schema.html"].body


class Application:
    """Serves sockets itself and leaves everything else to the framework.

    Litestar would wrap every message of a socket twice, for exceptions and headers that sockets do
    not have.
    """

    def __init__(self, http: Litestar) -> None:
        self.http = http

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET and scope["path"] == SOCKET:
            context: Context = self.http.state.context
            await websocket(
                context.hub,
                context.known_devices,
                context.settings.allowed_origins,
                scope,  # type: ignore[arg-type]
                receive,  # type: ignore[arg-type]
                send,  # type: ignore[arg-type]
            )
        else:
            await self.http(scope, receive, send)


def create(settings: Settings | None = None) -> Application:
    """The application, ready for an ASGI server."""
    chosen = settings or Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        logs.set_up(chosen.log_level)
        app.state.context = context = Context.start(chosen)
        try:
            yield
        finally:
            await context.stop()

    http = Litestar(
        [api, device_api, report_api, bot_api, health, ready, metrics, page, static],
        lifespan=[lifespan],
        exception_handlers={CrucesError: refused, HTTPException: failed},
        request_max_body_size=MOST_RECORD,
        before_send=[add_headers],
        openapi_config=OpenAPIConfig("Cruces", "1", render_plugins=[SchemaPage(path="/")]),
    )
    return Application(http)
