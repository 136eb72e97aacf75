"""Servers and pictures for tests in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

PICTURES = os.environ.get("CROSSFELT_PICTURES")


def pictured(page: Page, name: str) -> None:
    """Save a picture of the page if `CROSSFELT_PICTURES` names a folder for pictures."""
    if PICTURES is not None:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


@contextmanager
def served(code: str) -> Iterator[str]:
    """Run a program that starts a server, in its own process, and yield the address of that server."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Crossfelt is at http://"), line
        yield line.split()[3]
        server.terminate()
