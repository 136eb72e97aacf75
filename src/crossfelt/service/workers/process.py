"""One worker process: started when it is needed, asked, and replaced when it dies or takes too long."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

from crossfelt.errors import BadInput, Fault
from crossfelt.service.wire.refusals import CODES
from crossfelt.service.workers.questions import LaneName, Question
from crossfelt.service.workers.refusals import JobFailed, JobTooLong

START_SECONDS = 300.0
"""The very first time on a machine the kernels are compiled, which takes a minute or two."""
FAREWELL_SECONDS = 2.0
MOST_LINE_BYTES = 64 * 2**20


class WorkerProcess:
    """A worker for one lane. A fresh interpreter and no fork: it knows nothing of the server but the questions.

    A program of its own rather than `multiprocessing`, which would import the server's main program again, and whose
    pipes an event loop cannot wait for. For one question at a time.
    """

    def __init__(self, lane: LaneName) -> None:
        self._lane = lane
        self._process: Process | None = None

    async def start(self) -> None:
        """Wait until a worker is ready; `JobFailed` if none can be started."""
        if self._process is not None and self._process.returncode is None:
            return
        await self.kill()
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "crossfelt.service.workers.worker", self._lane,
                stdin=PIPE, stdout=PIPE, limit=MOST_LINE_BYTES,
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
            )  # fmt: skip
            async with asyncio.timeout(START_SECONDS):
                ready = await self._read()
        except (OSError, TimeoutError):
            ready = None
        except BaseException:
            await self.kill()
            raise
        if ready != {"ready": True}:
            await self.kill()
            raise JobFailed("Couldn't start the analysis worker. The server log has the cause.")

    async def answer(self, question: Question, most_seconds: float) -> dict[str, Any]:
        """The document that answers the question; afterwards the worker is ready for the next one, or gone."""
        await self.start()
        assert self._process is not None and self._process.stdin is not None
        line = json.dumps({"kind": question.kind, "body": question.body}, allow_nan=False).encode() + b"\n"
        try:
            async with asyncio.timeout(most_seconds):
                self._process.stdin.write(line)
                await self._process.stdin.drain()
                reply = await self._read()
        except TimeoutError:
            await self.kill()
            raise JobTooLong(most_seconds) from None
        except OSError:
            reply = None
        except BaseException:  # an answer that nobody waits for must not be taken for the next one
            await self.kill()
            raise
        if reply is None:
            await self.kill()
            raise JobFailed
        if "faults" in reply:
            raise BadInput(Fault.from_plain(CODES[fault["code"]], fault) for fault in reply["faults"])
        if "answer" not in reply:
            raise JobFailed
        document: dict[str, Any] = reply["answer"]
        return document

    async def end(self) -> None:
        """Let an idle worker end in order, and kill a busy one."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """End the process at once, if one is running."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with suppress(ProcessLookupError):
            process.kill()
        process.stdin.close()
        with suppress(OSError):
            await process.stdin.wait_closed()
        await process.stdout.read()
        await process.wait()

    async def _read(self) -> dict[str, Any] | None:
        """The next line of the worker; None where it has ended."""
        assert self._process is not None and self._process.stdout is not None
        line = await self._process.stdout.readline()
        reply: dict[str, Any] | None = json.loads(line) if line.endswith(b"\n") else None
        return reply
