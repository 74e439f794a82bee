"""The ASGI application: its routes, error handlers and headers."""

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
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR
from litestar.types import Message, Receive, Scope, Send

from cruces.core import CrucesError
from cruces.server import logs, metrics
from cruces.server.api import api, language
from cruces.server.assets import ASSETS, page, static
from cruces.server.botapi import bot_api
from cruces.server.context import Context
from cruces.server.errors import FAILURE, STATUS, Refusal, SlowDownError, UnavailableError
from cruces.server.faults import SOCKET, fault, refusal_of, request_id
from cruces.server.limits import MOST_RECORD
from cruces.server.review_api import report_api
from cruces.server.settings import Settings
from cruces.server.socket import websocket

log = logging.getLogger("cruces")

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
    description="`database` says why it cannot be written. With `--redis`, `redis` is `ok` or "
    "`down`. Matches go on without Redis, so losing it does not make a process unready; otherwise "
    "all processes would be unready at once.",
    responses={503: ResponseSpec(dict[str, str], description="It cannot at the moment.")},
)
async def ready(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    context: Context = request.app.state.context
    if context.stopping:
        log.info("not ready", extra={"route": "/ready", "why": "stopping"})
        return Response({"status": "stopping"}, status_code=503)
    why = await context.hub.writer.check()
    if why:
        log.error("not ready", extra={"route": "/ready", "database": why})
        return Response({"status": "not ready", "database": why}, status_code=503)
    body = {"status": "ok"}
    if context.settings.redis:
        body["redis"] = "down" if context.hub.bus.sure_since is None else "ok"
    return Response(body)


async def add_headers(message: Message, scope: Scope) -> None:
    """Add headers to every answer, including refusals and errors, and count it."""
    if message["type"] == "http.response.start":
        metrics.request_counter(route_of(scope), message["status"]).inc()
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value


def route_of(scope: Scope) -> str:
    """The route of a request as we declare it, without what the client filled in."""
    return scope.get("path_template") or "unknown"


def refused(request: Request[Any, Any, Any], error: CrucesError) -> Response[Refusal]:
    """Answer a refusal in the common form, in the client's language."""
    metrics.REFUSALS.labels(error.code, "http").inc()
    wait = error.wait if isinstance(error, SlowDownError | UnavailableError) else None
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
        number, path = request_id(request.headers), request.scope["path"]
        fault(route_of(request.scope), error, number, method=request.method, path=path)
    return Response(body, status_code=STATUS.get(error.code, FAILURE), headers=headers)


def failed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """Answer a refusal of the framework in the same form."""
    if error.status_code >= HTTP_500_INTERNAL_SERVER_ERROR:
        return broken(request, error)
    metrics.REFUSALS.labels("http", "http").inc()
    detail = Refusal("http", str(error.status_code), error.detail)
    return Response(detail, status_code=error.status_code, headers=error.headers)


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """Answer a failure of the server in the same form, with the id of its line in the log."""
    number = request_id(request.headers)
    path = request.scope["path"]
    why = refusal_of(route_of(request.scope), error, number, method=request.method, path=path)
    response = refused(request, why)
    response.headers["X-Request-Id"] = number
    return response


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
        try:
            await self._answer(scope, receive, send)
        except Exception as error:
            if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
                raise  # of starting or stopping
            # Too late for an answer: in the middle of a stream, which now ends.
            fault(route_of(scope), error.__cause__ or error, path=scope["path"])

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET and scope["path"] == SOCKET:
            context: Context = self.http.state.context
            await websocket(
                context.hub,
                context.signer,
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
    logs.set_up(chosen.log_level)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.context = context = Context.start(chosen)
        try:
            yield
        finally:
            await context.stop()

    http = Litestar(
        [api, report_api, bot_api, health, ready, page, static],
        lifespan=[lifespan],
        exception_handlers={CrucesError: refused, HTTPException: failed, Exception: broken},
        request_max_body_size=MOST_RECORD,
        before_send=[add_headers],
        logging_config=None,  # ours: see `logs`
        openapi_config=OpenAPIConfig("Cruces", "1", render_plugins=[SchemaPage(path="/")]),
    )
    return Application(http)
