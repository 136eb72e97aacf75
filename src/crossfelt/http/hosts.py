"""The names that a server goes by.

A page of another site can make a browser ask this server under that site's own name, by pointing the name at this
machine. The `Host` that the browser then sends gives it away.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.http.refusals import refusal, refuse_socket
from crossfelt.service.refusals import RefusalCode, Refused

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
EVERY_ADDRESS = ("", "0.0.0.0", "::")
"""Values of `--host` that listen on every address of the machine."""


class HostCheck:
    """Refuses requests for a host that is not this one."""

    def __init__(
        self, app: ASGIApp, names: Iterable[str], any_own_address: bool, secure_names: Iterable[str] = ()
    ) -> None:
        """`names` without ports; with `any_own_address` also the address at which the connection came in. Browsers
        reach the `secure_names` over HTTPS, which something in front of this server speaks."""
        self.app = app
        self.names = frozenset(canonical(name) for name in names)
        self.any_own_address = any_own_address
        self.secure_names = frozenset(canonical(name) for name in secure_names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = _asked_host(scope)
        if self._is_ours(scope):
            scope["crossfelt.secure"] = asked in self.secure_names
            await self.app(scope, receive, send)
            return
        message = (
            f"this server does not go by the name {asked!a}; crossfelt serve --public-url tells it further names"
            if asked
            else "the request does not say which host it is for"
        )
        error = Refused(RefusalCode.WRONG_HOST, message, "host", host=asked)
        if scope["type"] == "websocket":
            await refuse_socket(receive, send, error)
        else:
            await refusal(error)(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        asked = _asked_host(scope)
        own = scope.get("server")
        return asked in self.names or (self.any_own_address and own is not None and asked == canonical(own[0]))


def names_of(host: str, public_urls: Iterable[str] = ()) -> tuple[list[str], bool]:
    """The names of a server that listens on `host`, and whether each address of the machine is one too."""
    names = [*LOCAL_NAMES, *(host_of_url(url) for url in public_urls)]
    if host not in EVERY_ADDRESS:
        return [*names, host], False
    machine = socket.gethostname()
    return [*names, machine, f"{machine.partition('.')[0]}.local"], True


def host_of_url(url: str) -> str:
    """The host of an address such as https://cards.example; `BadInput` when it is no such address."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.username is not None or parts.path not in ("", "/") or parts.query or parts.fragment:
        message = f"{url!a} is not an address such as https://cards.example or http://192.168.1.7:8000"
        raise BadInput(Fault(FaultCode.BAD_FORMAT, message, "--public-url", params={"value": url}))
    assert parts.hostname is not None
    return parts.hostname


def secure_hosts(public_urls: Iterable[str]) -> list[str]:
    """The hosts that browsers reach over HTTPS."""
    return [host_of_url(url) for url in public_urls if urlsplit(url).scheme == "https"]


def canonical(name: str) -> str:
    """A host name in the one spelling that is compared: lower case, ASCII, addresses in their shortest form."""
    name = name.strip("[]").removesuffix(".").lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        try:
            return name.encode("idna").decode("ascii")
        except UnicodeError:
            return name
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def _asked_host(scope: Scope) -> str:
    """The host of the request, without its port; empty where it names none or isn't valid."""
    raw = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").strip()
    name, colon, port = raw.rpartition(":")
    if not colon or raw.endswith("]"):
        name = raw
    elif port and not (port.isascii() and port.isdecimal()):
        return ""
    return canonical(name)
