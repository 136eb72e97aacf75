"""The dealer's procedure: every shipped one loads, and a faulty one is refused with all its faults."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.procedure import PHASES, ProcedureStep, methods_of, parse_procedure, procedure
from crossfelt.crisscross.resolve import rule_book_ids
from crossfelt.errors import RuleBookError


def entry(**fields: object) -> str:
    values = {"phase": "deal", "clause": "1.A", "who": "dealer", "says": "Deal.", **fields}
    lines = [f"{key} = {value!r}" for key, value in values.items() if value is not None]
    return "\n".join(["[[procedure]]", *lines, ""])


METHODS = ("hand", "shoe")


@pytest.mark.parametrize("rules", rule_book_ids())
def test_shipped_procedures_go_through_the_whole_life_of_a_table(rules: str) -> None:
    assert {"opening", "shuffle", "deal", "decisions", "settle", "clear", "device_failure"} <= {
        step.phase for step in procedure(rules)
    }
    everything = set()
    for method in methods_of(rules):
        steps = procedure(rules, method)
        assert [step.number for step in steps] == list(range(1, len(steps) + 1))
        assert all(method in step.methods for step in steps)
        everything |= {step.says for step in steps}
    assert everything == {step.says for step in procedure(rules)}


def test_a_step_belongs_to_every_method_unless_it_names_some() -> None:
    steps = parse_procedure(entry() + entry(methods=["shoe"]), METHODS)
    assert steps == (
        ProcedureStep(1, "deal", "1.A", "dealer", "Deal.", METHODS),
        ProcedureStep(2, "deal", "1.A", "dealer", "Deal.", ("shoe",)),
    )


def test_a_step_belongs_to_every_table_unless_it_names_wagers() -> None:
    (step,) = parse_procedure(entry(wagers=["wheel"], reading="P2"), METHODS, ("wheel", "bonus"))
    assert step == ProcedureStep(1, "deal", "1.A", "dealer", "Deal.", METHODS, "P2", ("wheel",))
    assert step.cited == "1.A, reading P2"
    (silent,) = parse_procedure(entry(clause=None, reading="P9"), METHODS)
    assert silent.cited == "reading P9"


def test_an_unknown_method_or_rule_book_is_refused() -> None:
    with pytest.raises(RuleBookError, match="choose from hand, shuffler"):
        procedure("cardroom", "sleeve")
    with pytest.raises(RuleBookError, match="there is no rule book 'nevada'"):
        procedure("nevada")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "procedure: is missing"),
        ("procedure = []", "procedure: a rule book without a procedure"),
        ("procedure = 1", "procedure: must be a list"),
        ("procedure = ", "not TOML"),
        (entry(phase="nap"), r"procedure\[1\].phase: 'nap' is not one of opening"),
        (entry(who="cat"), r"procedure\[1\].who: 'cat' is not one of dealer"),
        (entry(says=""), r"procedure\[1\].says: must not be empty"),
        (entry(clause=None), r"procedure\[1\]: needs a clause or a reading"),
        (entry(reading=""), r"procedure\[1\].reading: must not be empty"),
        (entry(wagers=["wheel"]), r"procedure\[1\].wagers: 'wheel' isn't valid here"),
        (entry(wagers=[]), r"procedure\[1\].wagers: must not be empty"),
        (entry(clause=""), r"procedure\[1\].clause: must not be empty"),
        (entry(methods=["sleeve"]), r"procedure\[1\].methods: 'sleeve' isn't valid here; choose from hand, shoe"),
        (entry(methods=[]), r"procedure\[1\].methods: must not be empty"),
        (entry(colour="red"), r"procedure\[1\].colour: unknown key"),
        (entry() + entry(phase="settle") + entry(), r"procedure\[3\].phase: goes back to deal"),
    ],
)
def test_a_faulty_procedure_is_refused(text: str, fault: str) -> None:
    with pytest.raises(RuleBookError, match=fault):
        parse_procedure(text, METHODS)


def test_all_faults_come_at_once() -> None:
    with pytest.raises(RuleBookError) as refused:
        parse_procedure(entry(phase="nap", who="cat") + entry(says=""), METHODS)
    assert len(refused.value.faults) == 3


def test_every_phase_has_a_title() -> None:
    assert len(set(PHASES.values())) == len(PHASES)
