"""Printing takes no memory of the server, however many different sheets are asked for."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from crossfelt.http import pdf_pages
from crossfelt.http.pdf_pages import PdfPages
from crossfelt.service.refusals import RefusalCode, Refused
from tests.support.http.servers import running
from tests.support.king_examples import GRID as SHEET

MOST_GROWTH_MB = 40
"""Typst in the server's own process grows by 130 MB and more over these pages."""


def resident_mb(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 // 2**20


def pages() -> Iterator[dict[str, str]]:
    """Different finished sheets: one sheet turned and mirrored, on each paper and in each version."""
    grid: list[tuple[str, ...]] = [tuple(row) for row in SHEET]
    for _ in range(4):
        grid = list(zip(*grid[::-1], strict=True))
        for turned in (grid, [row[::-1] for row in grid]):
            for version, paper in product(("pips", "blank"), ("a4", "letter")):
                yield {"cards": " ".join(" ".join(row) for row in turned), "version": version, "paper": paper}


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads memory from /proc")
def test_sheets_do_not_grow_the_server() -> None:
    with running() as server, server.client() as client:
        assert client.get("/api/king/sheets.pdf").status_code == 200
        before = resident_mb(server.pid)
        for query in islice(pages(), 0, None, 3):
            assert client.get("/api/king/sheets.pdf", params=query).status_code == 200
        assert resident_mb(server.pid) - before < MOST_GROWTH_MB
    assert server.faults == []


def test_pages_are_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    async def printed(template: str, data: str) -> bytes:
        nonlocal made
        made += 1
        return data.encode()

    async def ask(printer: PdfPages) -> None:
        for number in [*range(pdf_pages.MOST_CACHED + 10), pdf_pages.MOST_CACHED + 9]:
            assert await printer.pdf("any", str(number)) == str(number).encode()

    monkeypatch.setattr(pdf_pages, "_printed", printed)
    printer = PdfPages()
    asyncio.run(ask(printer))
    assert len(printer._pages) == pdf_pages.MOST_CACHED
    assert made == pdf_pages.MOST_CACHED + 10, "a page that is kept isn't printed again"


def test_too_many_pages_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def printed(template: str, data: str) -> bytes:
        await asyncio.sleep(0)
        return b"page"

    async def ask() -> list[bytes | BaseException]:
        printer = PdfPages()
        pages = (printer.pdf("any", str(number)) for number in range(pdf_pages.MOST_WAITING + 3))
        return await asyncio.gather(*pages, return_exceptions=True)

    monkeypatch.setattr(pdf_pages, "_printed", printed)
    answers = asyncio.run(ask())
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [answer.code for answer in refused] == [RefusalCode.TOO_MANY] * 3
    assert answers.count(b"page") == pdf_pages.MOST_WAITING


@pytest.mark.skipif(shutil.which("nice") is None, reason="this system has no nice")
def test_a_page_is_set_at_the_lowest_priority_from_the_start() -> None:
    command = pdf_pages.yielding(sys.executable, "-c", "import os; print(os.nice(0))")
    assert subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout == "19\n"
