"""The printed dispute report: every part that must be there, failures named, and bytes that repeat."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from copy import deepcopy
from html.parser import HTMLParser
from typing import Any

import pytest

from crossfelt.analysis.report_header import ReportHeader
from crossfelt.money import dollars
from crossfelt.printing.blocks import Banner, Checks, Picture, Table, Words
from crossfelt.printing.dispute import dispute_html, dispute_pdf, dispute_sheet
from crossfelt.proof.dispute import dispute_document
from crossfelt.proof.inspection import inspect_record
from crossfelt.record import export_record
from tests.support.matches import played
from tests.support.pdf import drawn_colors, figure_words, text_heights
from tests.support.proofs import proved
from tests.support.rounds import random_round


def report(record: dict[str, Any]) -> dict[str, Any]:
    document = dispute_document(record, inspect_record(record))
    return {"report": HEADER.document(), **document}


HEADER = ReportHeader(
    "cardroom-1", None, None, None, None, False, (), "A cardroom", "2026-11-17", "crossfelt dispute round.json"
)


def blocks(document: dict[str, Any], kind: type[Any]) -> list[Any]:
    return [
        block for section in dispute_sheet(document).sections for block in section.blocks if isinstance(block, kind)
    ]


def texts(document: dict[str, Any]) -> list[str]:
    tables = [cell for table in blocks(document, Table) for row in table.rows for cell in row]
    return [*tables, *(block.text for block in blocks(document, Words))]


def test_a_round_has_its_cards_wagers_checks_and_hashes() -> None:
    document = report(proved(190))
    (banner,) = blocks(document, Banner)
    assert banner == Banner("Record valid: every check passed.", True)
    (checks,) = blocks(document, Checks)
    assert len(checks.checks) == 10
    (picture,) = blocks(document, Picture)
    assert (
        "middle 9 of diamonds" in picture.alt and "Seat 2, folded at middle: 2 of hearts, 7 of diamonds" in picture.alt
    )
    said = texts(document)
    for wager in document["contest"]["wagers"]:
        assert wager["clause"] in said and dollars(wager["staked"]) in said
    assert "4♦ Q♣ 4♥ 4♠ 9♦" in said
    html = dispute_html(document)
    assert HEADER.line in html
    assert all(document["stated"][key] in html for key in ("rules_hash", "commitment", "head", "digest", "secret"))
    assert {seed["state"] for seed in document["seeds"]} == {"revealed", "withheld"}
    for seed in document["seeds"]:
        assert f"commitment  {seed['commitment']}" in html
        assert not seed["nonce"] or f"nonce       {seed['nonce']}" in html


def test_a_match_has_every_sheet_and_line() -> None:
    document = report(export_record(played("own_dice", (2, 3))))
    pictures = blocks(document, Picture)
    assert [picture.alt.partition(".")[0] for picture in pictures] == ["Sheet of seat 2", "Sheet of seat 3"]
    assert all("the printed King" in picture.alt for picture in pictures)
    lines = [table for table in blocks(document, Table) if table.caption.startswith("Lines of seat")]
    assert [len(table.rows) for table in lines] == [12, 12]
    (checks,) = blocks(document, Checks)
    read = [*texts(document), *(check.text for check in checks.checks)]
    assert not [text for text in read if "chips" in text or "cents" in text], "a match is played for points"


def test_a_card_of_a_ruling_is_named_by_its_seat() -> None:
    (table,) = (table for table in blocks(report(proved(26)), Table) if table.caption == "Irregularities")
    assert [row[2] for row in table.rows] == ["seat 2, first card: 5♠", "seat 6, second card: A♣"]


def test_every_clause_of_a_wager_is_explained() -> None:
    document = report(proved(26))
    cited = {name for wager in document["contest"]["wagers"] for name in wager["clause"].split(", ")}
    explained = {row["clause"] for row in document["clauses"]}
    assert {"12.E(17)(h)", "12.E(4)(i)"} <= cited
    assert cited - explained == {"12.E(17)(h)", "12.E(4)(i)"} and {"12.E(17)", "12.E(4)"} <= explained


def test_the_failed_check_is_named_in_red() -> None:
    record = proved(190)
    record["proof"]["log"]["entries"][3]["stamped_ms"] += 1
    document = report(record)
    (banner,) = blocks(document, Banner)
    assert banner == Banner("Record not valid: “The file is unchanged since it was exported” failed.", False)
    html = dispute_html(document)
    assert '<p class="banner failed"><strong>✗ Record not valid' in html
    assert '<li class="failed">' in html and html.count('<li class="skipped">') == 9
    assert ".failed, .failed .state, .checks .failed p { color: var(--failed)" in html
    red = b"0.627451 0.09411765 0.09411765 "
    assert red in drawn_colors(dispute_pdf(document))
    assert red not in drawn_colors(dispute_pdf(report(proved(190))))


@pytest.mark.parametrize("seed", [0, 5, 7, 26, 44])
def test_paper_of_every_kind_of_record(seed: int) -> None:
    """A void before the deal, a forfeit, a match with an abandoned sheet, wheels, and a Hot Spot."""
    document = report(proved(seed))
    paper = dispute_pdf(document)
    assert paper == dispute_pdf(document)
    assert set(figure_words(paper)) >= {picture.alt for picture in blocks(document, Picture)}
    lowest_line, footer = 297 - 18, 283
    for heights in text_heights(paper):
        assert all(height <= lowest_line or height > footer for height in heights), "a table runs over its page"


def test_every_picture_is_well_formed() -> None:
    for document in (report(proved(44)), report(export_record(played("communal", (1, 2))))):
        for picture in blocks(document, Picture):
            shapes = [element.tag.rpartition("}")[2] for element in ET.fromstring(picture.svg).iter()]
            assert shapes.count("path") > 10


class Tags(HTMLParser):
    """The tags that are open at the end of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_text_from_the_record_is_never_markup() -> None:
    hostile = "<script>alert(1)</script> #import \u5317\u4eac \u202e"
    record = deepcopy(export_record(random_round(3))) | {"rules": hostile, "game": hostile, "digest": hostile}
    document = report(record)
    html = dispute_html(document)
    assert "<script" not in html and Tags(html).open == []
    assert dispute_pdf(document).startswith(b"%PDF-")
