"""The application, assembled."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from crossfelt import __version__
from crossfelt.http.hosts import HostCheck
from crossfelt.http.middleware import BodyLimit, ResponseHeaders
from crossfelt.http.page import FOLDER, Page
from crossfelt.http.refusals import add_refusal_handlers
from crossfelt.http.rules import router as rules_router
from crossfelt.http.settle import router as settle_router
from crossfelt.service.wire import Health, ResolveRequest, SettleRequest

MOST_BODY_BYTES = 64 * 1024


def create_app(page: Path = FOLDER, names: Iterable[str] | None = None, any_own_address: bool = False) -> FastAPI:
    """A new application; several may live in one process. `page` is the folder of the built page.

    `names` are the hosts that it goes by, and `any_own_address` adds the address at which a connection came in. Without
    names it answers for every host, for a server that checks them itself.
    """
    app = FastAPI(
        title="Crossfelt",
        version=__version__,
        description="Criss Cross Poker by its published rule books.",
        openapi_url="/api/openapi.json",
        # The viewers that FastAPI offers load scripts from other hosts, which our pages never do.
        docs_url=None,
        redoc_url=None,
    )
    add_refusal_handlers(app)
    app.include_router(rules_router)
    app.include_router(settle_router)
    app.add_api_route("/healthz", healthz, response_model=Health, tags=["server"])
    # Routes of their own and not a mount, which would answer for every path whose method is wrong.
    for path in ("/", "/{name}", "/assets/{name}"):
        app.router.routes.append(Route(path, Page(page), methods=["GET"], include_in_schema=False))
    # The last one added is the outermost: headers reach every response, the limit every request.
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(BodyLimit, most_bytes=MOST_BODY_BYTES)
    if names is not None:
        app.add_middleware(HostCheck, names=names, any_own_address=any_own_address)
    app.add_middleware(ResponseHeaders)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def healthz() -> Health:
    """Says that the server is up."""
    return Health(status="ok", version=__version__)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """FastAPI's description, with the bodies that we read ourselves."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, bodies = models_json_schema(
            [(SettleRequest, "validation"), (ResolveRequest, "validation")],
            ref_template="#/components/schemas/{model}",
        )
        schema["components"]["schemas"] |= bodies["$defs"]
        _drop_assumed_refusals(schema)
        app.openapi_schema = schema
    return app.openapi_schema


def _drop_assumed_refusals(schema: dict[str, Any]) -> None:
    """FastAPI assumes that any parameter may be refused, and in a form that we never use."""
    for name in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(name, None)
    for methods in schema["paths"].values():
        for operation in methods.values():
            if "HTTPValidationError" in str(operation["responses"].get("422")):
                del operation["responses"]["422"]
