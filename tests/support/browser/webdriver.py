"""A small client of W3C WebDriver, for a browser that Playwright doesn't drive: WebKitGTK under Xvfb.

Debian's `webkit2gtk-driver` has `WebKitWebDriver`, which opens the `MiniBrowser` of WebKitGTK.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

DRIVER = "WebKitWebDriver"
DISPLAY = "Xvfb"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_WAIT_SECONDS = 30.0
_NAMED = """
const [pattern, scope] = arguments, wanted = new RegExp(pattern);
const name = (one) => one.getAttribute('aria-label') ?? one.textContent.replace(/\\s+/g, ' ').trim();
const isOff = (one) => one.disabled || one.getAttribute('aria-disabled') === 'true';
const isShown = (one) => one.getClientRects().length > 0 && !isOff(one);
return [...document.querySelectorAll(scope)].find((one) => isShown(one) && wanted.test(name(one))) ?? null;
"""
CONTROLS = "button, a[href], [role=button], [role=gridcell], [role=radio]"


class DriverError(Exception):
    """The browser refused a command."""


class Driver:
    """One window of a browser."""

    def __init__(self, address: str) -> None:
        self._address = address
        options = {"args": ["--automation"]}
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.version: str = f"{answer['capabilities']['browserName']} {answer['capabilities']['browserVersion']}"
        self._session = f"/session/{answer['sessionId']}"

    def close(self) -> None:
        """End the session and its browser."""
        self._ask("DELETE", self._session)

    def open(self, address: str) -> None:
        """Load a page."""
        self._ask("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page and return what it returns."""
        return self._ask("POST", f"{self._session}/execute/sync", {"script": script, "args": list(arguments)})

    def click(self, name: str, scope: str = CONTROLS) -> None:
        """Click the first visible control whose name matches, as a pointer does."""
        element = self.wait(lambda: self.run(_NAMED, name, scope), f"no control {name!r}")[_ELEMENT]
        self._ask("POST", f"{self._session}/element/{element}/click", {})

    def has(self, name: str, scope: str = CONTROLS) -> bool:
        """Whether such a control is there now."""
        return self.run(_NAMED, name, scope) is not None

    def wait_for(self, text: str) -> None:
        """Wait until the page shows a text."""
        self.wait(lambda: text in self.run("return document.body.innerText"), f"no text {text!r}")

    def wait(self, look: Callable[[], Any], otherwise: str) -> Any:
        """Wait until something is there, and return it."""
        until = time.monotonic() + _WAIT_SECONDS
        while time.monotonic() < until:
            result = look()
            if result:
                return result
            time.sleep(0.1)
        shown = self.run("return document.body.innerText")
        raise AssertionError(f"{otherwise} at {self.run('return location.href')}:\n{shown}")

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._address + path, data, {"content-type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            value = json.load(error)["value"]
            raise DriverError(f"{value['error']}: {value['message']}") from None


def is_installed() -> bool:
    """Whether the driver and a display for it are there."""
    return shutil.which(DRIVER) is not None and shutil.which(DISPLAY) is not None


@contextmanager
def webkit() -> Iterator[Driver]:
    """Start WebKitGTK on a display of its own."""
    with ExitStack() as stack:
        display = _display(stack)
        port = _free_port()
        command = [DRIVER, f"--port={port}", "--host=127.0.0.1"]
        # The pages come from this machine, and the sandbox of WebKit needs rights that a container lacks.
        surroundings = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        _started(stack, command, surroundings)
        _reachable(port)
        driver = Driver(f"http://127.0.0.1:{port}")
        stack.callback(driver.close)
        yield driver


def _display(stack: ExitStack) -> str:
    """Start an X server and return its name."""
    reading, writing = os.pipe()
    command = [DISPLAY, "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    stack.callback(server.wait)
    stack.callback(server.terminate)
    os.close(writing)
    with os.fdopen(reading) as name:
        return f":{name.readline().strip()}"


def _started(stack: ExitStack, command: list[str], surroundings: dict[str, str]) -> None:
    process = subprocess.Popen(command, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.terminate)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _reachable(port: int) -> None:
    until = time.monotonic() + _WAIT_SECONDS
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/status", timeout=5):
                return
        except URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
