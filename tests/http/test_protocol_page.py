"""The page about the protocol is complete: every route, request, event and field is on it, as the code has it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from crossfelt.http.app import create_app
from crossfelt.rulefiles import MOST_SUBMISSION
from crossfelt.service.house import House
from crossfelt.service.tables.terms import BETTING_SECONDS, DECISION_SECONDS
from crossfelt.service.tables.titles import MOST_TITLE
from crossfelt.storage.memory import MemoryStore
from tests.support.http.protocol_pages import fields_of, kinds, names

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
SHOWN = {"table": "ID"}
"""Parameters of paths, as the page writes them where that isn't their own name."""
ELSEWHERE = re.compile(r"^/api/(rules|submissions|settle|king|advise|solve|strategy|session)")
"""Routes that docs/http.md lists: rules, analysis and printing."""


def rows(heading: str) -> list[list[str]]:
    """The rows of all tables with this heading, cell by cell."""
    tables = re.findall(rf"^\| {re.escape(heading)} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in row.split(" | ")] for table in tables for row in table.strip().splitlines()]


def test_every_request_is_there_with_its_fields() -> None:
    listed = {names(row[0])[0]: names(row[1]) for row in rows("request")}
    assert listed == kinds("TableRequest")


def test_every_event_is_there_with_its_fields() -> None:
    assert {names(row[0])[0]: names(row[1]) for row in rows("kind")} == kinds("TableHappening")


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("field of an update", "Update"),
        ("field of `info`", "TableInfo"),
        ("field of a seat", "SeatInfo"),
        ("field of `info.round`", "RoundInfo"),
        ("field of a lobby entry", "LobbyEntry"),
        ("clock", "Clocks"),
    ],
)
def test_every_field_is_explained(heading: str, name: str) -> None:
    assert [field for row in rows(heading) for field in names(row[0])] == fields_of(name)


def test_every_field_of_a_table_to_open_is_explained() -> None:
    _, _, text = PAGE.partition("\n## Open a table\n")
    fields = re.findall(r"^\| `(\w+)` \| .* \| .* \|$", text.partition("\nThe answer")[0], re.MULTILINE)
    assert fields == fields_of("OpenTableRequest")
    assert f"at most {MOST_SUBMISSION:,} characters" in text
    assert f"1 to {MOST_TITLE} characters" in text
    none, least, most = DECISION_SECONDS
    assert BETTING_SECONDS == DECISION_SECONDS
    assert text.count(f"| {none}, {least} to {most}, null |") == 2


@pytest.mark.parametrize(
    "name",
    [
        "Welcome",
        "Done",
        "ReceiptAnswer",
        "RefusedMessage",
        "GuestAnswer",
        "MeAnswer",
        "OpenedTableAnswer",
        "ClockInfo",
        "Due",
        "Happened",
    ],
)
def test_every_field_is_named(name: str) -> None:
    assert [field for field in fields_of(name) if f"`{field}`" not in PAGE and f'"{field}":' not in PAGE] == []


EXPLAINED = {
    "above the routes": ("GuestAnswer", "MeAnswer"),
    "in tables of their own": ("TableInfo", "Clocks", "LobbyEntry", "OpenedTableAnswer"),
    "under receipts": ("ReceiptAnswer",),
    "on the page about fairness": ("RecordAnswer",),
    "on the page about HTTP": ("AdviseAnswer", "KingHintAnswer"),
    "in the message schema, as their row says": ("TableReport", "BandEntry"),
}
"""Where a client finds the fields of an answer if not in the row of a route -> the types of the answers."""


def shown(method: str, path: str) -> str:
    """A route as the page writes it."""
    return f"{method.upper()} {re.sub(r'{([a-z]+)_?[a-z]*}', lambda name: SHOWN.get(name[1], name[1].upper()), path)}"


def answered(part: Any, schemas: dict[str, Any]) -> set[str]:
    """The types in a part of the description, and those inside them, without those that are explained elsewhere."""
    if isinstance(part, list):
        return {name for each in part for name in answered(each, schemas)}
    if not isinstance(part, dict):
        return set()
    results = {name for each in part.values() for name in answered(each, schemas)}
    name = str(part.get("$ref", "")).rpartition("/")[2]
    if name and not any(name in names for names in EXPLAINED.values()):
        results |= {name} | answered(schemas[name], schemas)
    return results


def test_every_route_is_listed_with_every_field_of_its_answer() -> None:
    described = create_app(house=House(MemoryStore(), bytes(32))).openapi()
    schemas = described["components"]["schemas"]
    lines = [line for line in PAGE.splitlines() if re.match(r"\| `(GET|POST|DELETE) /", line)]
    rows_of: dict[str, list[str]] = {}
    missing = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if ELSEWHERE.match(path):
                continue
            row = next((line for line in lines if f"`{shown(method, path)}`" in line), None)
            if row is None:
                missing.append(shown(method, path))
                continue
            for name in answered(operation["responses"].get("200", {}), schemas):
                rows_of.setdefault(name, []).append(row)
    assert missing == []
    unnamed = [
        f"{name}.{field}"
        for name, rows in rows_of.items()
        for field in schemas[name].get("properties", ())
        if not any(f"`{field}`" in row for row in rows)
    ]
    assert unnamed == []
