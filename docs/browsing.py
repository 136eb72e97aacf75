"""A running server and a browser for the scripts that take pictures."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import dev
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

Scheme = Literal["light", "dark"]


@contextmanager
def serving() -> Iterator[str]:
    """Run a server for the duration of the block and yield its address."""
    command = [program(), "serve", "--port", "0", "--database", "memory:"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        result = re.search(r"http://\S+", server.stdout.readline())
        try:
            if result is None:
                raise SystemExit("crossfelt serve printed no address")
            yield result[0]
        finally:
            server.terminate()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start the installed Chromium the way the browser tests do."""
    result = dev.find_browser()
    if result is None:
        raise SystemExit("Chromium is missing. `python3 dev.py test` installs it.")
    quiet = [f"--disable-{name}" for name in ("gpu", "quic", "background-networking", "component-update", "sync")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=result, chromium_sandbox=False, args=["--no-first-run", *quiet]
        )
        yield browser
        browser.close()


@contextmanager
def tab(
    browser: Browser, *, width: int, height: int, is_phone: bool = False, scheme: Scheme = "light"
) -> Iterator[Page]:
    """Open a page of the given size, without animation."""
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if is_phone else 1,
        has_touch=is_phone,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-US",
    )
    yield context.new_page()
    context.close()


def program() -> str:
    """Return the path of the `crossfelt` command in this environment."""
    return str(Path(sys.executable).with_name("crossfelt"))
