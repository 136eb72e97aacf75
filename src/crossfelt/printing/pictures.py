"""A chart as a file of its own: SVG with its style, or PNG."""

from __future__ import annotations

import typst

from crossfelt.printing.charts import for_paper

PIXELS_PER_INCH = 144
_PAGE = b"""#set page(width: auto, height: auto, margin: 12pt, fill: white)
#image(bytes(sys.inputs.svg), format: "svg", width: 540pt)
"""


def picture_bytes(svg: str, form: str) -> bytes:
    """The content of a file with that ending. The same chart gives the same bytes."""
    styled = for_paper(svg)
    if form == ".svg":
        return styled.encode() + b"\n"
    made: object = typst.compile(
        _PAGE, format="png", ppi=PIXELS_PER_INCH, sys_inputs={"svg": styled}, ignore_system_fonts=True
    )
    assert isinstance(made, bytes)
    return made
