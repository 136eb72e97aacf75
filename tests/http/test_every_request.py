"""Every kind of request on a socket, malformed and refused: each refusal has all its parts and echoes the id."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import pytest

from crossfelt.service.tables.requests import REQUEST_KINDS
from tests.support.http.in_process import Answer, Guest, InProcess, Socket, in_process
from tests.support.http.players import WAGERS
from tests.support.http.refusals import check_refusal

VALID: dict[str, dict[str, Any]] = {
    "sit": {"seat": 2},
    "leave": {},
    "sit_out": {},
    "sit_in": {},
    "ready": {},
    "commit_seed": {"round": "x", "commitment": "0" * 64},
    "reveal_seed": {"round": "x", "nonce": "0" * 64, "seed": "a seed"},
    "act": {"round": "x", "action": {"kind": "place_wagers", "wagers": WAGERS}},
    "add_bot": {"seat": 2, "policy": "random"},
    "remove_bot": {"seat": 1},
    "rule": {"round": "x", "action": {"kind": "void_round", "reason": "misdeal"}},
    "pause": {"reason": "break"},
    "resume": {},
    "take_out_of_service": {"reason": "maintenance"},
    "put_in_service": {},
    "note": {"says": "dispute"},
    "correct": {"round": "x", "seat": 1, "cents": 1, "clause": "R17", "reason": "wrong_payout"},
    "remove_player": {"seat": 1},
    "grant": {"player": "x"},
    "revoke": {"player": "x"},
    "rename_table": {"title": "Oak"},
    "close_table": {"reason": "finished"},
}
"""Fields of a request of each kind that can be read."""
OPTIONAL = {("pause", "reason")}
"""A pause gets its reason later."""
HOST = {
    "sit": "already_seated",
    "leave": None,
    "sit_out": None,
    "sit_in": "already_so",
    "ready": None,
    "commit_seed": "wrong_round",
    "reveal_seed": "wrong_round",
    "act": "wrong_round",
    "add_bot": None,
    "remove_bot": "not_your_role",
    "rule": "floor_needed",
    "pause": None,
    "resume": "already_so",
    "take_out_of_service": "floor_needed",
    "put_in_service": "floor_needed",
    "note": "floor_needed",
    "correct": "floor_needed",
    "remove_player": "floor_needed",
    "grant": "no_such_player",
    "revoke": "operator_needed",
    "rename_table": "operator_needed",
    "close_table": None,
}
"""Kind of request -> the code that refuses the host of a listed live table, on its first seat; None if allowed."""
GUEST = {
    "sit": None,
    "leave": "not_seated",
    "sit_out": "not_seated",
    "sit_in": "not_seated",
    "ready": "not_seated",
    "commit_seed": "not_seated",
    "reveal_seed": "not_seated",
    "act": "not_seated",
    "add_bot": "not_your_role",
    "remove_bot": "not_your_role",
    "rule": "floor_needed",
    "pause": "floor_needed",
    "resume": "floor_needed",
    "take_out_of_service": "floor_needed",
    "put_in_service": "floor_needed",
    "note": "floor_needed",
    "correct": "floor_needed",
    "remove_player": "floor_needed",
    "grant": "no_such_player",
    "revoke": "operator_needed",
    "rename_table": "operator_needed",
    "close_table": "not_your_role",
}
"""The same for a guest without a seat."""
WRONG: dict[type, object] = {str: 7, int: "7"}
"""A value of another type; a field of any other type gets a number."""


@pytest.fixture(scope="module")
def app() -> Iterator[InProcess]:
    with in_process() as app:
        yield app


@pytest.fixture(scope="module")
def host(app: InProcess) -> Guest:
    return app.guest()


@pytest.fixture(scope="module")
def table(app: InProcess, host: Guest) -> str:
    """A listed live table with its host on the first seat."""
    table = host.open(table_kind="live", decision_seconds=60, betting_seconds=60, seat_count=3)
    host.done(table, "sit", seat=1)
    return table


def refused(socket: Socket, request: object, **message: Any) -> Answer:
    """Send a request, check that the refusal is complete and has the request's ID, and return it."""
    identity = token_hex(16)
    answer = socket.answer({"kind": "ask", "id": identity, "request": request, **message})
    assert (answer["kind"], answer["id"]) == ("refused", identity), answer
    check_refusal(answer)
    return answer


def test_every_kind_is_walked() -> None:
    assert list(VALID) == list(HOST) == list(GUEST) == list(REQUEST_KINDS)
    for kind, message in REQUEST_KINDS.items():
        assert {*VALID[kind], "kind"} == {field.name for field in dataclasses.fields(message)}
        # Somebody is refused each of them by role or rules.
        assert HOST[kind] or GUEST[kind]


@pytest.mark.parametrize("kind", REQUEST_KINDS)
def test_a_malformed_request_names_the_field(host: Guest, table: str, kind: str) -> None:
    fields = VALID[kind]
    with host.socket(table) as socket:
        unknown = refused(socket, {"kind": kind, **fields, "nonsense": 1})
        assert (unknown["code"], unknown["field"], unknown["params"]["key"]) == (
            "bad_request",
            "request.nonsense",
            "nonsense",
        )
        for name, value in fields.items():
            if (kind, name) not in OPTIONAL:
                missing = refused(socket, {"kind": kind, **{key: fields[key] for key in fields if key != name}})
                assert [(each["code"], each["field"]) for each in missing["details"]] == [
                    ("missing", f"request.{name}")
                ]
            wrong = refused(socket, {"kind": kind, **fields, name: WRONG.get(type(value), 7)})
            assert [(each["code"], each["field"]) for each in wrong["details"]] == [("wrong_type", f"request.{name}")]


@pytest.mark.parametrize("kind", REQUEST_KINDS)
def test_a_request_is_refused_by_role_or_rules(app: InProcess, host: Guest, table: str, kind: str) -> None:
    request = {"kind": kind, **VALID[kind]}
    for guest, code in ((host, HOST[kind]), (app.guest("Bea"), GUEST[kind])):
        if code is not None:
            with guest.socket(table) as socket:
                assert refused(socket, request)["code"] == code


@pytest.mark.parametrize("kind", REQUEST_KINDS)
def test_nobody_without_a_guest_asks(app: InProcess, table: str, kind: str) -> None:
    with Guest(app, "", "").socket(table) as socket:
        assert refused(socket, {"kind": kind, **VALID[kind]})["code"] == "not_signed_in"


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("{", ""),
        (b"{}", ""),
        ("[]", ""),
        ({}, "kind"),
        ({"kind": "nonsense"}, "kind"),
        ({"kind": "ask", "request": {"kind": "leave"}}, "id"),
        ({"kind": "ask", "id": "7", "request": {"kind": "leave"}}, "id"),
        ({"kind": "ping"}, "at"),
        ({"kind": "ping", "at": -1}, "at"),
    ],
)
def test_a_message_without_a_valid_id_is_refused_without_one(
    host: Guest, table: str, message: object, field: str
) -> None:
    with host.socket(table) as socket:
        answer = socket.answer(message)
        check_refusal(answer)
        assert (answer["kind"], answer["id"], answer["code"], answer["field"]) == (
            "refused",
            None,
            "bad_request",
            field,
        )


@pytest.mark.parametrize(
    ("request_", "field"),
    [({"kind": "nonsense"}, "request.kind"), ({}, "request.kind"), ([], "request"), (7, "request")],
)
def test_something_that_is_no_request_is_refused_under_its_id(
    host: Guest, table: str, request_: object, field: str
) -> None:
    with host.socket(table) as socket:
        assert refused(socket, request_)["field"] == field
        assert refused(socket, {"kind": "leave"}, nonsense=1)["field"] == "nonsense"
