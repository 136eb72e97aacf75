"""The document that a facility hands in: complete, with clauses, and the same bytes every time."""

from __future__ import annotations

import json
import re

import pytest

from crossfelt.analysis.crisscross.documents.readings import readings_in_force
from crossfelt.analysis.report_header import ReportHeader, report_header
from crossfelt.crisscross.procedure import procedure
from crossfelt.crisscross.resolve import choices_of, load_rule_book, load_submission, named_rules, rule_book_ids
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.submission import new_submission
from crossfelt.printing.blocks import Entries, Picture, Sheet, Table
from crossfelt.printing.par_pdf import template_data
from crossfelt.printing.submission import submission_pdf, submission_sheet
from crossfelt.rulefiles import SubmissionName
from tests.support.pdf import read_pdf
from tests.support.progressive_choices import spin_choices
from tests.support.rules.submissions import BONUS_SPIN, XTREME, submission

FACILITY = "Harbour House"


def header(book: RuleBook, facility: str = FACILITY) -> ReportHeader:
    named = named_rules(book, book, SubmissionName("harbour", facility))
    return report_header(named, "crossfelt rules submission harbour.toml", "2026-11-17")


def sheet_of(book: RuleBook, facility: str = FACILITY) -> Sheet:
    return submission_sheet(book, header(book, facility))


def blocks(sheet: Sheet, section: str) -> tuple[object, ...]:
    return next(part.blocks for part in sheet.sections if part.id == section)


def rows(sheet: Sheet, section: str) -> list[tuple[str, ...]]:
    return [row for block in blocks(sheet, section) if isinstance(block, Table) for row in block.rows]


def entries(sheet: Sheet, section: str) -> list[str]:
    return [entry.name for block in blocks(sheet, section) if isinstance(block, Entries) for entry in block.entries]


@pytest.mark.parametrize("rules", rule_book_ids())
def test_everything_is_there_with_its_clause(rules: str) -> None:
    book = load_submission(new_submission(rules))
    sheet = sheet_of(book)
    choices = {(row[0], row[3], row[4]) for row in rows(sheet, "choices")}
    assert choices == {
        (choice.name.removesuffix("_cents").replace("_", " "), choice.says, choice.cited)
        for choice in choices_of(rules)
    }
    pays = rows(sheet, "pays")
    assert pays[0][0] == "royal flush"
    tables = dict.fromkeys(spot.pays for spot in book.spots.values() if spot.pays)
    assert pays[-1][1:] == tuple(book.pay_tables[name].clause for name in tables)
    steps = procedure(rules, book.dealing.method, book.spots)
    assert entries(sheet, "procedure") == [str(step.number) for step in steps]
    assert entries(sheet, "readings") == [reading.id for reading in readings_in_force(book)]
    assert [row[2] for row in rows(sheet, "irregularities")] == [ruling.clause for ruling in book.rulings.values()]
    assert all(cell for row in rows(sheet, "rules") for cell in row)


@pytest.mark.parametrize(
    ("tables", "offered"),
    [
        ((), ()),
        ((BONUS_SPIN,), ("bonus_spin",)),
        ((XTREME,), ("bonus_spin_xtreme",)),
        ((BONUS_SPIN, XTREME), ("bonus_spin", "bonus_spin_xtreme")),
    ],
    ids=["neither", "bonus spin", "xtreme", "both"],
)
def test_the_procedure_has_the_steps_of_the_wagers_on_offer(tables: tuple[str, ...], offered: tuple[str, ...]) -> None:
    sheet = sheet_of(load_submission(submission(*tables)))
    (block,) = (block for block in blocks(sheet, "procedure") if isinstance(block, Entries))
    steps = procedure("maryland", "manual_shoe", ("five_card_bonus", *offered))
    assert [(entry.text, entry.remark) for entry in block.entries] == [(step.says, f"({step.cited})") for step in steps]
    assert any("reading P2" in entry.remark for entry in block.entries) == ("bonus_spin" in offered)
    assert any("reading P5" in entry.remark for entry in block.entries) == ("bonus_spin_xtreme" in offered)


def test_a_choice_of_yes_or_no_is_told_in_the_same_words() -> None:
    sheet = sheet_of(load_submission(new_submission("maryland")))
    choices = {row[0]: row[1:3] for row in rows(sheet, "choices")}
    assert choices["five card bonus offered"] == ("yes", "yes or no")


def test_every_percentage_names_its_base() -> None:
    sheet = sheet_of(load_submission(new_submission("maryland")))
    for section in sheet.sections:
        for table in (block for block in section.blocks if isinstance(block, Table)):
            for place, heading in enumerate(table.columns):
                if any(row[place].endswith("%") for row in table.rows):
                    assert re.search(r"% of (all spins|each wager)", heading), (table.caption, heading)


def test_wheels_are_drawn_and_called_examples() -> None:
    sheet = sheet_of(load_submission(new_submission("maryland")))
    drawn = [block for name in ("bonus-spin", "xtreme") for block in blocks(sheet, name) if isinstance(block, Picture)]
    assert [picture.alt.partition(":")[0] for picture in drawn] == [
        "Bonus Spin wheel B",
        "Xtreme Hot Spot wheel A",
        "Xtreme Hot Spot wheel D",
        "Xtreme Hot Spot wheel G",
    ]
    for picture, segments in zip(drawn, (15, 9, 9, 9), strict=True):
        assert "EXAMPLE weights" in picture.alt
        assert "EXAMPLE weights" in picture.caption
        assert picture.svg.count("<path") == segments
    assert ("jackpot", "the meter", "1", "0.667%", "12.D(2)(a)") in rows(sheet, "bonus-spin")
    assert ("$120", "$120", "6", "4.000%", "12.D(2)(d)") in rows(sheet, "bonus-spin")
    assert ("Xtreme D", "15.0000%", "$5,000", "$1,000", "12.E(12)") in rows(sheet, "xtreme")
    assert ("8", "20", "33.333%", "$5", "$10", "$25", "12.E(14)(h), 12.E(17)(h), 12.E(20)(h)") in rows(sheet, "xtreme")


def test_a_fixed_prize_and_weights_of_the_house_are_told() -> None:
    weights = dict.fromkeys(("jackpot", "500", "200", "120", "70", "60", "35", "25", "18", "12", "11", "10"), 1)
    table = spin_choices("a", prize_cents=3_000_000, prize_name="A car", weights={**weights, "25&15": 2})
    sheet = sheet_of(load_rule_book("maryland", {"bonus_spin": table}), "")
    assert "Facility not named" in sheet.subtitle
    (picture,) = (block for block in blocks(sheet, "bonus-spin") if isinstance(block, Picture))
    assert picture.caption == "Bonus Spin wheel A: the house's weights; 14 in all."
    assert rows(sheet, "bonus-spin")[0] == ("jackpot", "$30,000", "1", "7.143%", "12.D(1)(a)")
    assert ("$25 and $15", "$25", "2", "14.286%", "reading P4") in rows(sheet, "bonus-spin")
    assert not [part for part in sheet.sections if part.id == "xtreme"]


def test_readings_in_force_are_those_of_the_book_at_hand() -> None:
    """No wheel, no reading of wheels; a point that the house reads otherwise is listed apart."""
    sheet = sheet_of(load_rule_book("maryland", {"ante_pays": "main"}), "")
    in_force, otherwise = (block for block in blocks(sheet, "readings") if isinstance(block, Entries))
    names = [entry.name for entry in in_force.entries]
    assert "R4" not in names and not [name for name in names if name.startswith("P")]
    assert [(entry.name, entry.text) for entry in otherwise.entries] == [("R4", "In force: main.")]


def test_the_pdf_holds_the_hash_and_the_facility_and_is_always_the_same() -> None:
    book = load_submission(new_submission("maryland"))
    made = submission_pdf(book, header(book))
    assert made == submission_pdf(book, header(book))
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Alt(") >= 4
    printed = json.dumps(template_data(sheet_of(book)))
    for part in (FACILITY, book.hash, "royal flush", "12.D(9)(a)(i)", "maryland-1"):
        assert part in printed


def test_every_page_names_the_submission_and_its_hash() -> None:
    """A submission with choices of its own isn't the published game, so its name comes before that of the rule book."""
    book = load_rule_book("maryland", {"ante_pays": "main"})
    sheet = sheet_of(book)
    assert sheet.footer == f"harbour (Harbour House, under maryland-1), hash {book.hash[:16]}"
    assert sheet.header.startswith(
        f"Rules: harbour (Harbour House, under maryland-1), hash {book.hash[:12]}. Crossfelt "
    )
    assert sheet.header.endswith(", 2026-11-17. Command: crossfelt rules submission harbour.toml")


def test_the_heading_of_the_readings_is_on_the_page_of_the_first_one() -> None:
    book = load_submission(new_submission("maryland"))
    made = submission_pdf(book, header(book))
    texts = [" ".join(piece.text for piece in page) for page in read_pdf(made, slice(-3, None)).pages]
    (heading,) = (text for text in texts if "Readings in force" in text)
    assert "The ace below the 2" in heading
