"""The program of a worker process: `python -m crossfelt.service.workers.worker LANE`.

Questions come in as lines of JSON on stdin, and each gets one line of JSON on stdout. The first line out says that the
worker is ready. It ends when stdin does, also while it computes, so that no worker outlives its server.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, cast

from crossfelt.errors import BadInput
from crossfelt.service.workers.questions import LaneName

NICENESS = 5
"""The server goes first where cores are few."""
LAST_SECONDS = 0.5
"""How long a worker without a server may take to end in order."""


def main(lane: LaneName) -> None:
    """Answer questions until there are no more."""
    replies = _take_stdout()
    lines: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=_listen, args=(lines,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    from crossfelt.service.workers import answers, rules  # noqa: PLC0415 - seconds, in which stdin is listened to already

    rules.warm_up(lane)
    _reply(replies, {"ready": True})
    while (line := lines.get()) is not None:
        asked = json.loads(line)
        reply: dict[str, Any]
        try:
            reply = {"answer": answers.answer(asked["kind"], asked["body"])}
        except BadInput as error:
            reply = {"faults": [fault.to_plain() for fault in error.faults]}
        except Exception:
            traceback.print_exc()
            reply = {"failed": True}
        _reply(replies, reply)


def _take_stdout() -> IO[bytes]:
    """The stream for replies; what anything else prints goes to stderr from here on."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return replies


def _listen(lines: SimpleQueue[bytes | None]) -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    lines.put(None)
    time.sleep(LAST_SECONDS)
    os._exit(0)  # still computing, and there is no server to answer


def _reply(replies: IO[bytes], reply: dict[str, Any]) -> None:
    try:
        replies.write(json.dumps(reply, allow_nan=False).encode() + b"\n")
        replies.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main(cast(LaneName, sys.argv[1]))
