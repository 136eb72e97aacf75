"""King Cross over HTTP, as far as it takes no thinking."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from crossfelt.http.king import READ_EXAMPLE
from crossfelt.service.wire.king import KingReadAnswer

GRID: list[list[Any]] = READ_EXAMPLE["grid"]


def test_the_example_is_read(client: TestClient) -> None:
    response = client.post("/api/king/read", json=READ_EXAMPLE)
    assert response.status_code == 200
    answer = KingReadAnswer.model_validate_json(response.text)
    assert (len(answer.lines), len(answer.squares), len(answer.achievements)) == (12, 25, 8)
    assert answer.wild is None
    closed = {square.name: square.why for square in answer.squares if not square.is_open}
    assert closed["d1"] == "Hand 4 holds the 7 of spades already, on d2."
    assert answer.lines[11].best == "four_of_a_kind"


def test_a_sheet_without_a_card_or_bonus(client: TestClient) -> None:
    answer = client.post("/api/king/read", json={"grid": GRID}).json()
    assert answer["achievements"] == [] and answer["wild"] is None
    assert not any(square["is_open"] for square in answer["squares"])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"card": "Ks"}, "card: cannot be rolled: the dice have no king (option wild_may_be_king)"),
        ({"card": "1s"}, "card: "),
        ({"grid": GRID[:4]}, "grid: "),
        ({"grid": [GRID[0], GRID[0], *GRID[2:]]}, "grid: line 1 holds 3h more than once"),
        ({"grid": [["K", *GRID[0][1:]], *GRID[1:]]}, "grid: a1 holds the printed King, which belongs in the centre"),
        ({"options": {"wild": True}}, "choices.wild: king-cross has no choice"),
        ({"more": 1}, "more: "),
    ],
)
def test_what_cannot_be_read_is_refused(client: TestClient, change: dict[str, Any], fault: str) -> None:
    response = client.post("/api/king/read", json=READ_EXAMPLE | change)
    assert response.status_code == 422
    assert any(found.startswith(fault) for found in response.json()["faults"]), response.text


def test_a_king_may_be_asked_for_where_a_wild_roll_may_become_one(client: TestClient) -> None:
    asked = READ_EXAMPLE | {"card": "Ks", "options": {"wild_may_be_king": True}}
    assert client.post("/api/king/read", json=asked).status_code == 200
