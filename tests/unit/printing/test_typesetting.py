"""Characters that a tagged PDF can show."""

from __future__ import annotations

import json

import typst

from crossfelt.printing.typesetting import DISPLAYED, SYMBOLS, displayable

PAGE = b"""#set document(title: "characters")
#set text(font: "Libertinus Serif", lang: "en")
#let shown = json(bytes(sys.inputs.data))
#shown
#raw(shown)
"""


def test_the_fonts_have_every_character_that_is_let_through() -> None:
    everything = "".join(chr(code) for low, high in DISPLAYED for code in range(low, high + 1))
    shown = displayable(everything + "".join(sorted(SYMBOLS)))
    assert len(shown) > 900
    made = typst.compile(
        PAGE, format="pdf", pdf_standards="ua-1", ignore_system_fonts=True, sys_inputs={"data": json.dumps(shown)}
    )
    assert isinstance(made, bytes)


def test_other_characters_leave_a_mark() -> None:
    assert displayable("Zoë – $5 ✓ ♥ Ж λ") == "Zoë – $5 ✓ ♥ Ж λ"
    assert displayable("e\u0301") == "é"
    assert displayable("\u5317\U0001f0a1\u202e\x07") == "\ufffd" * 4
