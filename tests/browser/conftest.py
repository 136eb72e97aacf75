"""The real server in a process of its own, and a page that fails the test when it reports an error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from crossfelt.http.page import FOLDER
from tests.support.browser.page_servers import served

START = "from crossfelt.http import serve; serve('127.0.0.1', 0, database='memory:', limit_factor=100)"
"""All tests come from one address, more of them than its budget would let in."""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is served."""
    if not (FOLDER / "index.html").is_file():
        pytest.fail("the page is not built; `python web/toolchain.py build` builds it")
    with served(START) as result:
        yield result


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A new page. Script errors and anything the security policy blocks end the test."""
    troubles: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # The browser itself logs an error for a refused round, which gets a 422.
        if message.type in ("error", "warning") and "422" not in message.text:
            troubles.append(message.text)

    page = context.new_page()
    page.on("console", note)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert troubles == []
