from __future__ import annotations

import pytest

from crossfelt.errors import Fault
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields


@pytest.mark.parametrize("data", [None, [], "text", 5, True])
def test_only_a_table_has_fields(data: object) -> None:
    fields = Fields(data, "case")
    assert len(fields.faults) == 1
    assert fields.faults[0].startswith("case: must be a JSON object, not ")
    assert fields.names() == ()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (True, "n: must be a whole number, not true"),
        (1.0, "n: must be a whole number, not 1.0"),
        ("1", "n: must be a whole number, not '1'"),
        (None, "n: must not be null"),
        ([], "n: must be a whole number, not a list"),
        (0, "n: must be from 1 to 6, not 0"),
        (7, "n: must be from 1 to 6, not 7"),
        (10**30, "n: must be from 1 to 6, not a number of more than 20 digits"),
        pytest.param(10**5_000, "n: must be from 1 to 6, not a number of more than 20 digits", id="5001 digits"),
    ],
)
def test_integer_refused(value: object, message: str) -> None:
    fields = Fields({"n": value})
    assert fields.integer("n", least=1, most=6) == 1
    assert fields.faults == [message]


def test_integer() -> None:
    fields = Fields({"n": 6})
    assert fields.integer("n", least=1, most=6) == 6
    assert fields.integer("m", least=1, most=6, default=4) == 4
    assert fields.faults == []
    fields.integer("m", least=1, most=6)
    assert fields.faults == ["m: is missing"]


def test_boolean() -> None:
    fields = Fields({"a": True, "b": False, "c": 1, "d": "true"})
    assert (fields.boolean("a"), fields.boolean("b"), fields.boolean("x", default=True)) == (True, False, True)
    assert fields.faults == []
    assert (fields.boolean("c"), fields.boolean("d"), fields.boolean("e")) == (False, False, False)
    assert fields.faults == [
        "c: must be true or false, not 1",
        "d: must be true or false, not 'true'",
        "e: is missing",
    ]


def test_text() -> None:
    fields = Fields({"a": "x", "b": 5, "c": "y"}, "top")
    assert fields.text("a", among=("x", "y")) == "x"
    assert fields.text("z", default="d") == "d"
    assert fields.optional_text("z") is None
    assert fields.optional_text("a") == "x"
    assert fields.faults == []
    assert fields.text("b") == fields.text("c", among=("x",)) == fields.text("d") == ""
    assert fields.faults == ["top.b: must be a string, not 5", "top.c: 'y' is not one of x", "top.d: is missing"]


def test_texts() -> None:
    fields = Fields({"a": ["x", "y"], "b": ["x", 5, "x", "q"], "c": "x", "e": None})
    assert fields.texts("a", among=("x", "y", "z")) == ("x", "y")
    assert fields.texts("d", default=("k",)) == ("k",)
    assert fields.faults == []
    assert fields.texts("b", among=("x", "y")) == ("x",)
    assert fields.texts("c") == fields.texts("e") == ()
    assert fields.faults == [
        "b: 5 isn't valid here; choose from x, y",
        "b: 'x' appears twice",
        "b: 'q' isn't valid here; choose from x, y",
        "c: must be a list, not 'x'",
        "e: must not be null",
    ]


@pytest.mark.parametrize("value", [[], [True], ["1"], [0], [4], [1.0], None, {}])
def test_integers_refused(value: object) -> None:
    fields = Fields({"n": value})
    assert fields.integers("n", least=1, most=3) == (1,)
    assert fields.faults


def test_integers_rise() -> None:
    fields = Fields({"a": [1, 3], "b": [1, 1], "c": [2, 1]})
    assert fields.integers("a", least=1, most=3) == (1, 3)
    assert fields.faults == []
    fields.integers("b", least=1, most=3)
    fields.integers("c", least=1, most=3)
    assert fields.faults == ["b: must be in increasing order", "c: must be in increasing order"]


def test_tables_share_their_faults_and_name_their_path() -> None:
    fields = Fields({"a": {"b": 5}, "list": [{"n": 1}, 7]})
    fields.table("a").table("b")
    for entry in fields.tables("list"):
        entry.integer("n", least=1, most=1)
    fields.table("missing")
    assert fields.faults == [
        "a.b: must be a JSON object, not 5",
        "list[2]: must be a JSON object, not 7",
        "list[2].n: is missing",
        "missing: is missing",
    ]


def test_unknown_keys_are_refused_and_printed_safely() -> None:
    fields = Fields({"known": 1, "misspelt": 2, "two\nlines": 3, "x" * 200: 4})
    fields.raw("known")
    fields.refuse_unknown()
    assert fields.faults[0] == "misspelt: unknown key"
    assert fields.faults[1] == "'two\\nlines': unknown key"
    assert len(fields.faults) == 3
    assert all("\n" not in fault and len(fault) < 100 for fault in fields.faults)


def test_names_count_as_asked_for() -> None:
    fields = Fields({"a": 1, "b": 2})
    assert fields.names() == ("a", "b")
    assert "a" in fields
    assert "c" not in fields
    fields.refuse_unknown()
    assert fields.faults == []


def test_a_fault_checked_elsewhere_keeps_its_own_clause_unless_the_table_names_one() -> None:
    inner = Fault(FaultCode.ANTE_MISSING, "the ante is missing", "ante_across", "7.E(1)")
    plain, citing = Fields({}, "seats[1]"), Fields({}, "seats[1]", clause="9.A")
    plain.add(inner, "wagers")
    citing.add(inner, "wagers")
    [fault], [cited] = plain.faults, citing.faults
    assert fault == "seats[1].wagers: ante_across: the ante is missing (7.E(1))"
    assert (fault.field, fault.message, fault.clause) == (
        "seats[1].wagers.ante_across",
        "the ante is missing",
        "7.E(1)",
    )
    assert (cited.field, cited.clause) == ("seats[1].wagers.ante_across", "9.A")
