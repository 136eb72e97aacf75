"""The page about the protocol is complete: every route, request, event and field is on it, as the code has it."""

from __future__ import annotations

import re
from pathlib import Path

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
        "StatementAnswer",
        "StatementEntry",
        "PlayedRoundAnswer",
        "TableRoundAnswer",
        "OpenedTableAnswer",
        "ClockInfo",
        "Due",
        "Happened",
        "KeysAnswer",
        "ReadyAnswer",
        "BotEntry",
        "ReplayStep",
    ],
)
def test_every_field_is_named(name: str) -> None:
    assert [field for field in fields_of(name) if f"`{field}`" not in PAGE and f'"{field}":' not in PAGE] == []


def test_every_route_is_listed() -> None:
    described = create_app(house=House(MemoryStore(), bytes(32))).openapi()["paths"]
    expected = {
        f"{method.upper()} {re.sub(r'{([a-z]+)_?[a-z]*}', lambda name: SHOWN.get(name[1], name[1].upper()), path)}"
        for path, methods in described.items()
        for method in methods
        if not ELSEWHERE.match(path)
    }
    assert expected - set(re.findall(r"`((?:GET|POST|PUT|DELETE) /[^` ]+)`", PAGE)) == set()
