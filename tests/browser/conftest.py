"""The real server in a process of its own, and a page that fails the test when it reports an error."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from crossfelt.http.page import FOLDER

START = "from crossfelt.http import serve; serve('127.0.0.1', 0, database='memory:', limit_factor=100)"
"""All tests come from one address, more of them than its budget would let in."""
PICTURES = os.environ.get("CROSSFELT_PICTURES")


def pictured(page: Page, name: str) -> None:
    """Saves a picture of the page if `CROSSFELT_PICTURES` names a folder for them."""
    if PICTURES is not None:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


@contextmanager
def served(code: str) -> Iterator[str]:
    """Where a server is that this program starts, in a process of its own."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Crossfelt is at http://"), line
        yield line.split()[3]
        server.terminate()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is served."""
    if not (FOLDER / "index.html").is_file():
        pytest.fail("the page is not built; `python web/toolchain.py build` builds it")
    with served(START) as found:
        yield found


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A new page. Script errors and anything the security policy blocks end the test."""
    troubles: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # A refused round is answered with 422, which the browser reports by itself.
        if message.type in ("error", "warning") and "422" not in message.text:
            troubles.append(message.text)

    page = context.new_page()
    page.on("console", note)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert troubles == []
