"""A match in a dispute report: every sheet with its lines, points and achievements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.cards import card_symbols
from crossfelt.printing.blocks import Block, Picture, Section, Table, Words, words
from crossfelt.printing.card_pictures import sheet_picture, sheet_words

Document = Mapping[str, Any]


def match_sections(document: Document) -> tuple[Section, ...]:
    """Return the result, then the sheet of each seat."""
    sheets = tuple(
        Section(f"seat-{sheet['seat']}", f"Sheet of seat {sheet['seat']}", tuple(_sheet(sheet, document)))
        for sheet in document["seats"]
    )
    return Section("match", "The match", tuple(_match(document))), *sheets


def _match(document: Document) -> Iterator[Block]:
    bonus = "with achievements" if document["bonus"] else "without achievements"
    yield Words(f"{document['title']}, mode {words(document['mode'])}, {bonus}.")
    yield Table(
        "Scores",
        (">seat", ">lines", ">achievements", ">total", "result"),
        tuple(
            (
                str(sheet["seat"]),
                f"{sheet['line_points']:,}",
                f"{sheet['bonus_points']:,}",
                "not over" if sheet["total"] is None else f"{sheet['total']:,}",
                "wins" if sheet["seat"] in document["winners"] else "",
            )
            for sheet in document["seats"]
        ),
    )


def _sheet(sheet: Document, document: Document) -> Iterator[Block]:
    caption = (
        "Numbers at the edge are lines. \u201cwild\u201d: the card was changed. \u201ctable\u201d: the table placed it."
    )
    yield Picture(sheet_picture(sheet), sheet_words(sheet), caption, 0.5)
    yield Table(
        f"Lines of seat {sheet['seat']} ({document['points_clause']})",
        (">line", "squares", "cards", "hand", ">points"),
        tuple(
            (
                str(line["line"]),
                " ".join(line["squares"]),
                " ".join(map(_card, line["cards"])),
                words(line["hand"]),
                f"{line['points']:,}",
            )
            for line in sheet["lines"]
        ),
    )
    if sheet["achievements"]:
        yield Table(
            f"Achievements of seat {sheet['seat']}",
            ("achievement", ">points", "clause"),
            tuple((entry["title"], f"{entry['points']:,}", entry["clause"]) for entry in sheet["achievements"]),
        )
    yield Words(f"Rolls in their order: {' '.join(map(_card, sheet['rolls'])) or 'none'}.")


def _card(card: str | None) -> str:
    return "\u2013" if card is None else card_symbols(card)
