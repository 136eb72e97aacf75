"""Wheels on the par sheet: every wheel and meter in use, weights labelled, every percentage with its base."""

from __future__ import annotations

import re
from typing import Any

import pytest

from crossfelt.analysis.crisscross.documents.wheels import progressives_part
from crossfelt.crisscross.resolve import load_rule_book, load_submission
from crossfelt.printing.blocks import Picture, Table, Words
from crossfelt.printing.pictures import picture_bytes
from crossfelt.printing.wheels import break_even, progressives_blocks, wheel_svg
from tests.support.cli.wheel_submission import SUBMISSION


@pytest.fixture(scope="module")
def part() -> Any:
    return progressives_part(load_submission(SUBMISSION))


def test_a_book_without_them_has_no_such_part() -> None:
    assert progressives_part(load_rule_book("maryland")) is None
    assert list(progressives_blocks({"progressives": None})) == []


def test_every_wheel_and_meter_in_use(part: Any) -> None:
    assert [(wheel["wheel"], wheel["wager_cents"]) for wheel in part["wheels"]] == [
        ("bonus_spin_b", 500),
        ("xtreme_a", 100),
        ("xtreme_d", 500),
    ]
    assert [len(wheel["by_seats"]) for wheel in part["wheels"]] == [1, 6, 6]
    assert [(row["meter"], len(row["wagers_cents"])) for row in part["meters"]] == [
        (meter, seats) for meter in ("bonus_spin", "xtreme_a", "xtreme_d") for seats in (1, 6)
    ]


def test_the_sheet_labels_examples(part: Any) -> None:
    blocks = list(progressives_blocks({"progressives": part}))
    pictures = [block for block in blocks if isinstance(block, Picture)]
    assert ["example weights" in picture.caption for picture in pictures] == [False, True, True]
    assert ["Example weights" in picture.svg for picture in pictures] == [False, True, True]
    notes = [block.text for block in blocks if isinstance(block, Words) and "Crossfelt's examples" in block.text]
    assert len(notes) == 2


def test_every_percentage_names_its_base(part: Any) -> None:
    bases = r"% of (this wager|all rounds|all spins|all dollars wagered)"
    for block in progressives_blocks({"progressives": part}):
        if isinstance(block, Table):
            for place, heading in enumerate(block.columns):
                if any(row[place].endswith("%") for row in block.rows):
                    assert re.search(bases, f"{heading} {block.caption}"), heading


def test_pictures_are_the_same_bytes_every_time(part: Any) -> None:
    svg = wheel_svg(part["wheels"][0])
    assert picture_bytes(svg, ".svg").startswith(b"<svg") and b"<style>" in picture_bytes(svg, ".svg")
    assert picture_bytes(svg, ".png") == picture_bytes(svg, ".png")


def test_the_break_even_meter_in_words() -> None:
    assert [break_even(cents) for cents in (None, 0, 252_600)] == ["no meter", "any meter", "$2,526"]
