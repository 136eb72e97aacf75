"""The CSV of a report: RFC 4180, one header row, every row with its rules."""

from __future__ import annotations

import csv
import io

import pytest

from crossfelt.analysis.csv_text import CsvTable, csv_bytes, figures_table
from crossfelt.analysis.report_header import ReportHeader, report_header
from crossfelt.crisscross.resolve import load_rule_book, named_rules
from crossfelt.rulefiles import SubmissionName

MARYLAND = load_rule_book("maryland")


def header(facility: str = "") -> ReportHeader:
    named = named_rules(MARYLAND, MARYLAND, SubmissionName("harbor", facility))
    return report_header(named, "crossfelt solve", "2026-01-01")


def read(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True))


def test_tables_share_one_header_row() -> None:
    tables = [CsvTable("one", [{"a_cents": 1, "b_antes": None}]), CsvTable("two", [{"c": "x", "a_cents": 2}])]
    content = csv_bytes(tables, header("Harbor Casino"))
    lines = content.decode().split("\r\n")
    assert lines[0] == "table,a_cents,b_antes,c,rules,rules_hash,changes,facility,version,date,command"
    assert lines[-1] == "" and b"\n" not in content.replace(b"\r\n", b"")
    first, second = read(content)
    assert (first["table"], first["a_cents"], first["b_antes"], first["c"]) == ("one", "1", "", "")
    assert (second["table"], second["a_cents"], second["c"]) == ("two", "2", "x")
    for row in (first, second):
        assert row["rules"] == "harbor (Harbor Casino, under maryland-1)"
        assert row["rules_hash"] == MARYLAND.hash


def test_numbers_are_whole_and_unrounded() -> None:
    [row] = read(csv_bytes([CsvTable("t", [{"n": 84_284_272_800, "x": 0.1 + 0.2, "y": True, "z": [1, 2]}])], header()))
    assert (row["n"], float(row["x"]), row["y"], row["z"]) == ("84284272800", 0.1 + 0.2, "true", "1; 2")


def test_quotes_commas_and_line_breaks_survive() -> None:
    text = 'a "quoted", word\r\nand a line'
    [row] = read(csv_bytes([figures_table("t", {"text": text})], header()))
    assert row == {**row, "figure": "text", "value": text}


def test_a_row_may_name_rules_of_its_own() -> None:
    [row] = read(csv_bytes([CsvTable("cells", [{"rules": "cardroom-1", "rules_hash": "12", "changes": []}])], header()))
    assert (row["rules"], row["rules_hash"], row["version"]) == ("cardroom-1", "12", header().version)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_text_is_a_formula(text: str) -> None:
    [row] = read(csv_bytes([figures_table("t", {"text": text})], header(text)))
    assert row["value"] == f"'{text}" and row["facility"] == f"'{text}"
    [number] = read(csv_bytes([figures_table("t", {"number": -1.5})], header()))
    assert number["value"] == "-1.5"
