"""A process that has imported everything and starts servers by forking.

`python -m tests.support.service.running.fork_server` starts it.

Each line on stdin is an order in JSON, and a server is made of it: the line that it says when it is ready comes on
stdout, after one with its process id. When stdin ends, every server ends too.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from crossfelt.http import server, table_socket
from crossfelt.storage.opener import open_store
from crossfelt.storage.port import Broken
from crossfelt.storage.sql_store import SqlStore
from tests.support.service.running.failpoints import plant

UNLIMITED = 1_000_000


def main() -> None:
    """Fork a server for every order."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nobody waits for dead children.
    servers = []
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            _serve(order)
        servers.append(child)
        print(f"process {child}", flush=True)
    for child in servers:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def _serve(order: dict[str, Any]) -> None:
    """Run a server until it is killed or asked to stop."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    status = 1
    try:
        with Path("/dev/null").open() as nothing, Path(order["log"]).open("a") as log:
            os.dup2(nothing.fileno(), 0)
            os.dup2(log.fileno(), 2)
        if order["unlimited"]:
            _lift_limits()
        if order["file_bytes"] is not None:
            _limit_files(order["file_bytes"])
        key = bytes.fromhex(order["key"])
        store = open_store(order["database"], key)
        result = store.verified_from_mark()
        assert not isinstance(result, Broken), result
        if order["failpoint"] is not None:
            assert isinstance(store, SqlStore)
            plant(order["failpoint"], order["countdown"], store)
        server.opened_database = lambda _: (store, key, str(order["database"]))  # type: ignore[assignment]
        server.serve(port=0, limit_factor=UNLIMITED if order["unlimited"] else 1, lease_ms=order["lease_ms"])
        status = 0
    except BaseException as error:
        print(f"failed: {error!r}", flush=True)
        raise
    finally:
        os._exit(status)


def _lift_limits() -> None:
    """Let a client ask as quickly as it can: other tests cover the limits."""
    table_socket.MESSAGES_PER_SECOND = table_socket.MESSAGES_AT_ONCE = UNLIMITED


def _limit_files(most: int) -> None:
    """Make every write beyond `most` bytes fail, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


if __name__ == "__main__":
    main()
