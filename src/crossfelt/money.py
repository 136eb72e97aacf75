"""Amounts of chips, always in whole cents."""

from __future__ import annotations


def dollars(cents: int) -> str:
    """Return cents as people write them.

    >>> dollars(500), dollars(-1250), dollars(330200000)
    ('$5', '-$12.50', '$3,302,000')
    """
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


def signed_dollars(cents: int) -> str:
    """Return cents with their sign, so that a win and a loss differ without colors too.

    >>> signed_dollars(500), signed_dollars(-500), signed_dollars(0)
    ('+$5', '-$5', '$0')
    """
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
