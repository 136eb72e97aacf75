"""The page about actions, events and views names every one of them, with exactly its fields."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from crossfelt.crisscross.resolve import load_rule_book, load_submission, rule_book_ids
from crossfelt.kingcross.resolve import choices_of
from crossfelt.kingcross.rules import MODES
from tests.support.http.protocol_pages import DEFINITIONS, fields_of, kinds, names

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol-games.md").read_text(encoding="utf-8")
CRISS_CROSS, KING_CROSS = PAGE.split("\n## King Cross\n")
WHEELS = ROOT / "src" / "crossfelt" / "examples" / "wheels.toml"


def rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables with kinds and fields in a part of the page."""
    results = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)*) ?\| [^|]+ \|$", text, re.MULTILINE)
    return {kind: names(fields) for kind, fields in results}


@pytest.mark.parametrize(
    ("text", "unions"), [(CRISS_CROSS, ("Action", "Event")), (KING_CROSS, ("KingAction", "KingEvent"))]
)
def test_every_kind_is_there_with_its_fields(text: str, unions: tuple[str, str]) -> None:
    listed = rows(text.partition("### Options")[0] + text.partition("### A match")[2])
    assert listed == kinds(unions[0]) | kinds(unions[1])


def first_column(heading: str, text: str) -> list[str]:
    """Names in the first column of the table with this heading."""
    _, _, rest = text.partition(f"| {heading} |")
    table = rest.partition("\n\n")[0].splitlines()[2:]
    return [name for row in table for name in names(row.split("|")[1])]


@pytest.mark.parametrize(
    ("text", "heading", "name"),
    [
        (CRISS_CROSS.partition("### View")[2], "field", "View"),
        (CRISS_CROSS, "field of a seat", "SeatView"),
        (CRISS_CROSS.partition("### Events")[2], "field", "SettledWager"),
        (KING_CROSS.partition("### View")[2], "field", "KingView"),
        (KING_CROSS, "field of a sheet", "SheetView"),
        (CRISS_CROSS, "key of the rules", "BookDocument"),
        (KING_CROSS, "key of the rules", "MatchDocument"),
        (KING_CROSS, "key of the score card", "ScoreCardDocument"),
    ],
)
def test_every_field_is_explained(text: str, heading: str, name: str) -> None:
    assert sorted(first_column(heading, text)) == sorted(fields_of(name))


@pytest.mark.parametrize("name", ["SeatTotal", "Refund", "MeterGrowth", "Prize", "Placement", "VoidView", "CardCount"])
def test_parts_of_criss_cross_are_named(name: str) -> None:
    assert [field for field in DEFINITIONS[name]["properties"] if f"`{field}`" not in CRISS_CROSS] == []


@pytest.mark.parametrize("name", ["CardPlacement", "SeatScore", "Option"])
def test_parts_of_king_cross_are_named(name: str) -> None:
    assert [field for field in DEFINITIONS[name]["properties"] if f"`{field}`" not in KING_CROSS] == []


def test_every_king_option_is_there() -> None:
    assert first_column("option", KING_CROSS) == ["mode", "bonus", *(choice.name for choice in choices_of())]
    assert all(f"`{mode}`" in KING_CROSS for mode in MODES)


def test_every_spot_is_there() -> None:
    books = [*map(load_rule_book, rule_book_ids()), load_submission(WHEELS.read_text(encoding="utf-8"))]
    assert set(first_column("spot", CRISS_CROSS)) == {spot for book in books for spot in book.spots}


def examples() -> list[tuple[str, dict[str, Any]]]:
    results = []
    for union, view, text in (("Action", "View", CRISS_CROSS), ("KingAction", "KingView", KING_CROSS)):
        for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
            is_view = block.startswith("{\n")
            results += [
                (view if is_view else union, json.loads(one)) for one in ([block] if is_view else block.splitlines())
            ]
    return results


@pytest.mark.parametrize(("name", "message"), examples())
def test_every_example_is_valid(name: str, message: dict[str, Any]) -> None:
    jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS}).validate(message)
