"""Sets a typst template as a program of its own: `python -m crossfelt.printing.typesetting TEMPLATE`.

Data comes in as JSON on stdin, the PDF goes out on stdout. Typst keeps what it has computed for as long as its process
lives, several hundred megabytes after some pages, so a server sets each page in a process that ends with it.
"""

from __future__ import annotations

import sys
import unicodedata
from importlib.resources import as_file, files
from typing import Any

import typst


def typeset(template: str, data: str, **options: Any) -> object:
    """A template of this package with its data, as typst compiles it. The same input gives the same bytes."""
    with as_file(files("crossfelt.printing").joinpath(template)) as path:
        made: object = typst.compile(str(path), sys_inputs={"data": data}, ignore_system_fonts=True, **options)
    return made


DISPLAYED = ((0x20, 0x24F), (0x370, 0x45F), (0x1E00, 0x1EFF), (0x2010, 0x2040), (0x20A0, 0x20BF))
"""The ranges of characters that the built-in fonts have: Latin, Greek, Cyrillic, punctuation, currency."""
SYMBOLS = frozenset("\n\u2190\u2191\u2192\u2193\u2212\u2264\u2265\u2660\u2663\u2665\u2666\u2713\u2717\ufffd")
"""Other characters that they have and that sheets use."""


def displayable(text: str) -> str:
    """The text with every character replaced that the fonts don't have: a tagged PDF refuses to leave a gap.

    >>> displayable("Caf\u00e9, \u5317\u4eac")
    'Caf\u00e9, \ufffd\ufffd'
    """
    return "".join(sign if _is_displayed(sign) else "\ufffd" for sign in unicodedata.normalize("NFC", text))


def _is_displayed(sign: str) -> bool:
    return sign in SYMBOLS or (sign.isprintable() and any(low <= ord(sign) <= high for low, high in DISPLAYED))


def main(template: str) -> None:
    """Read the data and write the PDF."""
    made = typeset(template, sys.stdin.buffer.read().decode())
    assert isinstance(made, bytes)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main(sys.argv[1])
