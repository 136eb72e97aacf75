"""A chart as a file of its own: SVG with a background and a dark form, or PNG."""

from __future__ import annotations

import typst

from crossfelt.printing.charts import for_paper, for_screen

PIXELS_PER_INCH = 144
_PAGE = b"""#set page(width: auto, height: auto, margin: 12pt, fill: white)
#image(bytes(sys.inputs.svg), format: "svg", width: 540pt)
"""


def picture_bytes(svg: str, form: str) -> bytes:
    """Return the content of a file with that ending. The same chart gives the same bytes."""
    if form == ".svg":
        return for_screen(svg).encode() + b"\n"
    made: object = typst.compile(
        _PAGE, format="png", ppi=PIXELS_PER_INCH, sys_inputs={"svg": for_paper(svg)}, ignore_system_fonts=True
    )
    assert isinstance(made, bytes)
    return made
