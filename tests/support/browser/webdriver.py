"""Small clients of W3C WebDriver, for browsers that Playwright doesn't drive: WebKitGTK under Xvfb, and Firefox ESR.

Debian's `webkit2gtk-driver` has `WebKitWebDriver`, which opens the `MiniBrowser` of WebKitGTK and speaks HTTP. Debian's
`firefox-esr` speaks WebDriver BiDi over a socket.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

DRIVER = "WebKitWebDriver"
DISPLAY = "Xvfb"
FIREFOX = "firefox-esr"
_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
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


class Driver(ABC):
    """One window of a browser."""

    version: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Load a page."""

    @abstractmethod
    def run(self, script: str, *arguments: str) -> Any:
        """Run the body of a function in the page and return what it returns."""

    @abstractmethod
    def _click(self, element: Any) -> None:
        """Click an element that a script returned, as a pointer does."""

    def click(self, name: str, scope: str = CONTROLS) -> None:
        """Click the first visible control whose name matches."""
        self._click(self.wait(lambda: self.run(_NAMED, name, scope), f"no control {name!r}"))

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


class HttpDriver(Driver):
    """A window that is driven over HTTP."""

    def __init__(self, address: str) -> None:
        self._address = address
        options = {"args": ["--automation"]}
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.version = f"{answer['capabilities']['browserName']} {answer['capabilities']['browserVersion']}"
        self._session = f"/session/{answer['sessionId']}"

    def close(self) -> None:
        """End the session and its browser."""
        self._ask("DELETE", self._session)

    def open(self, address: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *arguments: str) -> Any:
        return self._ask("POST", f"{self._session}/execute/sync", {"script": script, "args": list(arguments)})

    def _click(self, element: Any) -> None:
        self._ask("POST", f"{self._session}/element/{element[_ELEMENT]}/click", {})

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._address + path, data, {"content-type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            value = json.load(error)["value"]
            raise DriverError(f"{value['error']}: {value['message']}") from None


class BidiDriver(Driver):
    """A window that is driven over a socket of WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._count = 0
        capabilities = self._ask("session.new", capabilities={})["capabilities"]
        self.version = f"{capabilities['browserName']} {capabilities['browserVersion']}"
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def run(self, script: str, *arguments: str) -> Any:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=f"function () {{ {script} }}",
            arguments=[{"type": "string", "value": argument} for argument in arguments],
            target={"context": self._window},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise DriverError(answer["exceptionDetails"]["text"])
        result = answer["result"]
        return result if result["type"] == "node" else result.get("value")

    def _click(self, element: Any) -> None:
        # A pointer reaches only what is in sight, unlike the click of WebDriver over HTTP.
        self._ask(
            "script.callFunction",
            functionDeclaration="(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })",
            arguments=[{"sharedId": element["sharedId"]}],
            target={"context": self._window},
            awaitPromise=False,
        )
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        moves = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self._ask("input.performActions", context=self._window, actions=[pointer])

    def _ask(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("id") != self._count:
                continue
            if message["type"] == "error":
                raise DriverError(f"{message['error']}: {message['message']}")
            return message["result"]


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
        driver = HttpDriver(f"http://127.0.0.1:{port}")
        stack.callback(driver.close)
        yield driver


@contextmanager
def firefox() -> Iterator[Driver]:
    """Start Firefox without a display, with a profile of its own."""
    with ExitStack() as stack:
        profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        browser = stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        )
        assert browser.stderr is not None
        address = next(match[1] for line in browser.stderr if (match := _LISTENS.search(line)) is not None)
        # It continues to write there, and stops when no one reads.
        reader = threading.Thread(target=browser.stderr.read)
        reader.start()
        stack.callback(reader.join)
        stack.callback(browser.terminate)
        yield BidiDriver(stack.enter_context(connect(f"{address}/session", max_size=None)))


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
