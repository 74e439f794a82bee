"""The ASGI application: its routes, error handlers and headers."""

import logging
import math
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.status_codes import HTTP_404_NOT_FOUND, HTTP_500_INTERNAL_SERVER_ERROR
from litestar.types import Message, Receive, Scope, Send

from cruces.core import CrucesError, Reason
from cruces.server import logs, metrics
from cruces.server.api import api, language
from cruces.server.assets import ASSETS, page, static
from cruces.server.botapi import bot_api
from cruces.server.context import Context
from cruces.server.device_api import device_api
from cruces.server.errors import (
    FAILURE,
    STATUS,
    ProtocolError,
    Refusal,
    SlowDownError,
    UnavailableError,
)
from cruces.server.faults import SOCKET, fault, refusal_of, request_id
from cruces.server.learning_api import learning_api
from cruces.server.limits import MOST_BODY
from cruces.server.opened_api import opened_api
from cruces.server.pad_api import pad_api
from cruces.server.past_api import past_api
from cruces.server.picture_api import game_page, picture_api
from cruces.server.position_api import position_api
from cruces.server.reading_api import reading_api
from cruces.server.review_api import report_api
from cruces.server.settings import Settings
from cruces.server.sheet_api import sheet_api
from cruces.server.socket import websocket

log = logging.getLogger("cruces")

API = "/api/"
LOST = "/static/pages/lost.html"
"""The page of addresses at which there is nothing."""
WORKER = "/sw.js"
CHECKS = ("/health", "/ready")
"""What a load balancer asks, under whatever name."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What rules a page. On the modules and style sheets that a page loads, more than sixty, browsers
ignore it; the service worker, which has rules of its own, is not among them."""
PARTS = ("text/javascript", "text/css")


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
        part = headers.get("content-type", "").startswith(PARTS) and scope["path"] != WORKER
        for name, value in (HEADERS if part else HEADERS | PAGE_HEADERS).items():
            headers[name] = value
        if scope["path"].startswith(API):  # tokens, matches: nothing that others may keep
            headers.setdefault("Cache-Control", "no-store")


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


def failed(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer a refusal of the framework in the same form; people who are lost get a page."""
    if error.status_code >= HTTP_500_INTERNAL_SERVER_ERROR:
        return broken(request, error)
    metrics.REFUSALS.labels("http", "http").inc()
    if error.status_code == HTTP_404_NOT_FOUND and _wants_page(request):
        lost = ASSETS[LOST]
        return Response(lost.body, status_code=HTTP_404_NOT_FOUND, media_type=lost.kind)
    detail = Refusal("http", str(error.status_code), error.detail)
    return Response(detail, status_code=error.status_code, headers=error.headers)


def _wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person follows an address: browsers ask for HTML, programs do not."""
    asked_for = request.headers.get("accept", "")
    return "text/html" in asked_for and not request.scope["path"].startswith(API)


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


@get(SOCKET, include_in_schema=False, sync_to_thread=False)
def no_socket(request: Request[Any, Any, Any]) -> Response[Refusal]:
    """Answer whoever comes without a WebSocket."""
    why = Reason("websocket-only")
    body = Refusal("protocol", why.slug, why.message(language(request)))
    return Response(body, status_code=426, headers={"Upgrade": "websocket"})


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is JSON, or refused."""

    async def stream(self) -> AsyncGenerator[bytes]:
        try:
            async for piece in super().stream():
                yield piece
        except InternalServerException:  # the framework takes a client who hangs up for a failure
            raise ProtocolError(Reason("bad-message", {"detail": "incomplete"})) from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            why = Reason("bad-message", {"detail": type(error).__name__})
            raise ProtocolError(why) from None


class Application:
    """Serves sockets itself and leaves everything else to the framework.

    Litestar would wrap every message of a socket twice, for exceptions and headers that sockets do
    not have. ``hosts`` are the server's own names; empty if any will do.
    """

    def __init__(self, http: Litestar, hosts: frozenset[str] = frozenset()) -> None:
        self.http = http
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        except Exception as error:
            if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
                raise  # of starting or stopping
            # Too late for an answer: in the middle of a stream, which now ends.
            fault(route_of(scope), error.__cause__ or error, path=scope["path"])

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "lifespan":
            await self.http(scope, receive, send)
        elif self.hosts and scope["path"] not in CHECKS and host_of(scope) not in self.hosts:
            await misdirected(scope, send)
        elif scope["type"] == ScopeType.WEBSOCKET and scope["path"] == SOCKET:
            context: Context = self.http.state.context
            await websocket(
                context.hub,
                context.known_devices,
                context.gate,
                context.settings.allowed_origins,
                scope,  # type: ignore[arg-type]
                receive,  # type: ignore[arg-type]
                send,  # type: ignore[arg-type]
            )
        elif scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        elif scope["method"] == "HEAD" and not scope["path"].startswith(API):
            # The server leaves the body out.
            await self.http({**scope, "method": "GET"}, receive, send)
        else:
            await self.http(scope, receive, send)


def host_of(scope: Scope) -> str:
    """The name under which a client knows the server, without the port."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    try:
        (host,) = hosts
        return urlsplit(f"//{host.decode('latin-1')}").hostname or ""
    except ValueError:
        return ""  # several, none, or nonsense


async def misdirected(scope: Scope, send: Send) -> None:
    """Refuse a request for another server: a foreign page may have pointed its own name here."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    why = Reason("other-host")
    body = msgspec.json.encode(Refusal("http", why.slug, why.message()))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


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
        [
            *(api, position_api, reading_api, learning_api, sheet_api, device_api, bot_api),
            *(report_api, past_api, opened_api, pad_api, picture_api, game_page),
            *(health, ready, no_socket, page, static),
        ],
        request_class=JsonRequest,
        lifespan=[lifespan],
        exception_handlers={CrucesError: refused, HTTPException: failed, Exception: broken},
        request_max_body_size=MOST_BODY,
        before_send=[add_headers],
        logging_config=None,  # ours: see `logs`
        openapi_config=OpenAPIConfig("Cruces", "1", render_plugins=[SchemaPage(path="/")]),
    )
    return Application(http, chosen.own_hosts)
