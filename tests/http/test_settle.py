"""Settling over HTTP follows the contract of the command line."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from crossfelt.crisscross.casefile import settle_case
from tests.support.settle_cases import contract_case


def test_contract_case_settles_as_the_library_does(client: TestClient) -> None:
    response = client.post("/api/settle", json=contract_case())
    assert response.status_code == 200
    answer = response.json()
    assert answer == settle_case(contract_case())
    (seat,) = answer["seats"]
    assert (seat["across_hand"], seat["down_hand"]) == ("pair_jacks_or_better", "pair_jacks_or_better")
    # Two antes and three bets at 1 to 1; both bonuses lose.
    assert (seat["staked"], seat["won"], seat["returned"], seat["net"]) == (5500, 4500, 4500, 3500)
    assert [line["spot"] for line in sorted(seat["lines"], key=lambda line: line["order"])] == [
        "ante_down",
        "down",
        "ante_across",
        "across",
        "middle",
        "five_card_bonus",
        "six_card_bonus",
    ]


def test_options_change_what_is_settled(client: TestClient) -> None:
    wheel = contract_case()
    wheel["community"] = {"across": ["2c", "3d"], "down": ["Th", "8s"], "middle": "4d"}
    wheel["seats"][0]["hole"] = ["Ah", "5c"]
    wheel["bonus_cards"] = ["3h", "3c", "7s", "Jd"]
    hands = [
        client.post("/api/settle", json=wheel | {"options": {"ace_low_straight": low}}).json()["seats"][0][
            "across_hand"
        ]
        for low in (True, False)
    ]
    assert hands == ["straight", "high_card"]


def test_all_faults_come_at_once(client: TestClient) -> None:
    case = contract_case()
    case["community"]["middle"] = "2c"
    case["seats"][0]["wagers"]["ante_down"] = 400
    case["seats"][0]["wagers"]["across"] = 700
    response = client.post("/api/settle", json=case)
    assert response.status_code == 422
    answer = response.json()
    assert answer["error"] == "; ".join(answer["faults"])
    for fault in ("2c appears twice", "ante_down: $4 must equal", "across: $7 is not 1x, 2x or 3x"):
        assert fault in answer["error"]


@pytest.mark.parametrize("options", [None, [], "x", 5])
def test_options_that_are_no_table_are_refused(client: TestClient, options: object) -> None:
    response = client.post("/api/settle", json=contract_case() | {"options": options})
    assert response.status_code == 422
    assert response.json()["faults"][0].startswith("options: must be a table")


def _body(text: str) -> bytes:
    return text.encode()


HOSTILE = {
    "nothing": b"",
    "not JSON": b"{",
    "not UTF-8": b'{"rules": "\xff"}',
    "a key twice": _body('{"rules": "cardroom", "rules": "maryland"}'),
    "NaN": _body('{"rules": NaN}'),
    "infinity": _body('{"seats": -Infinity}'),
    "5,000 digits": _body('{"seats": [{"seat": ' + "9" * 5000 + "}]}"),
    "5,000 digits with an exponent": _body('{"seats": 1e' + "9" * 5000 + "}"),
    "deep lists": b"[" * 30_000 + b"]" * 30_000,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "two values": b"{} {}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_body_that_is_not_strict_json_is_a_400(client: TestClient, name: str) -> None:
    response = client.post("/api/settle", content=HOSTILE[name], headers={"content-type": "application/json"})
    assert response.status_code == 400, response.text
    answer = response.json()
    assert answer["faults"] == [answer["error"]]
    assert "\n" not in answer["error"] and len(answer["error"]) < 200


ODD: list[object] = [
    *(None, True, 1, 1.5, "x", [], [[]], {}),
    {"rules": "cardroom"},
    {"rules": []},
    {"rules": "../../etc/passwd"},
    contract_case() | {"seats": []},
    contract_case() | {"seats": [None]},
    contract_case() | {"seats": [{}] * 500},
    contract_case() | {"community": [1]},
    contract_case() | {"bonus_cards": "3h3c8sJd"},
    contract_case() | {"extra": 1},
]


@pytest.mark.parametrize("case", ODD, ids=lambda case: json.dumps(case)[:40])
def test_json_that_is_no_case_is_a_422(client: TestClient, case: object) -> None:
    body = json.dumps(case).encode()
    response = client.post("/api/settle", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422, response.text
    assert response.json()["faults"]


@pytest.mark.parametrize("amount", [-1, 1.0, 500.5, "500", True, None, [500], 10**39])
def test_amounts_are_whole_cents(client: TestClient, amount: object) -> None:
    case = contract_case()
    case["seats"][0]["wagers"]["across"] = amount
    response = client.post("/api/settle", json=case)
    assert response.status_code == 422
    assert "across" in response.json()["error"]


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_body_must_be_announced_as_json(client: TestClient, kind: str) -> None:
    response = client.post("/api/settle", content=b"{}", headers={"content-type": kind})
    assert response.status_code == 415


def test_announced_charset_is_fine(client: TestClient) -> None:
    body = json.dumps(contract_case()).encode()
    response = client.post("/api/settle", content=body, headers={"content-type": "Application/JSON; charset=utf-8"})
    assert response.status_code == 200
