"""Amounts of chips, always in whole cents."""

from __future__ import annotations

from fractions import Fraction


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


def exact_dollars(cents: Fraction) -> str:
    """Return an exact number of cents, such as a meter's, with as many digits as it needs.

    >>> exact_dollars(Fraction(500_000)), exact_dollars(Fraction("2500000021/5000")), exact_dollars(Fraction(1, 3))
    ('$5,000', '$5,000.000042', '1/3 cents')
    """
    if cents.denominator == 1:
        return dollars(int(cents))
    places = _decimal_places(cents.denominator)
    if places is None:
        return f"{cents} cents"
    whole, rest = divmod(cents * 10**places, 10 ** (places + 2))
    return f"${whole:,}.{int(rest):0{places + 2}d}"


def _decimal_places(denominator: int) -> int | None:
    """Return the digits after the point of a fraction with this denominator, or None if they don't end."""
    counts = []
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        counts.append(count)
    return max(counts) if denominator == 1 else None
