"""The workbook of a par sheet: what its cells hold, how it is laid out, and that its bytes repeat. Its figures are
calculated again in `tests/cli/crisscross/test_par_workbook.py`."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from crossfelt.analysis.crisscross.analyzed_rules import analyzed_rules
from crossfelt.analysis.crisscross.caps import cap_effects, covered_wagers
from crossfelt.analysis.crisscross.documents.par import ParPlan, workbook_document
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.report_header import header_of, report_header, with_report
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.printing.workbook.book import COUNT, MOST_EXACT, PAY, Book, column_name
from crossfelt.printing.workbook.par_xlsx import par_xlsx
from tests.support.progressive_choices import spin_choices, xtreme_choices

BOOK = load_rule_book(
    "maryland",
    {
        "bonus_spin": spin_choices(),
        "xtreme": xtreme_choices(wheel_1="a", wheel_5="g", event="hole_pair", rate_ppm=0),
    },
)
ANTES = (500, 2_000, 10_000)
SHEETS = ["Summary", "Pay", "Best play", "Wagers", "Bonus", "Progressives", "Notes"]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return made(BOOK, "2026-11-17")


def made(book: RuleBook, date: str, **pay: int) -> dict[str, Any]:
    """The document of a workbook with its header."""
    rules = analyzed_rules(book, pay)
    figures = workbook_document(rules, ParPlan("crossfelt par house.toml --json", ANTES))
    return with_report(figures, report_header(rules.named, "crossfelt par house.toml", date))


@pytest.fixture(scope="module")
def content(document: dict[str, Any]) -> bytes:
    return par_xlsx(document)


@pytest.fixture(scope="module")
def formulas(content: bytes) -> Workbook:
    return load_workbook(BytesIO(content))


@pytest.fixture(scope="module")
def results(content: bytes) -> Workbook:
    return load_workbook(BytesIO(content), data_only=True)


def named(book: Workbook, name: str) -> list[Any]:
    """The values of a named cell or column."""
    sheet, place = next(iter(book.defined_names[name].destinations))
    cells = book[sheet][place.replace("$", "")]
    return [row[0].value for row in cells] if isinstance(cells, tuple) else [cells.value]


def test_every_number_is_a_marked_input_or_a_formula(formulas: Workbook) -> None:
    kinds = {f"FF{PAY.removeprefix('#')}", f"FF{COUNT.removeprefix('#')}"}
    inputs = calculated = 0
    for sheet in formulas:
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.value is not None):
            is_input = cell.fill.fgColor.rgb in kinds
            assert is_input == isinstance(cell.value, int | float), (sheet.title, cell.coordinate, cell.value)
            inputs += is_input
            calculated += cell.data_type == "f"
    assert inputs > 2000 and calculated > 6000


def test_no_input_repeats_a_result(formulas: Workbook, document: dict[str, Any]) -> None:
    numbers = {
        cell.value
        for sheet in formulas
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, int | float)
    }
    edges = [entry["value"] for entry in document["house_edge"].values()]
    computed = [*edges, document["standard_deviation"], document["average_total_wager"]["value"], document["deals"]]
    assert not numbers & {value for result in computed for value in (result, -result, 1 - result)}


def test_counts_are_those_of_best_play(formulas: Workbook, document: dict[str, Any]) -> None:
    assert named(formulas, "Deals") == [row["deals"] for row in document["frequencies"]]
    assert sum(named(formulas, "Deals")) == 84_284_272_800
    assert sum(named(formulas, "Draws_five_card_bonus")) == 2_598_960
    numbers = [cell.value for sheet in formulas for row in sheet.iter_rows() for cell in row]
    assert all(abs(value) <= MOST_EXACT for value in numbers if isinstance(value, int))


def test_a_count_that_a_cell_would_round_is_not_written() -> None:
    page = Book({}, datetime(2000, 1, 1, tzinfo=UTC), "").page("Counts", [10])
    page.count(0, 0, 2**53)
    with pytest.raises(AssertionError, match="only numbers up to"):
        page.count(1, 0, 2**53 + 1)


def test_results_are_stored_for_programs_that_do_not_calculate(results: Workbook, document: dict[str, Any]) -> None:
    edge = document["house_edge"]
    assert named(results, "House_edge_both_antes") == [pytest.approx(edge["both_antes"]["value"], abs=1e-15)]
    assert named(results, "House_edge_one_ante") == [pytest.approx(edge["one_ante"]["value"], abs=1e-15)]
    assert named(results, "Element_of_risk") == [pytest.approx(edge["all_money_bet"]["value"], abs=1e-15)]
    assert [cell.value for cell in results["Summary"]["B"]].count("holds") == 3


def test_the_limit_costs_what_the_exact_code_says_for_the_same_play(results: Workbook) -> None:
    limit = BOOK.aggregate_limit.amount_cents
    assert limit is not None
    sheet = results["Summary"]
    rows = {sheet.cell(row, 1).value: sheet.cell(row, 2).value for row in range(1, sheet.max_row + 1)}
    for effect in cap_effects(encode(BOOK), ANTES, limit, covered_wagers(BOOK)):
        edge = float(-effect.same_play / 2)
        assert rows[effect.cap.ante_cents / 100] == pytest.approx(edge, abs=1e-12)


def test_chances_of_a_progressive_wager_are_exact_for_every_number_of_seats(formulas: Workbook) -> None:
    cases, totals = named(formulas, "Event_cases_xtreme_a_1"), named(formulas, "Event_total_xtreme_a_1")
    assert (cases[0], totals[0]) == (1, 17)
    assert (totals[5] - cases[5], totals[5]) == (193_250_218_496, 277_818_432_325)
    assert named(formulas, "Spin_total_xtreme_a_1") == [17] * 6


def test_the_same_document_gives_the_same_bytes(document: dict[str, Any], content: bytes) -> None:
    assert par_xlsx(document) == content
    assert par_xlsx(document | {"report": document["report"] | {"date": "2026-11-18"}}) != content
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert "2026-11-17T00:00:00Z" in archive.read("docProps/core.xml").decode()


def test_sheets_are_set_up_for_screen_and_paper(formulas: Workbook) -> None:
    assert formulas.sheetnames == SHEETS
    assert formulas["Best play"].freeze_panes == "B6"
    assert formulas["Best play"].print_title_rows == "$1:$5"
    assert formulas["Best play"].page_setup.orientation == "landscape"
    assert formulas["Pay"].data_validations.count == 1
    for sheet in formulas:
        assert sheet.sheet_properties.pageSetUpPr.fitToPage and sheet.page_setup.paperSize == 9
        assert sheet["A1"].value and sheet["A1"].font.bold
        assert not sheet.merged_cells.ranges, "screen readers lose their place in merged cells"
    assert formulas.properties.title == formulas["Summary"]["A1"].value == "Par sheet: Criss Cross Poker (MODIFIED)"
    assert formulas.properties.keywords == BOOK.hash


def lines_above_the_figures(book: Workbook) -> str:
    """The lines below the title of the Summary, as one text."""
    return " ".join(str(book["Summary"].cell(row, 1).value or "") for row in range(2, 12))


def test_it_names_its_rules_and_its_changes(document: dict[str, Any], formulas: Workbook) -> None:
    text = [cell.value for sheet in formulas for row in sheet.iter_rows() for cell in row if cell.data_type == "s"]
    assert any(BOOK.hash in line for line in text)
    assert document["reproduce"] in text
    assert any(line.startswith("$50,000, the highest allowed. ") for line in text), "the limit in force, not its 0"
    assert header_of(document).line in lines_above_the_figures(formulas)
    assert not any("MODIFIED PAY TABLE" in line for line in text)
    changed = load_workbook(BytesIO(par_xlsx(made(load_rule_book("maryland"), "2026-11-17", flush=7))))
    assert changed["Pay"]["A3"].value.startswith("MODIFIED PAY TABLE: flush (printed 8)")
    assert changed["Summary"]["A1"].value == changed.properties.title == "Par sheet: Criss Cross Poker (MODIFIED)"
    assert "maryland-1 MODIFIED (flush pays 7, not 8), hash " in lines_above_the_figures(changed)
    for sheet in changed:
        assert sheet.oddFooter.left.text.startswith("maryland-1 MODIFIED (flush pays 7, not 8)")
        assert sheet.oddFooter.right.text is None and sheet.oddHeader.right.text.endswith("page &P of &N")


def test_no_line_above_the_figures_makes_the_sheet_smaller_on_paper(document: dict[str, Any]) -> None:
    """Paper is fitted to the widest line, so a long list of changes has to go on in the next row."""
    header = document["report"] | {"changes": [f"{hand} pays 7, not 8" for hand in ("straight", "flush", "two pair")]}
    sheet = load_workbook(BytesIO(par_xlsx(document | {"report": header})))["Summary"]
    widths = sum(sheet.column_dimensions[letter].width for letter in "ABC")
    assert max(len(str(row[0].value or "")) for row in sheet.iter_rows(max_row=12)) < widths


def test_a_book_without_bonus_limit_or_progressives_has_no_such_part() -> None:
    plain = load_rule_book("massachusetts", {"five_card_bonus_offered": False})
    sheets = load_workbook(BytesIO(par_xlsx(made(plain, "2026-11-17"))))
    assert sheets.sheetnames == [name for name in SHEETS if name not in ("Bonus", "Progressives")]
    assert "Aggregate_limit" not in sheets.defined_names


def test_columns_have_the_letters_of_a_spreadsheet() -> None:
    assert [column_name(number) for number in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
