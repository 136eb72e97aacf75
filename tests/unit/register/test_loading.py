"""The register's loader: what it hands out, and every fault it names."""

from __future__ import annotations

import dataclasses

import pytest

from crossfelt.errors import RuleBookError
from crossfelt.register import Met, State, clauses, readings, registered
from crossfelt.register.loading import parse_readings, parse_register

GOOD_CLAUSE = """
[[clause]]
id = "6(d)"
says = "Two equal antes."
met = "engine"
shown_by = ["data:spots.ante_across", "test:tests/rules/test_sample.py::test_6_d"]
reading = "R4"
note = "A remark."
"""
GOOD_HEAD = """
rules = "sample"
text = "A sample"
publisher = "Nobody"
"""
GOOD_READING = """
[[reading]]
id = "R4"
rules = ["sample"]
title = "Antes"
clauses = ["sample 6(d)"]
says = "Each on its own line."
why = "Silence."
option = "ante_pays"
state = "in force"
"""


def clause(**changes: str | None) -> str:
    """A register whose second entry has these lines changed, or dropped where None."""
    lines = {
        "id": '"6(e)"',
        "says": '"A bonus."',
        "met": '"engine"',
        "shown_by": '["data:spots"]',
    } | changes
    body = "\n".join(f"{key} = {value}" for key, value in lines.items() if value is not None)
    return f"{GOOD_HEAD}{GOOD_CLAUSE}[[clause]]\n{body}\n"


def faults(source: str) -> tuple[str, ...]:
    with pytest.raises(RuleBookError) as refusal:
        parse_register(source, "sample")
    return refusal.value.faults


def reading_faults(source: str) -> tuple[str, ...]:
    with pytest.raises(RuleBookError) as refusal:
        parse_readings(source)
    return refusal.value.faults


def test_a_register_is_read_whole() -> None:
    register = parse_register(clause(met='"not yet"', shown_by="[]", missing='"the wheel"'), "sample")
    assert (register.rules, register.text, register.publisher) == ("sample", "A sample", "Nobody")
    first, second = register.clauses
    assert dataclasses.astuple(first) == (
        "6(d)",
        "Two equal antes.",
        Met.ENGINE,
        ("data:spots.ante_across", "test:tests/rules/test_sample.py::test_6_d"),
        None,
        "R4",
        "A remark.",
    )
    assert dataclasses.astuple(second) == ("6(e)", "A bonus.", Met.NOT_YET, (), "the wheel", None, None)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"id": None}, "clause[2].id: is missing"),
        ({"id": '"6(d)"'}, "clause: '6(d)' appears twice"),
        ({"says": '""'}, "clause[2].says: must not be empty"),
        ({"says": "7"}, "clause[2].says: must be a string, not 7"),
        (
            {"says": '"two\\nlines"'},
            "clause[2].says: must be one line, without blanks at its ends or in a row",
        ),
        (
            {"met": '"perhaps"'},
            "clause[2].met: 'perhaps' is not one of engine, choice, procedure, physical, not yet",
        ),
        ({"met": '"physical"', "shown_by": None}, "clause[2].shown_by: is missing"),
        (
            {"met": '"physical"', "shown_by": '"data:spots"'},
            "clause[2].shown_by: must be a list, not 'data:spots'",
        ),
        ({"shown_by": '["data:"]'}, "clause[2].shown_by: 6(e): 'data:' is not a valid pointer"),
        (
            {"shown_by": '["test:tests/x.py::test_x"]'},
            "clause[2].shown_by: 6(e): 'test:tests/x.py::test_x' is not a valid pointer",
        ),
        ({"shown_by": "[]"}, "clause[2].shown_by: 6(e): an engine clause needs a pointer"),
        (
            {"shown_by": '["procedure"]'},
            "clause[2].shown_by: 6(e): an engine clause needs a pointer",
        ),
        ({"met": '"choice"'}, "clause[2].shown_by: 6(e): a choice clause needs a pointer to its choice"),
        ({"met": '"procedure"'}, "clause[2].shown_by: 6(e): a procedure clause needs the pointer 'procedure'"),
        ({"met": '"physical"'}, "clause[2].shown_by: 6(e): a physical clause must not have pointers"),
        ({"met": '"not yet"'}, "clause[2].missing: 6(e): must be present if, and only if, the clause is 'not yet'"),
        ({"missing": '"a wheel"'}, "clause[2].missing: 6(e): must be present if, and only if, the clause is 'not yet'"),
        ({"reading": '"4"'}, "clause[2].reading: 6(e): '4' is not the id of a reading"),
        ({"colour": '"red"'}, "clause[2].colour: unknown key"),
    ],
)
def test_a_faulty_clause_is_refused(changes: dict[str, str | None], fault: str) -> None:
    assert faults(clause(**changes)) == (fault,)


def test_all_faults_come_at_once() -> None:
    assert faults('rules = "other"\ntext = "A sample"\nversion = 1\n') == (
        "rules: 'other' is not one of sample",
        "publisher: is missing",
        "clause: is missing",
        "a register without clauses",
        "version: unknown key",
    )


def test_what_is_not_toml_is_refused() -> None:
    (fault,) = faults("rules = ")
    assert fault.startswith("not TOML: ")


def test_a_reading_is_read_whole() -> None:
    (reading,) = parse_readings(GOOD_READING)
    assert dataclasses.astuple(reading) == (
        "R4",
        ("sample",),
        "Antes",
        ("sample 6(d)",),
        "Each on its own line.",
        "Silence.",
        "ante_pays",
        State.IN_FORCE,
        None,
        False,
        (),
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"R4"', '"four"', "reading[1].id: 'four' is not the id of a reading: use a letter and a number"),
        ('["sample 6(d)"]', "[]", "reading[1].clauses: R4: names no clause"),
        ('["sample 6(d)"]', '["other 1"]', "reading[1].clauses: R4: 'other 1' is not a clause of sample"),
        ('["sample 6(d)"]', '["sample"]', "reading[1].clauses: R4: 'sample' is not a clause of sample"),
        ('"in force"', '"soon"', "reading[1].state: 'soon' is not one of in force, in part, not yet"),
        (
            '"in force"',
            '"in part"',
            "reading[1].missing: R4: must be present if, and only if, the reading is 'in part' or 'not yet'",
        ),
        (
            'state = "in force"',
            'state = "in force"\nmissing = "a wheel"',
            "reading[1].missing: R4: must be present if, and only if, the reading is 'in part' or 'not yet'",
        ),
        ('why = "Silence."', "", "reading[1].why: is missing"),
        ('option = "ante_pays"', "option_within = true", "reading[1].option_within: R4: names no option"),
        ("title", "name", "reading[1].title: is missing; reading[1].name: unknown key"),
        ("[[reading]]", f"{GOOD_READING}[[reading]]", "reading: 'R4' appears twice"),
    ],
)
def test_a_faulty_reading_is_refused(old: str, new: str, fault: str) -> None:
    assert "; ".join(reading_faults(GOOD_READING.replace(old, new))) == fault


def test_a_reading_of_no_rule_text_is_refused() -> None:
    assert "reading[1].rules: R4: names no rule text" in reading_faults(GOOD_READING.replace('["sample"]', "[]"))


def test_registers_are_packaged_and_cached() -> None:
    assert registered() == tuple(sorted(registered()))
    for rules in registered():
        register = clauses(rules)
        assert register.rules == rules
        assert clauses(rules) is register


def test_readings_can_be_asked_for_one_rule_text() -> None:
    everything = readings()
    for rules in registered():
        mine = readings(rules)
        assert mine == tuple(reading for reading in everything if rules in reading.rules)
        assert 0 < len(mine) < len(everything)


@pytest.mark.parametrize("rules", ["nevada", "", "../readings", "massachusetts.toml"])
def test_an_unknown_rule_text_is_refused_with_the_known_ones(rules: str) -> None:
    for ask in (clauses, readings):
        with pytest.raises(RuleBookError) as refusal:
            ask(rules)
        assert refusal.value.faults == (f"{rules!r} has no clause register; choose from {', '.join(registered())}",)
