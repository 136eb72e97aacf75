"""Notes for people on stderr, away from output that programs read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click


def tell_written(name: str | Path, what: str = "") -> None:
    """Say which file was written, its size and, if given, its content."""
    size = ""
    with suppress(OSError):
        if Path(name).is_file():
            size = f", {_size(Path(name).stat().st_size)}"
    detail = f": {what}" if what else ""
    click.echo(f"Wrote {name}{size}{detail}.", err=True)


def _size(count: int) -> str:
    """Return a number of bytes in words.

    >>> _size(1), _size(734), _size(12_345), _size(3_400_000)
    ('1 byte', '734 bytes', '12 kB', '3.4 MB')
    """
    if count < 1000:
        return f"{count} byte{'' if count == 1 else 's'}"
    return f"{count / 1000:.0f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"
