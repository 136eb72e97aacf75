"""Colors, as accessibility guidelines for the web measure them."""

from __future__ import annotations


def luminance(color: str) -> float:
    """The relative luminance of a color such as `#e3c67c`."""
    shares = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
