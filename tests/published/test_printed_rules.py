"""Every rule book and score card states what its text prints: limits, pay tables, wheels, orders, rulings, steps."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.register import registered
from tests.support.rules.printed_facts import FOLDER, SECTIONS, line, numbers, printed_lines

TEXTS = sorted(path.stem for path in FOLDER.glob("*.txt"))
PARTS = [(text, section) for text in TEXTS for section in printed_lines(text) if section != "fixed"]
CRISS_CROSS = [text for text in TEXTS if "fixed" in printed_lines(text)]


@pytest.mark.parametrize(("text", "section"), PARTS, ids=[f"{text} {section}" for text, section in PARTS])
def test_the_data_states_what_the_text_prints(text: str, section: str) -> None:
    assert list(SECTIONS[section](text)) == printed_lines(text)[section]


@pytest.mark.parametrize("text", CRISS_CROSS)
def test_a_submission_cannot_set_what_the_text_fixes(text: str) -> None:
    expected = printed_lines(text)["fixed"]
    names = [entry.split(" | ")[1] for entry in expected]
    assert [refused(text, name) for name in names] == expected


def refused(text: str, name: str) -> str:
    with pytest.raises(RuleBookError) as caught:
        load_rule_book(text, {name: True})
    (fault,) = caught.value.faults
    assert fault.code is FaultCode.FIXED_BY_RULES, fault
    return line(fault.clause, name, numbers(str(fault.params["reason"])))


def test_every_text_is_here_with_every_section() -> None:
    assert list(registered()) == TEXTS
    assert {section for _, section in PARTS} == set(SECTIONS)
