"""The application: what answers where, and what goes with every answer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, asgi, get
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import SwaggerRenderPlugin
from litestar.types import Receive, Scope, Send
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from cruces.core import CrucesError
from cruces.web import logs
from cruces.web.api import api, language
from cruces.web.botapi import bot_api
from cruces.web.context import Context
from cruces.web.errors import STATUS, SlowDownError
from cruces.web.limits import MOST_RECORD
from cruces.web.metrics import REGISTRY
from cruces.web.settings import Settings
from cruces.web.socket import websocket

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


@get("/ready", summary="The server can do its work")
async def ready(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    context: Context = request.app.state.context
    try:
        await asyncio.to_thread(context.hub.store.ping)
        await context.hub.bus.ping()
    except Exception as error:
        return Response({"status": "not ready", "why": type(error).__name__}, status_code=503)
    if context.stopping:
        return Response({"status": "stopping"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", summary="Figures for Prometheus", media_type="text/plain", sync_to_thread=False)
def metrics() -> Response[bytes]:
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


@asgi("/ws", copy_scope=True)
async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    context: Context = scope["litestar_app"].state.context
    await websocket(
        context.hub,
        context.signer,
        context.settings.allowed_origins,
        scope,  # type: ignore[arg-type]
        receive,  # type: ignore[arg-type]
        send,  # type: ignore[arg-type]
    )


def refused(request: Request[Any, Any, Any], error: CrucesError) -> Response[dict[str, Any]]:
    """Every refusal in the same form, in the client's language."""
    body = error.to_dict(language(request))
    headers = {}
    if isinstance(error, SlowDownError):
        body["wait"] = error.wait
        headers["Retry-After"] = str(max(1, round(error.wait)))
    return Response(body, status_code=STATUS[error.code], headers=headers)


def failed(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    """What the framework refuses, in the same form."""
    detail = {"code": "http", "reason": str(error.status_code), "message": error.detail}
    return Response(detail, status_code=error.status_code)


def create(settings: Settings | None = None) -> Litestar:
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

    return Litestar(
        [api, bot_api, health, ready, metrics, socket],
        lifespan=[lifespan],
        exception_handlers={CrucesError: refused, HTTPException: failed},
        request_max_body_size=MOST_RECORD,
        response_headers=HEADERS,
        openapi_config=OpenAPIConfig("Cruces", "1", render_plugins=[SwaggerRenderPlugin()]),
    )
