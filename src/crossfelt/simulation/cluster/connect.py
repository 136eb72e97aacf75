"""Connect to dask workers: those of a scheduler, or local processes started for the purpose."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from distributed import Client, LocalCluster, rpc
from distributed.comm.addressing import get_address_host_port

from crossfelt.errors import BadInput, CrossfeltError, Fault
from crossfelt.faults import FaultCode
from crossfelt.simulation.cluster.fleet import ANSWER_SECONDS, Fleet
from crossfelt.simulation.engines import EngineLost

LOCAL = "local"
"""In place of an address: processes on this machine."""
FIRST_WORKER_SECONDS = 5.0
"""How long to wait for the first worker of a scheduler that just started."""
_ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?:[\w.-]+|\[[0-9A-Fa-f:.%\w]+\]):\d{1,5}", re.ASCII)
_LOGS = ("distributed", "tornado", "asyncio", "bokeh")


@contextmanager
def connected(address: str, workers: int | None = None) -> Iterator[Fleet]:
    """Connect to the workers of the scheduler at this address, after checking their versions.

    `local` starts that many processes here instead, one for each processor by default. Refusals come within a few
    seconds.
    """
    if address == LOCAL:
        with _quietly(), _local(workers or os.cpu_count() or 1) as client:
            yield _checked(client, LOCAL)
        return
    if not _ADDRESS.fullmatch(address):
        message = f"{address!a} must be {LOCAL} or an address such as tcp://10.0.0.1:8786"
        params = {"value": address, "pattern": _ADDRESS.pattern}
        raise BadInput(Fault(FaultCode.BAD_FORMAT, message, "cluster", params=params))
    with _quietly(), _client(address) as client:
        yield _checked(client, address)


def _checked(client: Client, address: str) -> Fleet:
    fleet = Fleet(client, address)
    fleet.wait_for_workers(FIRST_WORKER_SECONDS)
    fleet.check_versions()
    return fleet


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        # Checked first, because dask's client waits forever if something other than a scheduler listens.
        kind = asyncio.run(asyncio.wait_for(_kind(address), ANSWER_SECONDS))
        if kind != "Scheduler":
            raise EngineLost(f"{address} is a {kind.lower()}; use the address of the scheduler")
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except CrossfeltError:
        raise
    except Exception as error:  # Arbitrary bytes can raise any error.
        raise EngineLost(f"no scheduler answers at {address}: is `dask scheduler` running there?") from error
    try:
        yield client
    finally:
        with suppress(TimeoutError):
            client.close(timeout=ANSWER_SECONDS)


async def _kind(address: str) -> str:
    """Return what listens at an address, as it names itself. If nothing does, dask would keep retrying: we don't."""
    _, writer = await asyncio.open_connection(*get_address_host_port(address))
    writer.close()
    async with rpc(address, timeout=ANSWER_SECONDS) as there:
        return str((await there.identity())["type"])


@contextmanager
def _local(workers: int) -> Iterator[Client]:
    # Its page uses any free port, because the usual one may belong to another cluster of this machine.
    options = {"processes": True, "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    with _deaf_to_interrupts():
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, **options)
    with cluster, Client(cluster, set_as_default=False) as client:
        yield client


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Make processes that start meanwhile ignore Ctrl-C, which a terminal sends to all of them: the leading process
    ends them quietly."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Only the main thread may set signal handlers.
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _quietly() -> Iterator[None]:
    """Silence dask's logs about connections, because we report them in one line."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGS]
    before = [logger.level for logger in loggers]  # Children have levels of their own.
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
