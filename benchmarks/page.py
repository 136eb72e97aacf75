"""The page in a real Chromium: the time until a visitor can play, and the time until a key takes effect while bots
compute.

Loading is measured with the processor slowed down to a quarter, as on a phone, from the start of the navigation until
the first button responds, in fresh browser contexts without a cache. The peer is an empty page of the same server with
the same slowdown. For keys, a practice table is full of bots that compute their decisions exactly, and the time runs
from the key to the frame that shows it, by the browser's own event timing. These are elapsed times, so they mean little
on a busy machine.
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

from dev import find_browser
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from benchmarks.harness import Result

PACKAGES = ("playwright",)
"""The packages that the figures depend on."""

SLOWDOWN = 4
MOST_READY_SECONDS = 1.0
MOST_PAINT_MS = 100.0
MOST_SCRIPT_KB = 150.0
_START = "from crossfelt.http import serve; serve('127.0.0.1', 0, database='memory:')"
_LAUNCH = ("--no-sandbox",)
_READY = "() => document.querySelector('main button')?.offsetParent && performance.now()"
_WATCH_KEYS = """() => {
  window.seen = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.name === 'keydown') window.seen.push(entry.duration);
  })).observe({ type: 'event', durationThreshold: 16 });
}"""
_KEYS = ("ArrowDown", "]", " ", "[", " ", "Enter", "1", "ArrowUp", "1", "w", "1", "w", "Enter", "r")
"""The keys that a player presses in a round: spots, chips, deal, bets, why, the same again. While the others decide,
their bots compute."""


def run(full: bool) -> list[Result]:
    """Measure loading, size and keys."""
    with _server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(args=list(_LAUNCH), **_executable())
        try:
            return [*_loading(browser, address, 15 if full else 5), _keys(browser, address, 60 if full else 20)]
        finally:
            browser.close()


def _executable() -> dict[str, Any]:
    browser = find_browser()
    return {} if browser is None else {"executable_path": browser}


@contextmanager
def _server() -> Iterator[str]:
    with subprocess.Popen([sys.executable, "-c", _START], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()


def _loading(browser: Browser, address: str, turns: int) -> Iterator[Result]:
    ours, bare, scripts = [], [], 0
    for _ in range(turns):
        with _slowed(browser) as page:
            fetched = _fetched(page)
            page.goto(address)
            ours.append(page.wait_for_function(_READY).json_value() / 1000)
            scripts = sum(_script_bytes(response) for response in fetched)
        with _slowed(browser) as page:
            page.goto(f"{address}mark.svg")
            bare.append(page.evaluate("() => performance.now()") / 1000)
    yield Result(
        "first button responds, processor at a quarter",
        "s",
        statistics.median(ours),
        "empty page of the same server",
        statistics.median(bare),
        most=MOST_READY_SECONDS,
        note=f"Median of {turns} visits; the longest took {max(ours):.2f} s.",
    )
    yield Result("scripts of the first visit, gzip", "kB", scripts / 1000, "-", None, most=MOST_SCRIPT_KB)


def _fetched(page: Page) -> list[Response]:
    """Collect everything that the page fetches from now on."""
    responses: list[Response] = []

    def keep(response: Response) -> None:
        responses.append(response)

    page.on("response", keep)
    return responses


def _script_bytes(response: Response) -> int:
    return len(gzip.compress(response.body(), 9)) if response.url.endswith(".js") else 0


@contextmanager
def _slowed(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    try:
        yield page
    finally:
        context.close()


def _keys(browser: Browser, address: str, presses: int) -> Result:
    """Measure a player at a table with five computing bots, pressing keys all the time."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(address)
    table = _full_table(context, address)
    page.goto(f"{address}#/table/{table}")
    page.get_by_role("button", name="Deal").first.wait_for()
    page.evaluate(_WATCH_KEYS)
    for number in range(presses):
        page.keyboard.press(_KEYS[number % len(_KEYS)])
        page.wait_for_timeout(50)
    seen = page.evaluate("() => window.seen")
    context.close()
    slowest = max(seen, default=0.0)
    return Result(
        "slowest key to its frame while bots compute",
        "ms",
        slowest,
        "-",
        None,
        most=MOST_PAINT_MS,
        note=f"{presses} keys; {presses - len(seen)} of them were shown within 16 ms, the browser's finest measure.",
    )


def _full_table(context: BrowserContext, address: str) -> str:
    """Open a practice table with the guest of this browser on seat 1 and exact bots on all others."""

    def post(path: str, body: object) -> Any:
        headers = {"content-type": "application/json", "origin": address.rstrip("/")}
        return context.request.post(f"{address}api/{path}", data=json.dumps(body), headers=headers).json()

    post("guests", {"name": "Bench"})
    terms = {"title": "Bench", "game": "criss-cross", "table_kind": "practice", "rules": "maryland", "pace_ms": 0}
    table: str = post("tables", {"id": token_hex(16), **terms})["info"]["table"]
    post(f"tables/{table}/ask", {"id": token_hex(16), "request": {"kind": "sit", "seat": 1}})
    for seat in range(2, 7):
        request = {"kind": "add_bot", "seat": seat, "policy": "optimal"}
        post(f"tables/{table}/ask", {"id": token_hex(16), "request": request})
    return table
