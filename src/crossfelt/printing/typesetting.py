"""Sets a typst template as a program of its own: `python -m crossfelt.printing.typesetting TEMPLATE`.

Data comes in as JSON on stdin, the PDF goes out on stdout. Typst keeps what it has computed for as long as its process
lives, several hundred megabytes after some pages, so a server sets each page in a process that ends with it.
"""

from __future__ import annotations

import os
import sys
from importlib.resources import as_file, files
from typing import Any

import typst

NICENESS = 19
"""A page waits for the tables, not the tables for a page."""


def typeset(template: str, data: str, **options: Any) -> object:
    """A template of this package with its data, as typst compiles it. The same input gives the same bytes."""
    with as_file(files("crossfelt.printing").joinpath(template)) as path:
        made: object = typst.compile(str(path), sys_inputs={"data": data}, ignore_system_fonts=True, **options)
    return made


def main(template: str) -> None:
    """Reads the data, writes the PDF."""
    made = typeset(template, sys.stdin.buffer.read().decode())
    assert isinstance(made, bytes)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    main(sys.argv[1])
