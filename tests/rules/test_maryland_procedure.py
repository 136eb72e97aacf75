"""Maryland, the dealer's steps for wagers that a table may offer: 2.B(6), 7.E(2), 11, 12.D and 12.E, reading R22.

A table without the wager has none of them. `tests/http/test_rules.py` and `tests/unit/printing/test_submission.py` have
the same for the page and the PDF.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfelt.crisscross.procedure import ProcedureStep, methods_of, optional_wagers, procedure
from crossfelt.crisscross.resolve import load_rule_book
from tests.support.cli.program import run
from tests.support.rules.submissions import BONUS_SPIN, XTREME, submission

RULES = "maryland"
ALL = ("five_card_bonus", "bonus_spin", "bonus_spin_xtreme")

LOCKED = [("2.B(6)(1)", "device"), ("2.B(6)(2)", "dealer"), ("reading P8", "dealer")]
FAILS = ("reading P9", "floorperson")
STEPS = {
    "bonus_spin": {
        "opening": [("12.D(6)(b), reading P7", "operator")],
        "announce": [("7.E(2)(b), reading P2", "player"), *LOCKED],
        "decisions": [("7.E(2)(b), reading P2", "dealer")] * 3,
        "settle": [
            ("12.D(6)(a), reading P7", "device"),
            ("reading R9", "dealer"),
            ("7.E(2)(b), reading P2", "dealer"),
            ("12.D(5)", "dealer"),
            ("12.D(7), reading P3", "dealer"),
            ("12.D(6)(b), reading P7", "device"),
            ("12.D(8), reading P4", "dealer"),
            ("12.D(8)(a), reading P4", "dealer"),
        ],
        "device_failure": [FAILS],
    },
    "bonus_spin_xtreme": {
        "opening": [("12.E(11)(b), reading P7", "operator")],
        "announce": [("7.E(2)(c)", "player"), *LOCKED],
        "decisions": [("7.E(2)(c), reading P5", "dealer")] * 3,
        "settle": [
            ("12.E(11)(a), reading P7", "device"),
            ("reading R9", "dealer"),
            ("7.E(2)(c), reading P5", "dealer"),
            ("12.E(13)(b), reading P5", "dealer"),
            ("7.E(2)(c), reading P5", "dealer"),
            ("12.E(13)(a)", "dealer"),
            ("12.E(10), reading P5", "dealer"),
            ("12.E(12)", "dealer"),
            ("12.E(11)(b), reading P7", "device"),
        ],
        "device_failure": [FAILS],
    },
    "five_card_bonus": {
        "announce": [("7.E(2)(a)", "player")],
        "decisions": [("11.B(3)", "dealer"), ("11.D(2)", "dealer"), ("11.F(2)", "dealer")],
        "settle": [("11.H", "dealer"), ("11.H(1)", "dealer"), ("11.H(2)", "dealer")],
    },
}
"""Wager -> phase -> its steps, in the order in which a table goes through them."""


def steps_of(wager: str, method: str) -> list[ProcedureStep]:
    """The steps that a table has because it offers this wager."""
    without = procedure(RULES, method, ())
    return [step for step in procedure(RULES, method, (wager,)) if step.says not in {other.says for other in without}]


@pytest.mark.parametrize("method", methods_of(RULES))
@pytest.mark.parametrize("wager", STEPS)
def test_7_E_2_each_wager_brings_its_steps(wager: str, method: str) -> None:
    by_phase: dict[str, list[tuple[str, str]]] = {}
    for step in steps_of(wager, method):
        by_phase.setdefault(step.phase, []).append((step.cited, step.who))
    assert by_phase == STEPS[wager]


def test_7_E_2_a_table_without_the_wagers_has_no_step_of_theirs() -> None:
    plain = procedure(RULES, "hand", ())
    said = " ".join(step.says for step in plain)
    assert all(word not in said for word in ("Bonus", "progressive", "meter", "wheel", "Community", "Hot Spot"))
    assert [step.number for step in plain] == list(range(1, len(plain) + 1))
    assert procedure(RULES, "hand") == procedure(RULES, "hand", ("five_card_bonus",)), "the default offers the bonus"


def place(clause: str, offered: tuple[str, ...] = ALL, who: str = "dealer") -> int:
    """The number of the one step of a clause, dealing by hand."""
    (step,) = (step for step in procedure(RULES, "hand", offered) if step.cited == clause and step.who == who)
    return step.number


def test_2_B_6_2_the_lock_out_follows_the_call_and_precedes_the_deal() -> None:
    first_card = next(step.number for step in procedure(RULES, "hand", ALL) if step.phase == "deal")
    assert place("9.A(5)") < place("2.B(6)(2)") < place("reading P8") < first_card


def test_7_E_2_b_folded_cards_stay_until_the_pair_has_spun() -> None:
    """Reading P2: at each fold the cards stay for a $5 wager, and at the seat's turn a pair is shown and spins."""
    steps = procedure(RULES, "hand", ("bonus_spin",))
    spin = [step for step in steps if step.cited == "7.E(2)(b), reading P2" and step.who == "dealer"]
    racked = [step.number for step in steps if step.clause in ("11.B(2)(b)", "11.D(1)(b)", "11.F(1)(b)")]
    assert [step.number for step in spin[:3]] == [number + 1 for number in racked]
    assert all("$5" in step.says and "folded cards" in step.says for step in spin[:3])
    assert spin[3].phase == "settle" and "pair" in spin[3].says and "folded" in spin[3].says
    *_, cleared = (step.number for step in steps if step.clause == "11.I(3)(a)")
    assert spin[3].number < cleared, "the cards are not cleared before the spin"


def test_12_D_6_a_meters_grow_before_anyone_is_paid() -> None:
    (first, *_) = (step for step in procedure(RULES, "hand", ALL) if step.phase == "settle")
    assert first.cited == "12.D(6)(a), reading P7"
    grown = [place(clause, who="device") for clause in ("12.D(6)(a), reading P7", "12.E(11)(a), reading P7")]
    assert max(grown) < place("11.H")


def test_12_E_13_bonus_spin_comes_before_xtreme() -> None:
    assert place("11.I(3)(e)") < place("12.D(5)") < place("12.D(8)(a), reading P4") < place("12.E(13)(b), reading P5")


BOOKS = {
    "bonus_spin": ((BONUS_SPIN,), ("five_card_bonus", "bonus_spin")),
    "xtreme": ((XTREME,), ("five_card_bonus", "bonus_spin_xtreme")),
    "both": ((BONUS_SPIN, XTREME), ALL),
    "none": ((), ("five_card_bonus",)),
}


@pytest.mark.parametrize("name", BOOKS)
def test_7_E_2_the_command_lists_the_steps_of_the_submission(name: str, tmp_path: Path) -> None:
    tables, offered = BOOKS[name]
    file = tmp_path / "house.toml"
    file.write_text(submission(*tables))
    document = run("rules", "procedure", str(file), "--method", "hand", "--json").document
    steps = procedure(RULES, "hand", offered)
    assert [step["says"] for step in document["steps"]] == [step.says for step in steps]
    shown = " ".join(run("rules", "procedure", str(file), "--method", "hand", columns=300).out.split())
    assert all(f"{step.number} {step.who} {step.says} {step.cited}" in shown for step in steps)
    assert ("Community wheel" in shown) == ("bonus_spin_xtreme" in offered)


def test_optional_wagers_are_those_that_a_house_may_leave_out() -> None:
    assert list(optional_wagers(RULES)) == list(ALL)
    assert list(optional_wagers("massachusetts")) == ["five_card_bonus"]
    assert optional_wagers("cardroom") == {}, "its text prints both bonus wagers and a table offers both"
    for rules in (RULES, "massachusetts"):
        without = load_rule_book(rules, {"five_card_bonus_offered": False})
        assert not any("Bonus" in step.says for step in procedure(rules, None, without.spots))
