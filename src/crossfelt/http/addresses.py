"""The network address of a client, as limits and blocks count it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence

from starlette.requests import HTTPConnection

from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_MOST_HOPS = 8
"""Forwarded addresses that are looked at, from the right. A longer chain of our own proxies isn't one."""
_SUBSCRIBER_BITS = 64
"""One IPv6 subscriber has a /64 at least, so anything narrower would be one client under many names."""


def client_address(connection: HTTPConnection) -> str:
    """The address of a client: IPv4 in full, IPv6 as its /64; empty where the transport has none.

    `X-Forwarded-For` counts only on connections from a trusted proxy (`crossfelt serve --trusted-proxy`).
    """
    peer = connection.client.host if connection.client is not None else ""
    trusted: Sequence[Network] = getattr(connection.app.state, "trusted_proxies", ())
    if is_trusted(peer, trusted):
        peer = _forwarded(connection.headers.getlist("x-forwarded-for"), trusted) or peer
    return counted_as(peer)


def trusted_networks(addresses: Iterable[str]) -> tuple[Network, ...]:
    """The networks of trusted proxies; `BadInput` for text that isn't an address or a network."""
    return tuple(_network(text) for text in addresses)


def is_trusted(address: str, trusted: Iterable[Network]) -> bool:
    """Whether an address belongs to one of our own proxies."""
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in trusted if network.version == parsed.version)


def counted_as(address: str) -> str:
    """An address in the form that is counted.

    >>> counted_as("203.0.113.9"), counted_as("::ffff:203.0.113.9"), counted_as("2001:db8:1:2:3::4")
    ('203.0.113.9', '203.0.113.9', '2001:db8:1:2::/64')
    """
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed.packed, _SUBSCRIBER_BITS), strict=False))
    return str(parsed) if parsed is not None else address


def blockable(address: str) -> str:
    """Return a typed address in the form that is counted; `BadInput` if it isn't an address."""
    text = address.strip().removesuffix("/64")
    if _parsed(text) is None:
        message = f"{address!a} isn't an address. Write one such as 203.0.113.9 or 2001:db8:1:2::1."
        raise BadInput(message, FaultCode.BAD_FORMAT, "address", value=address)
    return counted_as(text)


def _forwarded(headers: Sequence[str], trusted: Sequence[Network]) -> str:
    """The last address of the chain that isn't one of our proxies: the only one that a client can't make up."""
    for text in reversed(",".join(headers).rsplit(",", _MOST_HOPS)[-_MOST_HOPS:]):
        parsed = _parsed(text.strip())
        if parsed is None:
            return ""
        if not is_trusted(str(parsed), trusted):
            return str(parsed)
    return ""


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        message = f"{text!a} isn't an address or a network. Write an address such as 10.0.0.7 or 10.0.0.0/24."
        raise BadInput(message, FaultCode.BAD_FORMAT, "trusted", value=text) from None
