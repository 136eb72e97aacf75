"""Prints PDFs outside the server process, one process for each page, and keeps the pages asked for most recently."""

from __future__ import annotations

import asyncio
import shutil
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict

from crossfelt.service.refusals import RefusalCode, Refused

MOST_CACHED = 64
"""Pages kept in memory; there are 24 kinds of empty King Cross sheets."""
MOST_WAITING = 8
"""Pages being printed or waiting for it; more are refused."""
PRINT_SECONDS = 20.0
_NICE = shutil.which("nice")


class PdfPages:
    """Prints one page at a time; the memory that typst needs goes away with the process of that page."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    async def pdf(self, template: str, data: str) -> bytes:
        """A template of `crossfelt.printing` filled with data in JSON; `Refused` when too many pages wait."""
        key = template, data
        if key not in self._pages:
            self._keep(key, await self._in_turn(template, data))
        self._pages.move_to_end(key)
        return self._pages[key]

    def _keep(self, key: tuple[str, str], page: bytes) -> None:
        self._pages[key] = page
        while len(self._pages) > MOST_CACHED:
            self._pages.popitem(last=False)

    async def _in_turn(self, template: str, data: str) -> bytes:
        if self._waiting >= MOST_WAITING:
            raise Refused(RefusalCode.TOO_MANY, "Too many pages are being printed. Try again in a few seconds.")
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                return await _printed(template, data)
        finally:
            self._waiting -= 1


def yielding(*command: str) -> tuple[str, ...]:
    """The command with the lowest priority from its first instruction: loading typst alone takes long enough to delay
    the tables, so it is too late once the program runs."""
    return (_NICE, "-n", "19", *command) if _NICE is not None else command


async def _printed(template: str, data: str) -> bytes:
    command = yielding(sys.executable, "-P", "-m", "crossfelt.printing.typesetting", template)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(PRINT_SECONDS):
            page, _ = await process.communicate(data.encode())
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode != 0:
        raise RuntimeError(f"typesetting {template} ended with status {process.returncode}")
    return page
