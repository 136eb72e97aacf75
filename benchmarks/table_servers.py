"""The servers of `tables`, each a process: `python -m benchmarks.table_servers ours|profiled|echo [DATABASE [FILE]]`.

Ours is `crossfelt serve` on a database file. `profiled` is the same server with a signal at every hundredth second of
processor time that notes the running function; the counts are written to FILE when the server stops. Its latency and
memory are never measured, because its signals delay answers, and every new stack stays in memory. `echo` is bare:
FastAPI and uvicorn with the same classes for connections and sockets, which only send back what they receive.
"""

from __future__ import annotations

import json
import signal
import socket
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType

import uvicorn
from fastapi import FastAPI, WebSocket
from starlette.websockets import WebSocketDisconnect

from crossfelt.http import serve
from crossfelt.http.uvicorn_overrides.connections import TimedConnection
from crossfelt.http.uvicorn_overrides.sockets import GuardedSocket

EVERY_SECONDS = 0.01
"""Of processor time: more often, sampling would show in the figures."""
OUTER = frozenset({"table_servers", "threading", "runners", "<frozen runpy>", "server", "_compat"})
"""Files whose functions are always on the stack, and aren't informative."""
ELSEWHERE = "the event loop in C, and the thread that writes"
FIRST = "TableSocket._answer"
"""The server is still starting until this function is seen."""


def ours(database: str) -> None:
    """Serve tables."""
    serve("127.0.0.1", 0, database=database, limit_factor=1000)


def profiled(database: str, seen: Path) -> None:
    """Serve tables, and write a profile of its threads to a file at the end."""
    samples: Counter[frozenset[CodeType]] = Counter()
    signal.signal(signal.SIGPROF, lambda _, frame: watch(samples, frame))
    signal.setitimer(signal.ITIMER_PROF, EVERY_SECONDS, EVERY_SECONDS)
    try:
        ours(database)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        seen.write_text(json.dumps(counts(samples)), encoding="utf-8")


def watch(samples: Counter[frozenset[CodeType]], frame: FrameType | None) -> None:
    """Count the functions that the event loop is in; called repeatedly as processor time passes.

    Their names are looked up at the end, because answers wait for this function.
    """
    stack = codes(frame)
    if samples or any(code.co_qualname == FIRST for code in stack):
        samples[frozenset(stack)] += 1


def counts(samples: Counter[frozenset[CodeType]]) -> Counter[str]:
    """Return the samples by function, and their total."""
    totals: Counter[str] = Counter(all=samples.total())
    for stack, count in samples.items():
        names = {named(code) for code in stack if Path(code.co_filename).stem not in OUTER} or {ELSEWHERE}
        totals.update(dict.fromkeys(names, count))
    return totals


def codes(frame: FrameType | None) -> list[CodeType]:
    """Return every function that a thread is in."""
    stack = []
    while frame is not None:
        stack.append(frame.f_code)
        frame = frame.f_back
    return stack


def named(code: CodeType) -> str:
    """Return the readable name of a function."""
    place = Path(code.co_filename)
    return f"{place.parent.name}/{place.stem}.{code.co_qualname}"


def echo() -> None:
    """Send back what comes."""
    app = FastAPI()

    @app.websocket("/echo")
    async def back(line: WebSocket) -> None:
        await line.accept()
        try:
            while True:
                await line.send_text(await line.receive_text())
        except WebSocketDisconnect:
            return

    listener = socket.create_server(("127.0.0.1", 0))
    print(f"Echo is at http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        app,
        http=TimedConnection,
        ws=GuardedSocket,
        ws_max_size=4096,
        ws_per_message_deflate=False,
        log_level="error",
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        match sys.argv[1:]:
            case ["ours", database]:
                ours(database)
            case ["profiled", database, file]:
                profiled(database, Path(file))
            case _:
                echo()
