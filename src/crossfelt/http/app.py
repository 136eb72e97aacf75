"""The application, assembled."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from anyio import to_thread
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from crossfelt import __version__
from crossfelt.http.addresses import Network
from crossfelt.http.blocks import BlockCheck
from crossfelt.http.budgets import BudgetCheck, Budgets
from crossfelt.http.context import AppContext
from crossfelt.http.export import router as export_router
from crossfelt.http.health import router as state_router
from crossfelt.http.hosts import HostCheck
from crossfelt.http.identity import Identities
from crossfelt.http.incomplete_requests import IncompleteRequests
from crossfelt.http.king import router as king_router
from crossfelt.http.king_sheets import router as king_sheets_router
from crossfelt.http.metrics import METRICS
from crossfelt.http.middleware import BodyLimit, ResponseHeaders
from crossfelt.http.operator import router as operator_router
from crossfelt.http.origins import OriginCheck
from crossfelt.http.page import FOLDER, Page
from crossfelt.http.pdf_pages import PdfPages
from crossfelt.http.players import router as players_router
from crossfelt.http.pools import SYNC_THREADS, Pools
from crossfelt.http.refusals import FOREIGN, MISDIRECTED, OVER_BUDGET, add_refusal_handlers
from crossfelt.http.report import router as report_router
from crossfelt.http.rules import router as rules_router
from crossfelt.http.settle import router as settle_router
from crossfelt.http.signed_in import OpenSockets
from crossfelt.http.submissions import router as submissions_router
from crossfelt.http.table_socket import router as live_router
from crossfelt.http.tables import plain_links
from crossfelt.http.tables import router as tables_router
from crossfelt.http.transparency import router as transparency_router
from crossfelt.http.workers import router as thinking_router
from crossfelt.service.house import House
from crossfelt.service.report import Reports
from crossfelt.service.wire.operator import BlockRequest, UnblockRequest
from crossfelt.service.wire.protocol import REQUESTS
from crossfelt.service.workers import WorkerPool

MOST_BODY_BYTES = 64 * 1024
SWITCH_SECONDS = 0.0001
"""How long one thread may keep the interpreter while another wants it. The writer asks for it back after each of a
dozen statements of a commit, and everybody at the table waits for the commit; with Python's own 5 ms a busy event loop,
or the thread that verifies for a mark, would stretch one commit to 60 ms."""
BODIES: tuple[type[Any], ...] = (*REQUESTS, BlockRequest, UnblockRequest)
"""The bodies that our own strict parser reads, described for OpenAPI: everybody's and the operator's."""


def create_app(
    page: Path = FOLDER,
    names: Iterable[str] | None = None,
    any_own_address: bool = False,
    secure_names: Iterable[str] = (),
    house: House | None = None,
    workers: WorkerPool | None = None,
    metrics_token: str | None = None,
    trusted_proxies: tuple[Network, ...] = (),
    limit_factor: float = 1,
) -> FastAPI:
    """A new application; several may live in one process. `page` is the folder of the built page.

    `names` are the hosts that it goes by, and `any_own_address` adds the address at which a connection came in.
    Browsers reach the `secure_names` over HTTPS. Without names it answers for every host, for a server that checks
    them itself. Without a `house` there are no tables, only rule books and settling. The
    `workers` answers what takes computing; without one, such questions are refused. `/metrics` answers only requests
    with the `metrics_token`, and nobody without one.
    A `trusted_proxies` network may say for which client it asks. `limit_factor` multiplies every budget.
    """
    app = FastAPI(
        title="Crossfelt",
        version=__version__,
        description="Criss Cross Poker by its published rule books.",
        openapi_url="/api/openapi.json",
        # The viewers that FastAPI offers load scripts from other hosts, which our pages never do.
        docs_url=None,
        redoc_url=None,
        lifespan=lambda app: _running(house, workers, app.state.pools),
    )
    budgets = Budgets(limit_factor)
    identities = Identities(house.key, house.players) if house is not None else None
    app.state.context = None
    if house is not None and identities is not None:
        app.state.context = AppContext(
            house, identities, budgets, sockets := OpenSockets(), Reports(house.store, house.sealer)
        )
        house.players.credentials_changed = sockets.sign_out
        house.players_connected = sockets.players
        house.moderation.blocked = sockets.end_address
    app.state.pools = Pools()
    app.state.trusted_proxies = trusted_proxies
    app.state.incomplete_requests = IncompleteRequests(limit_factor, trusted_proxies)
    app.state.workers = workers
    app.state.pdf_pages = PdfPages()
    app.state.metrics_token = metrics_token.encode() if metrics_token is not None else None
    if house is not None:
        METRICS.count_tables(lambda: len(house.lobby), lambda: house.stuck_tables, lambda: house.run_tables)
        METRICS.count_processes(lambda: house.processes, lambda: house.takeovers)
    add_refusal_handlers(app)
    app.include_router(rules_router)
    app.include_router(submissions_router)
    app.include_router(settle_router)
    app.include_router(king_router)
    app.include_router(king_sheets_router)
    app.include_router(thinking_router)
    if house is not None:
        app.include_router(players_router)
        app.include_router(export_router)
        app.include_router(tables_router)
        app.include_router(plain_links)
        app.include_router(transparency_router)
        app.include_router(report_router)
        app.include_router(live_router)
        app.include_router(operator_router)
    app.include_router(state_router)
    # Routes of their own and not a mount, which would answer for every path whose method is wrong.
    for path in ("/", "/{name}", "/assets/{name}"):
        app.router.routes.append(Route(path, Page(page), methods=["GET"], include_in_schema=False))
    # The last one added is the outermost: headers reach every response, the limit every request.
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(BodyLimit, most_bytes=MOST_BODY_BYTES)
    app.add_middleware(BudgetCheck, budgets=budgets, identities=identities)
    if house is not None:
        app.add_middleware(BlockCheck, house=house)
    app.add_middleware(OriginCheck)
    if names is not None:
        app.add_middleware(HostCheck, names=names, any_own_address=any_own_address, secure_names=secure_names)
    app.add_middleware(ResponseHeaders)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _running(house: House | None, workers: WorkerPool | None, pools: Pools) -> AsyncIterator[None]:
    """The house runs as long as the application: it is restored before the first request, and stops after the
    last. The analysis workers of its bots start before it and stop after it."""
    to_thread.current_default_thread_limiter().total_tokens = SYNC_THREADS
    async with workers or nullcontext():
        if house is not None:
            sys.setswitchinterval(SWITCH_SECONDS)
            await house.start()
        yield
        pools.close()
        if house is not None:
            await house.stop()


def _openapi(app: FastAPI) -> dict[str, Any]:
    """FastAPI's description, with the bodies that we read ourselves."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, bodies = models_json_schema(
            [(model, "validation") for model in BODIES],
            ref_template="#/components/schemas/{model}",
        )
        schema["components"]["schemas"] |= bodies["$defs"]
        _drop_assumed_refusals(schema)
        _add_common_refusals(schema)
        app.openapi_schema = schema
    return app.openapi_schema


def _drop_assumed_refusals(schema: dict[str, Any]) -> None:
    """Drop FastAPI's 422 entries: it assumes that any parameter may be refused, in a form that we never use."""
    for name in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(name, None)
    for methods in schema["paths"].values():
        for operation in methods.values():
            if "HTTPValidationError" in str(operation["responses"].get("422")):
                del operation["responses"]["422"]


def _add_common_refusals(schema: dict[str, Any]) -> None:
    """Add the refusals made before any route runs: wrong host, another site, and clients over their budget."""
    for methods in schema["paths"].values():
        for method, operation in methods.items():
            operation["responses"]["421"] = MISDIRECTED
            operation["responses"].setdefault("429", OVER_BUDGET)
            if method != "get":
                known = operation["responses"].get("403", {}).get("description")
                operation["responses"]["403"] = FOREIGN | (
                    {"description": f"{FOREIGN['description']} Or: {known}"} if known else {}
                )
